"""Flask blueprint, director: enter or import a round's results, seat the next round or one table, withdraw a player."""

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from host_tools.desk.errors import ConflictError, DeskError
from host_tools.desk.events.entrants import entrant, entrants, shown_names, withdraw_player
from host_tools.desk.events.event import format_of, rounds_seated
from host_tools.desk.events.hall_rows import newest_rounds
from host_tools.desk.events.round_rules import load_round_rules
from host_tools.desk.intake.import_lines import SourceLine, import_lines, read_boards
from host_tools.desk.intake.manual_entry import describe_entries, enter_result
from host_tools.desk.intake.parse_cards import cards_from_scores, parse_scores
from host_tools.desk.review.findings import find_problems
from host_tools.desk.review.readiness import open_before_seating, round_ahead, seat_when_settled
from host_tools.desk.rounds.round_view import RoundView, game_texts, round_view
from host_tools.desk.rounds.seating import offer_next, seat_table
from host_tools.desk.store.desk import Desk
from host_tools.desk.web.authentication import director_only
from host_tools.desk.web.form_fields import form_number, form_table, form_text, is_small_int
from host_tools.desk.web.form_views import changes_event, director_writing
from host_tools.desk.web.served_event import served, stamp
from host_tools.desk.web.visitor import asked_hall
from host_tools.i18n import message, plural
from host_tools.table_numbers import hall_letter, hall_of, table_text
from host_tools.text_files import TextError, decode_text, naming_file

pages = Blueprint("round_entry", __name__, url_prefix="/director")
pages.before_request(director_only)

_MAX_NAMED = 10
"""Tables that a notice names."""


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
        if field == "peg" and is_small_int(table) and letter in ("A", "B", "C", "D"):
            rows.setdefault(int(table), {})[letter] = text.strip()
    return [
        TypedRow(table, form_number(f"game-{table}"), form_number(f"version-{table}"), pegs)
        for table, pegs in sorted(rows.items())
        if any(pegs.values())
    ]


@pages.get("/")
def newest_round() -> ResponseReturnValue:
    hall = asked_hall()
    with served().event.reading() as desk:
        seated = newest_rounds(desk).get(hall) or len(rounds_seated(desk))
    return redirect(_round_url(seated), HTTPStatus.SEE_OTHER)


def _round_url(round_number: int) -> str:
    """Return the address of a round's page, of the hall that the request is about."""
    return url_for("round_entry.round_page", round_number=round_number, hall=hall_letter(asked_hall()) or None)


@pages.get("/round/<int:round_number>")
def round_page(round_number: int) -> str:
    return _render_round(round_number, {}, {})


@pages.post("/round/<int:round_number>")
def enter_results(round_number: int) -> ResponseReturnValue:
    """Store each typed result by itself; return the page with the refused ones and status 409, if there are any."""
    typed = {row.table: row for row in _typed_rows()}
    errors = {table: why for table, row in typed.items() if (why := _store_row(round_number, row))}
    entered = [table_text(table) for table in typed if table not in errors]
    if entered:
        flash(plural("desk.round.entered", len(entered), round=round_number, tables=_named(entered)))
    if errors:
        return _render_round(round_number, typed, errors), HTTPStatus.CONFLICT
    if not typed:
        flash(message("desk.round.nothing_typed"))
    return redirect(_round_url(round_number), HTTPStatus.SEE_OTHER)


def _named(tables: list[str]) -> str:
    """Return a list of tables as text; beyond _MAX_NAMED their number."""
    more = len(tables) - _MAX_NAMED
    return ", ".join(tables[:_MAX_NAMED]) + (f" {message('desk.page.more', count=more)}" if more > 0 else "")


def _store_row(round_number: int, row: TypedRow) -> str:
    """Store the result of one typed row; return why it is refused, "" if it is stored."""
    try:
        with director_writing() as desk:
            cards = cards_from_scores(load_round_rules(desk, round_number).preset, row.scores)
            enter_result(desk, round_number, row.table, cards, game=row.game, version=row.version)
    except ConflictError:
        return entered_by_another(round_number, row.table)
    except DeskError as error:
        return str(error)
    return ""


