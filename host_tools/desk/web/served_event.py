"""The event that the desk serves: its change stamp, which pages poll, and standings cached by that stamp."""

from collections.abc import Sequence
from threading import Lock

from flask import current_app
from sqlalchemy import ColumnElement, Integer, ScalarSelect, bindparam, func, select
from sqlalchemy.orm import Session

from host_tools.desk.events import OpenEvent, count_visible_scores
from host_tools.desk.scoring import Standing, compute_standings
from host_tools.desk.store import Card, Change, Event


def _newest(event: ColumnElement[int]) -> list[ScalarSelect[int]]:
    """Build subqueries for the newest ids of the event's audit entries and cards."""
    tables = (Change.__table__.c, Card.__table__.c)
    return [select(func.max(columns.id)).where(columns.event_id == event).scalar_subquery() for columns in tables]


# Made once: to make one takes longer than to run it, and every request asks.
_EVENTS = Event.__table__.c
_NEWEST = select(*_newest(bindparam("event", type_=Integer)))
_STATE = select(_EVENTS.score_delay, *_newest(_EVENTS.id)).where(_EVENTS.name == bindparam("name"))


class ServedEvent:
    """An event with its standings cached by change stamp."""

    def __init__(self, event: OpenEvent) -> None:
        self.event = event
        self._lock = Lock()
        self._ranked: dict[str, list[Standing]] = {}

    def stamp(self, public: bool) -> str:
        """Return a text that differs whenever the event has changed; with `public`, of its public view."""
        with self.event.store.read() as session:
            row = session.execute(_STATE, {"name": self.event.name}).one_or_none()
        if row is not None and row.score_delay == 0:
            # Nothing is delayed: this one query tells all.
            return _text(row[1:])
        with self.event.reading(public) as (session, event):
            return stamp(session, event)

    def standings(self, session: Session, event: Event) -> list[Standing]:
        """Return all players' standings, best first, computed once for each state of the event."""
        state = stamp(session, event)
        with self._lock:
            if state not in self._ranked:
                while len(self._ranked) >= _STATES:
                    del self._ranked[next(iter(self._ranked))]
                self._ranked[state] = compute_standings(session, event)
            return self._ranked[state]


_STATES = 2
"""States whose standings are cached: the director's and the public one."""


def stamp(session: Session, event: Event) -> str:
    """Compute the change stamp of this session's state: every change writes a card or an audit entry.

    With delayed scores the number of public ones is a part of it.
    """
    newest = _text(session.execute(_NEWEST, {"event": event.id}).one())
    return newest if event.score_delay == 0 else f"{newest}-{count_visible_scores(session, event)}"


def _text(newest: Sequence[int | None]) -> str:
    return "-".join(str(number or 0) for number in newest)


def served() -> ServedEvent:
    """Return the served event of this request."""
    return current_app.extensions["served event"]
