"""An event as sixteen bytes, and the checksum that all of the journal uses.

    0      kind of event (`rules.events`), or one of the journal's own below
    1      team, 0 to 3
    2      amount, holes
    3      actor: 0 players' keys, 1 a judge by keys, 2 a judge over the link
    4      reason, index in REASONS
    5      0
    6-9    sequence number, from 1 since the board was made
    10-13  board time, milliseconds, wrapping at 2**30
    14-15  CRC-16 of the bytes before

The journal's own records change no peg and carry the sequence number of the event before them. TEXT: bytes 1 to 13
are words of the reason (UTF-8, filled up with 0). ENDED: the segment is closed and another follows.
"""

import struct

from ..interpreter import const

SIZE = 16
TEXT = 0xF0
ENDED = 0xF1
WORDS = 13
"""Bytes of text a TEXT record holds."""

PLAYERS = 0
JUDGE_KEYS = 1
JUDGE_LINK = 2

REASONS = (
    "",
    "other",
    "renege",
    "overpeg",
    "underpeg",
    "muggins",
    "false claim",
    "looked at cards",
    "wrong peg",
    "wrong order",
    "absent",
    "time",
    "entry mistake",
)
OTHER = 1

_FORMAT = "<BBBBBBII"
_CRC_AT = const(14)

# One entry for each half byte: small enough for the board, twice as fast as bit by bit.
_CRC = (
    0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50A5, 0x60C6, 0x70E7,
    0x8108, 0x9129, 0xA14A, 0xB16B, 0xC18C, 0xD1AD, 0xE1CE, 0xF1EF,
)  # fmt: skip


def crc16(data, length: int, start: int = 0) -> int:
    """CRC-16/CCITT (beginning with 0xFFFF) of `length` bytes from `start` on."""
    crc = 0xFFFF
    table = _CRC
    for i in range(start, start + length):
        byte = data[i]
        crc = crc << 4 & 0xFFFF ^ table[crc >> 12 ^ byte >> 4]
        crc = crc << 4 & 0xFFFF ^ table[crc >> 12 ^ byte & 15]
    return crc


def _close(buf) -> None:
    crc = crc16(buf, _CRC_AT)
    buf[_CRC_AT] = crc & 0xFF
    buf[_CRC_AT + 1] = crc >> 8


def pack(buf, kind: int, team: int, amount: int, actor: int, reason: int, sequence: int, clock: int) -> None:
    """Write one event into the sixteen bytes of `buf`."""
    struct.pack_into(_FORMAT, buf, 0, kind, team, amount, actor, reason, 0, sequence, clock)
    _close(buf)


def pack_text(buf, words: bytes) -> None:
    """Write up to WORDS bytes of text as a TEXT record into `buf`."""
    buf[0] = TEXT
    for i in range(WORDS):
        buf[1 + i] = words[i] if i < len(words) else 0
    _close(buf)


def sound(data, at: int) -> bool:
    """Whether a record with a right checksum stands at `data[at]`."""
    if at + SIZE > len(data):
        return False
    crc = crc16(data, _CRC_AT, at)
    return data[at + _CRC_AT] == crc & 0xFF and data[at + _CRC_AT + 1] == crc >> 8


def unpack(data, at: int) -> tuple:
    """(kind, team, amount, actor, reason, 0, sequence, clock) of the event at `data[at]`."""
    return struct.unpack_from(_FORMAT, data, at)


def reason_number(text: str) -> int:
    """Index of a reason in REASONS; OTHER for words that are not there."""
    return REASONS.index(text) if text in REASONS else OTHER
