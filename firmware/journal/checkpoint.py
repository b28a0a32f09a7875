"""Encode and decode a checkpoint: the full state of a match as bytes, at the start of each journal segment.

    0-1    "CB"                 2      format version, 2
    3      teams                4-5    length of the whole
    6-9    number of the segment
    10-13  sequence number of the last event in the state
    14-17  board time, ms       18-21  results due since the board was made
    22     stage                23     flags: 1 reopenable, 2 reopened, 4 signed,
                                         8 in an event, 16 decided by a judge
    24     how the game ended   25     team that ended it, 255: none
    26-29  the game's duration, ms
    30     team that won the last game while that can be reopened, 255: none
    31     place of the preset in `presets.PRESET_NAMES`; 255: custom, and its 26 bytes follow
    then   tally and the teams' pegs; where reopenable, both again as they were before the game's end, or the decision
    then   whose deal it is, as `Turn.pack` encodes it
    last   CRC-16 of all before

Bytes 0 to 5 and the checksum at the end are the same in every version, so that firmware can tell a newer format from a
damaged checkpoint.

A tally: round, game, flags (1 touched, 2 dealt, 4 begun, 8 pegged, 16 friendly, 32 the round told), moves, time begun,
time of the first peg, dealer (255: not known), decisions of a judge in 16 bytes; then for each team won, points and
spread in 5. A team's pegs: front, back, floor, back at the floor, then one bit for each hole from 0 to the target.

A custom preset's bytes stand in `preset_codec`.
"""

import struct

from ..config import TEAMS
from ..interpreter import const
from ..messages import CodedError
from ..rules.outcome import NOBODY
from ..rules.preset import CUSTOM
from ..rules.presets import PRESET_NAMES, load_preset
from .record import crc16

CHECKPOINT_VERSION = const(2)
_HEAD = "<2sBBHIIIIBBBBIB"
_TALLY = "<HBBHIIBB"
_TEAM_TOTALS = "<Bhh"
_HEAD_SIZE = const(31)
_TALLY_SIZE = const(16)
_TEAM_TOTALS_SIZE = const(5)


def pack_checkpoint(match, number: int, sequence: int, clock: int) -> bytes:
    """Encode the match as the checkpoint (some 95 to 320 bytes) of segment `number`; `sequence`: its last event's."""
    teams = match.teams
    winner = match.outcome.winner if match.reopenable else NOBODY
    body = _pack_preset_choice(match.preset) + _pack_tally(match.tally, teams)
    body += match.game.pack(teams)
    if match.reopenable:
        body += _pack_tally(match.last_tally, teams) + match.last_game.pack(teams)
    body += match.turn.pack()
    head = struct.pack(
        _HEAD,
        b"CB",
        CHECKPOINT_VERSION,
        teams,
        _HEAD_SIZE + len(body) + 2,
        number,
        sequence,
        clock,
        match.finished,
        match.stage,
        match.reopenable | (match.reopened << 1) | (match.signed << 2) | (match.in_event << 3) | (match.ruled << 4),
        match.end,
        match.ended_by & 255,
        match.duration,
        winner & 255,
    )
    data = head + body
    return data + struct.pack("<H", crc16(data, len(data)))


def _pack_preset_choice(preset) -> bytes:
    """Encode the preset as the number of a built-in one, or as CUSTOM and all its fields."""
    if preset.place != CUSTOM:
        return bytes([preset.place])
    from .preset_codec import pack_preset

    return bytes([CUSTOM]) + pack_preset(preset)


def _pack_tally(tally, teams: int) -> bytes:
    """Encode a tally. A time of -1 (not set) is stored as 0 with a clear flag, a dealer of -1 as 255."""
    flags = tally.touched | (tally.dealt << 1) | (tally.friendly << 4) | (tally.told << 5)
    flags |= ((tally.began_ms >= 0) << 2) | ((tally.first_peg_ms >= 0) << 3)
    times = (max(tally.began_ms, 0), max(tally.first_peg_ms, 0))
    data = struct.pack(_TALLY, tally.round, tally.game, flags, tally.moves, *times, tally.dealer & 255, tally.decisions)
    for team in range(teams):
        data += struct.pack(_TEAM_TOTALS, tally.won[team], tally.points[team], tally.spread[team])
    return data


