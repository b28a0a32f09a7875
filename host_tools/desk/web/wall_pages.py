"""Flask blueprint, public: the wall screen of a hall, which pages through live tables, seating and standings."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, render_template, request, url_for

from host_tools.desk.rounds.round_view import seats_by_name
from host_tools.desk.store.model import batches
from host_tools.desk.web.live_pages import live_view
from host_tools.desk.web.live_rows import LiveRow, PublicHall, without_counts
from host_tools.desk.web.page_cache import cached_for_visitors
from host_tools.desk.web.served_event import served
from host_tools.desk.web.visitor import asked_hall, hall_language
from host_tools.i18n import current_language, message, use_language
from host_tools.table_numbers import hall_letter, table_text

pages = Blueprint("wall", __name__)

ROWS, COLUMNS = 10, 2
LIVE_ROWS = 5
"""Below them stand the closest game and the skunk watch."""
TURN_S = 10
LIVE_TURN_S = 15
_MOST_SHEETS = 500
"""So many can be kept in the cache; no event has as many."""


@dataclass(frozen=True)
class Sheet:
    """One screenful, shown for `turn` seconds: `columns` of rows (rank or "", name, table or points), or `live` columns
    of tables. `part` tells which of how many sheets it is."""

    title: str
    columns: Sequence[Sequence[tuple[str, str, str]]]
    part: str
    live: Sequence[Sequence[LiveRow]] = ()
    turn: int = TURN_S


def _sheets(title: str, rows: list[tuple[str, str, str]]) -> list[Sheet]:
    """Split rows (as in `Sheet.columns`) into sheets of COLUMNS columns of ROWS rows."""
    parts = list(batches(list(batches(rows, ROWS)), COLUMNS))
    return [Sheet(title, part, _part_text(i, len(parts))) for i, part in enumerate(parts, 1)]


def _live_sheets(hall: PublicHall) -> list[Sheet]:
    """Build the sheets of live tables; none without boards on a network, or if scores are hidden."""
    if live_view().tables is None or hall.delay is None or hall.view is None:
        return []
    parts = list(batches(list(batches([without_counts(row) for row in hall.rows], LIVE_ROWS)), COLUMNS))
    title, count = message("desk.live.title", round=hall.view.round), len(parts)
    return [Sheet(title, (), _live_part(i, count, hall.delay), part, LIVE_TURN_S) for i, part in enumerate(parts, 1)]


def _part_text(sheet: int, sheets: int) -> str:
    """Return the message "2 of 5" for a sheet; "" if it is the only one."""
    return message("desk.wall.part", sheet=sheet, sheets=sheets) if sheets > 1 else ""


def _live_part(sheet: int, sheets: int, delay: int) -> str:
    """Return the part text, after a notice if scores are delayed by `delay` minutes."""
    delayed = message("desk.live.later", minutes=delay) if delay else ""
    return " · ".join(filter(None, (delayed, _part_text(sheet, sheets))))


def _asked_sheet() -> int:
    """Return to which sheet is counted, beginning with the first, 0."""
    return request.args.get("sheet", 0, type=int) % _MOST_SHEETS


@pages.get("/wall")
@cached_for_visitors(_asked_sheet, live=True)
def wall() -> str:
    """Serve the sheet of the wall screen that the argument `sheet` counts to, with `hall` that of one hall, in its
    language; the director sees public scores too."""
    with use_language(hall_language(asked_hall()) or current_language()):
        return _render_wall(asked_hall())


def _render_wall(asked: int) -> str:
    """Render the sheet of a hall's wall, 0 for all."""
    with served().event.reading(public=True) as desk:
        hall = live_view().public_hall(desk).in_hall(asked)
        ranked = served().standings(desk) if hall.delay is not None else []
    view = hall.view
    waiting = [table.table for table in view.tables if table.waiting] if view else []
    # Once all have reported, where people sat is no news.
    shown = view if waiting or not ranked else None
    seats = [
        ("", seat.name, table_text(seat.table) if seat.table else message("desk.home.out"))
        for seat in seats_by_name(shown)
    ]
    ranks = [
        (str(standing.rank) if standing.ranked else "–", standing.shown, str(standing.points)) for standing in ranked
    ]
    title = message("desk.wall.seating", round=view.round) if view else ""
    if view and view.times > 1:
        title += f" · {message('event.plan.times', times=view.times)}"
    sheets = _live_sheets(hall) + _sheets(title, seats)
    sheets += _sheets(message("desk.page.standings"), ranks)
    sheets = sheets or [Sheet("", (), "")]
    sheet_index = _asked_sheet() % len(sheets)
    letter, indexes = hall_letter(asked) or None, (sheet_index, sheet_index + 1)
    urls = [url_for("wall.wall", sheet=i % len(sheets), hall=letter) for i in indexes]
    context = {"here": urls[0], "following": urls[1], "hall": served().notices(asked)}
    return render_template("wall.html", sheet=sheets[sheet_index], out=waiting, view=view, public=hall, **context)
