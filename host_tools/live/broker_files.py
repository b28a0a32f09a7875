"""Write and read a Mosquitto broker's configuration, password and access-control files.

Nobody but their owner may read them. Boards' passwords stand there as hashes alone; the desk's stands in `desk.login`
as well, for `cribboard desk --live-login`.
"""

import base64
import getpass
import hashlib
import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from host_tools.desk.live.broker_address import ADDRESS, AUTHORITY, LEASE_LOGIN
from host_tools.live.uplink import HALL_ACCESS, UPLINK, bridge_configuration, nodes
from host_tools.private_files import write_private

CONFIGURATION, PASSWORDS, ACCESS, LOGIN, DATA = "mosquitto.conf", "passwords", "acl", "desk.login", "data"
DESK_PASSWORDS, DESK_ACCESS = "desk.passwords", "desk.acl"
DESK_USER, HOME_USER = "desk", "homeassistant"
_LISTENER = re.compile(r"^listener (\d+) (\S+)", re.MULTILINE)
_CERTIFICATE = re.compile(r"^(?:certfile|keyfile) (.+)", re.MULTILINE)
_HASH_ITERATIONS = 101
"""Of PBKDF2, as Mosquitto itself uses: passwords are 128 random bits, which need no slower hash."""
_SALT_BYTES, _PASSWORD_BYTES = 12, 16
BOARD_CONNECTIONS, DESK_CONNECTIONS = 15_000, 500
"""Most connections of the boards' listener, and of each listener for desks, which so keep their room."""
OPEN_FILES = 16_384
"""Files that a broker needs for all of them. A service has 1,024 unless its unit says otherwise."""

_ACCESS = """\
# Home Assistant, where it has a password here, reads tables and games; a board writes its own topics, and reads what is
# meant for it. %u is its user name.
user homeassistant
topic readwrite homeassistant/#
topic read cribbage/+/here
topic read cribbage/+/state
topic read cribbage/hall/#

# Whoever goes on with the event elsewhere says so to the desk here, which believes what the event's key has sealed.
user lease
topic write cribbage/desk/lease
topic read cribbage/desk/left

pattern write cribbage/%u/here
pattern write cribbage/%u/state
pattern write cribbage/%u/result/+
pattern read cribbage/%u/in/+
"""
_DESK_ACCESS = """\
# The desk reads and writes all.
user desk
topic readwrite cribbage/#
topic write homeassistant/#
"""
_CONFIGURATION = """\
# Written by `cribboard live init`.
per_listener_settings true
{user}
persistence true
persistence_location {folder}/data/
autosave_interval 60

# No message of a board or a desk is longer.
max_packet_size 16384
# For one client that does not read; for all.
max_queued_messages 5000
max_queued_bytes 10000000
memory_limit 268435456
log_dest stderr
log_type error
log_type warning
connection_messages false

# Connections of each listener are limited, so that those that are open elsewhere keep no desk out. All together need
# more files than the usual limit of 1024: `ulimit -n {files}` before Mosquitto is started by hand; the unit says so.

# Boards. Each is the client that its password says: none pushes another off.
listener {port} {address}
max_connections {boards}
allow_anonymous false
password_file {folder}/passwords
acl_file {folder}/acl
use_username_as_clientid true

# Desks on this computer.
listener {desk_port} 127.0.0.1
max_connections {desks}
allow_anonymous false
password_file {folder}/desk.passwords
acl_file {folder}/desk.acl
"""
_TLS = """
# Desks on other computers.
listener {port} {address}
max_connections {desks}
allow_anonymous false
password_file {folder}/desk.passwords
acl_file {folder}/desk.acl
certfile {certificate}
keyfile {key}
"""


@dataclass(frozen=True)
class Listener:
    """Where the broker listens: for boards at `port`; for desks at `desk_port` on this computer, and with TLS at
    `tls_port`, if `certificate` and `key` are given."""

    address: str = "0.0.0.0"
    port: int = 1883
    tls_port: int = 8883
    certificate: Path | None = None
    key: Path | None = None
    desk_port: int = 1884


