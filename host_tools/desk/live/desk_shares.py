"""Divide the boards of an event among its desks at one broker: each board is one desk's, by rendezvous hashing."""

import json
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from host_tools.desk.live.message_checks import MAX_BOARDS

HEARTBEAT_S = 3.0
"""How often a desk publishes its status, by which the others know that it is there."""
GONE_S = 7.5
"""A desk has no share after so many seconds without a status."""
_STUCK_S = 7.5
"""A desk that still stores the same results after so many seconds is stuck."""
_OVERDUE_S = 7.5
"""If a result still comes after so many seconds, its desk has not answered it. A board sends it again every 3 s, so the
next desk takes it after 9 s. Sooner, the next desk would take what a desk under load is about to answer, and add to
that load."""
_MAX_REMEMBERED = 20_000
"""So many results of other desks' boards are remembered; beyond that the oldest is forgotten."""


class _Desk(NamedTuple):
    """What another desk said last, and when."""

    heard_at: float
    shares: bool
    busy: bool
    divides: bool


class DeskShares:
    """The other desks of the event with the id `event`, and which boards are this desk's.

    Times are seconds of a monotonic clock. Every desk orders all desks for a board by a hash of both names; the first
    of those that are there answers the board. `store`: the id of this desk's store, which the others have too.
    `in_trouble`: this desk could not store; `storing_since`: when it began to store what it stores now, None for
    nothing; `divides`: it can receive a part of the states alone.
    """

    def __init__(self, event: str) -> None:
        self.store = ""
        self.in_trouble = False
        self.divides = False
        self._event = event
        self.connect("")

    def connect(self, own_name: str) -> None:
        """Forget all desks; this one is called `own_name` at the broker from now on."""
        self._own_name = own_name
        self.storing_since: float | None = None
        self._desks: dict[str, _Desk] = {}
        self._first_received_at: dict[bytes, float] = {}

    def receive(self, name: str, payload: bytes, now: float) -> bool:
        """Update from the status of a desk, empty when it has left. Returns whether the desk is new."""
        if name == self._own_name:
            return False
        fields = _read_status(payload, self._event)
        if "shares" not in fields or fields.get("store", "") != self.store:
            self._desks.pop(name, None)
            return False
        is_new = name not in self._desks or now - self._desks[name].heard_at >= GONE_S
        self._desks[name] = _Desk(now, **{key: fields.get(key) is True for key in ("shares", "busy", "divides")})
        return is_new

    def can_store(self, now: float) -> bool:
        """Return whether this desk can store; else it leaves all boards to the others."""
        return not self.in_trouble and (self.storing_since is None or now - self.storing_since < _STUCK_S)

    def others(self, now: float) -> frozenset[str]:
        """Return the names of the other desks that are there and can store."""
        return frozenset(name for name, desk in self._present(now) if desk.shares)

    def dividing(self, now: float) -> frozenset[str]:
        """Return the names of the other desks that are there and divide boards' states."""
        return frozenset(name for name, desk in self._present(now) if desk.divides)

    def _present(self, now: float) -> list[tuple[str, "_Desk"]]:
        return [(name, desk) for name, desk in list(self._desks.items()) if now - desk.heard_at < GONE_S]

    def own(self, uids: Iterable[str], now: float) -> set[str]:
        """Return those of the boards that are this desk's."""
        others, can_store = self.others(now), self.can_store(now)
        return {uid for uid in uids if not self._before(uid, others, can_store)}

    def answers(self, uid: str, payload: bytes, now: float) -> bool:
        """Return whether this message of the board, a result, is to be stored by this desk.

        It is if the board is this desk's, or if each desk before this one has had its time to answer: one that has
        more to store than it stores at once takes longer.
        """
        before = self._before(uid, self.others(now), self.can_store(now))
        if not before:
            return True
        digest = blake2b(payload, digest_size=8).digest()
        if any(self._desks[name].busy for name in before):
            self._first_received_at.pop(digest, None)
            return False
        first = self._first_received_at.setdefault(digest, now)
        if len(self._first_received_at) > _MAX_REMEMBERED:
            del self._first_received_at[next(iter(self._first_received_at))]
        is_due = now - first >= _OVERDUE_S * len(before)
        if is_due:
            self._first_received_at.pop(digest, None)
        return is_due

    def _before(self, uid: str, others: frozenset[str], can_store: bool) -> frozenset[str]:
        """Return which of the other desks stand before this one for the board."""
        return _desks_before(self._own_name, others, uid) if can_store else others


@lru_cache(maxsize=4 * MAX_BOARDS)
def _desks_before(own_name: str, others: frozenset[str], uid: str) -> frozenset[str]:
    """Return which of the `others` stand before the desk `own_name` for the board."""
    own = _weight(own_name, uid)
    return frozenset(name for name in others if _weight(name, uid) > own)


def _weight(desk: str, uid: str) -> bytes:
    return blake2b(f"{desk} {uid}".encode(), digest_size=8).digest()


def _read_status(payload: bytes, event: str) -> dict[str, object]:
    """Return the fields of the status of a desk of the event; {} if it is none."""
    try:
        fields = json.loads(payload)
        return fields if fields["event"] == event else {}
    except (ValueError, KeyError, TypeError, RecursionError):
        return {}
