"""Run a temporary PostgreSQL server on a Unix socket, with a data folder that is removed afterwards."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from host_tools.extras import missing_message

PROGRAMS = Path("/usr/lib/postgresql")
"""Folder of Debian's package postgresql, with a folder of programs for each version."""
USER = "postgres"


class ServerError(Exception):
    """The server cannot be started; the message says why."""


@contextmanager
def temporary_server() -> Iterator[str]:
    """Run a server; yield the URL of its databases, with `{}` for the name (`postgres` exists). Raises ServerError."""
    programs = sorted(PROGRAMS.glob("*/bin"))
    if not programs:
        raise ServerError("no PostgreSQL server is installed (Debian's package postgresql)")
    if not find_spec("psycopg"):
        raise ServerError(missing_message("psycopg", "postgresql"))
    folder = Path(tempfile.mkdtemp(prefix="desk-pg"))
    try:
        yield from _run_server(programs[-1], folder)
    finally:
        shutil.rmtree(folder)


def _run_server(programs: Path, folder: Path) -> Iterator[str]:
    """Create a database cluster in `folder`, start its server, yield the URL, stop it. Raises ServerError."""
    # PostgreSQL refuses to run as root.
    user: dict[str, Any] = {"user": USER, "group": USER, "extra_groups": []} if os.getuid() == 0 else {}
    if user:
        shutil.chown(folder, USER, USER)
    folder.chmod(0o711)

    def run(program: str, *args: object) -> None:
        command = [str(programs / program), *map(str, args)]
        result = subprocess.run(command, cwd=folder, capture_output=True, text=True, **user)
        if result.returncode:
            raise ServerError(f"{program}: {result.stderr.strip()}")

    options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off"
    run("initdb", "-D", folder / "data", "-U", "desk", "-A", "trust", "-E", "UTF8", "--no-sync")
    run("pg_ctl", "-D", folder / "data", "-w", "-s", "-l", folder / "log", "-o", options, "start")
    try:
        yield f"postgresql+psycopg://desk@/{{}}?host={folder}"
    finally:
        run("pg_ctl", "-D", folder / "data", "-w", "-m", "immediate", "stop")
