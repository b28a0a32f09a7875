"""Which scores a visitor may see: the director all, others only after the event's delay."""

from contextlib import AbstractContextManager

from sqlalchemy.orm import Session

from host_tools.desk.store import Event
from host_tools.desk.web.access import directs
from host_tools.desk.web.change_stamp import served


def reading_shown() -> AbstractContextManager[tuple[Session, Event]]:
    """Open a read transaction that sees what this request's visitor may see."""
    return served().event.reading(public=not directs())


def kept_back(event: Event) -> int | None:
    """The delay of scores for this request's visitor, in minutes; None where they are hidden."""
    return 0 if directs() else event.score_delay
