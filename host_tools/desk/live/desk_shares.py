"""Divide the boards of an event among its desks at one broker: each board is one desk's, by rendezvous hashing."""

import json
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b

from host_tools.desk.live.message_checks import MAX_BOARDS

HEARTBEAT_S = 3.0
"""How often a desk publishes its status, by which the others know that it is there."""
_GONE_S = 7.5
"""After so long without a status a desk has no share."""
_OVERDUE_S = 7.5
"""A result that comes again after so long was not answered by its desk. A board sends one again every 3 s: the next
desk takes it after 9 s. Sooner it would take what a desk under load is about to answer, and add to that load."""
_MAX_REMEMBERED = 20_000
"""Results of other desks' boards; beyond that the oldest is forgotten."""


class DeskShares:
    """The other desks of the event with the id `event`, and which boards are this desk's.

    Times are seconds of a monotonic clock. Every desk orders all desks for a board by a hash of both names; the first
    of those that are there answers the board. `in_trouble`: this desk cannot store, and leaves all boards to others.
    """

    def __init__(self, event: str) -> None:
        self.in_trouble = False
        self._event = event
        self.connect("")

    def connect(self, own_name: str) -> None:
        """Forget all desks; this one is called `own_name` at the broker from now on."""
        self._own_name = own_name
        self._heard_at: dict[str, float] = {}
        self._first_received_at: dict[bytes, float] = {}

    def receive(self, name: str, payload: bytes, now: float) -> bool:
        """Update from the status of a desk, empty when it has left. Returns whether it is a desk that was not known."""
        if name == self._own_name:
            return False
        if not _shares_boards(payload, self._event):
            self._heard_at.pop(name, None)
            return False
        is_new = name not in self.others(now)
        self._heard_at[name] = now
        return is_new

    def others(self, now: float) -> frozenset[str]:
        """Return the names of the other desks that are there."""
        return frozenset(name for name, heard_at in self._heard_at.items() if now - heard_at < _GONE_S)

    def own(self, uids: Iterable[str], now: float) -> set[str]:
        """Return those of the boards that are this desk's."""
        others = self.others(now)
        return {uid for uid in uids if self._rank(uid, others) == 0}

    def answers(self, uid: str, payload: bytes, now: float) -> bool:
        """Return whether this message of the board, a result, is to be stored by this desk.

        It is if the board is this desk's, or if each desk before this one has had its time to answer.
        """
        rank = self._rank(uid, self.others(now))
        if not rank:
            return True
        digest = blake2b(payload, digest_size=8).digest()
        first = self._first_received_at.setdefault(digest, now)
        if len(self._first_received_at) > _MAX_REMEMBERED:
            del self._first_received_at[next(iter(self._first_received_at))]
        is_due = now - first >= _OVERDUE_S * rank
        if is_due:
            self._first_received_at.pop(digest, None)
        return is_due

    def _rank(self, uid: str, others: frozenset[str]) -> int:
        """Return how many of the other desks stand before this one for the board."""
        if self.in_trouble or not others:
            return len(others)
        own = _weight(self._own_name, uid)
        return sum(_weight(name, uid) > own for name in others)


@lru_cache(maxsize=4 * MAX_BOARDS)
def _weight(desk: str, uid: str) -> bytes:
    return blake2b(f"{desk} {uid}".encode(), digest_size=8).digest()


def _shares_boards(payload: bytes, event: str) -> bool:
    """Return whether a status is of a desk of the event that stores results, and shares boards with others."""
    try:
        fields = json.loads(payload)
        return fields["event"] == event and fields["shares"] is True
    except (ValueError, KeyError, TypeError, RecursionError):
        return False
