"""Flask blueprint: seating lists, score cards and standings for printing, on A4 or Letter."""

import io
import json
from itertools import groupby

import segno
from flask import Blueprint, Response, abort, render_template, request

from host_tools.desk.events.event import format_of
from host_tools.desk.events.event_plan import count_main_rounds
from host_tools.desk.events.round_rules import round_worth
from host_tools.desk.live.assignment_messages import fitting_names
from host_tools.desk.rounds.round_view import RoundView, TableView, round_view, seats_by_name
from host_tools.desk.scoring.score_card_view import blank_cards
from host_tools.desk.store.model import batches
from host_tools.desk.web.page_cache import cached_for_visitors
from host_tools.desk.web.served_event import served
from host_tools.desk.web.visitor import asked_hall, hall_language, reading_for_visitor, visitor_score_delay
from host_tools.i18n import current_language, message, use_language
from host_tools.table_numbers import board_event, hall_of, number_in_hall, table_text

PREFIX = "CRIBBAGE-SEATING-1:"
"""The number is the format's version."""
TABLES_PER_CODE = 12
"""So few that a phone reads the code from paper at arm's length."""


def seating_codes(event: str, view: RoundView) -> list[str]:
    """Return the texts for a round of the event with this id, each of the tables of `tables_by_code`."""
    return [_code_text(board_event(event, some[0].table), view, some) for some in tables_by_code(view)]


def tables_by_code(view: RoundView) -> list[list[TableView]]:
    """Return the tables of each code: up to TABLES_PER_CODE, of one hall."""
    halls = groupby(view.tables, key=lambda one: hall_of(one.table))
    return [some for _, tables in halls for some in batches(list(tables), TABLES_PER_CODE)]


def _code_text(event: str, view: RoundView, tables: list[TableView]) -> str:
    names = {
        str(number_in_hall(one.table)): fitting_names(tuple(" & ".join(side) for side in one.sides.values()))
        for one in tables
    }
    fields = {"event": event, "round": view.round, "preset": view.preset, "tables": names}
    return PREFIX + json.dumps(fields, separators=(",", ":"))


pages = Blueprint("print_pages", __name__, url_prefix="/print")

PAPER_SIZES = ("a4", "letter")


def paper_size() -> str:
    """Return the request's paper size, or the default."""
    size = request.args.get("paper", PAPER_SIZES[0])
    return size if size in PAPER_SIZES else PAPER_SIZES[0]


@pages.get("/seating/<int:round_number>")
@cached_for_visitors(paper_size)
def seating(round_number: int) -> str:
    hall = asked_hall()
    with use_language(hall_language(hall) or current_language()):
        view = _asked_view(round_number, hall)
        if view is None:
            abort(404, message("desk.http.round", round=round_number))
        spans = [(table_text(some[0].table), table_text(some[-1].table)) for some in tables_by_code(view)]
        context = {"view": view, "places": seats_by_name(view), "spans": spans}
        return render_template("print_seating.html", size=paper_size(), **context)


def _asked_view(round_number: int, hall: int) -> RoundView | None:
    """Return a round, of one hall or with 0 of all; None if it has not been seated."""
    with reading_for_visitor() as desk:
        return round_view(desk, round_number, {hall} if hall else ())


@pages.get("/seating/<int:round_number>/code/<int:index>.svg")
def seating_code(round_number: int, index: int) -> Response:
    """Serve a QR code of a round's seats, for the captain's page."""
    view = _asked_view(round_number, asked_hall())
    codes = seating_codes(served().uid, view) if view else []
    if index >= len(codes):
        abort(404, message("desk.http.round", round=round_number))
    image = io.BytesIO()
    segno.make(codes[index], error="l", micro=False).save(image, kind="svg", scale=4, light="#fff")
    return Response(image.getvalue(), content_type="image/svg+xml")


@pages.get("/cards")
@cached_for_visitors(paper_size)
def cards() -> str:
    """Render blank score cards, with the known seats filled in."""
    with reading_for_visitor() as desk:
        context = {"rounds": desk.event.rounds, "worth": round_worth(desk.event)}
        return render_template("print_cards.html", cards=blank_cards(desk), size=paper_size(), **context)


@pages.get("/standings")
@cached_for_visitors(paper_size)
def standings() -> str:
    with reading_for_visitor() as desk:
        kind = format_of(desk.event)
        context = {
            "kind": kind,
            "ranked": served().standings(desk),
            "seated": count_main_rounds(desk),
            "delay": visitor_score_delay(desk.event),
        }
        return render_template("print_standings.html", size=paper_size(), **context)
