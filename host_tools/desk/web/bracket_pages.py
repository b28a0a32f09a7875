"""Flask blueprint, director: draw the bracket, change who is in it, seat an extra game."""

from http import HTTPStatus

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from host_tools.desk.events.entrants import entrant
from host_tools.desk.events.event import rounds_seated
from host_tools.desk.review.readiness import draw_when_settled
from host_tools.desk.rounds.change_qualifiers import replace_qualifier, seat_extra_game
from host_tools.desk.store.desk import Desk
from host_tools.desk.web.authentication import director_only
from host_tools.desk.web.form_fields import form_text, small_int
from host_tools.desk.web.form_views import changes_event, check_seen, director_writing
from host_tools.i18n import message

pages = Blueprint("bracket_changes", __name__, url_prefix="/director")
pages.before_request(director_only)


@pages.post("/draw")
@changes_event("players.bracket")
def draw(desk: Desk) -> str:
    best_of = request.form.get("best_of", 3, type=small_int)
    draw_when_settled(desk, best_of)
    return message("desk.bracket.is_drawn")


@pages.post("/extra")
def extra() -> Response:
    """Seat an extra game of two players, in a round of its own."""
    with director_writing() as desk:
        check_seen(len(rounds_seated(desk)))
        players = [entrant(desk, form_text(name)).number for name in ("one", "other")]
        round_number = seat_extra_game(desk, players)
    flash(message("desk.round.seated", round=round_number))
    return redirect(url_for("round_entry.round_page", round_number=round_number), HTTPStatus.SEE_OTHER)


@pages.post("/replace")
@changes_event("players.bracket")
def replace(desk: Desk) -> str:
    """Replace a qualifier in the bracket."""
    leaver, other = (entrant(desk, form_text(name)) for name in ("one", "other"))
    replace_qualifier(desk, leaver.number, other.number)
    return message("event.bracket.replaced", one=leaver.name, other=other.name)
