"""Run a temporary PostgreSQL server on a Unix socket, with a data folder that is removed afterwards."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tests.measure import UnavailableError

PROGRAMS = Path("/usr/lib/postgresql")
"""Folder of Debian's package postgresql, with a folder of programs for each version."""
USER = "postgres"
_POLL_S = 0.01


class ServerError(UnavailableError):
    """The server cannot be started; the message says why."""


@contextmanager
def temporary_server() -> Iterator[str]:
    """Run a server; yield the URL of its databases, with `{}` for the name (`postgres` exists). Raises ServerError."""
    with running_server() as server:
        yield server.url


@contextmanager
def running_server() -> Iterator["Server"]:
    """Run a server that can be killed; stop it and remove its data afterwards. Raises ServerError."""
    programs = find_programs()
    folder = Path(tempfile.mkdtemp(prefix="desk-pg"))
    try:
        server = Server(programs, folder)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder)


def find_programs() -> Path:
    """Return the folder of the newest server's programs. Raises ServerError if none, or not psycopg, is installed."""
    programs = sorted(PROGRAMS.glob("*/bin"))
    if not programs:
        raise ServerError("no PostgreSQL server is installed (Debian's package postgresql)")
    if not find_spec("psycopg"):
        raise ServerError("psycopg is not installed (extra postgresql)")
    return programs[-1]


class Server:
    """A PostgreSQL server of its own, with the programs in one folder and its data in another. `url`: of its databases,
    with `{}` for the name. Raises ServerError if the data cannot be made."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self._programs, self._folder, self._data = programs, folder, folder / "data"
        self.url = f"postgresql+psycopg://desk@/{{}}?host={folder}"
        # PostgreSQL refuses to run as root.
        self._user: dict[str, Any] = {"user": USER, "group": USER, "extra_groups": []} if os.getuid() == 0 else {}
        if self._user:
            shutil.chown(folder, USER, USER)
        folder.chmod(0o711)
        self._run("initdb", "-D", self._data, "-U", "desk", "-A", "trust", "-E", "UTF8", "--no-sync")

    def _run(self, program: str, *args: object) -> None:
        command = [str(self._programs / program), *map(str, args)]
        result = subprocess.run(command, cwd=self._folder, capture_output=True, text=True, **self._user)
        if result.returncode:
            raise ServerError(f"{program}: {result.stderr.strip()}")

    def start(self) -> None:
        """Start the server, and wait until it answers. Raises ServerError."""
        options = f"-c listen_addresses='' -c unix_socket_directories={self._folder} -c fsync=off"
        self._run("pg_ctl", "-D", self._data, "-w", "-s", "-l", self._folder / "log", "-o", options, "start")

    def stop(self) -> None:
        """Stop the server at once. Raises ServerError."""
        self._run("pg_ctl", "-D", self._data, "-w", "-m", "immediate", "stop")

    def kill(self) -> None:
        """Kill the server (SIGKILL) and wait until all its processes have seen that."""
        pids = [int((self._data / "postmaster.pid").read_text().splitlines()[0])]
        pids += _children(pids[0])
        os.kill(pids[0], signal.SIGKILL)
        # While one lives, the memory that they shared keeps another server from starting.
        while any(_parent(pid) for pid in pids):
            time.sleep(_POLL_S)


def _children(pid: int) -> list[int]:
    """Return the processes that a process has started (Linux)."""
    running = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
    return [other for other in running if _parent(other) == pid]


def _parent(pid: int) -> int:
    """Return the parent of a process that runs, 0 if it has ended (Linux, proc(5))."""
    try:
        state, parent, *_ = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
    except OSError:
        return 0
    return 0 if state == "Z" else int(parent)
