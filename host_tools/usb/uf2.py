"""Encode and decode UF2, the image format for the drive of a board in BOOTSEL mode.

A file is a sequence of blocks of 512 bytes; each carries 256 bytes of flash, their address, and the processor family
they are for (Microsoft's specification of the format; families and limits as in the data sheets of RP2040 and RP2350).
"""

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from host_tools.i18n import grouped, message

RP2040 = 0xE48BFF56
RP2350 = 0xE48BFF59
RP2350_RISCV = 0xE48BFF5A
CHIPS = {RP2040: "RP2040", RP2350: "RP2350", RP2350_RISCV: "RP2350 (RISC-V)"}
"""Raspberry Pi's chips that run MicroPython, by UF2 family."""
PAGE = 256
SECTOR = 4096

_BLOCK = 512
_START = (0x0A324655, 0x9E5D5157)
_END = 0x0AB16F30
_HEAD = struct.Struct("<8I")
_TAIL = struct.Struct("<I")
_FAMILY_GIVEN = 0x2000
_ABSOLUTE = 0xE48BFF57
"""Family of the one block that images for the RP2350 begin with, because of its erratum E10."""


class _Head(NamedTuple):
    """The header fields of a block, in order."""

    start_0: int
    start_1: int
    flags: int
    address: int
    size: int
    number: int
    total: int
    family: int


class Uf2Error(Exception):
    """Not a UF2 file for a board; the message, which follows the file's name, says why."""


@dataclass(frozen=True)
class Uf2:
    """A UF2 file. `pages`: 256 bytes of flash by address; `preamble`: encoded block for erratum RP2350-E10, or b""."""

    family: int
    pages: Mapping[int, bytes]
    preamble: bytes = b""

    def memory(self, address: int, size: int) -> bytes:
        """Return `size` bytes of flash from `address` on; those that are in no page are 0."""
        first = address // PAGE * PAGE
        pages = [self.pages.get(page, bytes(PAGE)) for page in range(first, address + size, PAGE)]
        return b"".join(pages)[address - first :][:size]


def decode(data: bytes) -> Uf2:
    """Decode a UF2 file. Raises Uf2Error."""
    if len(data) < _BLOCK or data[:8] != struct.pack("<2I", *_START):
        raise Uf2Error(message("usb.uf2.none"))
    if len(data) % _BLOCK:
        raise Uf2Error(message("usb.uf2.bytes", bytes=grouped(len(data)), block=_BLOCK))
    blocks = [data[offset : offset + _BLOCK] for offset in range(0, len(data), _BLOCK)]
    preamble = blocks[0] if _read_head(blocks[0]).family == _ABSOLUTE else b""
    return _decode_blocks(blocks[1:] if preamble else blocks, preamble)


def _read_head(block: bytes) -> _Head:
    return _Head._make(_HEAD.unpack_from(block))


def _decode_blocks(blocks: list[bytes], preamble: bytes) -> Uf2:
    """Decode blocks, which must be complete, in order and of one family, into pages by address. Raises Uf2Error."""
    heads = [_read_head(block) for block in blocks]
    families = {head.family if head.flags & _FAMILY_GIVEN else 0 for head in heads}
    if len(families) != 1 or not families <= CHIPS.keys():
        raise Uf2Error(message("usb.uf2.family", chips=", ".join(CHIPS.values())))
    total = heads[0].total
    if len(heads) < total:
        raise Uf2Error(message("usb.uf2.blocks", count=len(heads), total=total))
    for number, (head, block) in enumerate(zip(heads, blocks, strict=True)):
        [end] = _TAIL.unpack_from(block, _BLOCK - _TAIL.size)
        is_marked = (head.start_0, head.start_1, end) == (*_START, _END)
        is_in_order = (head.number, head.total) == (number, total)
        if not (is_marked and is_in_order) or head.size != PAGE or head.address % PAGE:
            raise Uf2Error(message("usb.uf2.damaged", block=number))
    pages = {head.address: block[_HEAD.size : _HEAD.size + PAGE] for head, block in zip(heads, blocks, strict=True)}
    return Uf2(families.pop(), pages, preamble)


def encode(uf2: Uf2) -> bytes:
    """Encode a UF2 file, in address order. Incomplete sectors are padded: the boot ROM erases whole ones."""
    return uf2.preamble + b"".join(_encode_blocks(uf2))


def _encode_blocks(uf2: Uf2) -> Iterator[bytes]:
    """Yield the encoded blocks in address order; sectors with a page are padded to all their pages."""
    sectors = sorted({address // SECTOR * SECTOR for address in uf2.pages})
    addresses = [address for sector in sectors for address in range(sector, sector + SECTOR, PAGE)]
    for number, address in enumerate(addresses):
        head = _HEAD.pack(*_START, _FAMILY_GIVEN, address, PAGE, number, len(addresses), uf2.family)
        yield (head + uf2.pages.get(address, bytes(PAGE))).ljust(_BLOCK - 4, b"\0") + _TAIL.pack(_END)
