"""What boards publish: topics and payloads (firmware/net/README.md), checked as they come.

A message that is refused is counted by its board and the reason, and changes nothing.
"""

import json
from collections import Counter
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

ROOT = "cribbage"
HERE, STATE, RESULT, ACK, ASSIGN = "here", "state", "result", "in/ack", "in/assign"
LONGEST, LONGEST_RESULT = 480, 900
"""Bytes of a payload; of a result line."""
REASONS = ("topic", "long", "malformed", "replayed", "foreign", "no-line", "seal")
"""Why a message is refused; the words are those of `live.refused`."""
_UID = 40
_LARGEST = 2**32
_KEPT_OLD = 64


class RefusedError(Exception):
    """A message that is not taken, for one of REASONS."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Here(NamedTuple):
    """A board has come, or is gone: connection `c`."""

    here: bool
    c: int


@dataclass(frozen=True)
class State:
    """What a board says of itself: state `s` of its connection `c`. `n`: its last result; `waiting`: how many of them are
    not acknowledged; `assigned`: the serial of the last assignment taken."""

    c: int
    s: int
    phase: str
    event: str
    round: int
    table: int
    preset: str
    n: int
    names: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()
    counting: tuple[int, ...] = ()
    games: tuple[int, ...] = ()
    waiting: int = 0
    assigned: int = 0
    refused: int = 0
    trouble: int = 0


_KINDS = {one.name: one.type for one in fields(State)}


def split_topic(topic: str) -> tuple[str, str]:
    """The board's uid and what stands behind it. Raises RefusedError."""
    root, uid, *rest = topic.split("/", 2)
    if root != ROOT or not rest or not 0 < len(uid) <= _UID or not uid.isalnum():
        raise RefusedError("topic")
    return uid, rest[0]


def parse_here(payload: bytes) -> Here:
    """Raises RefusedError."""
    found = _object(payload)
    here, c = found.get("here"), found.get("c")
    if type(here) is not bool or not _is_number(c):
        raise RefusedError("malformed")
    return Here(here, c)


def parse_state(payload: bytes) -> State:
    """Raises RefusedError. Fields that are not known here are ignored."""
    found = {name: value for name, value in _object(payload).items() if name in _KINDS}
    if not all(_fits(_KINDS[name], value) for name, value in found.items()):
        raise RefusedError("malformed")
    try:
        return State(**{name: tuple(value) if isinstance(value, list) else value for name, value in found.items()})
    except TypeError:  # one is missing
        raise RefusedError("malformed") from None


def _object(payload: bytes) -> dict[str, Any]:
    if len(payload) > LONGEST:
        raise RefusedError("long")
    try:
        found = json.loads(payload)
    except (ValueError, RecursionError):
        raise RefusedError("malformed") from None
    if not isinstance(found, dict):
        raise RefusedError("malformed")
    return found


def _fits(kind: Any, value: object) -> bool:
    if kind is int:
        return _is_number(value)
    if kind is str:
        return _is_text(value)
    one = _is_text if kind == tuple[str, ...] else _is_number
    return isinstance(value, list) and len(value) <= 4 and all(map(one, value))


def _is_number(value: object) -> bool:
    return type(value) is int and 0 <= value < _LARGEST


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _UID and value.isprintable()


@dataclass
class Connection:
    """One board's connection: the newest `c`, those before it, and the last state."""

    c: int | None = None
    here: bool = False
    state: State | None = None
    _old: list[int] = field(default_factory=list)

    def take_here(self, said: Here) -> bool:
        """Whether that is news: a last will may come late, after the board is here again. Raises RefusedError."""
        if not said.here and said.c != self.c:
            return False
        self._at(said.c)
        self.here = said.here
        return True

    def take_state(self, said: State) -> None:
        """Raises RefusedError for a state that comes again, or of a connection that has ended."""
        before = self.state
        # A retained one comes again, word for word, whenever the desk subscribes.
        if before and before.c == said.c and said.s <= before.s and said != before:
            raise RefusedError("replayed")
        self._at(said.c)
        self.state = said

    def _at(self, c: int) -> None:
        if c in self._old:
            raise RefusedError("replayed")
        if self.c not in (None, c):
            self._old = [*self._old[-_KEPT_OLD:], self.c]  # type: ignore[list-item]
        self.c = c


class Refusals:
    """How many messages of each board were refused, and why."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()

    def add(self, uid: str, reason: str) -> None:
        self.counts[uid, reason] += 1
