"""Answers the polling of many phones: whether anything has changed, and the standings."""

from threading import Lock

from flask import current_app
from sqlalchemy import Row, Select, func, select
from sqlalchemy.orm import Session

from host_tools.desk.events import OpenEvent
from host_tools.desk.scoring import Standing, compute_standings
from host_tools.desk.store import Card, Change, Event


class Live:
    """An event as it is served. Standings are made once for each state the event has been in."""

    def __init__(self, event: OpenEvent) -> None:
        self.event = event
        self._lock = Lock()
        self._ranked: tuple[str, list[Standing]] = ("", [])
        with event.reading() as (_, found):
            self._newest = _newest(found.id)

    def stamp(self) -> str:
        """A text that differs whenever the event has changed."""
        with self.event.store.read() as session:
            return _text(session.execute(self._newest).one())

    def standings(self, session: Session, event: Event) -> list[Standing]:
        """All players, best first."""
        with self._lock:
            now = stamp(session, event)
            if self._ranked[0] != now:
                self._ranked = (now, compute_standings(session, event))
            return self._ranked[1]


def stamp(session: Session, event: Event) -> str:
    """The same, as of this session's state: all that changes an event writes a card or in its diary."""
    return _text(session.execute(_newest(event.id)).one())


def _newest(event: int) -> Select:
    tables = (Change.__table__.c, Card.__table__.c)
    newest = (select(func.max(one.id)).where(one.event_id == event).scalar_subquery() for one in tables)
    return select(*newest)


def _text(newest: Row) -> str:
    return "-".join(str(number or 0) for number in newest)


def served() -> Live:
    """The event that this request is about."""
    return current_app.extensions["live"]
