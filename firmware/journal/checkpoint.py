"""The full state of a match as bytes: what opens each segment of the journal.

    0-1    "CB"                 2      format version, 1
    3      teams                4-5    length of the whole
    6-9    sequence number of the last event in it
    10-13  board time, ms       14-17  results due since the board was made
    18     preset, index in `presets.NAMES`; 255: custom
    19     stage                20-21  CRC-16 of the preset's fields as text
    22     flags: 1 reopenable, 2 reopened, 4 signed
    23     how the game ended   24     team that ended it, 255: none
    25-28  the game's duration, ms
    29     tally and the teams' pegs; where reopenable, both again as they were before the game's end
    last   CRC-16

A tally is 30 bytes: round, game, flags (1 touched, 2 dealt, 4 begun), moves, time begun; for four teams won, points,
spread. A team's pegs: front, back, floor, back at the floor, then one bit for each hole from 0 to the target.
"""

import struct

from ..interpreter import const
from ..rules.preset import load
from ..rules.presets import FIELDS, NAMES
from .record import crc16

VERSION = 1
_HEAD = "<2sBBHIIIBBHBBBI"
_HEAD_SIZE = const(29)
_TALLY = "<HBBHI4B4h4h"
_TALLY_SIZE = struct.calcsize(_TALLY)
_NONE = const(255)


def preset_crc(preset) -> int:
    """A short name for a preset's fields, the same on every interpreter."""
    text = repr([_plain(preset.fields[field]) for field in FIELDS]).encode()
    return crc16(text, len(text))


def _plain(value):
    return list(value) if isinstance(value, (list, tuple)) else value


def _preset_number(preset) -> int:
    return NAMES.index(preset.name) if preset.name in NAMES else _NONE


def write(match, sequence: int, clock: int) -> bytes:
    """The match as bytes (about 100 to 300)."""
    body = _tally(match.tally) + match.game.pack(match.teams)
    if match.reopenable:
        body += _tally(match.last_tally) + match.last_game.pack(match.teams)
    flags = match.reopenable | match.reopened << 1 | match.signed << 2
    head = struct.pack(
        _HEAD,
        b"CB",
        VERSION,
        match.teams,
        _HEAD_SIZE + len(body) + 2,
        sequence,
        clock,
        match.finished,
        _preset_number(match.preset),
        match.stage,
        preset_crc(match.preset),
        flags,
        match.end,
        match.ended_by & _NONE,
        match.duration,
    )
    data = head + body
    return data + struct.pack("<H", crc16(data, len(data)))


def _tally(tally) -> bytes:
    flags = tally.touched | tally.dealt << 1 | (tally.began >= 0) << 2
    return struct.pack(
        _TALLY,
        tally.round,
        tally.game,
        flags,
        tally.moves,
        max(tally.began, 0),
        *tally.won,
        *tally.points,
        *tally.spread,
    )


class CheckpointError(ValueError):
    """Bytes that are no checkpoint this firmware can take up; the message says why."""


def length_of(data) -> int:
    """Length in bytes of the checkpoint at the beginning of `data`. Raises CheckpointError."""
    if len(data) < _HEAD_SIZE or data[:2] != b"CB":
        raise CheckpointError("no checkpoint")
    if data[2] != VERSION:
        raise CheckpointError("checkpoint of version %d; this firmware reads %d" % (data[2], VERSION))
    length = struct.unpack_from("<H", data, 4)[0]
    if length > len(data) or length <= _HEAD_SIZE:
        raise CheckpointError("checkpoint cut short")
    if struct.unpack_from("<H", data, length - 2)[0] != crc16(data, length - 2):
        raise CheckpointError("checkpoint with a wrong checksum")
    return length


def preset_of(data, preset):
    """The preset the checkpoint was made under: `preset` if it is that one, else the built-in one, else None."""
    number, _, crc = struct.unpack_from("<BBH", data, 18)
    if crc == preset_crc(preset):
        return preset
    if number < len(NAMES):
        builtin = load(NAMES[number])
        if crc == preset_crc(builtin):
            return builtin
    return None


def read(data, match, preset) -> tuple:
    """Make `match` what the checkpoint says, under its preset; (sequence, board time)."""
    (_, _, teams, _, sequence, clock, finished, _, stage, _, flags, end, ended_by, duration) = struct.unpack_from(
        _HEAD, data, 0
    )
    match.restart(preset, teams, 1)
    match.finished = finished
    match.stage = stage
    match.reopenable = bool(flags & 1)
    match.reopened = bool(flags & 2)
    match.signed = bool(flags & 4)
    match.end = end
    match.ended_by = ended_by if ended_by < teams else -1
    match.duration = duration
    at = _read_half(data, _HEAD_SIZE, match.tally, match.game, teams)
    if match.reopenable:
        match.last_game.reset(preset.target)
        _read_half(data, at, match.last_tally, match.last_game, teams)
        match.weigh()
    return sequence, clock


def _read_half(data, at: int, tally, game, teams: int) -> int:
    values = struct.unpack_from(_TALLY, data, at)
    tally.round, tally.game, flags, tally.moves, began = values[:5]
    tally.touched = bool(flags & 1)
    tally.dealt = bool(flags & 2)
    tally.began = began if flags & 4 else -1
    for team in range(4):
        tally.won[team] = values[5 + team]
        tally.points[team] = values[9 + team]
        tally.spread[team] = values[13 + team]
    return game.unpack(data, at + _TALLY_SIZE, teams)
