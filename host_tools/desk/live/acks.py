"""Compute the ack for a board: the last result committed without a gap in its chain (firmware/net/README.md)."""

import json
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from firmware.journal.seal import FIRST_PREV
from host_tools.results import CLEARED, follows


class Ack(NamedTuple):
    """An ack: all results up to `n`, whose hash is `digest`, are committed, and so is `got`, which this answers.

    Without `got` the board sends again from `n` + 1.
    """

    n: int
    digest: str
    got: int | None

    def payload(self) -> bytes:
        """The ack as JSON."""
        fields = {"n": self.n, "hash": self.digest} | ({} if self.got is None else {"got": self.got})
        return json.dumps(fields, separators=(",", ":")).encode()


def make_ack(rows: Sequence[Any], event: str, key: bytes, digest: str = "") -> Ack:
    """Compute the ack for a board from its stored lines: rows of n, digest, prev, end and held.

    `digest` is the hash of the line to answer; "" where the board has just connected. Of several chains, as forged
    lines make them, the ack follows the one with that line.
    """
    ordered = sorted(rows, key=lambda row: (row.n, row.end == CLEARED, "seal" in row.held.split()))
    whole = _without_gap(ordered, event, key)
    asked = next((row for row in ordered if row.digest == digest), None)
    got = asked.n if asked else None
    if asked and asked.digest in whole:
        return _tip(asked, ordered, got)
    ends = [row for row in ordered if row.digest in whole and row.end != CLEARED]
    best = max(ends, key=lambda row: ("seal" not in row.held.split(), row.n), default=None)
    return Ack(best.n, best.digest, got) if best else Ack(0, FIRST_PREV, got)


def _without_gap(ordered: list[Any], event: str, key: bytes) -> set[str]:
    """The hashes of lines before which none is missing. A board names the last line that it could read, so one that its
    flash has lost is not missed."""
    whole = {FIRST_PREV}
    at: dict[int, list[str]] = defaultdict(list)
    for row in ordered:
        before = [FIRST_PREV] if row.prev == FIRST_PREV else at[row.n - 1]
        if row.prev in whole or row.end == CLEARED or (before and follows(row, before, event, key)):
            whole.add(row.digest)
            at[row.n].append(row.digest)
    return whole


def _tip(row: Any, ordered: list[Any], got: int | None) -> Ack:
    """The last line that follows this one, link by link."""
    for other in ordered:
        if other.prev == row.digest and other.end != CLEARED:
            row = other
    return Ack(row.n, row.digest, got)
