"""Views of the director's forms that change the event: a transaction, a notice, and the page that shows it."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import wraps
from http import HTTPStatus
from threading import Lock
from typing import Any

from flask import current_app, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from host_tools.desk.store.database import ConflictError
from host_tools.desk.store.desk import Desk
from host_tools.desk.web.authentication import director_name
from host_tools.desk.web.form_fields import form_number
from host_tools.desk.web.halls import asked_hall
from host_tools.desk.web.served_event import served
from host_tools.i18n import message
from host_tools.table_numbers import hall_letter

_KEPT_FORMS = 500


def director_writing() -> AbstractContextManager[Desk]:
    """Open the served event for a change by this director, with the reason that the form gives as `because`."""
    return served().event.writing(director_name(), request.form.get("because", "").strip())


def check_seen(present: int) -> None:
    """Raise ConflictError unless the form's field `seen` is `present`, what would be shown now: a form that is sent
    twice, or after another, would act twice."""
    if form_number("seen") != present:
        raise ConflictError(message("desk.error.seen"))


class SentForms:
    """The last forms that directors have sent, each with the number of its page's form, `once`, and what each has done.
    Thread-safe."""

    def __init__(self) -> None:
        self.notices: dict[str, str] = {}
        self._lock = Lock()

    def begin(self, form: str, numbered: bool) -> bool:
        """Return whether a form is sent for the first time: a second press of its button changes nothing. One without a
        number, `numbered`, is no page's."""
        with self._lock:
            if numbered and form in self.notices:
                return False
            while len(self.notices) >= _KEPT_FORMS:
                del self.notices[next(iter(self.notices))]
            self.notices[form] = ""
            return True


def changes_event(page: str, of_hall: bool = False) -> Callable[[Callable[..., str]], Callable[..., Response]]:
    """Decorate a view that gets the Desk of a write transaction and returns a notice; then show it on `page`.

    `page` is an endpoint without arguments, with `of_hall` that of the hall that the form is about. Arguments of the
    view's address follow the Desk.
    """

    def decorate(view: Callable[..., str]) -> Callable[..., Response]:
        @wraps(view)
        def respond(**address: Any) -> Response:
            sent: SentForms = current_app.extensions["sent forms"]
            form = str(sorted(request.form.items(multi=True))) + request.path
            if sent.begin(form, "once" in request.form):
                try:
                    with director_writing() as desk:
                        sent.notices[form] = view(desk, **address)
                except BaseException:
                    sent.notices.pop(form, None)
                    raise
            flash(sent.notices[form])
            return redirect(
                url_for(page, hall=(hall_letter(asked_hall()) or None) if of_hall else None), HTTPStatus.SEE_OTHER
            )

        return respond

    return decorate
