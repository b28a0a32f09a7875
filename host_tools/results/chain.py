"""The chain of a board's result lines: each names the one before it, so that a missing or changed line is seen."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from firmware.journal.seal import FIRST_PREV
from host_tools.results.result_line import CLEARED, links_after_clearing

BROKEN = "broken"
DOUBLED = "doubled"


def check_chain(rows: Sequence[Any], event: str, key: bytes) -> list[tuple[Any, str]]:
    """Each line of one board, with "" or what is wrong with its place in the chain.

    A line whose neighbour is not here cannot be wrong. Lines with one number are all doubled; but what is held for a
    wrong seal, as anybody can write it, puts no other line in doubt. A line that says the log was cleared has the
    number of the one before it; where it has not been read, it is known what it must have been.
    """
    at: dict[int, list] = defaultdict(list)
    for row in rows:
        at[row.n].append(row)
    return [(row, _place(row, at, event, key)) for row in rows]


def _place(row: Any, at: dict[int, list], event: str, key: bytes) -> str:
    cleared = row.end == CLEARED
    here = _weighty(row, at[row.n])
    if not cleared and sum(other.end != CLEARED for other in here) > 1:
        return DOUBLED
    before = [other.digest for other in here if other.end != CLEARED] if cleared else []
    before = before or [other.digest for other in _weighty(row, at.get(row.n - 1, ()))]
    if row.n == 1 and not cleared:
        before = [FIRST_PREV]
    return BROKEN if before and not follows(row, before, event, key) else ""


def _weighty(row: Any, others: Sequence[Any]) -> list[Any]:
    """Of these lines those that can put this one in doubt."""
    forged = "seal" in row.held.split()
    return [other for other in others if forged or "seal" not in other.held.split()]


def follows(row: Any, before: Sequence[str], event: str, key: bytes) -> bool:
    """Whether a line comes behind one of those with these hashes, or behind where the log was cleared after one."""
    if row.prev in before:
        return True
    seals = [(name, secret) for name in (event, "") for secret in (key, b"")]
    n = row.n - 1
    after = [made for link in before for one in seals for made in links_after_clearing(n, row.board, link, *one)]
    return row.end != CLEARED and row.prev in after
