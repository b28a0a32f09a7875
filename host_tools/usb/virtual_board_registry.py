"""Registry of the running virtual boards: a lock file for each, which its process releases when it ends."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import IO

import platformdirs

from host_tools.i18n import message

try:
    import fcntl
except ImportError:  # no such locks, and no ptys either
    fcntl = None  # type: ignore[assignment]


class AlreadyRunningError(Exception):
    """A virtual board with this uid is running already."""


def _folder() -> Path:
    """Return the folder of the lock files."""
    with warnings.catch_warnings():
        # If the system has no such folder, platformdirs warns and names another, which will do.
        warnings.simplefilter("ignore", platformdirs.api.RuntimeDirWarning)
        return platformdirs.user_runtime_path("cribboard") / "boards"


def register_board(uid: str, port: str) -> IO[str]:
    """Register a running board's port until the returned lock file is closed. Raises AlreadyRunningError."""
    _folder().mkdir(parents=True, exist_ok=True)
    file = open(_folder() / uid, "a+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise AlreadyRunningError(message("usb.virtual.running", board=uid)) from None
    file.truncate(0)
    file.write(port)
    file.flush()
    return file


def running_boards() -> dict[str, str]:
    """Return the port of each running virtual board, by uid."""
    if fcntl is None or not _folder().is_dir():
        return {}
    return {path.name: port for path in sorted(_folder().iterdir()) if (port := _read_port(path))}


def _read_port(path: Path) -> str:
    """Return the port in a running board's lock file; "" if the lock is free: the board does not run."""
    with open(path) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return file.read()
    return ""