class BrokerFiles:
    """The configuration, password and access-control files of a broker, in the folder `path`.

    Of a folder that `moves` to another computer, Mosquitto is started within it: it names its files without a path.
    """

    def __init__(self, path: Path, moves: bool = False) -> None:
        self.path = path.resolve()
        self._moves = moves
        self.configuration = self.path / CONFIGURATION
        self.login = self.path / LOGIN
        self._passwords = self.path / PASSWORDS
        self._desk_passwords = self.path / DESK_PASSWORDS

    def write(self, listener: Listener, halls: Mapping[str, str] | None = None) -> None:
        """Write all files; existing users, passwords and retained messages are kept. A node of a cluster lets in the
        brokers of `halls`, passwords by user name. Raises OSError, DeskError for damaged files of an uplink."""
        for folder in (self.path, self.path / DATA):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_private(self.path / ACCESS, _ACCESS)
        write_private(self.configuration, self._configuration(listener))
        write_private(self.path / ADDRESS, f"mqtt://127.0.0.1:{listener.desk_port}\n")
        if not self.login.exists():
            write_private(self.login, f"{DESK_USER}\n{new_password()}\n")
        self._set_desk_passwords(halls or {})
        write_private(self.path / DESK_ACCESS, self._desk_access())
        self.set_password(LEASE_LOGIN, LEASE_LOGIN)

    def _set_desk_passwords(self, halls: Mapping[str, str]) -> None:
        """Write the hashes of the desk and of halls. Raises OSError."""
        user, password = self.login.read_text(encoding="utf-8").splitlines()
        logins = {user: password, **halls}
        hashes = [f"{name}:{hash_password(secret)}\n" for name, secret in logins.items()]
        write_private(self._desk_passwords, "".join(hashes))

    def _desk_access(self) -> str:
        """Return what the desk may do, and the halls that have a password. Raises OSError."""
        names = [line.partition(":")[0] for line in self._desk_passwords.read_text(encoding="utf-8").splitlines()]
        halls = [HALL_ACCESS.format(user=name) for name in names if name != DESK_USER]
        return _DESK_ACCESS + "".join(halls)

    def take_uplink(self, folder: Path) -> None:
        """Copy a hall's folder of a cluster: `write` then connects this broker to it. Raises DeskError, OSError."""
        nodes(folder)
        (self.path / UPLINK).mkdir(mode=0o700, parents=True, exist_ok=True)
        for name in (ADDRESS, LOGIN, AUTHORITY):
            write_private(self.path / UPLINK / name, (folder / name).read_text(encoding="utf-8"))

    @property
    def uplink(self) -> Path | None:
        """The folder of the line to a cluster; None for a hall without one."""
        folder = self.path / UPLINK
        return folder if folder.is_dir() else None

    def _boards(self) -> list[str]:
        """Return the user names that are boards'."""
        return [name for name in self.users() if name != HOME_USER]

    def _configuration(self, listener: Listener) -> str:
        """Return the text of mosquitto.conf."""
        # Started by root, Mosquitto would change to a user who may not read these files.
        user = f"user {getpass.getuser()}\n" if os.name == "posix" and os.getuid() == 0 else ""
        folder = Path() if self._moves else self.path
        ports = {"port": listener.port, "desk_port": listener.desk_port}
        limits = {"boards": BOARD_CONNECTIONS, "desks": DESK_CONNECTIONS}
        text = _CONFIGURATION.format(
            folder=folder, user=user, address=listener.address, files=OPEN_FILES, **ports, **limits
        )
        if listener.certificate and listener.key:
            pair = {"certificate": listener.certificate, "key": listener.key}
            files = pair if self._moves else {name: path.resolve() for name, path in pair.items()}
            text += _TLS.format(
                folder=folder, port=listener.tls_port, address=listener.address, desks=DESK_CONNECTIONS, **files
            )
        return text + (bridge_configuration(self.uplink, self._boards()) if self.uplink else "")

    def set_password(self, user: str, password: str) -> None:
        """Add a user or change the user's password; the broker applies it when it next reloads. Raises OSError."""
        self.set_passwords({user: password})

    def set_passwords(self, passwords: Mapping[str, str]) -> None:
        """Set the passwords of several users, as `set_password` does. Raises OSError, DeskError."""
        others = [line for line in self._password_lines() if line.partition(":")[0] not in passwords]
        new = [f"{user}:{hash_password(password)}" for user, password in passwords.items()]
        write_private(self._passwords, "".join(f"{line}\n" for line in others + new))
        if self.uplink and self.configuration.exists():
            # It names the boards.
            write_private(self.configuration, self._configuration(self.read_listener()))

    def users(self) -> list[str]:
        """Return the names of all users but desks and the login that is everybody's."""
        names = [line.partition(":")[0] for line in self._password_lines()]
        return [name for name in names if name != LEASE_LOGIN]

    def read_listener(self) -> Listener:
        """Return where the configuration has the broker listen; the defaults without one. Raises OSError."""
        if not self.configuration.exists():
            return Listener()
        text = self.configuration.read_text(encoding="utf-8")
        (port, address), *others = _LISTENER.findall(text) or [(Listener.port, Listener.address)]
        given: dict[str, Any] = {"address": address, "port": int(port)}
        certificate = [Path(name) for name in _CERTIFICATE.findall(text)]
        if len(certificate) == 2:
            given |= {"certificate": certificate[0], "key": certificate[1], "tls_port": int(others.pop()[0])}
        if others:
            given["desk_port"] = int(others[0][0])
        return Listener(**given)

    def damaged_files(self) -> list[str]:
        """Return the names of the files that are missing, and of edited access-control files. Raises OSError."""
        needed = (CONFIGURATION, PASSWORDS, DESK_PASSWORDS, LOGIN, ADDRESS)
        damaged = [name for name in needed if not (self.path / name).exists()]
        desk_access = _DESK_ACCESS if DESK_PASSWORDS in damaged else self._desk_access()
        for name, text in ((ACCESS, _ACCESS), (DESK_ACCESS, desk_access)):
            file = self.path / name
            damaged += [] if file.exists() and file.read_text(encoding="utf-8") == text else [name]
        return damaged

    def _password_lines(self) -> list[str]:
        return self._passwords.read_text(encoding="utf-8").splitlines() if self._passwords.exists() else []


def new_password() -> str:
    """Return a random password, for a program: nobody has to remember or type it."""
    return secrets.token_hex(_PASSWORD_BYTES)


def hash_password(password: str) -> str:
    """Return a password's hash as in Mosquitto's password file: PBKDF2-SHA512 with a random salt."""
    salt = secrets.token_bytes(_SALT_BYTES)
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, _HASH_ITERATIONS)
    return f"$7${_HASH_ITERATIONS}${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}"
