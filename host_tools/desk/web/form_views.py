"""Views of the director's forms that change the event: a transaction, a notice, and the page that shows it."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import wraps
from http import HTTPStatus
from typing import Any

from flask import flash, redirect, request, url_for
from werkzeug.wrappers import Response

from host_tools.desk.store.database import ConflictError
from host_tools.desk.store.desk import Desk
from host_tools.desk.web.authentication import director_name
from host_tools.desk.web.form_fields import form_number
from host_tools.desk.web.halls import asked_hall
from host_tools.desk.web.served_event import served
from host_tools.i18n import message
from host_tools.table_numbers import hall_letter


def director_writing() -> AbstractContextManager[Desk]:
    """Open the served event for a change by this director, with the reason that the form gives as `because`."""
    return served().event.writing(director_name(), request.form.get("because", "").strip())


def check_seen(present: int) -> None:
    """Raise ConflictError unless the form's field `seen` is `present`, what would be shown now: a form that is sent
    twice, or after another, would act twice."""
    if form_number("seen") != present:
        raise ConflictError(message("desk.error.seen"))


def changes_event(page: str, of_hall: bool = False) -> Callable[[Callable[..., str]], Callable[..., Response]]:
    """Decorate a view that gets the Desk of a write transaction and returns a notice; then show it on `page`.

    `page` is an endpoint without arguments, with `of_hall` that of the hall that the form is about. Arguments of the
    view's address follow the Desk.
    """

    def decorate(view: Callable[..., str]) -> Callable[..., Response]:
        @wraps(view)
        def respond(**address: Any) -> Response:
            with director_writing() as desk:
                notice = view(desk, **address)
            flash(notice)
            return redirect(
                url_for(page, hall=(hall_letter(asked_hall()) or None) if of_hall else None), HTTPStatus.SEE_OTHER
            )

        return respond

    return decorate
