"""A match as bytes, read back by the tables in the docstrings. What stands here in hex must never change."""

import binascii
import random
import struct

import pytest

from firmware.journal.checkpoint import Checkpoint, CheckpointError, NewerError, pack_checkpoint
from firmware.rules.events import (
    EVENT_AWARD,
    EVENT_DEAL,
    EVENT_MOVE,
    EVENT_NEXT,
    EVENT_REOPEN,
    EVENT_ROUND,
    EVENT_SIGNED,
    FRIENDLY,
)
from firmware.rules.match import Match
from firmware.rules.preset import Preset
from firmware.rules.presets import PRESET_NAMES, fields_of, load_preset

CUSTOM = Preset("custom", dict(fields_of("bsg"), target=31, skunk=20, double=None, win="holes", loss="behind",
                               outright=1, low_wins="points", highest=17, stink_hole=True, heels_limit=25,
                               series="fixed", games=9, sign_off=False, idle_ms=700))  # fmt: skip


def played(preset, teams, *happened) -> Match:
    match = Match(preset, teams)
    for index, event in enumerate(happened, 1):
        match.apply(*event, 1000 * index)
    return match


SHORT_GAME = [(EVENT_MOVE, 0, 29), (EVENT_MOVE, 1, 10), (EVENT_MOVE, 0, 2), (EVENT_SIGNED, 0, 30)]
MATCHES = {
    "fresh": (played(load_preset("acc"), 2), 1, 0, 0),
    "three moves": (played(load_preset("acc"), 2, *SHORT_GAME[:3]), 2, 3, 3333),
    "over": (played(load_preset("lurch61"), 2, *SHORT_GAME), 700, 4, 1_000_000),
    "custom": (played(CUSTOM, 4, (EVENT_MOVE, 3, 5), (EVENT_AWARD, 2, 6)), 5, 2, 12),
    "reopened": (played(load_preset("lurch61"), 3, *SHORT_GAME, (EVENT_REOPEN, 0, 0)), 8, 70_000, 0x3FFFFFFF),
}
GOLDEN = {
    "fresh": (
        "43420202650001000000000000000000000000000000000000ff00000000ff000100010000000000000000000000ff00"
        "000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
        "000004bbdf"
    ),
    "three moves": (
        "4342020265000200000003000000050d000000000000000000ff00000000ff000100010d0300e8030000e8030000ff00"
        "000000000000000000001f1d0000000000a00000000000000000000000000a0000000004000000000000000000000000"
        "0000041355"
    ),
    "over": (
        "434202028700bc0200000400000040420f000100000001050000b80b000000080100010d0400e8030000e8030000ff00"
        "010200000000000000003d1f0000000000a0000000200a00000000040000000000000100010d0300e8030000e8030000"
        "ff00000000000000000000001f1d0000000000a0000000000a0000000004000000000000047146"
    ),
    "custom": (
        "43420204c50005000000020000000c00000000000000001100ff00000000ffff1f0014ffffff7fff7fff7fff7ffe7f01"
        "000203091102bc0219000100010d0200e8030000e8030000ff0100000000000000000000000000000000000000000000"
        "0000000000000000000000000000060006000000000005000000200000000100010d0100e8030000e8030000ff010000"
        "000000000000000000000000000000000000000000000000000000000000000000000000000000000000050000002000"
        "000008d098"
    ),
    "reopened": (
        "4342020366000800000070110100ffffff3f0200000000060000b80b0000ff080100010d0300e8030000e8030000ff01"
        "0000000000000000000000000000001f1d0000000000a0000000000a0000000004000000000000000000000000000000"
        "000000061e77"
    ),
}


@pytest.mark.parametrize("name", MATCHES)
def test_golden_bytes(name):
    assert pack_checkpoint(*MATCHES[name]).hex() == GOLDEN[name]


def test_what_pegs_do_not_tell_comes_back():
    match = Match(load_preset("match4"), 3, 5, True)
    for index, event in enumerate([(EVENT_ROUND, 0, 2), (EVENT_NEXT, 0, FRIENDLY), (EVENT_AWARD, 1, 121)], 1):
        match.apply(*event, 1000 * index)
    other = again(match, pack_checkpoint(match, 1, 3, 3000))
    assert (other.in_event, other.ruled, other.tally.friendly, other.tally.decisions) == (True, True, True, 1)
    assert (other.tally.round, other.tally.first_peg_ms, other.outcome.winner) == (7, 3000, 1)
    match = played(load_preset("lowball"), 4, (EVENT_MOVE, 2, 9), (EVENT_MOVE, 0, 30), (EVENT_MOVE, 1, 100),
                   (EVENT_MOVE, 3, 5), (EVENT_SIGNED, 1, 21), (EVENT_NEXT, 0, 0), (EVENT_NEXT, 0, 0))  # fmt: skip
    assert match.can_return_win(3)
    assert again(match, pack_checkpoint(match, 1, 7, 7000)).can_return_win(3)


