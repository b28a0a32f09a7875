"""Write the files of a cluster: brokers of which each can stand in for all others, and what a hall needs to reach them.

A cluster's folder has a folder for each node and each hall, to be carried there, and `desk.url`, `desk.login` and the
authority's certificate, for desks.
"""

import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from host_tools.desk.errors import DeskError
from host_tools.desk.live.broker_address import ADDRESS, AUTHORITY, LOGIN
from host_tools.i18n import message
from host_tools.live.broker_files import DESK_USER, BrokerFiles, Listener, new_password
from host_tools.live.certificates import CERTIFICATE, KEY, make_authority, make_certificate
from host_tools.live.uplink import CLUSTER_NODE, HALL_PREFIX
from host_tools.private_files import write_private

_NODE = "node-{}"
_HALL_NAME = re.compile(r"[\w-]{1,30}", re.ASCII)


class ClusterFiles:
    """The files of a cluster in the folder `path`."""

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()

    @property
    def exists(self) -> bool:
        """Whether the folder is that of a cluster."""
        return (self.path / CLUSTER_NODE).is_dir()

    @property
    def hosts(self) -> list[str]:
        """The nodes' addresses, in order. Raises OSError."""
        urls = (self.path / ADDRESS).read_text(encoding="utf-8").split()
        return [urlsplit(url).hostname or "" for url in urls]

    @property
    def nodes(self) -> list[BrokerFiles]:
        """The files of each node, in order."""
        return [BrokerFiles(self.path / _NODE.format(number), moves=True) for number, _ in enumerate(self.hosts, 1)]

    @property
    def halls(self) -> list[str]:
        """The halls' names, sorted."""
        return sorted(folder.name.removeprefix(HALL_PREFIX) for folder in self.path.glob(f"{HALL_PREFIX}*"))

    def write(self, listeners: Mapping[str, Listener], halls: Sequence[str]) -> None:
        """Write all files: a node for each host in `listeners`, a folder for each hall besides those there are.

        Passwords, the authority and halls that exist are kept. Raises DeskError for a bad name of a hall, OSError.
        """
        for name in halls:
            if not _HALL_NAME.fullmatch(name):
                raise DeskError(message("live.cluster.hall_name", name=name))
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        make_authority(self.path)
        urls = [f"mqtts://{host}:{listener.tls_port}" for host, listener in listeners.items()]
        write_private(self.path / ADDRESS, "".join(f"{url}\n" for url in urls))
        if not (self.path / LOGIN).exists():
            write_private(self.path / LOGIN, f"{DESK_USER}\n{new_password()}\n")
        for name in {*halls, *self.halls}:
            self._write_hall(self.path / f"{HALL_PREFIX}{name}")
        logins = dict((self.path / f"{HALL_PREFIX}{name}" / LOGIN).read_text().split() for name in self.halls)
        for files, (host, listener) in zip(self.nodes, listeners.items(), strict=True):
            self._write_node(files, host, listener, logins)

    def _write_hall(self, folder: Path) -> None:
        """Write what the hall needs: the nodes' addresses, its login, the authority's certificate."""
        folder.mkdir(mode=0o700, exist_ok=True)
        for name in (ADDRESS, AUTHORITY):
            shutil.copyfile(self.path / name, folder / name)
        if not (folder / LOGIN).exists():
            write_private(folder / LOGIN, f"{folder.name}\n{new_password()}\n")

    def _write_node(self, files: BrokerFiles, host: str, listener: Listener, halls: Mapping[str, str]) -> None:
        """Write a node's files, with the passwords of all halls by their user names."""
        files.path.mkdir(mode=0o700, exist_ok=True)
        make_certificate(self.path, files.path, host)
        write_private(files.login, (self.path / LOGIN).read_text(encoding="utf-8"))
        files.write(replace(listener, certificate=Path(CERTIFICATE), key=Path(KEY)), halls)

    def set_password(self, user: str, password: str) -> None:
        """Let a board log in at every node, each of which is its standby. Raises OSError."""
        for files in self.nodes:
            files.set_password(user, password)