def entered_by_another(round_number: int, table: int) -> str:
    """Return the notice that another director has entered this table's result already."""
    with served().event.reading() as desk:
        return message("desk.round.faster", said=describe_entries(desk, round_number, table))


def _view(desk: Desk, round_number: int, hall: int) -> RoundView | None:
    """Return a round as the page shows it, of one hall or with 0 of all; None before the first."""
    if not round_number:
        return None
    return round_view(desk, round_number, {hall} if hall else ())


def _render_round(round_number: int, typed: Mapping[int, TypedRow], errors: Mapping[int, str]) -> str:
    """Render a round's page (0: before the first) with typed rows and their errors by table; 404 if not seated."""
    with served().event.reading() as desk:
        seated = rounds_seated(desk)
        hall = asked_hall()
        view = _view(desk, round_number, hall)
        if round_number and view is None:
            abort(HTTPStatus.NOT_FOUND, message("desk.http.round", round=round_number))
        findings = find_problems(desk, round_number) if view else []
        offer = offer_next(desk, hall)
        context = {
            "view": view,
            "event": desk.event,
            "kind": format_of(desk.event),
            "seated": len(seated),
            "offer": offer,
            "unsettled": open_before_seating(desk, offer, hall),
            "ahead": round_ahead(desk, hall),
            "open": [
                finding
                for finding in findings
                if finding.open and finding.kind != "missing" and (not hall or hall_of(finding.table or 0) == hall)
            ],
            "people": entrants(desk).values(),
        }
        return render_template("round.html", stamp=stamp(desk), typed=typed, wrong=errors, **context)


@pages.post("/seat")
def seat_next_round() -> Response:
    expected = form_number("expected")
    with director_writing() as desk:
        if not desk.reason and round_ahead(desk, asked_hall()) == expected:
            raise DeskError(message("event.seats.ahead", newest=expected - 1, next=expected))
        seated = seat_when_settled(desk, expected, asked_hall())
    flash(" ".join(filter(None, (message("desk.round.seated", round=seated.round), seated.note))))
    return redirect(_round_url(seated.round), HTTPStatus.SEE_OTHER)


@pages.post("/seat-table")
def seat_one_table() -> Response:
    """Seat two players at one table, for formats of free seating."""
    round_number, table = form_number("round"), form_table("table")
    with director_writing() as desk:
        sides = [[entrant(desk, request.form.get(side, "")).number] for side in ("A", "B")]
        seat_table(desk, round_number, table, sides)
    flash(message("desk.round.table_seated", round=round_number, table=table))
    return redirect(_round_url(round_number), HTTPStatus.SEE_OTHER)


@pages.post("/withdraw")
@changes_event("round_entry.newest_round")
def withdraw(desk: Desk) -> str:
    who = form_text("who")
    from_round = withdraw_player(desk, who)
    return message("event.people.withdrawn", name=shown_names(desk)[entrant(desk, who).number], round=from_round)


@pages.get("/read")
def import_page() -> str:
    return render_template("read.html", report=None)


@pages.post("/read")
def import_results() -> str:
    """Import result lines from the form: pasted, uploaded, or with `usb` read from the boards on USB."""
    lines: list[SourceLine] = [
        ("pasted", i, line) for i, line in enumerate(request.form.get("lines", "").splitlines(), 1)
    ]
    undecoded: list[str] = []
    for file in request.files.getlist("files"):
        name = file.filename or "file"
        try:
            with naming_file(name):
                text = decode_text(file.read())
        except TextError as error:
            undecoded.append(str(error))
            continue
        lines += [(name, i, line) for i, line in enumerate(text.text.splitlines(), 1)]
        undecoded += [message("cli.text.file", file=name, what=text.note)] if text.note else []
    of_boards, unread = read_boards() if "usb" in request.form else ([], [])
    lines += of_boards
    with director_writing() as desk:
        report = import_lines(desk, lines)
        counted = game_texts(desk, report.counted)
    report.unread = unread
    report.refused = undecoded + report.refused
    return render_template("read.html", report=report, counted=counted)
