"""Flask blueprint: the wall screen of a hall, which pages through live tables, seating and standings."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, render_template, request, url_for

from host_tools.desk.store import batches
from host_tools.desk.web.change_stamp import served
from host_tools.desk.web.live_alerts import without_counts
from host_tools.desk.web.live_pages import live_view
from host_tools.desk.web.live_rows import LiveRow
from host_tools.desk.web.live_view import PublicHall
from host_tools.desk.web.page_cache import shared_for_seconds
from host_tools.desk.web.template_filters import places
from host_tools.words import word

pages = Blueprint("wall", __name__)

ROWS, COLUMNS = 10, 2
LIVE_ROWS = 5
"""Below them stand the closest game and the skunk watch."""
TURN_S = 10
LIVE_TURN_S = 15


@dataclass(frozen=True)
class Sheet:
    """One screenful: `columns` of rows, each a rank or nothing, a name, and what stands behind it; or `live` columns of
    tables. It stands for `turn` seconds."""

    title: str
    columns: Sequence[Sequence[tuple[str, str, str]]]
    part: str
    live: Sequence[Sequence[LiveRow]] = ()
    turn: int = TURN_S


def _sheets(title: str, rows: list[tuple[str, str, str]]) -> list[Sheet]:
    parts = list(batches(list(batches(rows, ROWS)), COLUMNS))
    return [Sheet(title, part, _part(i, len(parts))) for i, part in enumerate(parts, 1)]


def _live_sheets(hall: PublicHall) -> list[Sheet]:
    """Live tables, where boards report and everybody may see them."""
    if live_view().tables is None or hall.delay is None or hall.view is None:
        return []
    parts = list(batches(list(batches([without_counts(row) for row in hall.rows], LIVE_ROWS)), COLUMNS))
    title, count = word("desk.live.title", round=hall.view.round), len(parts)
    return [Sheet(title, (), _live_part(i, count, hall.delay), part, LIVE_TURN_S) for i, part in enumerate(parts, 1)]


def _part(sheet: int, sheets: int) -> str:
    return word("desk.wall.part", sheet=sheet, sheets=sheets) if sheets > 1 else ""


def _live_part(sheet: int, sheets: int, delay: int) -> str:
    delayed = word("desk.live.later", minutes=delay) if delay else ""
    return " · ".join(filter(None, (delayed, _part(sheet, sheets))))


@pages.get("/wall")
@shared_for_seconds
def wall() -> str:
    """The wall screen; the director sees the public one."""
    with served().event.reading(public=True) as (session, event):
        hall = live_view().public(session, event)
        ranked = served().standings(session, event) if hall.delay is not None else []
    view = hall.view
    seats = [("", one.name, str(one.table or word("desk.home.out"))) for one in places(view)]
    ranks = [(str(one.rank) if one.ranked else "–", one.name, str(one.points)) for one in ranked]
    sheets = _live_sheets(hall) + _sheets(word("desk.wall.seating", round=view.round) if view else "", seats)
    sheets += _sheets(word("desk.page.standings"), ranks)
    sheets = sheets or [Sheet("", (), "")]
    at = request.args.get("sheet", 0, type=int) % len(sheets)
    out = [table.table for table in view.tables if table.waiting] if view else []
    turns = {"here": url_for("wall.wall", sheet=at), "following": url_for("wall.wall", sheet=(at + 1) % len(sheets))}
    return render_template("wall.html", sheet=sheets[at], out=out, view=view, hall=hall, **turns)
