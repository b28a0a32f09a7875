"""An event as sixteen bytes, and the checksum that all of the journal uses.

0      kind of event (`rules.events`)
1      team, 0 to 3
2      amount, holes
3      actor: 0 players' keys, 1 a judge by keys, 2 a judge over the link, 3 setup
4      reason, index in REASONS
5      0
6-9    sequence number, from 1 since the board was made
10-13  board time, milliseconds, wrapping at 2**30
14-15  CRC-16 of the bytes before
"""

import struct

from ..interpreter import const

SIZE = 16
_FORMAT = "<BBBBBBII"
_CRC_AT = const(14)

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

# One entry for each half byte: small enough for the board, twice as fast as bit by bit.
_CRC = (
    0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50A5, 0x60C6, 0x70E7,
    0x8108, 0x9129, 0xA14A, 0xB16B, 0xC18C, 0xD1AD, 0xE1CE, 0xF1EF,
)  # fmt: skip


def crc16(data, length: int) -> int:
    """CRC-16/CCITT (start 0xFFFF) of the first `length` bytes."""
    crc = 0xFFFF
    table = _CRC
    for i in range(length):
        byte = data[i]
        crc = crc << 4 & 0xFFFF ^ table[crc >> 12 ^ byte >> 4]
        crc = crc << 4 & 0xFFFF ^ table[crc >> 12 ^ byte & 15]
    return crc


def pack(buf, kind: int, team: int, amount: int, actor: int, reason: int, sequence: int, clock: int) -> None:
    """Write one record into the first sixteen bytes of `buf`."""
    struct.pack_into(_FORMAT, buf, 0, kind, team, amount, actor, reason, 0, sequence, clock)
    struct.pack_into("<H", buf, _CRC_AT, crc16(buf, _CRC_AT))


def unpack(buf):
    """(kind, team, amount, actor, reason, sequence, clock) of a record, or None where its checksum is wrong."""
    if len(buf) < SIZE or struct.unpack_from("<H", buf, _CRC_AT)[0] != crc16(buf, _CRC_AT):
        return None
    kind, team, amount, actor, reason, _, sequence, clock = struct.unpack_from(_FORMAT, buf, 0)
    return kind, team, amount, actor, reason, sequence, clock


def reason_number(text: str) -> int:
    """Index of a reason in REASONS; "other" for one that is not there."""
    return REASONS.index(text) if text in REASONS else 1
