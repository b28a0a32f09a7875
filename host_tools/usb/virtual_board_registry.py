"""Registry of the virtual boards that run: a lock file each, released when the process ends."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import IO

import platformdirs

try:
    import fcntl
except ImportError:  # no such locks, and no ptys either
    fcntl = None  # type: ignore[assignment]


class TakenError(Exception):
    """A board of this number is running already."""


def _folder() -> Path:
    """Return the folder of the lock files."""
    with warnings.catch_warnings():
        # Where no folder is set for this, another one is as good.
        warnings.simplefilter("ignore", platformdirs.api.RuntimeDirWarning)
        return platformdirs.user_runtime_path("cribboard") / "boards"


def plug_in(uid: str, port: str) -> IO[str]:
    """Let other programs find a board by its port. It is unplugged when the file is closed. Raises TakenError."""
    _folder().mkdir(parents=True, exist_ok=True)
    file = open(_folder() / uid, "a+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise TakenError(
            f"virtual board {uid} is running already; end the other `cribboard sim --serial` first"
        ) from None
    file.truncate(0)
    file.write(port)
    file.flush()
    return file


def ports() -> dict[str, str]:
    """Return number and port of each virtual board that runs."""
    if fcntl is None or not _folder().is_dir():
        return {}
    return {path.name: port for path in sorted(_folder().iterdir()) if (port := _port(path))}


def _port(path: Path) -> str:
    """Return the port of a running board; "" where the lock is free."""
    with open(path) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return file.read()
    return ""
