"""Parses the pico-sdk's binary info, which a program for a Pico declares and `picotool info` prints.

A header near the start of the program gives the place of a table of pointers to entries; each has a type and a tag.
Addresses are those in flash, where such programs run.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from host_tools.usb.uf2 import Uf2

FLASH = 0x10000000
"""Address of the flash in the memory of RP2040 and RP2350."""

_BEGIN, _END = 0x7188EBF2, 0xE71AA390
_HEADER_SEARCH_BYTES = 4096
_TEXT, _BLOCK_DEVICE = 6, 7
_PROGRAM, _VERSION, _BOARD, _FROZEN = 0x02031C86, 0x11A9BC3A, 0xB63CFFBB, 0x4A99D719
_LONGEST_TEXT = 256


@dataclass(frozen=True)
class ProgramInfo:
    """`name`, `version` and `board` as the program declares them, "" if it does not; `frozen`: the modules in it.

    `filesystem`: address and size, in bytes, of the flash it uses as its file system; (0, 0) if it declares none.
    """

    name: str
    version: str
    board: str
    frozen: frozenset[str]
    filesystem: tuple[int, int]


def read_program_info(uf2: Uf2) -> ProgramInfo:
    """Parse the binary info of the program in a UF2 file; all fields are empty if it has none."""
    texts: dict[int, list[str]] = {}
    filesystem = (0, 0)
    for entry_type, entry in _entries(uf2):
        if entry_type == _TEXT:
            tag, address = struct.unpack("<2I", uf2.memory(entry + 4, 8))
            texts.setdefault(tag, []).append(_read_text(uf2, address))
        elif entry_type == _BLOCK_DEVICE:
            address, start, size = struct.unpack("<3I", uf2.memory(entry + 4, 12))
            if _read_text(uf2, address) == "MicroPython":
                filesystem = (start, size)
    name, version, board = (texts.get(tag, [""])[0] for tag in (_PROGRAM, _VERSION, _BOARD))
    return ProgramInfo(name, version, board, frozenset(texts.get(_FROZEN, [])), filesystem)


def _entries(uf2: Uf2) -> Iterator[tuple[int, int]]:
    """Yield (type, address) of each entry of the binary info, whose header is in the first _HEADER_SEARCH_BYTES."""
    words = struct.unpack(f"<{_HEADER_SEARCH_BYTES // 4}I", uf2.memory(FLASH, _HEADER_SEARCH_BYTES))
    for index in range(len(words) - 4):
        if (words[index], words[index + 4]) == (_BEGIN, _END):
            first, end = words[index + 1 : index + 3]
            size = max(0, min(end - first, _HEADER_SEARCH_BYTES)) // 4 * 4
            for (entry,) in struct.iter_unpack("<I", uf2.memory(first, size)):
                yield struct.unpack("<H", uf2.memory(entry, 2))[0], entry
            return


def _read_text(uf2: Uf2, address: int) -> str:
    return uf2.memory(address, _LONGEST_TEXT).split(b"\0")[0].decode(errors="replace")
