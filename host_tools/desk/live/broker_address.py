"""MQTT broker address and the desk's credentials, from a URL, a login file or the environment."""

import os
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from host_tools.desk.errors import DeskError
from host_tools.i18n import message
from host_tools.os_errors import os_reason

ADDRESS, LOGIN, AUTHORITY = "desk.url", "desk.login", "authority.crt"
"""Files in the folder of `cribboard live init`: the broker's URL for desks there, their user and password, and the
certificate that vouches for the broker, where that is not one the computer trusts. A cluster has a URL for each node,
one a line."""
PREDECESSOR = "predecessor.url"
"""A file there on a computer that has taken over: the URL for boards of the broker before."""
LEASE_LOGIN = "lease"
"""User and password with which anybody may tell a broker's desks of a lease. They open nothing else, and are no
secret."""
USER_VARIABLE, PASSWORD_VARIABLE = "CRIBBOARD_LIVE_USER", "CRIBBOARD_LIVE_PASSWORD"
_PORTS = {"mqtt": 1883, "mqtts": 8883}


class Broker(NamedTuple):
    """A broker's address; `user` and `password` are the desk's credentials, "" for none.

    `authority` is the file of a CA certificate; "" for the system's. `predecessor` is the broker of the computer that
    was the desk before, None if there was none.
    """

    host: str
    port: int
    tls: bool = False
    user: str = ""
    password: str = ""
    authority: str = ""
    predecessor: "Broker | None" = None

    @property
    def url(self) -> str:
        """The address without user and password."""
        return f"{'mqtts' if self.tls else 'mqtt'}://{self.host}:{self.port}"


def find_brokers(url: str, login: Path | None = None, authority: Path | None = None) -> list[Broker]:
    """Return the broker at `url`, with credentials from the two lines of the file `login`, or from the environment.

    `url` may be the folder of `cribboard live init` too, which has both; that of a cluster has several brokers.
    `authority`: file of a CA certificate. Raises DeskError if a URL or a file is invalid.
    """
    folder, predecessor, urls = Path(url), None, [url]
    if "://" not in url and folder.is_dir():
        login, urls, predecessor = login or folder / LOGIN, _read_urls(folder / ADDRESS), _find_predecessor(folder)
        if authority is None and (folder / AUTHORITY).exists():
            authority = folder / AUTHORITY
    user, password = _read_login(login) if login else (os.environ.get(USER_VARIABLE, ""), _environment_password())
    addresses = map(_parse_url, urls)
    return [Broker(*address, user, password, str(authority or ""), predecessor) for address in addresses]


def find_broker(url: str, login: Path | None = None, authority: Path | None = None) -> Broker:
    """Return the broker at `url`, the first of several, as `find_brokers` does. Raises DeskError."""
    return find_brokers(url, login, authority)[0]


def _find_predecessor(folder: Path) -> Broker | None:
    """Return the broker of the computer that was the desk before this one; None if there was none. Raises DeskError."""
    file = folder / PREDECESSOR
    return Broker(*_parse_url(_read_urls(file)[0]), LEASE_LOGIN, LEASE_LOGIN) if file.exists() else None


def is_overheard(broker: Broker) -> bool:
    """Return whether passwords and results cross a network in clear on their way to the broker."""
    return not broker.tls and broker.host not in ("localhost", "::1") and not broker.host.startswith("127.")


def _read_urls(file: Path) -> list[str]:
    """Read the URLs in a folder of `cribboard live init`, one a line. Raises DeskError if there is none."""
    try:
        urls = file.read_text(encoding="utf-8").split()
    except (OSError, UnicodeDecodeError):
        urls = []
    if not urls:
        raise DeskError(message("live.check.no_files", folder=file.parent))
    return urls


def _environment_password() -> str:
    return os.environ.get(PASSWORD_VARIABLE, "")


def _parse_url(url: str) -> tuple[str, int, bool]:
    """Parse a broker's URL as (host, port, TLS). Raises DeskError."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise DeskError(message("live.error.url", url=url)) from None
    if parts.username or parts.password:
        # Whoever lists the processes of this computer reads its command lines.
        raise DeskError(message("live.error.password_in_url"))
    if parts.scheme not in _PORTS or not parts.hostname or parts.path.strip("/"):
        raise DeskError(message("live.error.url", url=url))
    return parts.hostname, port or _PORTS[parts.scheme], parts.scheme == "mqtts"


def _read_login(path: Path) -> tuple[str, str]:
    """Read (user, password) from a file of two lines. Raises DeskError."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DeskError(message("live.error.login", file=path, why=os_reason(error))) from None
    if len(lines) != 2 or not all(lines):
        raise DeskError(message("live.error.login_lines", file=path))
    return lines[0], lines[1]
