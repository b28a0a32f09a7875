"""Scores that a page's visitor may see: they are delayed for all but the director."""

from contextlib import AbstractContextManager

from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Event
from host_tools.desk.web.authentication import is_director
from host_tools.desk.web.served_event import served


def reading_for_visitor() -> AbstractContextManager[Desk]:
    """Open a read transaction without scores that are not public yet, unless the visitor is the director."""
    return served().event.reading(public=not is_director())


def visitor_score_delay(event: Event) -> int | None:
    """Return by how many minutes scores are delayed for this request's visitor; None: they are hidden."""
    return 0 if is_director() else event.score_delay