class Reader:
    """Takes bytes one after the other, numbers little-endian."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def number(self, size: int = 1, signed: bool = False) -> int:
        self.at += size
        return int.from_bytes(self.data[self.at - size : self.at], "little", signed=signed)

    def half(self, teams: int, target: int) -> dict:
        """Tally and pegs, by the table."""
        tally = {"round": self.number(2), "game": self.number(), "flags": self.number(), "moves": self.number(2)}
        tally["began"] = self.number(4)
        tally["pegged"], tally["dealer"], tally["judged"] = self.number(4), self.number(), self.number()
        tally["won"] = [(self.number(), self.number(2, True), self.number(2, True)) for _ in range(teams)]
        tally["pegs"] = [self.pegs(target) for _ in range(teams)]
        return tally

    def pegs(self, target: int) -> tuple:
        four = tuple(self.number() for _ in range(4))
        marks = self.number(target // 8 + 1)
        return four, {hole for hole in range(target + 1) if marks >> hole & 1}


def half_of(tally, game, teams: int) -> dict:
    """What a half should hold, from a match itself."""
    pegs = []
    for team in range(teams):
        first = 16 + 26 * team
        marks = int.from_bytes(game.state[first : first + 26], "little")
        four = (game.front[team], game.back[team], game.floor[team], game.state[12 + team])
        pegs.append((four, {hole for hole in range(208) if marks >> hole & 1}))
    return {
        "round": tally.round,
        "game": tally.game,
        "flags": tally.touched
        + 2 * tally.dealt
        + 4 * (tally.began_ms >= 0)
        + 8 * (tally.first_peg_ms >= 0)
        + 16 * tally.friendly,
        "moves": tally.moves,
        "began": max(tally.began_ms, 0),
        "pegged": max(tally.first_peg_ms, 0),
        "dealer": tally.dealer & 255,
        "judged": tally.decisions,
        "won": [(tally.won[t], tally.points[t], tally.spread[t]) for t in range(teams)],
        "pegs": pegs,
    }


@pytest.mark.parametrize("name", MATCHES)
def test_every_byte_is_what_the_table_says(name):
    match, number, sequence, clock = MATCHES[name]
    data = pack_checkpoint(match, number, sequence, clock)
    assert data[:3] == b"CB\x02"
    head = Reader(data)
    head.at = 3
    assert (head.number(), head.number(2)) == (match.teams, len(data))
    assert [head.number(4) for _ in range(4)] == [number, sequence, clock, match.finished]
    assert head.number() == match.stage
    assert head.number() == match.reopenable + 2 * match.reopened + 4 * match.signed + 16 * match.ruled
    assert (head.number(), head.number()) == (match.end, 255 if match.ended_by < 0 else match.ended_by)
    assert head.number(4) == match.duration
    assert head.number() == (match.outcome.winner & 255 if match.reopenable else 255)
    place = head.number()
    assert place == (PRESET_NAMES.index(match.preset.name) if match.preset.name in PRESET_NAMES else 255)
    head.at += 26 if place == 255 else 0
    assert head.half(match.teams, match.preset.target) == half_of(match.tally, match.game, match.teams)
    if match.reopenable:
        assert head.half(match.teams, match.preset.target) == half_of(match.last_tally, match.last_game, match.teams)
    turn = head.number()
    assert (turn >> 1, turn & 1) == (match.teams, match.tally.dealer >= 0)
    head.at += 2 * match.teams * (match.teams + 1) if turn & 1 else 0
    assert head.at == len(data) - 2
    assert head.number(2) == binascii.crc_hqx(data[:-2], 0xFFFF)


def test_a_custom_preset_byte_by_byte():
    match, number, sequence, clock = MATCHES["custom"]
    data = pack_checkpoint(match, number, sequence, clock)[32:58]
    assert list(data[:5]) == [31, 0, 20, 255, 255]
    assert struct.unpack_from("<5h", data, 5) == (32767, 32767, 32767, 32767, 32766)
    assert list(data[15:21]) == [1, 0, 2, 3, 9, 17]
    assert data[21] == 2
    assert struct.unpack_from("<H", data, 22) == (700,)
    assert data[24] == 25
    assert data[25] == 0


def again(match, data: bytes) -> Match:
    other = Match(load_preset("acc"), 2)
    checkpoint = Checkpoint(data)
    checkpoint.load(other)
    assert (checkpoint.teams, checkpoint.size) == (match.teams, len(data))
    return other


@pytest.mark.parametrize("name", MATCHES)
def test_a_match_comes_back_and_writes_the_same_bytes(name):
    match, number, sequence, clock = MATCHES[name]
    data = pack_checkpoint(match, number, sequence, clock)
    other = again(match, data)
    assert pack_checkpoint(other, number, sequence, clock) == data
    assert other.winner() == match.winner()
    assert other.preset.fields == match.preset.fields


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_every_preset_at_random_moments(preset):
    dice = random.Random(preset)
    teams = dice.choice([2, 3, 4])
    match = Match(load_preset(preset), teams)
    for number in range(150):
        data = pack_checkpoint(match, 1, number, number)
        other = again(match, data)
        assert pack_checkpoint(other, 1, number, number) == data
        assert len(data) <= 512
        team, amount = dice.randrange(teams), dice.randrange(1, 30)
        kind = EVENT_NEXT if match.stage else EVENT_DEAL if match.dealing() else dice.choice([EVENT_MOVE] * 6 + [6, 7])
        for each in (match, other):
            each.apply(kind, team, amount, number * 1000)
        assert pack_checkpoint(other, 2, number, number) == pack_checkpoint(match, 2, number, number)


def test_no_shorter_bytes_and_no_other_are_a_checkpoint():
    data = pack_checkpoint(*MATCHES["over"])
    for length in range(len(data)):
        with pytest.raises(CheckpointError):
            Checkpoint(data[:length])
    for i in range(len(data)):
        with pytest.raises(CheckpointError):
            Checkpoint(data[:i] + bytes([data[i] ^ 0x10]) + data[i + 1 :])


def test_a_format_of_the_future_is_known_as_one():
    data = pack_checkpoint(*MATCHES["over"])
    newer = data[:2] + b"\x03" + data[3:-2] + b"whatever it holds"
    newer = newer[:4] + struct.pack("<H", len(newer) + 2) + newer[6:]
    with pytest.raises(NewerError, match="format 3; this firmware reads up to 2"):
        Checkpoint(newer + struct.pack("<H", binascii.crc_hqx(newer, 0xFFFF)))
