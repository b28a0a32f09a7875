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
from ..rules.preset import CUSTOM
from .record import crc16

VERSION = 1
HEAD = "<2sBBHIIIIBBBBI"
TALLY = "<HBBHI"
WON = "<Bhh"
_HEAD_SIZE = const(30)


def write(match, number: int, sequence: int, clock: int) -> bytes:
    """The match as bytes (some 95 to 320) that open segment `number`."""
    teams = match.teams
    body = _preset(match.preset) + _tally(match.tally, teams) + match.game.pack(teams)
    if match.reopenable:
        body += _tally(match.last_tally, teams) + match.last_game.pack(teams)
    head = struct.pack(
        HEAD,
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
        match.ended_by & 255,
        match.duration,
    )
    data = head + body
    return data + struct.pack("<H", crc16(data, len(data)))


def _preset(preset) -> bytes:
    if preset.place != CUSTOM:
        return bytes([preset.place])
    from ..rules import preset_bytes

    return bytes([CUSTOM]) + preset_bytes.pack(preset)


def _tally(tally, teams: int) -> bytes:
    flags = tally.touched | tally.dealt << 1 | (tally.began >= 0) << 2
    data = struct.pack(TALLY, tally.round, tally.game, flags, tally.moves, max(tally.began, 0))
    for team in range(teams):
        data += struct.pack(WON, tally.won[team], tally.points[team], tally.spread[team])
    return data
