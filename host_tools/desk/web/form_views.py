"""Views of the director's forms that change the event: a transaction, a notice, and the page that shows it."""

from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager, suppress
from functools import partial, wraps
from hashlib import sha256
from http import HTTPStatus
from threading import Lock
from typing import Any

from flask import Flask, flash, g, redirect, request, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response

from host_tools.desk.errors import ConflictError, DeskError
from host_tools.desk.events.audit_log import read_audit_log
from host_tools.desk.rounds.correction_impact import CorrectionEffect
from host_tools.desk.scoring.standings import ChangedPlace
from host_tools.desk.store.desk import Desk
from host_tools.desk.web.authentication import director_name, is_director
from host_tools.desk.web.form_fields import form_number, small_int
from host_tools.desk.web.served_event import served
from host_tools.desk.web.template_filters import changed_place_texts, effect_texts
from host_tools.desk.web.visitor import asked_hall
from host_tools.i18n import message
from host_tools.table_numbers import hall_letter

KEPT_FORMS = 500
_FLASHED = "_flashes"
"""Flask's key of the notices that the next page shows."""


def director_writing() -> AbstractContextManager[Desk]:
    """Open the served event for a change by this director, with the reason that the form gives as `because`."""
    return served().event.writing(director_name(), request.form.get("because", "").strip())


def flash_changes(moved: Sequence[ChangedPlace], would: Sequence[CorrectionEffect]) -> None:
    """Flash what a result has moved in the standings, and the effects it would have had earlier."""
    for line in changed_place_texts(moved) + effect_texts(would):
        flash(line)


def newest_seen() -> int:
    """Return the id of the newest entry of the diary that the forms of this page are based on.

    It was read before all that the page shows. A page that shows again what was typed keeps that of its form.
    """
    typed = None
    with suppress(RequestEntityTooLarge):  # The page that says so.
        typed = request.form.get("seen", type=small_int) if request.method == "POST" else None
    return g.get("newest_change", 0) if typed is None else typed


def note_newest_change() -> None:
    """Keep the id of the newest entry of the diary for the forms of a director's page (before_request handler)."""
    if request.method == "GET" and request.endpoint != "static" and is_director():
        with suppress(DeskError):  # A page that needs the event says that its file is gone.
            g.newest_change = served().newest_change()


def check_seen(desk: Desk, *kinds: str, **about: Collection[Any]) -> None:
    """Raise ConflictError if the diary has an entry of one of `kinds` that is newer than the page of the form; `about`:
    whose detail has in each of these fields one of these values.

    Of two directors who send the same form, each from a page of their own, one acts. A form that is sent once more
    after the desk was started anew does not act again.
    """
    for entry in read_audit_log(desk, *kinds, after=form_number("seen")):
        if all(entry.detail.get(field) in values for field, values in about.items()):
            what = message(f"event.diary.{entry.what}")
            raise ConflictError(message("desk.error.seen", by=entry.by, what=what))


class _SentForm:
    """A form that was sent. `answer`: where its answer led, and the notices it left; None while it has done nothing."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.answer: tuple[str, list[tuple[str, str]]] | None = None


class SentForms:
    """The last forms that directors have sent, each by a digest. Thread-safe."""

    def __init__(self) -> None:
        self._forms: dict[str, _SentForm] = {}
        self._lock = Lock()

    def act_once(self, digest: str, view: Callable[[], ResponseReturnValue]) -> ResponseReturnValue:
        """Return what `view` answers to a form; where the form has been acted on, that answer again.

        Only a redirection says that the form was acted on: after any other answer it may be sent again.
        """
        with self._lock:
            while digest not in self._forms and len(self._forms) >= KEPT_FORMS:
                del self._forms[next(iter(self._forms))]
            form = self._forms.setdefault(digest, _SentForm())
        with form.lock:
            if form.answer:
                location, notices = form.answer
                for category, notice in notices:
                    flash(notice, category)
                return redirect(location, HTTPStatus.SEE_OTHER)
            before = len(session.get(_FLASHED, ()))
            answer = view()
            if isinstance(answer, Response) and answer.status_code == HTTPStatus.SEE_OTHER:
                form.answer = answer.headers["Location"], session.get(_FLASHED, [])[before:]
            return answer


def guard_forms(app: Flask, sent: SentForms) -> None:
    """Let each form that changes something act once, however often its button is pressed: all views of POST requests
    but those that sign somebody in or out, whose answer is this browser's session."""
    # Once for each view: one may have several addresses.
    for endpoint in {rule.endpoint for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())}:
        if not endpoint.startswith("authentication."):
            app.view_functions[endpoint] = _acting_once(app.view_functions[endpoint], sent)


def _acting_once(view: Callable[..., Any], sent: SentForms) -> Callable[..., ResponseReturnValue]:
    @wraps(view)
    def act(**address: Any) -> ResponseReturnValue:
        # Whoever is not signed in could push directors’ forms out.
        numbered = request.method == "POST" and "once" in request.form and is_director()
        return sent.act_once(form_digest(), partial(view, **address)) if numbered else view(**address)

    return act


def form_digest() -> str:
    """Return a digest of the request's form and files. Each page numbers its forms by a field `once`."""
    files = [(name, file.filename, sha256(file.read()).digest()) for name, file in request.files.items(multi=True)]
    for _, file in request.files.items(multi=True):
        file.seek(0)
    return sha256(str((request.path, sorted(request.form.items(multi=True)), files)).encode()).hexdigest()


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
