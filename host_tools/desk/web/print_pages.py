"""Flask blueprint: seating lists and score cards for printing, on A4 or Letter."""

from flask import Blueprint, abort, render_template, request

from host_tools.desk.rounds import round_view, seats_by_name
from host_tools.desk.scoring import all_cards
from host_tools.desk.web.page_cache import shared
from host_tools.desk.web.score_visibility import reading_for_visitor
from host_tools.i18n import message

pages = Blueprint("print_pages", __name__, url_prefix="/print")

SIZES = ("a4", "letter")


def _size() -> str:
    """Return the request's paper size, or the default."""
    size = request.args.get("paper", SIZES[0])
    return size if size in SIZES else SIZES[0]


@pages.get("/seating/<int:number>")
@shared
def seating(number: int) -> str:
    with reading_for_visitor() as (session, event):
        view = round_view(session, event, number)
    if view is None:
        abort(404, message("desk.http.round", round=number))
    return render_template("print_seating.html", view=view, places=seats_by_name(view), size=_size())


@pages.get("/cards")
@shared
def cards() -> str:
    """Render blank score cards, with the known seats filled in."""
    with reading_for_visitor() as (session, event):
        score_cards = all_cards(session, event)
        return render_template("print_cards.html", cards=score_cards, rounds=event.rounds, size=_size())
