"""A flash chip in memory. It counts its operations, and its power can be cut in the middle of one."""

from littlefs.context import UserContext

SECTOR = 4096
PAGE = 256
PROGRAM_US = 400
ERASE_US = 45000
_EIO = -5


class Chip(UserContext):
    """Flash memory that counts its operations: `programs`, `erases`, and erases by sector in `wear`.

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
        """Microseconds that an RP2040's flash would have been busy, by the typical times of its data sheet."""
        return self.programs * PROGRAM_US + self.erases * ERASE_US

    def power_on(self) -> None:
        """Switch the power on again, with no cut planned."""
        self.dead = False
        self.cut_at = None

    def read(self, cfg: object, block: int, off: int, size: int) -> bytearray:
        # The library's own logs every call.
        self.bytes_read += size
        start = block * SECTOR + off
        return self.buffer[start : start + size]

    def prog(self, cfg: object, block: int, off: int, data: bytes) -> int:
        """Program `data` at offset `off` of a sector, up to a power cut; return 0, or -EIO after a cut."""
        share = self._share()
        self.programs += 1
        start = block * SECTOR + off
        program(self.buffer, start, data[: int(len(data) * share)])
        return 0 if share == 1.0 else _EIO

    def erase(self, cfg: object, block: int) -> int:
        """Erase a sector, up to a power cut; return 0, or -EIO after a cut."""
        share = self._share()
        self.erases += 1
        self.wear[block] += 1
        start = block * SECTOR
        size = int(SECTOR * share)
        self.buffer[start : start + size] = b"\xff" * size
        return 0 if share == 1.0 else _EIO

    def _share(self) -> float:
        """Return which share (0 to 1) of the next operation is done before the power is cut; cut it if it is due."""
        if self.dead:
            return 0.0
        if self.operations == self.cut_at:
            self.dead = True
            return self.part
        return 1.0


def program(buffer: bytearray, start: int, data: bytes) -> None:
    """Program `data` into `buffer` at `start` as flash does: bits can only be cleared."""
    end = start + len(data)
    bits = int.from_bytes(buffer[start:end], "big") & int.from_bytes(data, "big")
    buffer[start:end] = bits.to_bytes(len(data), "big")
