"""Run a PostgreSQL with a synchronous replica, whose first server can be killed and whose second can be promoted."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from host_tools.live.mosquitto import free_port
from tests.measure.postgresql import USER, ServerError, find_programs


class ReplicatedServer:
    """Two servers of one database cluster, on ports of this computer, with their data in `folder`. Raises ServerError
    if none is installed."""

    def __init__(self, folder: Path) -> None:
        self._programs, self._folder = find_programs(), folder
        self._user: dict[str, Any] = {"user": USER, "group": USER, "extra_groups": []} if os.getuid() == 0 else {}
        if self._user:
            shutil.chown(folder, USER, USER)
        self._folder.chmod(0o711)
        self._ports = {"first": free_port(), "second": free_port()}

    @property
    def url(self) -> str:
        """Of the database on that of the two servers which may be written."""
        hosts = "&".join(f"host=127.0.0.1:{port}" for port in self._ports.values())
        return f"postgresql+psycopg://desk@/postgres?{hosts}&target_session_attrs=read-write&connect_timeout=5"

    def start(self) -> None:
        """Start the first, then the second as its copy, for which the first then waits at each commit. Raises
        ServerError."""
        self._run("initdb", "-D", self._data("first"), "-U", "desk", "-A", "trust", "-E", "UTF8", "--no-sync")
        self._start("first")
        source = f"host=127.0.0.1 port={self._ports['first']} user=desk application_name=second"
        self._run("pg_basebackup", "-d", source, "-D", self._data("second"), "-R", "-X", "stream", "-c", "fast")
        self._start("second")
        self._ask_first("ALTER SYSTEM SET synchronous_standby_names = second")
        self._run("pg_ctl", "-D", self._data("first"), "reload")
        while "sync" not in self._ask_first("SELECT sync_state FROM pg_stat_replication").split():
            pass

    def kill_first(self) -> None:
        """Kill the first for good: its processes, and its disk."""
        postmaster = int((self._data("first") / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
        for pid in (postmaster, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        shutil.rmtree(self._data("first"))

    def promote_second(self) -> None:
        """Make the second the one that may be written. Raises ServerError."""
        self._run("pg_ctl", "-D", self._data("second"), "-w", "promote")

    def stop(self) -> None:
        """Stop those that run. Raises ServerError."""
        for name in self._ports:
            if (self._data(name) / "postmaster.pid").exists():
                self._run("pg_ctl", "-D", self._data(name), "-w", "-m", "immediate", "stop")

    def _ask_first(self, statement: str) -> str:
        place = ("-h", "127.0.0.1", "-p", self._ports["first"], "-U", "desk", "-d", "postgres")
        return self._run("psql", *place, "-A", "-t", "-c", statement)

    def _data(self, name: str) -> Path:
        return self._folder / name

    def _start(self, name: str) -> None:
        log, port = self._folder / f"{name}.log", self._ports[name]
        options = f"-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories= -c fsync=off"
        self._run("pg_ctl", "-D", self._data(name), "-w", "-s", "-l", log, "-o", options, "start")

    def _run(self, program: str, *args: object) -> str:
        words = [str(self._programs / program), *map(str, args)]
        result = subprocess.run(words, cwd=self._folder, capture_output=True, text=True, **self._user)
        if result.returncode:
            raise ServerError(f"{program}: {result.stderr.strip()}")
        return result.stdout


@contextmanager
def replicated_server() -> Iterator[ReplicatedServer]:
    """Run both servers, and stop them and remove their data afterwards. Raises ServerError."""
    with tempfile.TemporaryDirectory(prefix="desk-replica") as folder:
        servers = ReplicatedServer(Path(folder))
        try:
            servers.start()
            yield servers
        finally:
            servers.stop()
