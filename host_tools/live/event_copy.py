"""Copies of an event and its broker's files, as a stream of archives: written on one computer, kept on another.

A frame is its length in eight bytes, high byte first, and a tar archive; length 0 says that nothing has changed.
"""

import io
import sqlite3
import tarfile
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path
from typing import BinaryIO

from host_tools.desk.live.broker_address import LOGIN
from host_tools.live.broker_files import CONFIGURATION, PASSWORDS
from host_tools.private_files import write_private

BROKER = "broker"
"""Folder of the broker's files, beside the event's."""
_BROKER_FILES = (CONFIGURATION, PASSWORDS, LOGIN)
_LENGTH_BYTES = 8
_LONGEST = 2**30
_POLL_S = 1.0
_STILL_S = 5.0
"""How often a frame is written at least."""


class BrokenStreamError(Exception):
    """The stream of copies has ended, or is none."""


def write_copies(path: Path | None, folder: Path, out: BinaryIO) -> None:
    """Write a copy to `out` whenever the event's file at `path` or the broker's files have changed, until it is closed
    (BrokenPipeError). None: the event is in a database, and the broker's files alone are copied."""
    written: object = None
    written_at = 0.0
    with _reading(path) if path else nullcontext() as database:
        while True:
            present = (database and database.execute("PRAGMA data_version").fetchone(), _file_times(folder))
            archive = b""
            if present != written:
                event = {path.name: _event_bytes(database)} if path and database else {}
                archive, written = _pack(event, folder), present
            if archive or time.monotonic() - written_at >= _STILL_S:
                out.write(len(archive).to_bytes(_LENGTH_BYTES, "big") + archive)
                out.flush()
                written_at = time.monotonic()
            time.sleep(_POLL_S)


def _reading(path: Path) -> AbstractContextManager[sqlite3.Connection]:
    return closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True))


def _file_times(folder: Path) -> list[int]:
    return [(folder / name).stat().st_mtime_ns for name in _BROKER_FILES if (folder / name).exists()]


def _pack(event: Mapping[str, bytes], folder: Path) -> bytes:
    """Return a tar archive of the event's file, by its name, and the broker's files."""
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as tar:
        for name, content in event.items():
            _add(tar, name, content)
        for name in _BROKER_FILES:
            if (folder / name).exists():
                _add(tar, f"{BROKER}/{name}", (folder / name).read_bytes())
    return archive.getvalue()


def _event_bytes(database: sqlite3.Connection) -> bytes:
    """Return the event's file in the state of one moment, as SQLite's online backup copies it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "copy"
        with closing(sqlite3.connect(path)) as copy:
            database.backup(copy)
        return path.read_bytes()


def _add(tar: tarfile.TarFile, name: str, content: bytes) -> None:
    member = tarfile.TarInfo(name)
    member.size, member.mode = len(content), 0o600
    tar.addfile(member, io.BytesIO(content))


def read_frames(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the archives of a stream, b"" where nothing has changed. Raises BrokenStreamError at its end."""
    while True:
        length = int.from_bytes(_read_exactly(stream, _LENGTH_BYTES), "big")
        if length > _LONGEST:
            raise BrokenStreamError
        yield _read_exactly(stream, length)


def _read_exactly(stream: BinaryIO, count: int) -> bytes:
    content = stream.read(count)
    if len(content) < count:
        raise BrokenStreamError
    return content


def keep_copy(archive: bytes, folder: Path, file_name: str) -> None:
    """Replace the files in `folder` by those of an archive, each atomically; other names are ignored. Raises OSError,
    BrokenStreamError."""
    wanted = {file_name, *(f"{BROKER}/{name}" for name in _BROKER_FILES)}
    try:
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            for member in tar:
                file = tar.extractfile(member) if member.name in wanted else None
                if file is not None:
                    write_private(folder / member.name, file.read())
    except tarfile.TarError:
        raise BrokenStreamError from None
