"""Flask blueprint, director: draw the bracket, change who is in it, seat an extra game."""

from http import HTTPStatus

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from host_tools.desk.events import entrant
from host_tools.desk.rounds import draw_bracket, replace_qualifier, seat_extra_game
from host_tools.desk.web.authentication import director_name, director_only
from host_tools.desk.web.form_fields import form_text, small_int
from host_tools.desk.web.served_event import served
from host_tools.i18n import message

pages = Blueprint("bracket_changes", __name__, url_prefix="/director")
pages.before_request(director_only)


@pages.post("/draw")
def draw() -> Response:
    with served().event.writing() as (session, event):
        draw_bracket(session, event, request.form.get("best_of", 3, type=small_int), director_name())
    flash(message("desk.bracket.is_drawn"))
    return redirect(url_for("players.bracket"), HTTPStatus.SEE_OTHER)


@pages.post("/extra")
def extra() -> Response:
    """Seat an extra game of two players, in a round of its own."""
    with served().event.writing() as (session, event):
        players = [entrant(session, event, form_text(name)).number for name in ("one", "other")]
        round_number = seat_extra_game(session, event, players, director_name(), form_text("because"))
    flash(message("desk.round.seated", round=round_number))
    return redirect(url_for("round_entry.round_page", round_number=round_number), HTTPStatus.SEE_OTHER)


@pages.post("/replace")
def replace() -> Response:
    """Replace a qualifier in the bracket."""
    with served().event.writing() as (session, event):
        leaver, replacement = (entrant(session, event, form_text(name)) for name in ("one", "other"))
        notice = message("event.bracket.replaced", one=leaver.name, other=replacement.name)
        reason = form_text("because")
        replace_qualifier(session, event, leaver.number, replacement.number, director_name(), reason)
    flash(notice)
    return redirect(url_for("players.bracket"), HTTPStatus.SEE_OTHER)
