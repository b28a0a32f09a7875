"""Eight bytes of an event, byte by byte. Version 1: what stands here in hex must never change."""

import binascii

import pytest

from firmware.journal.record import (
    JUDGE_KEYS,
    JUDGE_LINK,
    LONGEST_GAP_MS,
    PLAYERS,
    RECORD_BYTES,
    RECORD_ENDED,
    RECORD_TEXT,
    crc16,
    is_sound,
    pack_record,
    pack_text_record,
    unpack_record,
)
from firmware.rules import events
from firmware.rules.decisions import DECISION_NAMES, DECISIONS
from firmware.rules.events import (
    EVENT_AWARD,
    EVENT_EXCHANGE,
    EVENT_FALSE_CLAIM,
    EVENT_FORFEIT,
    EVENT_MOVE,
    EVENT_SIGNED,
    EVENT_UNDO,
)
from firmware.ticks import MASK

# kind, team, amount, actor, sequence, clock: the record.
GOLDEN = [
    ((EVENT_MOVE, 0, 7, PLAYERS, 1, 0), "010700000001453c"),
    ((EVENT_SIGNED, 1, 29, PLAYERS, 300, 123_456_789), "121d15cd5b2c1b4e"),
    ((EVENT_UNDO, 3, 0, PLAYERS, 255, MASK), "3300ffffffffb376"),
    ((EVENT_AWARD, 2, 12, JUDGE_KEYS, 256, 1 << 24), "660c00000000c257"),
    ((EVENT_FALSE_CLAIM, 1, 117, JUDGE_LINK, 77, 1_000_000), "987540420f4d2167"),
    ((EVENT_FORFEIT, 3, 0, JUDGE_LINK, 65_535, 0x3FABCDEF), "bb00efcdabffc8dd"),
    ((EVENT_EXCHANGE, 1, 128, JUDGE_KEYS, 3, 5000), "508088130003ff2e"),
    ((RECORD_ENDED, 0, 1, 0, 9, 0), "0e0100000009cbb5"),
]


def packed(*event) -> bytes:
    buf = bytearray(RECORD_BYTES)
    pack_record(buf, *event)
    return bytes(buf)


@pytest.mark.parametrize(("event", "hex_bytes"), GOLDEN, ids=[golden[1] for golden in GOLDEN])
def test_the_record_of_an_event(event, hex_bytes):
    assert packed(*event).hex() == hex_bytes


@pytest.mark.parametrize(("event", "_"), GOLDEN, ids=[golden[1] for golden in GOLDEN])
def test_the_fields_where_the_table_says(event, _):
    kind, team, amount, actor, sequence, clock = event
    data = packed(*event)
    assert data[0] == kind % 16 + 16 * team + 64 * actor
    assert data[1] == amount
    assert int.from_bytes(data[2:5], "little") == clock % (1 << 24)
    assert data[5] == sequence % 256
    assert int.from_bytes(data[6:], "little") == binascii.crc_hqx(data[:6], 0xFFFF)


@pytest.mark.parametrize(("event", "_"), GOLDEN[:-1], ids=[golden[1] for golden in GOLDEN[:-1]])
def test_an_event_is_read_as_it_was_written(event, _):
    sequence, clock = event[4:]
    for gap in (0, 1, 5000, LONGEST_GAP_MS - 1):
        before = clock - gap & MASK
        assert unpack_record(b"??" + packed(*event), 2, sequence - 1, before) == event


def test_all_kinds_have_their_numbers_and_room():
    kinds = {name: value for name, value in vars(events).items() if name.startswith("EVENT_")}
    assert kinds == {
        "EVENT_MOVE": 1, "EVENT_SIGNED": 2, "EVENT_UNDO": 3, "EVENT_DEAL": 4, "EVENT_NEXT": 5, "EVENT_AWARD": 6,
        "EVENT_RETRACT": 7, "EVENT_FALSE_CLAIM": 8, "EVENT_REOPEN": 9, "EVENT_TIMED_OUT": 10, "EVENT_FORFEIT": 11,
        "EVENT_OVERPEG": 12, "EVENT_ROUND": 13, "EVENT_EXCHANGE": 16,
    }  # fmt: skip
    records = {"RECORD_ENDED": RECORD_ENDED, "RECORD_TEXT": RECORD_TEXT}
    assert records == {"RECORD_ENDED": 14, "RECORD_TEXT": 15}
    numbers = [*kinds.values(), *records.values()]
    assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize("decision", DECISIONS, ids=DECISION_NAMES)
@pytest.mark.parametrize("actor", [JUDGE_KEYS, JUDGE_LINK])
def test_each_decision_of_a_judge_is_read_as_it_was_written(decision, actor):
    assert unpack_record(packed(decision.event, 2, 5, actor, 9, 0), 0, 8, 0)[0] == decision.event


@pytest.mark.parametrize("words", [b"", b"a", b"renege"[:5], "é".encode()])
def test_words_of_a_reason(words):
    buf = bytearray(b"\xff" * RECORD_BYTES)
    pack_text_record(buf, words, 0)
    assert buf[0] == RECORD_TEXT
    assert bytes(buf[1:6]) == words.ljust(5, b"\0")
    assert is_sound(buf, 0)
    assert int.from_bytes(buf[6:], "little") == binascii.crc_hqx(bytes(buf[:6]), 0xFFFF)


def test_any_changed_bit_any_two_and_any_changed_byte_are_noticed():
    data = packed(EVENT_MOVE, 1, 12, 0, 1234, 5_678_901)
    assert is_sound(data, 0)
    whole = int.from_bytes(data, "big")
    changes = [1 << bit | 1 << other for bit in range(64) for other in range(bit + 1)]
    changes += [mask << 8 * byte for byte in range(8) for mask in range(1, 256)]
    for change in filter(None, changes):
        assert not is_sound((whole ^ change).to_bytes(8, "big"), 0) or change == 0


@pytest.mark.parametrize("length", range(RECORD_BYTES))
def test_a_part_of_a_record_is_none(length):
    assert not is_sound(packed(*GOLDEN[0][0])[:length], 0)


@pytest.mark.parametrize("data", [b"", b"\0", b"123456789", bytes(range(256))])
def test_the_checksum_is_crc_16_of_ccitt(data):
    assert crc16(data, len(data)) == binascii.crc_hqx(data, 0xFFFF)
    assert crc16(b"xyz" + data, len(data), 3) == binascii.crc_hqx(data, 0xFFFF)
