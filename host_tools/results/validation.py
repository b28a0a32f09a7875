"""Validate a board's result line against the event, and list every reason to hold it.

A held line is kept and does not count until the director decides.
"""

from collections.abc import Iterable
from hmac import compare_digest, digest
from typing import NamedTuple

from firmware.journal.seal import MAC_DIGITS
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
"""Rounds that are seated within this time of each other are taken to be seated in advance."""


def join_reasons(reasons: Iterable[str]) -> str:
    """Return reasons as the store keeps them: separated by spaces, each once, in the order of REASONS."""
    names = set(reasons)
    return " ".join(sorted(names, key=REASONS.index)) if names else ""


def explain(reasons: str) -> str:
    """Return what is wrong with a line, in words: `reasons` as `join_reasons` makes them."""
    return "; ".join(message(f"desk.held.{reason}") for reason in reasons.split())


def is_sealed_by(line: ResultLine, key: bytes) -> bool:
    """Return whether the line carries the seal of `key`."""
    start = line.text.rpartition(',"mac":"')[0]
    # What `firmware.journal.seal.seal_mac` makes of it, several times as fast.
    seal = digest(key, start.encode(), "sha256").hex()[:MAC_DIGITS] if key else ""
    return compare_digest(seal, line.mac)


def seal_fault(line: ResultLine, key: bytes) -> str:
    """Return the reason to hold a line for its seal; "" where it is right, or there is no key to check it with."""
    if not key or is_sealed_by(line, key):
        return ""
    return "seal" if line.mac else "unsealed"


def validate_origin(line: ResultLine, uid: str, key: bytes) -> list[str]:
    """Return the reasons to hold a line because of where it comes from: the event's id `uid` and its key decide."""
    reasons = [seal_fault(line, key)]
    if line.event != uid:
        reasons.append("foreign" if line.event else "no-event")
    return list(filter(None, reasons))


class TableInRound(NamedTuple):
    """What a line is checked against: up to `games` games of `sides` sides under `preset`. `seated_at` is when the
    table was seated in that round, `next_at` when it was in the next; seconds since 1970, None where that is not known.
    """

    games: int
    sides: int
    preset: str
    seated_at: int | None
    next_at: int | None


def validate_game(line: ResultLine, table: TableInRound) -> list[str]:
    """Return the reasons to hold the line of a game at a table, by itself."""
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
    """Return the reason to hold a line whose clock time is not of that round, if any.

    Rounds seated in advance say nothing.
    """
    began = line.at if line.began is None else line.began
    if began is not None and table.seated_at is not None and began < table.seated_at - CLOCK_ERROR_S:
        return ["older"]
    if line.began is None or table.next_at is None or table.seated_at is None:
        return []
    return ["later"] if table.next_at - table.seated_at > AT_ONCE_S and line.began > table.next_at else []
