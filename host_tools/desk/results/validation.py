"""Validate a board's line against the event, and name every reason for which a line is held.

A held line is kept and does not count until the director decides.
"""

from collections.abc import Iterable
from hmac import compare_digest
from typing import NamedTuple

from firmware.journal.seal import seal_mac
from host_tools.desk.results.result_line import REOPENED, ResultLine

REASONS = {
    "foreign": "it is of another event",
    "no-event": "its board has been told no event",
    "unsealed": "it has no seal, though the event has a key",
    "seal": "its seal is wrong: made with another key, or the line was changed",
    "early": "it came before its table was seated in that round",
    "older": "its game began before its table was seated in that round",
    "later": "its game began after its table was seated in the next round",
    "game": "the round has no such game",
    "sides": "it has another number of sides than the table",
    "preset": "it was played under another preset than the round",
    "unsigned": "the losing side has not signed it",
    "broken": "it does not follow the line before it: one is missing, doubled or changed",
    "doubled": "its board has given the same number to another result",
    "moved": "its board or its table has had results with another table or board before",
    "twice": "its board has two results of that game: the round that it shows may be wrong",
    "order": "its table has no result of the round before, or its board has shown a later round already",
    "differs": "another line says otherwise about the same game",
}
"""Why a line is held: what is stored, and what `results`, `event import`, `check` and the pages say."""

CLOCK_ERROR_S = 60
"""By how much a board's clock may lag behind the desk's."""

AT_ONCE_S = 300
"""Rounds that are seated within this time of each other are taken to be seated in advance."""

_ORDER = list(REASONS)


def join_reasons(reasons: Iterable[str]) -> str:
    """Reasons as the store keeps them: separated by spaces, each once, in the order of REASONS."""
    return " ".join(sorted(set(reasons), key=_ORDER.index))


def explain(reasons: str) -> str:
    """What is wrong with a line, in words: `reasons` as `join_reasons` makes them."""
    return "; ".join(REASONS[reason] for reason in reasons.split())


def is_sealed_by(line: ResultLine, key: bytes) -> bool:
    """Whether the line carries the seal of `key`."""
    start = line.text.rpartition(',"mac":"')[0]
    return compare_digest(seal_mac(key, start.encode()), line.mac)


def seal_fault(line: ResultLine, key: bytes) -> str:
    """The reason to hold a line for its seal; "" where it is right, or there is no key to check it with."""
    if not key or is_sealed_by(line, key):
        return ""
    return "seal" if line.mac else "unsealed"


def validate_origin(line: ResultLine, uid: str, key: bytes) -> list[str]:
    """Reasons to hold a line because of where it comes from: the event's id `uid` and its key decide."""
    found = [seal_fault(line, key)]
    if line.event != uid:
        found.append("foreign" if line.event else "no-event")
    return list(filter(None, found))


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
    """Reasons to hold the line of a game at a table, by itself."""
    found = [] if 1 <= line.game <= table.games else ["game"]
    found += _wrong_time(line, table)
    if line.end == REOPENED:
        return found
    if len(line.sides) != table.sides:
        found.append("sides")
    if line.preset != table.preset:
        found.append("preset")
    return found if line.signed else [*found, "unsigned"]


def _wrong_time(line: ResultLine, table: TableInRound) -> list[str]:
    """Whether the board's clock says that a game was not of that round. Rounds seated in advance say nothing."""
    told = line.at if line.began is None else line.began
    if told is not None and table.seated_at is not None and told < table.seated_at - CLOCK_ERROR_S:
        return ["older"]
    if line.began is None or table.next_at is None or table.seated_at is None:
        return []
    return ["later"] if table.next_at - table.seated_at > AT_ONCE_S and line.began > table.next_at else []
