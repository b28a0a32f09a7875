"""What many phones ask for again and again: whether anything has changed, and the standings."""

from threading import Lock

from flask import current_app
from sqlalchemy import func, select
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

    def standings(self, session: Session, event: Event) -> list[Standing]:
        """All players, best first."""
        with self._lock:
            now = stamp(session, event)
            if self._ranked[0] != now:
                self._ranked = (now, compute_standings(session, event))
            return self._ranked[1]


def stamp(session: Session, event: Event) -> str:
    """A text that differs whenever the event has changed: all that changes it writes a card or in its diary."""
    newest = [session.scalar(select(func.max(one.id)).where(one.event_id == event.id)) or 0 for one in (Change, Card)]
    return "-".join(map(str, newest))


def served() -> Live:
    """The event that this request is about."""
    return current_app.extensions["live"]
