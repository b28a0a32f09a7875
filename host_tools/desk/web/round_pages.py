"""Flask blueprint, director: enter results of a round, seat the next round or one table, withdraw a player."""

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from host_tools.desk.events import entrant, entrants, format_of, rounds_seated, rules_in, withdraw_player
from host_tools.desk.intake import cards_from_scores, describe_entries, enter_result, parse_scores
from host_tools.desk.review import find_problems
from host_tools.desk.rounds import offer_next, round_view, seat_next, seat_table
from host_tools.desk.store import ConflictError, DeskError
from host_tools.desk.web.authentication import director_name, director_only
from host_tools.desk.web.form_numbers import form_number, is_small
from host_tools.desk.web.served_event import served, stamp
from host_tools.i18n import message, plural

pages = Blueprint("round_entry", __name__, url_prefix="/director")
pages.before_request(director_only)


@dataclass(frozen=True)
class TypedRow:
    """A row of the form: front pegs by side of a game, typed at the table's `version`."""

    table: int
    game: int
    version: int
    pegs: Mapping[str, str]

    @property
    def scores(self) -> list[int]:
        """The front pegs as numbers. Raises DeskError unless all are whole numbers."""
        return parse_scores(list(self.pegs.values()))


def _typed_rows() -> list[TypedRow]:
    """Parse the form's rows in which something was typed. Fields are named peg-TABLE-SIDE."""
    rows: dict[int, dict[str, str]] = {}
    for name, text in request.form.items():
        field, _, place = name.partition("-")
        table, _, letter = place.partition("-")
        if field == "peg" and is_small(table) and letter in ("A", "B", "C", "D"):
            rows.setdefault(int(table), {})[letter] = text.strip()
    return [
        TypedRow(table, form_number(f"game-{table}"), form_number(f"version-{table}"), pegs)
        for table, pegs in sorted(rows.items())
        if any(pegs.values())
    ]


@pages.get("/")
def newest() -> ResponseReturnValue:
    with served().event.reading() as (session, event):
        number = len(rounds_seated(session, event))
    return redirect(url_for("round_entry.round_", number=number), HTTPStatus.SEE_OTHER)


@pages.get("/round/<int:number>")
def round_(number: int) -> str:
    return _page(number, {}, {})


@pages.post("/round/<int:number>")
def enter(number: int) -> ResponseReturnValue:
    """Store the typed results, each table by itself: a refused one does not stop the others."""
    typed = {row.table: row for row in _typed_rows()}
    errors = {table: why for table, row in typed.items() if (why := _store_row(number, row))}
    entered = [str(table) for table in typed if table not in errors]
    if entered:
        flash(plural("desk.round.entered", len(entered), round=number, tables=", ".join(entered)))
    if errors:
        return _page(number, typed, errors), HTTPStatus.CONFLICT
    if not typed:
        flash(message("desk.round.nothing_typed"))
    return redirect(url_for("round_entry.round_", number=number), HTTPStatus.SEE_OTHER)


def _store_row(number: int, row: TypedRow) -> str:
    """Store one row; return the error message, "" for none."""
    try:
        with served().event.writing() as (session, event):
            cards = cards_from_scores(rules_in(session, event, number).preset, row.scores)
            enter_result(
                session, event, number, row.table, cards, by=director_name(), game=row.game, version=row.version
            )
    except ConflictError:
        return entered_by_another(number, row.table)
    except DeskError as error:
        return str(error)
    return ""


def entered_by_another(number: int, table: int) -> str:
    """Return the notice that another director has entered this table's result already."""
    with served().event.reading() as (session, event):
        return message("desk.round.faster", said=describe_entries(session, event, number, table))


def _page(number: int, typed: Mapping[int, TypedRow], errors: Mapping[int, str]) -> str:
    """Render a round's page with the typed rows that were refused and their errors, by table."""
    with served().event.reading() as (session, event):
        seated = rounds_seated(session, event)
        view = round_view(session, event, number) if number else None
        if number and view is None:
            abort(HTTPStatus.NOT_FOUND, message("desk.http.round", round=number))
        findings = find_problems(session, event, number) if view else []
        context = {
            "view": view,
            "event": event,
            "kind": format_of(event),
            "seated": len(seated),
            "offer": offer_next(session, event),
            "open": [finding for finding in findings if finding.open and finding.kind != "missing"],
            "people": entrants(session, event).values(),
        }
        return render_template("round.html", stamp=stamp(session, event), typed=typed, wrong=errors, **context)


@pages.post("/seat")
def seat() -> Response:
    with served().event.writing() as (session, event):
        seated = seat_next(session, event, director_name(), form_number("expected"))
    flash(" ".join(filter(None, (message("desk.round.seated", round=seated.round), seated.note))))
    return redirect(url_for("round_entry.round_", number=seated.round), HTTPStatus.SEE_OTHER)


@pages.post("/seat-table")
def seat_one_table() -> Response:
    """Seat one table, for formats of free seating."""
    number, table = form_number("round"), form_number("table")
    with served().event.writing() as (session, event):
        sides = [[entrant(session, event, request.form.get(side, "")).number] for side in ("A", "B")]
        seat_table(session, event, number, table, sides, director_name())
    flash(message("desk.round.table_seated", round=number, table=table))
    return redirect(url_for("round_entry.round_", number=number), HTTPStatus.SEE_OTHER)


@pages.post("/withdraw")
def withdraw() -> Response:
    who = request.form.get("who", "").strip()
    with served().event.writing() as (session, event):
        left = withdraw_player(session, event, who, director_name(), request.form.get("because", ""))
    flash(message("desk.round.withdrawn", who=who, round=left))
    return redirect(url_for("round_entry.newest"), HTTPStatus.SEE_OTHER)
