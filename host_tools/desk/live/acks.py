"""Compute the ack for a board: the last result committed without a gap in its chain (firmware/net/README.md)."""

import json
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from firmware.journal.seal import FIRST_PREV
from host_tools.results.chain_with_gaps import follows
from host_tools.results.result_line import CLEARED


class Ack(NamedTuple):
    """An acknowledgement: all results up to number `n`, whose hash is `digest`, are committed, and so is number `got`,
    the result that it answers. If `got` is None the board sends again from `n` + 1. `line`: the hash of the result that
    it answers, if another may have written that result; else ""."""

    n: int
    digest: str
    got: int | None
    line: str = ""

    def payload(self, event: str, store: str) -> bytes:
        """Encode the ack of the event with the id `event` as JSON; `store` is the id of the store that has the
        results."""
        fields = {"n": self.n, "hash": self.digest, "got": self.got, "line": self.line or None}
        fields |= {"event": event, "store": store}
        told = {name: value for name, value in fields.items() if value is not None}
        return json.dumps(told, separators=(",", ":")).encode()


def make_ack(rows: Sequence[Any], event: str, key: bytes, answered_digest: str = "") -> Ack:
    """Compute the ack for a board from its stored lines: `rows` with the fields n, digest, prev, end, sealed and log.

    `event` and `key` are the event's id and key, `answered_digest` the hash of the line to answer, "" if the board has
    just connected. Of several hash chains the ack follows the one with that line, or else the board's newest log. Once
    a line is proven to be the board's, a line that is not is answered by its hash: the ack is then for none of the
    board's lines.
    """
    own = _own_lines(rows)
    answered = next((row for row in rows if row.digest == answered_digest), None)
    is_own = answered is None or answered in own
    ordered = sorted(own if is_own else rows, key=lambda row: (row.n, row.end == CLEARED))
    complete = _complete_digests(ordered, event, key)
    got, line = (answered.n, "" if is_own else answered.digest) if answered else (None, "")
    if answered and answered.digest in complete:
        last = _end_of_chain(answered, ordered)
        return Ack(last.n, last.digest, got, line)
    ends = [row for row in own if row.digest in complete and row.end != CLEARED]
    best = max(ends, key=lambda row: (row.log, row.n), default=None)
    return Ack(best.n, best.digest, got, line) if best else Ack(0, FIRST_PREV, got, line)


def _own_lines(rows: Sequence[Any]) -> list[Any]:
    """Return the lines that are proven to be the board's, and the lines that these name by their hash: nobody else can
    have written them. If none is proven, return all."""
    by_digest = {row.digest: row for row in rows}
    own = {row.digest: row for row in rows if row.sealed}
    waiting = list(own.values())
    while waiting:
        before = by_digest.get(waiting.pop().prev)
        if before is not None and before.digest not in own:
            own[before.digest] = before
            waiting.append(before)
    return list(own.values() if own else rows)


def _complete_digests(ordered: list[Any], event: str, key: bytes) -> set[str]:
    """Return the hashes of the lines before which none is missing, and FIRST_PREV. `ordered`: all lines, by number.

    A board names the last line that it could read, so a line that its flash has lost is not missed.
    """
    complete = {FIRST_PREV}
    digests_by_n: dict[int, list[str]] = defaultdict(list)
    for row in ordered:
        previous = [FIRST_PREV] if row.prev == FIRST_PREV else digests_by_n[row.n - 1]
        if row.prev in complete or row.end == CLEARED or (previous and follows(row, previous, event, key)):
            complete.add(row.digest)
            digests_by_n[row.n].append(row.digest)
    return complete


def _end_of_chain(row: Any, ordered: list[Any]) -> Any:
    """Return the last line of the hash chain from `row` on; `ordered` are all lines by number."""
    for candidate in ordered:
        if candidate.prev == row.digest and candidate.end != CLEARED:
            row = candidate
    return row
