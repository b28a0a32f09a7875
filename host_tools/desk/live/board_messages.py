"""Decode and validate the `here` and `state` messages of a board (firmware/net/README.md)."""

import json
import re
from dataclasses import dataclass
from typing import Any

LONGEST = 480
"""Bytes of a payload."""
_UID = re.compile(r"[0-9a-f]{16}")
_TEAMS = 4
_LATER = ("waiting", "assigned", "refused")
_LONGEST_TEXT = 40
_LARGEST = 2**31 - 1
_LARGEST_SERIAL = 2**32 - 1


class PayloadError(ValueError):
    """An invalid payload; the message names the field at fault."""


@dataclass(frozen=True, slots=True)
class Here:
    """Whether a board is connected, and the number of that connection."""

    here: bool
    connection: int


@dataclass(frozen=True, slots=True)
class State:
    """A board as it said it is. By team: `scores` front pegs, `counting` the count that is being entered, `games` won.

    `sequence` counts the states of a connection; `event` is the event's id, "" for none; `results` the number of the
    board's newest result, `waiting` how many of them it still has to bring; `assigned` the serial of the assignment
    taken last; `refused` how many messages the board has refused; `trouble` 0, or the kind of its notes
    (`Board.trouble`); `friendly`: its game counts for nothing.
    """

    connection: int
    sequence: int
    phase: str
    event: str
    round: int
    table: int
    preset: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    counting: tuple[int, ...]
    games: tuple[int, ...]
    results: int
    trouble: int
    waiting: int = 0
    assigned: int = 0
    refused: int = 0
    friendly: bool = False


def check_uid(uid: str) -> None:
    """Raise PayloadError unless `uid` is a valid board id."""
    if not _UID.fullmatch(uid):
        raise PayloadError("uid")


def parse_here(payload: bytes) -> Here:
    """Decode a `here` payload. Raises PayloadError."""
    fields = _fields(payload)
    if type(fields.get("here")) is not bool:
        raise PayloadError("here")
    return Here(fields["here"], _whole(fields, "c"))


def parse_state(payload: bytes) -> State:
    """Decode a `state` payload. Raises PayloadError."""
    fields = _fields(payload)
    scores = _several(fields, "scores", _is_whole)
    if len(scores) < 2:
        raise PayloadError("scores")
    counting, games = (_several(fields, name, _is_whole) for name in ("counting", "games"))
    if not len(scores) == len(counting) == len(games):
        raise PayloadError("counting, games: one for each of scores")
    return State(
        connection=_whole(fields, "c"),
        sequence=_whole(fields, "s"),
        phase=_text(fields, "phase"),
        event=_text(fields, "event"),
        round=_whole(fields, "round"),
        table=_whole(fields, "table"),
        preset=_text(fields, "preset"),
        names=_several(fields, "names", _is_text),
        scores=scores,
        counting=counting,
        games=games,
        results=_whole(fields, "n"),
        trouble=_whole(fields, "trouble"),
        friendly=fields.get("friendly") is True,
        **{name: _whole(fields, name, _LARGEST_SERIAL) for name in _LATER if name in fields},
    )


def _fields(payload: bytes) -> dict[str, Any]:
    if len(payload) > LONGEST:
        raise PayloadError(f"{len(payload)} bytes")
    try:
        fields = json.loads(payload)
    except (ValueError, RecursionError):
        raise PayloadError("JSON") from None
    if not isinstance(fields, dict):
        raise PayloadError("JSON")
    return fields


def _is_whole(value: object, largest: int = _LARGEST) -> bool:
    return type(value) is int and 0 <= value <= largest


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST_TEXT


def _whole(fields: dict[str, Any], name: str, largest: int = _LARGEST) -> int:
    if not _is_whole(fields.get(name), largest):
        raise PayloadError(name)
    return fields[name]


def _text(fields: dict[str, Any], name: str) -> str:
    if not _is_text(fields.get(name)):
        raise PayloadError(name)
    return fields[name]


def _several(fields: dict[str, Any], name: str, fits: Any) -> tuple[Any, ...]:
    """A list of one value for each team."""
    values = fields.get(name)
    if not isinstance(values, list) or len(values) > _TEAMS or not all(map(fits, values)):
        raise PayloadError(name)
    return tuple(values)
