"""Run a PostgreSQL with a synchronous replica, whose first server can be killed and whose second can be promoted."""

import os
import shutil
import signal
import subprocess
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from host_tools.desk.simulation.postgresql import PROGRAMS, USER
from host_tools.live.mosquitto import free_port


class ReplicatedServer:
    """Two servers of one database cluster, on the ports of this computer."""

    def __init__(self, folder):
        programs = sorted(PROGRAMS.glob("*/bin"))
        if not programs:
            pytest.skip("no PostgreSQL server is installed (Debian's package postgresql)")
        self._programs, self._folder = programs[-1], Path(folder)
        self._user = {"user": USER, "group": USER, "extra_groups": []} if os.getuid() == 0 else {}
        if self._user:
            shutil.chown(folder, USER, USER)
        self._folder.chmod(0o711)
        self._ports = {"first": free_port(), "second": free_port()}

    @property
    def url(self):
        """Of the database on that of the two servers which may be written."""
        hosts = "&".join(f"host=127.0.0.1:{port}" for port in self._ports.values())
        return f"postgresql+psycopg://desk@/postgres?{hosts}&target_session_attrs=read-write&connect_timeout=5"

    def start(self):
        """The first, then the second as its copy, then the first waits for the second at each commit."""
        self._run("initdb", "-D", self._data("first"), "-U", "desk", "-A", "trust", "-E", "UTF8", "--no-sync")
        self._start("first")
        source = f"host=127.0.0.1 port={self._ports['first']} user=desk application_name=second"
        self._run("pg_basebackup", "-d", source, "-D", self._data("second"), "-R", "-X", "stream", "-c", "fast")
        self._start("second")
        self._ask_first("ALTER SYSTEM SET synchronous_standby_names = second")
        self._run("pg_ctl", "-D", self._data("first"), "reload")
        while "sync" not in self._ask_first("SELECT sync_state FROM pg_stat_replication").split():
            pass

    def kill_first(self):
        """For good: its processes, and its disk."""
        postmaster = int((self._data("first") / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
        for pid in (postmaster, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        shutil.rmtree(self._data("first"))

    def promote_second(self):
        self._run("pg_ctl", "-D", self._data("second"), "-w", "promote")

    def stop(self):
        for name in self._ports:
            if (self._data(name) / "postmaster.pid").exists():
                self._run("pg_ctl", "-D", self._data(name), "-w", "-m", "immediate", "stop")

    def _ask_first(self, statement):
        place = ("-h", "127.0.0.1", "-p", self._ports["first"], "-U", "desk", "-d", "postgres")
        return self._run("psql", *place, "-A", "-t", "-c", statement)

    def _data(self, name):
        return self._folder / name

    def _start(self, name):
        log, port = self._folder / f"{name}.log", self._ports[name]
        options = f"-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories= -c fsync=off"
        self._run("pg_ctl", "-D", self._data(name), "-w", "-s", "-l", log, "-o", options, "start")

    def _run(self, program, *args):
        words = [str(self._programs / program), *map(str, args)]
        result = subprocess.run(words, cwd=self._folder, capture_output=True, text=True, **self._user)
        assert result.returncode == 0, f"{words}: {result.stderr}"
        return result.stdout


@contextmanager
def replicated_server(folder):
    """Both servers, running; stopped afterwards."""
    servers = ReplicatedServer(folder)
    try:
        servers.start()
        yield servers
    finally:
        servers.stop()
