"""A board's files on the real littlefs, on a flash chip in memory.

Geometry and settings are those MicroPython uses on an RP2040 (its ports/rp2/modules/_boot.py, extmod/vfs_lfsx.c).
"""

import errno
import io
from collections.abc import Callable, Iterator
from typing import Any

from littlefs import FileHandle, LittleFS
from littlefs.errors import LittleFSError

from host_tools.littlefs.chip import PAGE, SECTOR, Chip
from host_tools.littlefs.patches import drop_unwritten, store_change_time

_FOLDER = 2
"""The type that littlefs gives a folder."""


class LittleDisk:
    """The board's files on littlefs on a chip: the interface of `firmware.board_files.Disk`.

    Mounting formats a chip that holds no file system, as the board's start does.
    """

    def __init__(self, chip: Chip) -> None:
        self.fs = LittleFS(
            context=chip,
            mount=False,
            block_size=SECTOR,
            block_count=chip.sectors,
            read_size=32,
            prog_size=PAGE,
            cache_size=4 * PAGE,
            lookahead_size=32,
            block_cycles=100,
        )
        try:
            self.fs.mount()
        except LittleFSError:
            self.fs.format()
            self.fs.mount()

    def open(self, name: str, mode: str) -> "_File":
        file = self._open(name, mode)
        store_change_time(file)
        return _File(self, file)

    def _open(self, name: str, mode: str) -> FileHandle:
        """Open a file of the library; mode "ab" makes a missing one, as MicroPython does. Raises OSError."""
        try:
            return self.call(self.fs.open, name, mode, 0)
        except FileNotFoundError:
            if mode != "ab":
                raise
            # This library appends only to an existing file; MicroPython's makes the file.
            return self.call(self.fs.open, name, "wb", 0)

    def names(self, folder: str = "") -> list[str]:
        return sorted(self.call(self.fs.listdir, folder or "/"))

    def entries(self, folder: str) -> Iterator[tuple[str, int]]:
        for entry in self.call(lambda: list(self.fs.scandir(folder or "/"))):
            yield entry.name, -1 if entry.type == _FOLDER else entry.size

    def size(self, name: str) -> int:
        return self.call(self.fs.stat, name).size

    def remove(self, name: str) -> None:
        self.call(self.fs.remove, name)

    def rename(self, old: str, new: str) -> None:
        self.call(self.fs.rename, old, new)

    def make_folder(self, name: str) -> None:
        self.call(self.fs.makedirs, name, True)

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function of the library; return its result. Its errors become OSError with MicroPython's numbers."""
        try:
            return function(*arguments)
        except FileNotFoundError as error:
            raise FileNotFoundError(errno.ENOENT, "no such file") from error
        except LittleFSError as error:
            drop_unwritten(self.fs)
            raise OSError(-error.code, str(error)) from error


class _File:
    """A file whose errors are OSErrors with the numbers MicroPython gives."""

    def __init__(self, disk: LittleDisk, raw: io.RawIOBase) -> None:
        self._disk = disk
        self._raw = raw

    def read(self, size: int = -1) -> bytes:
        return self._disk.call(self._raw.read, size)

    def write(self, data: bytes) -> int:
        return self._disk.call(self._raw.write, bytes(data))

    def seek(self, offset: int) -> int:
        return self._disk.call(self._raw.seek, offset)

    def flush(self) -> None:
        self._disk.call(self._raw.flush)

    def close(self) -> None:
        self._disk.call(self._raw.close)

    def readline(self, size: int) -> bytes:
        start = self._raw.tell()
        line = self.read(size)
        end = line.find(b"\n") + 1 or len(line)
        self.seek(start + end)
        return line[:end]
