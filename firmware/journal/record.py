"""Encodes and decodes an event as a journal record of eight bytes; computes its CRC.

    0      kind of event (`rules.events`), its low four bits; team, 0 to 3, times 16; actor times 64:
           0 players' keys, 1 a judge by keys, 2 a judge over the link
    1      amount, holes
    2-4    board time, milliseconds, its low 24 bits
    5      sequence number, its low 8 bits
    6-7    CRC-16 of the bytes before

A judge's actor with bits that are none of events 6 to 12 means one of events 16 to 31, which are a judge's alone.

Short, because the cost of an append depends on the segment's length. The high bits of time and sequence number follow
from the event before: a segment is closed if more than four hours lie between two events.

Two kinds of record are no events. TEXT: bytes 1 to 5 are text of the reason for the event before it (UTF-8, filled up
with 0). ENDED: the segment is closed and another follows; amount 1: that one begins another match, not the state that
this one leads to.
"""

import struct
from array import array

from ..interpreter import const, micropython, ptr8, ptr16
from ..rules.events import is_decision
from ..ticks import MASK

RECORD_BYTES = const(8)
RECORD_ENDED = const(14)
RECORD_TEXT = const(15)
TEXT_BYTES = const(5)
"""Bytes of text a TEXT record holds."""
LONGEST_GAP_MS = const(1 << 24)
"""A record's 24 bits of time wrap after this long."""

PLAYERS = const(0)
JUDGE_KEYS = const(1)
JUDGE_LINK = const(2)

_CRC_AT = const(6)
_KIND_MASK = const(15)
_JUDGES_KINDS = const(16)
"""The first of the kinds of event that only a judge causes, where the low four bits begin anew."""

# One entry for each half byte: small enough for the board, twice as fast as bit by bit. An array, because numbers above
# 8191 in a constant tuple are objects once they are frozen, and arithmetic on them allocates.
_CRC = array("H", [
    0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50A5, 0x60C6, 0x70E7,
    0x8108, 0x9129, 0xA14A, 0xB16B, 0xC18C, 0xD1AD, 0xE1CE, 0xF1EF,
])  # fmt: skip


def crc16(data, length: int, start: int = 0) -> int:
    """Return CRC-16/CCITT (initial value 0xFFFF) of the `length` bytes from `data[start]` on."""
    return _crc(data, start, start + length, _CRC)


@micropython.viper
def _crc(data: ptr8, i: int, end: int, table: ptr16) -> int:
    crc = 0xFFFF
    while i < end:
        byte = data[i]
        crc = ((crc << 4) & 0xFFFF) ^ table[(crc >> 12) ^ (byte >> 4)]
        crc = ((crc << 4) & 0xFFFF) ^ table[(crc >> 12) ^ (byte & 15)]
        i += 1
    return crc


def _add_checksum(buf) -> None:
    """Write the CRC of the record's first six bytes into its last two."""
    crc = crc16(buf, _CRC_AT)
    buf[_CRC_AT] = crc & 0xFF
    buf[_CRC_AT + 1] = crc >> 8


def pack_record(buf, kind: int, team: int, amount: int, actor: int, sequence: int, clock: int) -> None:
    """Encode one event into `buf`; `actor`: PLAYERS or a JUDGE_. Does not allocate."""
    buf[0] = (actor << 6) | (team << 4) | (kind & _KIND_MASK)
    buf[1] = amount
    buf[2] = clock & 0xFF
    buf[3] = (clock >> 8) & 0xFF
    buf[4] = (clock >> 16) & 0xFF
    buf[5] = sequence & 0xFF
    _add_checksum(buf)


def pack_text_record(buf, text: bytes, start: int) -> None:
    """Encode up to TEXT_BYTES bytes of `text` from `start` on as a TEXT record into `buf`. Does not allocate."""
    buf[0] = RECORD_TEXT
    for i in range(TEXT_BYTES):
        buf[1 + i] = text[start + i] if start + i < len(text) else 0
    _add_checksum(buf)


def is_sound(data, offset: int) -> bool:
    """Return whether there is a record with a valid checksum at `data[offset]`."""
    return offset + RECORD_BYTES <= len(data) and struct.unpack_from("<H", data, offset + _CRC_AT)[0] == crc16(
        data, _CRC_AT, offset
    )


def unpack_record(data, offset: int, sequence: int, clock: int) -> tuple:
    """Decode the event at `data[offset]`: (kind, team, amount, actor, sequence, clock).

    The parameters `sequence` and `clock` are those of the event before, from which the high bits follow.
    """
    head = data[offset]
    low = data[offset + 2] | (data[offset + 3] << 8) | (data[offset + 4] << 16)
    clock = (clock + ((low - clock) & (LONGEST_GAP_MS - 1))) & MASK
    sequence += (data[offset + 5] - sequence) & 0xFF
    kind = head & _KIND_MASK
    actor = head >> 6
    if actor != PLAYERS and not is_decision(kind):
        kind += _JUDGES_KINDS
    return kind, (head >> 4) & 3, data[offset + 1], actor, sequence, clock
