"""Flask blueprint, director: list the open late corrections and settle them."""

from http import HTTPStatus

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from host_tools.desk.events import entrants
from host_tools.desk.intake import open_corrections, settle_correction
from host_tools.desk.web.authentication import director_name, director_only
from host_tools.desk.web.served_event import served, stamp
from host_tools.i18n import message

pages = Blueprint("late_corrections", __name__, url_prefix="/director")
pages.before_request(director_only)


@pages.get("/corrections")
def corrections() -> str:
    with served().event.reading() as (session, event):
        context = {"listed": open_corrections(session, event), "people": entrants(session, event).values()}
        return render_template("corrections.html", stamp=stamp(session, event), **context)


@pages.post("/corrections/<int:correction>")
def settle(correction: int) -> Response:
    """Carry out the director's choice about an open correction, by its id in the audit log."""
    form = request.form
    choice, reason = form.get("choice", ""), form.get("because", "").strip()
    players = [form.get(name, "").strip() for name in ("one", "other")]
    with served().event.writing() as (session, event):
        settle_correction(session, event, correction, choice, director_name(), reason, players)
    flash(message(f"event.correction.done_{choice}"))
    return redirect(url_for("late_corrections.corrections"), HTTPStatus.SEE_OTHER)
