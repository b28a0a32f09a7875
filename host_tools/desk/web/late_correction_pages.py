"""Flask blueprint, director: list the open late corrections and settle them."""

from flask import Blueprint, render_template, request

from host_tools.desk.events.entrants import entrants
from host_tools.desk.intake.late_corrections import open_corrections, settle_correction
from host_tools.desk.store.desk import Desk
from host_tools.desk.web.authentication import director_only
from host_tools.desk.web.form_fields import form_text
from host_tools.desk.web.form_views import changes_event
from host_tools.desk.web.served_event import served, stamp
from host_tools.i18n import message

pages = Blueprint("late_corrections", __name__, url_prefix="/director")
pages.before_request(director_only)


@pages.get("/corrections")
def corrections() -> str:
    with served().event.reading() as desk:
        context = {"listed": open_corrections(desk), "people": entrants(desk).values()}
        return render_template("corrections.html", stamp=stamp(desk), **context)


@pages.post("/corrections/<int:correction>")
@changes_event("late_corrections.corrections")
def settle(desk: Desk, correction: int) -> str:
    """Carry out the director's choice about an open correction, by its id in the audit log."""
    form = request.form
    choice, players = form.get("choice") or form.get("would", ""), [form_text(name) for name in ("one", "other")]
    settle_correction(desk, correction, choice, players)
    return message(f"event.correction.done_{choice}")
