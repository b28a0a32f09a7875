"""Check the hash chain of one board's result lines, some of which may be missing: broken links, repeated numbers."""

from firmware.interpreter import TYPE_CHECKING
from firmware.journal.seal import FIRST_PREV, board_key

from .result_line import CLEARED, links_after_clearing

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

BROKEN = "broken"
DOUBLED = "doubled"


def check_chain(lines: "Sequence[Any]", event_uid: str, event_key: bytes) -> "list[tuple[Any, str]]":
    """Return (line, fault) for all lines of one board; the fault is DOUBLED, BROKEN, or "" for none.

    A line whose predecessor is missing is not broken. Lines with the same number are all DOUBLED, without those that
    the director has refused; those held for a wrong seal, which anybody can write, are ignored when others are checked.
    A "log cleared" line repeats the number of the line before it; if the cleared line is missing, its possible hashes
    come from the event's id and key.
    """
    lines_by_number: dict[int, list] = {}
    for line in lines:
        lines_by_number.setdefault(line.n, []).append(line)
    return [(line, _chain_fault(line, lines_by_number, event_uid, event_key)) for line in lines]


def _chain_fault(line: "Any", lines_by_number: dict[int, list], event_uid: str, event_key: bytes) -> str:
    """Return DOUBLED, BROKEN, or "" for a line in its place."""
    cleared = line.end == CLEARED
    same_number = _without_forgeries(line, lines_by_number[line.n])
    if not cleared and sum(other.end != CLEARED and other.decision != "refused" for other in same_number) > 1:
        return DOUBLED
    hashes = [other.digest for other in same_number if other.end != CLEARED] if cleared else []
    hashes = hashes or [other.digest for other in _without_forgeries(line, lines_by_number.get(line.n - 1, ()))]
    if line.n == 1 and not cleared:
        hashes = [FIRST_PREV]
    return BROKEN if hashes and not follows(line, hashes, event_uid, event_key) else ""


def _without_forgeries(line: "Any", others: "Sequence[Any]") -> "list[Any]":
    """Return `others` without lines held for a wrong seal; all of them if `line` itself is held for one."""
    wrong_seal = "seal" in line.held.split()
    return [other for other in others if wrong_seal or "seal" not in other.held.split()]


def follows(line: "Any", previous_hashes: "Sequence[str]", event_uid: str, event_key: bytes) -> bool:
    """Return whether `line.prev` is one of these hashes, or the hash of a clearing line that could follow one of them.

    A board may have cleared its log outside the event or without a key, so both are tried empty too, and the event's
    whole key, which boards had before each had its own.
    """
    if line.prev in previous_hashes:
        return True
    keys = (board_key(event_key, line.board), event_key, b"")
    seals = [(uid, key) for uid in (event_uid, "") for key in keys]
    pairs = [(digest, seal) for digest in previous_hashes for seal in seals]
    links = [link for digest, seal in pairs for link in links_after_clearing(line.n - 1, line.board, digest, *seal)]
    return line.end != CLEARED and line.prev in links
