"""Flask blueprint: seating lists, score cards and standings for printing, on A4 or Letter."""

import io

import segno
from flask import Blueprint, Response, abort, render_template, request

from host_tools.desk.events.event import format_of
from host_tools.desk.events.event_plan import count_main_rounds
from host_tools.desk.live.seating_codes import TABLES_PER_CODE, seating_codes
from host_tools.desk.rounds.round_view import RoundView, round_view, seats_by_name
from host_tools.desk.scoring.score_card_view import all_cards
from host_tools.desk.web.page_cache import cached_for_visitors
from host_tools.desk.web.score_visibility import reading_for_visitor, visitor_score_delay
from host_tools.desk.web.served_event import served
from host_tools.desk.web.standings_columns import standings_columns
from host_tools.i18n import message

pages = Blueprint("print_pages", __name__, url_prefix="/print")

PAPER_SIZES = ("a4", "letter")


def paper_size() -> str:
    """Return the request's paper size, or the default."""
    size = request.args.get("paper", PAPER_SIZES[0])
    return size if size in PAPER_SIZES else PAPER_SIZES[0]


@pages.get("/seating/<int:round_number>")
@cached_for_visitors
def seating(round_number: int) -> str:
    with reading_for_visitor() as (session, event):
        view = round_view(session, event, round_number)
    if view is None:
        abort(404, message("desk.http.round", round=round_number))
    context = {"view": view, "places": seats_by_name(view), "spans": _code_spans(view)}
    return render_template("print_seating.html", size=paper_size(), **context)


def _code_spans(view: RoundView) -> list[tuple[int, int]]:
    """Return the first and the last table of each of the round's QR codes."""
    numbers = [one.table for one in view.tables]
    starts = range(0, len(numbers), TABLES_PER_CODE)
    return [(numbers[i], numbers[min(i + TABLES_PER_CODE, len(numbers)) - 1]) for i in starts]


@pages.get("/seating/<int:round_number>/code/<int:index>.svg")
def seating_code(round_number: int, index: int) -> Response:
    """Serve a QR code of a round's seats, for the captain's page."""
    with reading_for_visitor() as (session, event):
        view = round_view(session, event, round_number)
        codes = seating_codes(event.uid, view) if view else []
    if index >= len(codes):
        abort(404, message("desk.http.round", round=round_number))
    image = io.BytesIO()
    segno.make(codes[index], error="l", micro=False).save(image, kind="svg", scale=4, light="#fff")
    return Response(image.getvalue(), content_type="image/svg+xml")


@pages.get("/cards")
@cached_for_visitors
def cards() -> str:
    """Render blank score cards, with the known seats filled in."""
    with reading_for_visitor() as (session, event):
        score_cards = all_cards(session, event)
        return render_template("print_cards.html", cards=score_cards, rounds=event.rounds, size=paper_size())


@pages.get("/standings")
@cached_for_visitors
def standings() -> str:
    with reading_for_visitor() as (session, event):
        kind = format_of(event)
        context = {
            "kind": kind,
            "ranked": served().standings(session, event),
            "columns": standings_columns(kind),
            "seated": count_main_rounds(session, event),
            "delay": visitor_score_delay(event),
        }
        return render_template("print_standings.html", size=paper_size(), **context)
