"""Which scores a visitor may see: the director all, others only after the event's delay."""

from contextlib import AbstractContextManager

from sqlalchemy.orm import Session

from host_tools.desk.store import Event
from host_tools.desk.web.access import directs
from host_tools.desk.web.polling import served


def reading_shown() -> AbstractContextManager[tuple[Session, Event]]:
    """The event, to look at, as far as it is shown to whoever asks."""
    return served().event.reading(public=not directs())


def kept_back(event: Event) -> int | None:
    """By how many minutes scores are kept back from whoever asks; None: they are hidden."""
    return 0 if directs() else event.score_delay