class CheckpointError(CodedError):
    """Bytes that are not a valid checkpoint."""


class NewerError(CheckpointError):
    """A checkpoint in a newer format than this firmware reads."""


class Checkpoint:
    """A checkpoint at the beginning of `data`, its head decoded. Raises CheckpointError if there is no valid one."""

    def __init__(self, data) -> None:
        if len(data) <= _HEAD_SIZE or data[:2] != b"CB":
            raise CheckpointError("no-checkpoint")
        self._head = struct.unpack_from(_HEAD, data, 0)
        self.size: int = self._head[3]
        if not _HEAD_SIZE < self.size <= len(data):
            raise CheckpointError("short-checkpoint")
        if struct.unpack_from("<H", data, self.size - 2)[0] != crc16(data, self.size - 2):
            raise CheckpointError("bad-checkpoint")
        if data[2] != CHECKPOINT_VERSION:
            raise NewerError("newer-format", format=data[2], reads=CHECKPOINT_VERSION)
        self._data = data
        self.teams: int = self._head[2]
        self.number: int = self._head[4]
        self.sequence: int = self._head[5]
        self.clock: int = self._head[6]
        self.finished: int = self._head[7]

    def load(self, match) -> None:
        """Set `match` to the state in the checkpoint, its preset included."""
        _, _, teams, _, _, _, _, finished, stage, flags, end, ended_by, duration, winner = self._head
        preset, offset = _unpack_preset_choice(self._data, _HEAD_SIZE)
        # Resets the fields that no checkpoint has; the round, 1 here, is decoded with the tally.
        match.restart(preset, teams, 1)
        match.finished = finished
        match.stage = stage
        match.reopenable = bool(flags & 1)
        match.reopened = bool(flags & 2)
        match.signed = bool(flags & 4)
        match.in_event = bool(flags & 8)
        match.ruled = bool(flags & 16)
        match.end = end
        match.ended_by = _team_or_nobody(ended_by)
        match.duration = duration
        offset = _unpack_tally_and_pegs(self._data, offset, match.tally, match.game, teams)
        if match.reopenable:
            match.last_game.reset(preset.target)
            offset = _unpack_tally_and_pegs(self._data, offset, match.last_tally, match.last_game, teams)
            match.compute_outcome()
            # With the next game on the board, its pegs do not tell who won the last one.
            match.outcome.winner = _team_or_nobody(winner)
        match.turn.unpack(self._data, offset, teams)
        match.partners = match.turn.seats > teams


def _team_or_nobody(byte: int) -> int:
    """Return the team number that a byte holds, or NOBODY for a byte that is not one."""
    return byte if byte < len(TEAMS) else NOBODY


def _unpack_preset_choice(data, offset: int) -> tuple:
    """Decode the preset at `data[offset]`; return it and the offset of its end."""
    if data[offset] < len(PRESET_NAMES):
        return load_preset(PRESET_NAMES[data[offset]]), offset + 1
    from .preset_codec import PRESET_BYTES, unpack_preset

    end = offset + 1 + PRESET_BYTES
    return unpack_preset(data[offset + 1 : end]), end


def _unpack_tally_and_pegs(data, offset: int, tally, game, teams: int) -> int:
    """Decode a tally and pegs at `data[offset]` into `tally` and `game`; return the offset of their end."""
    fields = struct.unpack_from(_TALLY, data, offset)
    tally.round, tally.game, flags, tally.moves, began_ms, first_peg_ms, dealer, tally.decisions = fields
    tally.touched = bool(flags & 1)
    tally.dealt = bool(flags & 2)
    tally.began_ms = began_ms if flags & 4 else -1
    tally.friendly = bool(flags & 16)
    tally.told = bool(flags & 32)
    tally.first_peg_ms = first_peg_ms if flags & 8 else -1
    tally.dealer = _team_or_nobody(dealer)
    offset += _TALLY_SIZE
    for team in range(teams):
        tally.won[team], tally.points[team], tally.spread[team] = struct.unpack_from(_TEAM_TOTALS, data, offset)
        offset += _TEAM_TOTALS_SIZE
    return game.unpack(data, offset, teams)
