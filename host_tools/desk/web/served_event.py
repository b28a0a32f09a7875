"""The event that the desk serves: its change stamp, which pages poll, standings and notices cached by that stamp."""

from collections.abc import Callable, Sequence
from threading import Lock
from time import time
from typing import Any, NamedTuple, TypeVar
from zlib import crc32

from flask import current_app, g, has_request_context, request

from host_tools.desk.events.audit_log import newest_change_ids
from host_tools.desk.events.event import format_of
from host_tools.desk.events.hall_copy import hall_of_copy
from host_tools.desk.events.hall_notices import HallNotices, hall_notices
from host_tools.desk.events.hall_rows import halls_of
from host_tools.desk.events.lease import Lease
from host_tools.desk.events.location import OpenEvent
from host_tools.desk.events.public_scores import count_visible_scores
from host_tools.desk.scoring.standings import Standing, compute_standings
from host_tools.desk.store.database import file_of
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Hall

T = TypeVar("T")
_STATES = 2
"""States whose standings are cached: the director's and the public one."""


class Head(NamedTuple):
    """What each page shows of the event: its name, whether some qualify for a play-off, its halls, [] if it has one."""

    name: str
    qualify: bool
    halls: Sequence[Hall]


class ServedEvent:
    """An event, with its standings and notices to the hall cached by change stamp.

    `own_hall`: number of the hall whose copy of the event this is; 0: it is the event itself.
    """

    def __init__(self, event: OpenEvent) -> None:
        self.event = event
        with event.reading() as desk:
            self.uid = desk.event.uid
            self.own_hall = hall_of_copy(desk)
        self._lock = Lock()
        self._file = ""
        self.replaced = 0.0
        """When the event's file was replaced from outside, in seconds since 1970; 0: never."""
        self._standings: dict[str, Sequence[Standing]] = {}
        self._answers: tuple[str, dict[object, Any]] = ("", {})
        """A state of the event, and what was asked about it."""

    def stamp(self, public: bool) -> str:
        """Return a text that changes with the event; with `public`, with what visitors see of it."""
        with self.event.reading(public) as desk:
            file = file_of(desk.session)
            if self._file not in ("", file):
                self.replaced = time()
            self._file = file
            return stamp(desk)

    def _state(self) -> str:
        """Return the director's change stamp, queried once for each page, which shows several things of the event."""
        if not has_request_context() or request.method != "GET":
            return self.stamp(public=False)
        if "state" not in g:
            g.state = self.stamp(public=False)
        return str(g.state)

    def newest_change(self) -> int:
        """Return the id of the newest entry of the diary, 0 for none."""
        with self.event.reading() as desk:
            return newest_change_ids(desk)[0] or 0

    def standings(self, desk: Desk) -> Sequence[Standing]:
        """Return all players' standings, best first, computed once for each state of the event."""
        state = stamp(desk)
        with self._lock:
            if state not in self._standings:
                while len(self._standings) >= _STATES:
                    del self._standings[next(iter(self._standings))]
                self._standings[state] = compute_standings(desk)
            return self._standings[state]

    def _once(self, what: object, ask: Callable[[Desk], T]) -> T:
        """Return what is asked about the event, once for each state of it: every page shows it."""
        state = self._state()
        if self._answers[0] != state:
            self._answers = (state, {})
        answers = self._answers[1]
        if what not in answers:
            with self.event.reading() as desk:
                answers[what] = ask(desk)
        return answers[what]

    def notices(self, hall: int = 0) -> HallNotices:
        """Return what a hall is told, 0 for all."""
        return self._once(("notices", hall), lambda desk: hall_notices(desk, hall))

    def copied_from(self) -> Lease | None:
        """Return the lease of the desk whose copy this is, None if it is no copy."""
        return self._once(("copied from", self.event.heard), lambda _: self.event.copied_from())

    def head(self) -> Head:
        """Return what each page shows of the event."""
        return self._once("head", lambda desk: Head(desk.event.name, format_of(desk.event).qualify, halls_of(desk)))


def stamp(desk: Desk) -> str:
    """Compute the change stamp: the newest ids of cards and audit entries, one of which every change writes.

    With delayed scores it contains the number of those that this session sees, which grows by time alone.
    """
    # By the checksum the stamps of two events differ.
    checksum = crc32((desk.event.uid + file_of(desk.session)).encode())
    newest = "-".join([f"{checksum:x}", *(str(newest_id or 0) for newest_id in newest_change_ids(desk))])
    return newest if desk.event.score_delay == 0 else f"{newest}-{count_visible_scores(desk)}"


def served() -> ServedEvent:
    """Return the served event of this request."""
    return current_app.extensions["served event"]
