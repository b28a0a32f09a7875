"""A board's flash for tests and measurements: the real littlefs on a chip in memory, whose power can be cut.

Geometry and settings are those MicroPython uses on an RP2040.
"""

import errno
import io

from littlefs import LittleFS
from littlefs.context import UserContext
from littlefs.errors import LittleFSError

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
        self.bytes_read += size
        return super().read(cfg, block, off, size)

    def prog(self, cfg, block: int, off: int, data: bytes) -> int:
        share = self._share()
        self.programs += 1
        start = block * SECTOR + off
        for i in range(int(len(data) * share)):
            # Programming can only clear bits.
            self.buffer[start + i] &= data[i]
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


class LittleDisk:
    """The board's files on littlefs on a chip: the interface of `firmware.hal.disk.Disk`.

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
        try:
            return _File(_call(self.fs.open, name, mode, 0))
        except FileNotFoundError:
            if mode != "ab":
                raise
            # This library appends only to what is there; MicroPython's makes the file.
            return _File(_call(self.fs.open, name, "wb", 0))

    def names(self, folder: str = "") -> list[str]:
        return sorted(_call(self.fs.listdir, folder or "/"))

    def size(self, name: str) -> int:
        return _call(self.fs.stat, name).size

    def remove(self, name: str) -> None:
        _call(self.fs.remove, name)

    def rename(self, old: str, new: str) -> None:
        _call(self.fs.rename, old, new)

    def make_folder(self, name: str) -> None:
        _call(self.fs.makedirs, name, True)


class _File:
    """A file whose errors are OSErrors with the numbers MicroPython gives."""

    def __init__(self, raw: io.RawIOBase) -> None:
        self._raw = raw

    def read(self) -> bytes:
        return _call(self._raw.readall)

    def write(self, data: bytes) -> int:
        return _call(self._raw.write, bytes(data))

    def seek(self, at: int) -> int:
        return _call(self._raw.seek, at)

    def flush(self) -> None:
        _call(self._raw.flush)

    def close(self) -> None:
        _call(self._raw.close)

    def __iter__(self):
        return iter(self.read().splitlines(keepends=True))


def _call(function, *args):
    try:
        return function(*args)
    except FileNotFoundError as error:
        raise FileNotFoundError(errno.ENOENT, "no such file") from error
    except LittleFSError as error:
        raise OSError(-error.code, str(error)) from error
