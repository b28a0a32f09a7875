"""Validate a board's result line against the event, and list every reason to hold it for the director's review."""

from collections.abc import Iterable
from functools import lru_cache
from hmac import compare_digest, digest
from typing import NamedTuple

from firmware.journal.seal import MAC_DIGITS, board_key
from host_tools.i18n import message
from host_tools.results.result_line import REOPENED, ResultLine

REASONS = (
    *("foreign", "no-event", "unsealed", "seal", "early", "older", "later", "game", "sides", "preset", "unsigned"),
    *("broken", "doubled", "moved", "twice", "order", "differs"),
)
"""Why a line is held, as the store keeps it; the words are those of `desk.held`."""

STRANGE = {"foreign", "no-event", "unsealed", "seal"}
"""Reasons for which a line may have nothing to do with this event."""

CLOCK_ERROR_S = 60
"""By how much a board's clock may lag behind the desk's."""

AT_ONCE_S = 300
"""Rounds seated within this time of each other are taken to be seated in advance."""


def join_reasons(reasons: Iterable[str]) -> str:
    """Return reasons as the store keeps them: separated by spaces, each once, in the order of REASONS."""
    names = set(reasons)
    return " ".join(sorted(names, key=REASONS.index)) if names else ""


def explain(reasons: str) -> str:
    """Return the reasons to hold a line, in the form of `join_reasons`, as text for people."""
    return "; ".join(message(f"desk.held.{reason}") for reason in reasons.split())


def is_sealed_by(line: ResultLine, key: bytes) -> bool:
    """Return whether the line carries the seal (HMAC) of its board's own key, derived from `key`, or of `key` itself.

    Boards had the whole event's key before each had its own.
    """
    start = line.text.rpartition(',"mac":"')[0]
    return any(_has_seal(start, line.mac, one) for one in (_own_key(key, line.board), key))


def _has_seal(start: str, mac: str, key: bytes) -> bool:
    # The same as `firmware.journal.seal.seal_mac`, several times as fast.
    seal = digest(key, start.encode(), "sha256").hex()[:MAC_DIGITS] if key else ""
    return compare_digest(seal, mac)


_own_key = lru_cache(maxsize=5000)(board_key)


def seal_fault(line: ResultLine, key: bytes) -> str:
    """Return "unsealed", "seal" for a wrong seal, or "" if it is right or `key` is empty."""
    if not key or is_sealed_by(line, key):
        return ""
    return "seal" if line.mac else "unsealed"


def validate_origin(line: ResultLine, event_uid: str, event_key: bytes) -> list[str]:
    """Return the reasons to hold a line for a wrong seal, or for an event id other than `event_uid`."""
    reasons = [seal_fault(line, event_key)]
    if line.event != event_uid:
        reasons.append("foreign" if line.event else "no-event")
    return list(filter(None, reasons))


class TableInRound(NamedTuple):
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
    if line.end == REOPENED:
        return reasons
    if len(line.sides) != table.sides:
        reasons.append("sides")
    if line.preset != table.preset:
        reasons.append("preset")
    return reasons if line.signed else [*reasons, "unsigned"]


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
