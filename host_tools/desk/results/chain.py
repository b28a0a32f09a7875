"""The chain of a board's result lines: each names the one before it, so that a missing or changed line is seen."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from firmware.journal.seal import FIRST_PREV
from host_tools.desk.results.result_line import CLEARED, links_after_clearing

BROKEN = "broken"
DOUBLED = "doubled"


def check_chain(rows: Sequence[Any], event: str, key: bytes) -> list[tuple[Any, str]]:
    """Each line of one board, with "" or what is wrong with its place in the chain.

    A line whose neighbour is not here cannot be wrong. Lines with one number are all doubled. A line that says the log
    was cleared has the number of the one before it; where it has not been read, it is known what it must have been.
    """
    at: dict[int, list] = defaultdict(list)
    for row in rows:
        at[row.n].append(row)
    return [(row, _place(row, at, event, key)) for row in rows]


def _place(row: Any, at: dict[int, list], event: str, key: bytes) -> str:
    cleared = row.end == CLEARED
    if not cleared and sum(other.end != CLEARED for other in at[row.n]) > 1:
        return DOUBLED
    before = [other.digest for other in at[row.n] if other.end != CLEARED] if cleared else []
    before = before or [other.digest for other in at.get(row.n - 1, ())]
    if row.n == 1 and not cleared:
        before = [FIRST_PREV]
    if not before or row.prev in before:
        return ""
    told = [(name, secret) for name in (event, "") for secret in (key, b"")]
    after = [made for link in before for one in told for made in links_after_clearing(row.n - 1, row.board, link, *one)]
    return "" if not cleared and row.prev in after else BROKEN
