"""Validate a board's result line against the event, and list every reason to hold it for the director's review."""

from collections import namedtuple

from firmware.interpreter import TYPE_CHECKING
from firmware.journal.seal import board_key

from .interpreter import compare_digest, lru_cache, seal_mac
from .result_error import ResultError
from .result_line import ResultLine

if TYPE_CHECKING:
    from collections.abc import Iterable

# fmt: off
REASONS = (
    "foreign", "no-event", "hall", "unsealed", "seal", "early", "older", "later", "game", "sides", "preset", "unsigned",
    "broken", "doubled", "moved", "twice", "order", "differs", "unknown", "disputed",
)
# fmt: on
"""Why a line is held, as the store keeps it; the words are those of `desk.held`."""

OTHER_EVENT = {"foreign", "no-event"}
"""Reasons for which even a sealed line is not about this event: its board was set to another, or to none."""

CLOCK_ERROR_S = 60
"""By how much a board's clock may lag behind the desk's."""

AT_ONCE_S = 300
"""Rounds seated within this time of each other are taken to be seated in advance."""


def join_reasons(reasons: "Iterable[str]") -> str:
    """Return reasons as the store keeps them: separated by spaces, each once, in the order of REASONS."""
    names = set(reasons)
    return " ".join(sorted(names, key=REASONS.index)) if names else ""


def explain(reasons: str) -> str:
    """Return the reasons to hold a line, in the form of `join_reasons`, as text for people."""
    return "; ".join([str(held_fault(reason)) for reason in reasons.split()])


def held_fault(reason: str) -> ResultError:
    """Return a reason to hold a line, one of REASONS, as a ResultError."""
    return ResultError(f"desk.held.{reason}")


def is_sealed_by(line: ResultLine, key: bytes) -> bool:
    """Return whether the line carries the seal (HMAC) of its board's own key, derived from `key`, or of `key` itself.

    Boards had the whole event's key before each had its own.
    """
    start = line.text.rpartition(',"mac":"')[0]
    return any(compare_digest(seal_mac(one, start.encode()), line.mac) for one in (_own_key(key, line.board), key))


_own_key = lru_cache(maxsize=5000)(board_key)


def is_proven(line: ResultLine, event_uid: str, event_key: bytes) -> bool:
    """Return whether a line is proven to be its board's: sealed by the event's key for this board.

    One that is not may be kept, and the director may accept it; until then it is weighed against no line that is. An
    event without a key can prove nothing: there each line that names the event counts as its board's.
    """
    return is_sealed_by(line, event_key) if event_key else not event_fault(line, event_uid)


def seal_fault(line: ResultLine, key: bytes) -> str:
    """Return "unsealed", "seal" for a wrong seal, or "" if it is right or `key` is empty."""
    if not key or is_sealed_by(line, key):
        return ""
    return "seal" if line.mac else "unsealed"


def validate_origin(line: ResultLine, event_uid: str, event_key: bytes) -> list[str]:
    """Return the reasons to hold a line for a wrong seal, or for an event id other than `event_uid`."""
    return list(filter(None, [seal_fault(line, event_key), event_fault(line, event_uid)]))


def event_fault(line: ResultLine, event_uid: str) -> str:
    """Return "foreign" for a line of another event, "no-event" for one of none, or "" if it is of this one."""
    if line.event == event_uid:
        return ""
    return "foreign" if line.event else "no-event"


class TableInRound(namedtuple("TableInRound", ("games", "sides", "preset", "seated_at", "next_at"))):
    """A table in one round, to validate lines against: up to `games` games of `sides` sides under `preset`.

    `seated_at` and `next_at` are when the table was seated in that round and in the next, in seconds since 1970; None
    if not known.
    """

    games: int
    sides: int
    preset: str
    seated_at: int | None
    next_at: int | None


def validate_game(line: ResultLine, table: TableInRound) -> list[str]:
    """Return the reasons to hold a line that contradicts the table and round it names; other lines are not compared."""
    reasons = [] if 1 <= line.game <= table.games else ["game"]
    reasons += _time_reasons(line, table)
    if len(line.sides) != table.sides:
        reasons.append("sides")
    if line.preset != table.preset:
        reasons.append("preset")
    return reasons if line.signed else reasons + ["unsigned"]


def _time_reasons(line: ResultLine, table: TableInRound) -> list[str]:
    """Return ["older"] if the game began before its round was seated, ["later"] if after the next one was; else [].

    "later" needs rounds that were not seated in advance; unknown times give no reason.
    """
    began = line.at if line.began is None else line.began
    if began is not None and table.seated_at is not None and began < table.seated_at - CLOCK_ERROR_S:
        return ["older"]
    if line.began is None or table.next_at is None or table.seated_at is None:
        return []
    return ["later"] if table.next_at - table.seated_at > AT_ONCE_S and line.began > table.next_at else []
