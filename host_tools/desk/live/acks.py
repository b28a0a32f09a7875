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
    the result that it answers. If `got` is None the board sends again from `n` + 1.
    """

    n: int
    digest: str
    got: int | None

    def payload(self, event: str, store: str) -> bytes:
        """Encode the ack of the event with the id `event` as JSON; `store` is the id of the store that has the
        results."""
        fields = {"n": self.n, "hash": self.digest} | ({} if self.got is None else {"got": self.got})
        fields |= {"event": event, "store": store}
        return json.dumps(fields, separators=(",", ":")).encode()


def make_ack(rows: Sequence[Any], event: str, key: bytes, answered_digest: str = "") -> Ack:
    """Compute the ack for a board from its stored lines: `rows` with the fields n, digest, prev, end and held.

    `event` and `key` are the event's id and key, `answered_digest` the hash of the line to answer, "" if the board has
    just connected. Of several hash chains, which forged lines make, the ack follows the one with that line.
    """
    ordered = sorted(rows, key=lambda row: (row.n, row.end == CLEARED, "seal" in row.held.split()))
    complete = _complete_digests(ordered, event, key)
    answered = next((row for row in ordered if row.digest == answered_digest), None)
    answered_n = answered.n if answered else None
    if answered and answered.digest in complete:
        return _end_of_chain(answered, ordered, answered_n)
    ends = [row for row in ordered if row.digest in complete and row.end != CLEARED]
    best = max(ends, key=lambda row: ("seal" not in row.held.split(), row.n), default=None)
    return Ack(best.n, best.digest, answered_n) if best else Ack(0, FIRST_PREV, answered_n)


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


def _end_of_chain(row: Any, ordered: list[Any], answered_n: int | None) -> Ack:
    """Return the ack of the last line of the hash chain from `row` on; `ordered` are all lines by number."""
    for candidate in ordered:
        if candidate.prev == row.digest and candidate.end != CLEARED:
            row = candidate
    return Ack(row.n, row.digest, answered_n)
