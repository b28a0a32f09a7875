"""Build UF2 files as MicroPython's are: a program with pico-sdk's binary info."""

import struct

from host_tools.usb.uf2 import PAGE, RP2040, RP2350

FLASH = 0x10000000
PLACES = {"pico": (0xA0000, 0x160000), "pico_w": (0x12C000, 0xD4000), "pico2": (0x100000, 0x300000)}
"""Where MicroPython 1.28 has its file system on each board, and how large: read in its own images."""
_TABLE, _ENTRIES, _TEXTS = 0x400, 0x600, 0x900
_HEADER = 0x1D4


def program(board="pico", version="v1.28.0", filesystem=None, frozen=(), name="MicroPython", size=0x1000) -> bytes:
    """A program's flash from its first byte on; `filesystem` is (offset, bytes), by default that of the board."""
    flash = bytearray(size)
    texts = bytearray()

    def text(words: str) -> int:
        nonlocal texts
        texts += words.encode() + b"\0"
        return FLASH + _TEXTS + len(texts) - len(words) - 1

    named = [(0x02031C86, name), (0x11A9BC3A, version), (0xB63CFFBB, board), *((0x4A99D719, file) for file in frozen)]
    entries = [struct.pack("<HHII", 6, 0x5052, number, text(words)) for number, words in named if words is not None]
    offset, length = PLACES[board] if filesystem is None else filesystem
    if length:
        entries.append(struct.pack("<HHIIIIH", 7, 0x504D, text("MicroPython"), FLASH + offset, length, 0, 3))
    position, table = _ENTRIES, b""
    for entry in entries:
        flash[position : position + len(entry)] = entry
        table += struct.pack("<I", FLASH + position)
        position += len(entry)
    assert position <= _TEXTS
    flash[_TABLE : _TABLE + len(table)] = table
    flash[_TEXTS : _TEXTS + len(texts)] = texts
    header = (0x7188EBF2, FLASH + _TABLE, FLASH + _TABLE + len(table), 0, 0xE71AA390)
    struct.pack_into("<5I", flash, _HEADER, *header)
    return bytes(flash)


def blocks(flash: bytes, family: int = RP2040, start: int = FLASH) -> list[bytes]:
    """The blocks of a UF2 file of this flash."""
    total = len(flash) // PAGE
    return [block(start + PAGE * n, n, total, family, flash[PAGE * n : PAGE * (n + 1)]) for n in range(total)]


def block(address: int, number: int, total: int, family: int, data: bytes, flags: int = 0x2000) -> bytes:
    head = struct.pack("<8I", 0x0A324655, 0x9E5D5157, flags, address, PAGE, number, total, family)
    return (head + data).ljust(508, b"\0") + struct.pack("<I", 0x0AB16F30)


E10 = block(0x10FFFF00, 0, 2, 0xE48BFF57, b"\xef" * PAGE + struct.pack("<I", 0x9957E304), flags=0xA000)
"""What images for the RP2350 begin with."""


def micropython(board="pico", **settings) -> bytes:
    """A UF2 file of MicroPython for a board."""
    family = RP2350 if board == "pico2" else RP2040
    return (E10 if family == RP2350 else b"") + b"".join(blocks(program(board, **settings), family))
