"""The wall screen: standings and seating, a screenful at a time, in letters for a hall."""

from dataclasses import dataclass

from flask import Blueprint, render_template, request, url_for

from host_tools.desk.rounds import round_view
from host_tools.desk.store import batches
from host_tools.desk.web.polling import served
from host_tools.desk.web.shared_pages import shared
from host_tools.desk.web.wording import places
from host_tools.words import word

pages = Blueprint("wall", __name__)

ROWS, COLUMNS = 10, 2
TURN_S = 10


@dataclass(frozen=True)
class Sheet:
    """One screenful: `columns` of rows, each a rank or nothing, a name, and what stands behind it."""

    title: str
    columns: list[list[tuple[str, str, str]]]
    part: str


def _sheets(title: str, rows: list[tuple[str, str, str]]) -> list[Sheet]:
    count = -(-len(rows) // (ROWS * COLUMNS))
    columns = list(batches(rows, ROWS))
    parts = batches(columns, COLUMNS)
    return [
        Sheet(title, part, word("desk.wall.part", sheet=i, sheets=count) if count > 1 else "")
        for i, part in enumerate(parts, 1)
    ]


@pages.get("/wall")
@shared
def wall() -> str:
    with served().event.reading() as (session, event):
        view = round_view(session, event)
        ranked = served().standings(session, event)
    seats = [("", one.name, str(one.table or word("desk.home.out"))) for one in places(view)]
    ranks = [(str(one.rank) if one.ranked else "–", one.name, str(one.points)) for one in ranked]
    sheets = _sheets(word("desk.wall.seating", round=view.round) if view else "", seats)
    sheets += _sheets(word("desk.page.standings"), ranks)
    at = request.args.get("sheet", 0, type=int) % len(sheets)
    out = [table.table for table in view.tables if table.waiting] if view else []
    following = url_for("wall.wall", sheet=(at + 1) % len(sheets))
    return render_template("wall.html", sheet=sheets[at], following=following, turn=TURN_S, out=out, view=view)
