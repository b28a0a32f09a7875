"""Bringing a match back from the bytes that open a segment (`checkpoint` has their format)."""

import struct

from ..interpreter import const
from ..rules.presets import NAMES, load
from .checkpoint import HEAD, TALLY, VERSION, WON
from .record import crc16

_HEAD_SIZE = const(30)
_TALLY_SIZE = const(10)
_WON_SIZE = const(5)


class CheckpointError(ValueError):
    """Bytes that are no checkpoint; the message says why."""


class NewerError(CheckpointError):
    """A checkpoint in a format of the future."""


class Checkpoint:
    """The head of a checkpoint at the beginning of `data`. Raises CheckpointError where there is none that is sound."""

    def __init__(self, data) -> None:
        if len(data) <= _HEAD_SIZE or data[:2] != b"CB":
            raise CheckpointError("no checkpoint at its beginning")
        self._head = struct.unpack_from(HEAD, data, 0)
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
    tally.round, tally.game, flags, tally.moves, began = struct.unpack_from(TALLY, data, at)
    tally.touched = bool(flags & 1)
    tally.dealt = bool(flags & 2)
    tally.began = began if flags & 4 else -1
    at += _TALLY_SIZE
    for team in range(teams):
        tally.won[team], tally.points[team], tally.spread[team] = struct.unpack_from(WON, data, at)
        at += _WON_SIZE
    return game.unpack(data, at, teams)
