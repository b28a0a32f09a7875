"""Decode and validate the `here` and `state` messages of a board (firmware/net/README.md)."""

import json
import re
from dataclasses import dataclass
from typing import Any

from firmware.entry.phases import PHASE_ENDED, PHASE_NAMES, PHASE_OVER, PHASE_ROUND
from host_tools.table_numbers import HALL_TABLES, event_table, split_id

LONGEST_PAYLOAD = 480
"""Bytes."""
BETWEEN_MATCHES = PHASE_NAMES[PHASE_ROUND]
"""The phase in which a board shows its round, no game of it has begun, and an assignment is accepted."""
OVER = (PHASE_NAMES[PHASE_OVER], PHASE_NAMES[PHASE_ENDED])
"""The phases in which a game has been won."""
_UID = re.compile(r"[0-9a-f]{16}")
_MAX_TEAMS = 4
_OPTIONAL_FIELDS = ("waiting", "assigned", "refused")
_LONGEST_TEXT = 40
_LARGEST = 2**31 - 1
_LARGEST_SERIAL = 2**32 - 1


class PayloadError(ValueError):
    """An invalid payload; the message names the field at fault."""


@dataclass(frozen=True, slots=True)
class HereMessage:
    """A `here` message: whether a board is connected, and the number of that connection."""

    here: bool
    connection: int


@dataclass(frozen=True, slots=True)
class State:
    """A `state` message of a board. By team: `scores` front pegs, `counting` the count being entered, `games` won.

    `sequence` counts the states of a connection; `event` is the event's id, "" for none, in an event of several halls
    that of the board's hall, and `table` the event's number of its table; `results` the number of the
    board's newest result, `waiting` the number of results still to be sent; `assigned` the serial of the assignment
    accepted last; `refused` how many messages the board has refused; `trouble` 0, or the kind of its notes
    (`Board.fault_kind`); `friendly`: its game counts for nothing; `key` tells which key it has (`seal.key_check`),
    "" for none.
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
    key: str = ""

    @property
    def event_uid(self) -> str:
        """The event's own id, without that of the board's hall."""
        return split_id(self.event)[0]


def check_uid(uid: str) -> None:
    """Raise PayloadError unless `uid` is a valid board id."""
    if not _UID.fullmatch(uid):
        raise PayloadError("uid")


def parse_here(payload: bytes) -> HereMessage:
    """Decode a `here` payload. Raises PayloadError if it is invalid."""
    fields = _parse_fields(payload)
    if type(fields.get("here")) is not bool:
        raise PayloadError("here")
    return HereMessage(fields["here"], _whole_field(fields, "c"))


def parse_state(payload: bytes) -> State:
    """Decode a `state` payload. Raises PayloadError if it is invalid."""
    return state_of(_parse_fields(payload))


def state_of(fields: dict[str, Any]) -> State:
    """Return the state with these fields of a `state` payload. Raises PayloadError if one is invalid."""
    scores = _list_field(fields, "scores", _is_whole)
    if len(scores) < 2:
        raise PayloadError("scores")
    counting, games = (_list_field(fields, name, _is_whole) for name in ("counting", "games"))
    if not len(scores) == len(counting) == len(games):
        raise PayloadError("counting, games")
    event = _text_field(fields, "event")
    return State(
        connection=_whole_field(fields, "c"),
        sequence=_whole_field(fields, "s"),
        phase=_text_field(fields, "phase"),
        event=event,
        round=_whole_field(fields, "round"),
        table=event_table(split_id(event)[1], _whole_field(fields, "table", HALL_TABLES - 1)),
        preset=_text_field(fields, "preset"),
        names=_list_field(fields, "names", _is_text),
        scores=scores,
        counting=counting,
        games=games,
        results=_whole_field(fields, "n"),
        trouble=_whole_field(fields, "trouble"),
        friendly=fields.get("friendly") is True,
        key=_text_field(fields, "key"),
        **{name: _whole_field(fields, name, _LARGEST_SERIAL) for name in _OPTIONAL_FIELDS if name in fields},
    )


def _parse_fields(payload: bytes) -> dict[str, Any]:
    """Parse a payload that is a JSON object. Raises PayloadError if it is none, or too long."""
    if len(payload) > LONGEST_PAYLOAD:
        raise PayloadError(f"{len(payload)} bytes")
    return parse_object(payload)


def parse_object(payload: bytes) -> dict[str, Any]:
    """Parse a JSON object in UTF-8. Raises PayloadError if it is none."""
    try:
        fields = json.loads(payload.decode())
    except (ValueError, RecursionError):
        raise PayloadError("JSON") from None
    if not isinstance(fields, dict):
        raise PayloadError("JSON")
    return fields


def _is_whole(value: object, largest: int = _LARGEST) -> bool:
    return type(value) is int and 0 <= value <= largest


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST_TEXT


def _whole_field(fields: dict[str, Any], name: str, largest: int = _LARGEST) -> int:
    """Return a field that is a whole number from 0 to `largest`. Raises PayloadError."""
    if not _is_whole(fields.get(name), largest):
        raise PayloadError(name)
    return fields[name]


def _text_field(fields: dict[str, Any], name: str) -> str:
    """Return a field that is a short text. Raises PayloadError."""
    if not _is_text(fields.get(name)):
        raise PayloadError(name)
    return fields[name]


def _list_field(fields: dict[str, Any], name: str, is_valid: Any) -> tuple[Any, ...]:
    """Return a field that is a list of valid values, at most one for each team. Raises PayloadError."""
    values = fields.get(name)
    if not isinstance(values, list) or len(values) > _MAX_TEAMS or not all(map(is_valid, values)):
        raise PayloadError(name)
    return tuple(values)
