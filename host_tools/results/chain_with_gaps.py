"""Check the hash chain of result lines, of which some may be missing: broken links and numbers used twice."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from firmware.journal.seal import FIRST_PREV
from host_tools.results.result_line import CLEARED, links_after_clearing

BROKEN = "broken"
DOUBLED = "doubled"


def check_chain(rows: Sequence[Any], event: str, key: bytes) -> list[tuple[Any, str]]:
    """Return each line of one board, with "" or what is wrong with its place in the chain.

    A line whose neighbour is not here cannot be wrong. Lines with one number are all doubled; but what is held for a
    wrong seal, as anybody can write it, puts no other line in doubt. A line that says the log was cleared has the
    number of the one before it; where it has not been read, it is known what it must have been.
    """
    by_number: dict[int, list] = defaultdict(list)
    for row in rows:
        by_number[row.n].append(row)
    return [(row, _chain_fault(row, by_number, event, key)) for row in rows]


def _chain_fault(row: Any, by_number: dict[int, list], event: str, key: bytes) -> str:
    """Return DOUBLED, BROKEN, or "" for a line in its place."""
    cleared = row.end == CLEARED
    same_number = _comparable(row, by_number[row.n])
    if not cleared and sum(other.end != CLEARED for other in same_number) > 1:
        return DOUBLED
    hashes = [other.digest for other in same_number if other.end != CLEARED] if cleared else []
    hashes = hashes or [other.digest for other in _comparable(row, by_number.get(row.n - 1, ()))]
    if row.n == 1 and not cleared:
        hashes = [FIRST_PREV]
    return BROKEN if hashes and not follows(row, hashes, event, key) else ""


def _comparable(row: Any, others: Sequence[Any]) -> list[Any]:
    """Return those of the lines `others` that can put this one in doubt."""
    wrong_seal = "seal" in row.held.split()
    return [other for other in others if wrong_seal or "seal" not in other.held.split()]


def follows(row: Any, hashes: Sequence[str], event: str, key: bytes) -> bool:
    """Return whether a line follows one of those with these hashes, or a clearing of the log after one of them."""
    if row.prev in hashes:
        return True
    seals = [(name, secret) for name in (event, "") for secret in (key, b"")]
    number = row.n - 1
    pairs = [(digest, seal) for digest in hashes for seal in seals]
    links = [link for digest, seal in pairs for link in links_after_clearing(number, row.board, digest, *seal)]
    return row.end != CLEARED and row.prev in links
