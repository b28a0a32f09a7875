"""Views of the director's forms that change the event: a transaction, a notice, and the page that shows it."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import wraps
from hashlib import sha256
from http import HTTPStatus
from threading import Lock
from typing import Any

from flask import current_app, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from host_tools.desk.errors import ConflictError
from host_tools.desk.store.desk import Desk
from host_tools.desk.web.authentication import director_name
from host_tools.desk.web.form_fields import form_number
from host_tools.desk.web.served_event import served
from host_tools.desk.web.visitor import asked_hall
from host_tools.i18n import message
from host_tools.table_numbers import hall_letter

_KEPT_FORMS = 500


def director_writing() -> AbstractContextManager[Desk]:
    """Open the served event for a change by this director, with the reason that the form gives as `because`."""
    return served().event.writing(director_name(), request.form.get("because", "").strip())


def check_seen(present: int) -> None:
    """Raise ConflictError unless the form's field `seen` equals `present`, the value that would be shown now: a form
    that is sent twice, or after another's, would act twice."""
    if form_number("seen") != present:
        raise ConflictError(message("desk.error.seen"))


class SentForms:
    """The last forms that directors have sent, each by a digest, with the notice of what it has done. Thread-safe."""

    def __init__(self) -> None:
        self._notices: dict[str, str] = {}
        self._lock = Lock()

    def begin(self, form: str) -> str | None:
        """Remember a form and return None; if it was sent before, return its notice, "" while it is still being
        processed."""
        with self._lock:
            if form in self._notices:
                return self._notices[form]
            while len(self._notices) >= _KEPT_FORMS:
                del self._notices[next(iter(self._notices))]
            self._notices[form] = ""
            return None

    def end(self, form: str, notice: str | None) -> None:
        """Store the notice of what a form has done; None: it has done nothing, and may be sent again."""
        with self._lock:
            if notice is None:
                self._notices.pop(form, None)
            else:
                self._notices[form] = notice


def changes_event(page: str, of_hall: bool = False) -> Callable[[Callable[..., str]], Callable[..., Response]]:
    """Decorate a view that gets the Desk of a write transaction and returns a notice; then show it on `page`.

    `page` is an endpoint without arguments, with `of_hall` that of the hall that the form is about. Arguments of the
    view's address follow the Desk.
    """

    def decorate(view: Callable[..., str]) -> Callable[..., Response]:
        @wraps(view)
        def respond(**address: Any) -> Response:
            # A second press of a button sends the same number, `once`, and changes nothing.
            numbered, notice = "once" in request.form, None
            if numbered:
                sent: SentForms = current_app.extensions["sent forms"]
                form = sha256(str((request.path, sorted(request.form.items(multi=True)))).encode()).hexdigest()
                notice = sent.begin(form)
            if notice is None:
                try:
                    with director_writing() as desk:
                        notice = view(desk, **address)
                finally:
                    if numbered:
                        sent.end(form, notice)
            if notice:
                flash(notice)
            return redirect(
                url_for(page, hall=(hall_letter(asked_hall()) or None) if of_hall else None), HTTPStatus.SEE_OTHER
            )

        return respond

    return decorate
