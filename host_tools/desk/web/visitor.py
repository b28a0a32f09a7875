"""What a request is about, and what its visitor may see.

A hall's director sees the own hall, everybody else the one that the page or form names by its letter. Scores are
delayed for all but the director.
"""

from contextlib import AbstractContextManager

from flask import request
from werkzeug.exceptions import RequestEntityTooLarge

from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Event
from host_tools.desk.web.authentication import director_hall, is_director
from host_tools.desk.web.served_event import served
from host_tools.table_numbers import hall_of_letter


def asked_hall() -> int:
    """Return the number of the hall that the request is about, 0 for all, or where the event has one."""
    own = director_hall()
    if own:
        return own
    asked = hall_of_letter(_form_field("hall") or request.args.get("hall", ""))
    return asked if asked and asked in [hall.number for hall in served().head().halls] else 0


def _form_field(name: str) -> str:
    """Return a field of the form; "" if there is none, or the form is too large: the page that says so asks too."""
    try:
        return request.form.get(name, "")
    except RequestEntityTooLarge:
        return ""


def hall_language(hall: int) -> str:
    """Return the language of a hall's wall and lists; "" for each reader's own."""
    return next((one.language for one in served().head().halls if one.number == hall), "")


def reading_for_visitor() -> AbstractContextManager[Desk]:
    """Open a read transaction without scores that are not public yet, unless the visitor is the director."""
    return served().event.reading(public=not is_director())


def visitor_score_delay(event: Event) -> int | None:
    """Return by how many minutes scores are delayed for this request's visitor; None: they are hidden."""
    return 0 if is_director() else event.score_delay
