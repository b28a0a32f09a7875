"""The full state of a match as bytes: what opens each segment of the journal.

    0-1    "CB"                 2      format version, 1
    3      teams                4-5    length of the whole
    6-9    number of the segment
    10-13  sequence number of the last event in the state
    14-17  board time, ms       18-21  results due since the board was made
    22     stage                23     flags: 1 reopenable, 2 reopened, 4 signed
    24     how the game ended   25     team that ended it, 255: none
    26-29  the game's duration, ms
    30     place of the preset in `presets.NAMES`; 255: custom, and its 25 bytes follow (`rules.preset_bytes`)
    then   tally and the teams' pegs; where reopenable, both again as they were before the game's end
    last   CRC-16 of all before

Bytes 0 to 5 and the checksum at the end stay as they are in every version, so that older firmware knows a newer format
from a damaged one.

A tally: round, game, flags (1 touched, 2 dealt, 4 begun), moves, time begun in 10 bytes; then for each team won, points
and spread in 5. A team's pegs: front, back, floor, back at the floor, then one bit for each hole from 0 to the target.
"""

import struct

from ..interpreter import const
from ..rules.preset import load
from ..rules.presets import NAMES
from .record import crc16

VERSION = 1
_HEAD = "<2sBBHIIIIBBBBI"
_HEAD_SIZE = const(30)
_TALLY = "<HBBHI"
_TALLY_SIZE = const(10)
_WON = "<Bhh"
_WON_SIZE = const(5)
_NONE = const(255)


class CheckpointError(ValueError):
    """Bytes that are no checkpoint; the message says why."""


class NewerError(CheckpointError):
    """A checkpoint in a format of the future."""


class Checkpoint:
    """The head of a checkpoint at the beginning of `data`. Raises CheckpointError where there is none that is sound."""

    def __init__(self, data) -> None:
        if len(data) <= _HEAD_SIZE or data[:2] != b"CB":
            raise CheckpointError("no checkpoint at its beginning")
        self._head = struct.unpack_from(_HEAD, data, 0)
        self.size: int = self._head[3]
        if not _HEAD_SIZE < self.size <= len(data):
            raise CheckpointError("checkpoint cut short")
        if struct.unpack_from("<H", data, self.size - 2)[0] != crc16(data, self.size - 2):
            raise CheckpointError("checkpoint with a wrong checksum")
        if data[2] > VERSION:
            raise NewerError("format %d; this firmware reads up to %d" % (data[2], VERSION))
        self._data = data
        self.teams: int = self._head[2]
        self.number: int = self._head[4]
        self.sequence: int = self._head[5]
        self.clock: int = self._head[6]
        self.finished: int = self._head[7]

    def load(self, match) -> None:
        """Make `match` what the checkpoint says, its preset included."""
        _, _, teams, _, _, _, _, finished, stage, flags, end, ended_by, duration = self._head
        preset, at = _load_preset(self._data, _HEAD_SIZE)
        match.restart(preset, teams, 1)
        match.finished = finished
        match.stage = stage
        match.reopenable = bool(flags & 1)
        match.reopened = bool(flags & 2)
        match.signed = bool(flags & 4)
        match.end = end
        match.ended_by = ended_by if ended_by < teams else -1
        match.duration = duration
        at = _load_half(self._data, at, match.tally, match.game, teams)
        if match.reopenable:
            match.last_game.reset(preset.target)
            _load_half(self._data, at, match.last_tally, match.last_game, teams)
            match.weigh()


def _load_preset(data, at: int) -> tuple:
    if data[at] < len(NAMES):
        return load(NAMES[data[at]]), at + 1
    # Loaded when first needed: a board that plays built-in presets keeps the memory.
    from ..rules import preset_bytes

    return preset_bytes.unpack(data, at + 1), at + 1 + preset_bytes.SIZE


def _load_half(data, at: int, tally, game, teams: int) -> int:
    tally.round, tally.game, flags, tally.moves, began = struct.unpack_from(_TALLY, data, at)
    tally.touched = bool(flags & 1)
    tally.dealt = bool(flags & 2)
    tally.began = began if flags & 4 else -1
    at += _TALLY_SIZE
    for team in range(teams):
        tally.won[team], tally.points[team], tally.spread[team] = struct.unpack_from(_WON, data, at)
        at += _WON_SIZE
    return game.unpack(data, at, teams)


def write(match, number: int, sequence: int, clock: int) -> bytes:
    """The match as bytes (some 95 to 320) that open segment `number`."""
    teams = match.teams
    body = _preset(match.preset) + _tally(match.tally, teams) + match.game.pack(teams)
    if match.reopenable:
        body += _tally(match.last_tally, teams) + match.last_game.pack(teams)
    head = struct.pack(
        _HEAD,
        b"CB",
        VERSION,
        teams,
        _HEAD_SIZE + len(body) + 2,
        number,
        sequence,
        clock,
        match.finished,
        match.stage,
        match.reopenable | match.reopened << 1 | match.signed << 2,
        match.end,
        match.ended_by & _NONE,
        match.duration,
    )
    data = head + body
    return data + struct.pack("<H", crc16(data, len(data)))


def _preset(preset) -> bytes:
    if preset.name in NAMES:
        return bytes([NAMES.index(preset.name)])
    from ..rules import preset_bytes

    return bytes([_NONE]) + preset_bytes.pack(preset)


def _tally(tally, teams: int) -> bytes:
    flags = tally.touched | tally.dealt << 1 | (tally.began >= 0) << 2
    data = struct.pack(_TALLY, tally.round, tally.game, flags, tally.moves, max(tally.began, 0))
    for team in range(teams):
        data += struct.pack(_WON, tally.won[team], tally.points[team], tally.spread[team])
    return data
