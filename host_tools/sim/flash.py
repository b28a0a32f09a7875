"""Simulated flash for tests and benchmarks: the real littlefs on a chip in memory, whose power can be cut.

Geometry and settings are those MicroPython uses on an RP2040 (its ports/rp2/modules/_boot.py, extmod/vfs_lfsx.c).
"""

import errno
import io

from littlefs import LittleFS
from littlefs.context import UserContext
from littlefs.errors import LittleFSError

from host_tools.sim.littlefs_patches import forget_unwritten, keep_time

SECTOR = 4096
PAGE = 256
PROGRAM_US = 400
ERASE_US = 45000
_EIO = -5


class Chip(UserContext):
    """Flash memory that counts program and erase operations in `programs`, `erases` and, per sector, `wear`.

    With `cut_at` set, the operation of that number (counting both kinds from 0) is the last: it does `part` (0 to 1)
    of its work, `dead` becomes True, and from then on nothing changes any more.
    """

    def __init__(self, sectors: int = 352) -> None:
        super().__init__(buffsize=sectors * SECTOR)
        self.sectors = sectors
        self.programs = 0
        self.erases = 0
        self.bytes_read = 0
        self.wear = [0] * sectors
        self.cut_at: int | None = None
        self.part = 0.0
        self.dead = False

    @property
    def operations(self) -> int:
        """Program and erase operations so far."""
        return self.programs + self.erases

    @property
    def busy_us(self) -> int:
        """Microseconds an RP2040's flash would have been busy: typical times of its data sheet."""
        return self.programs * PROGRAM_US + self.erases * ERASE_US

    def power_on(self) -> None:
        """Power is back, with no cut planned."""
        self.dead = False
        self.cut_at = None

    def read(self, cfg, block: int, off: int, size: int) -> bytearray:
        # The library's own logs every call.
        self.bytes_read += size
        start = block * SECTOR + off
        return self.buffer[start : start + size]

    def prog(self, cfg, block: int, off: int, data: bytes) -> int:
        share = self._share()
        self.programs += 1
        start = block * SECTOR + off
        program(self.buffer, start, data[: int(len(data) * share)])
        return 0 if share == 1.0 else _EIO

    def erase(self, cfg, block: int) -> int:
        share = self._share()
        self.erases += 1
        self.wear[block] += 1
        start = block * SECTOR
        size = int(SECTOR * share)
        self.buffer[start : start + size] = b"\xff" * size
        return 0 if share == 1.0 else _EIO

    def _share(self) -> float:
        """How much of the operation that is about to begin gets done."""
        if self.dead:
            return 0.0
        if self.operations == self.cut_at:
            self.dead = True
            return self.part
        return 1.0


def program(buffer: bytearray, start: int, data: bytes) -> None:
    """Program `data` at `start`, which can only clear bits."""
    end = start + len(data)
    both = int.from_bytes(buffer[start:end], "big") & int.from_bytes(data, "big")
    buffer[start:end] = both.to_bytes(len(data), "big")


class LittleDisk:
    """The board's files on littlefs on a chip: the interface of `firmware.hal.board_files.Disk`.

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
        keep_time(file)
        return _File(self, file)

    def _open(self, name: str, mode: str) -> io.RawIOBase:
        try:
            return self.call(self.fs.open, name, mode, 0)
        except FileNotFoundError:
            if mode != "ab":
                raise
            # This library appends only to what is there; MicroPython's makes the file.
            return self.call(self.fs.open, name, "wb", 0)

    def names(self, folder: str = "") -> list[str]:
        return sorted(self.call(self.fs.listdir, folder or "/"))

    def size(self, name: str) -> int:
        return self.call(self.fs.stat, name).size

    def remove(self, name: str) -> None:
        self.call(self.fs.remove, name)

    def rename(self, old: str, new: str) -> None:
        self.call(self.fs.rename, old, new)

    def make_folder(self, name: str) -> None:
        self.call(self.fs.makedirs, name, True)

    def call(self, function, *arguments):
        """What the function gives. Its errors are OSErrors with the numbers MicroPython gives."""
        try:
            return function(*arguments)
        except FileNotFoundError as error:
            raise FileNotFoundError(errno.ENOENT, "no such file") from error
        except LittleFSError as error:
            forget_unwritten(self.fs)
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

    def seek(self, at: int) -> int:
        return self._disk.call(self._raw.seek, at)

    def flush(self) -> None:
        self._disk.call(self._raw.flush)

    def close(self) -> None:
        self._disk.call(self._raw.close)

    def __iter__(self):
        return iter(self.read().splitlines(keepends=True))
