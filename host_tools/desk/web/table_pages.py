"""Flask blueprint, director: a table's score cards and result lines, and their correction."""

from http import HTTPStatus

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from firmware.rules.preset import Preset
from host_tools.desk.errors import ConflictError
from host_tools.desk.events.round_rules import load_round_rules
from host_tools.desk.intake.disputes import open_disputes
from host_tools.desk.intake.exchanged_tables import likely_exchanges
from host_tools.desk.intake.manual_entry import AlreadyEnteredError, enter_no_show, enter_result
from host_tools.desk.intake.parse_cards import cards_from_scores, parse_card, parse_code, parse_scores
from host_tools.desk.review.findings import find_problems
from host_tools.desk.review.table_history import table_history
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.scoring.cross_check import WrittenCard
from host_tools.desk.web.authentication import director_only
from host_tools.desk.web.form_fields import form_number, form_text
from host_tools.desk.web.form_views import director_writing, flash_changes
from host_tools.desk.web.round_pages import entered_by_another
from host_tools.desk.web.served_event import served, stamp
from host_tools.i18n import message

pages = Blueprint("tables", __name__, url_prefix="/director")
pages.before_request(director_only)


@pages.get("/table/<int:round_number>/<int:table>")
def table_page(round_number: int, table: int) -> str:
    return _render_table(round_number, table, "")


@pages.post("/table/<int:round_number>/<int:table>")
def enter_or_correct(round_number: int, table: int) -> ResponseReturnValue:
    """Enter one side's card, or a game's result; with a reason, also over one that is entered already."""
    form = request.form
    side, code = form.get("side", ""), form.get("code", "").strip()
    try:
        with director_writing() as desk:
            preset = load_round_rules(desk, round_number).preset
            result = enter_result(
                desk.because(form.get("reason", "").strip()),
                round_number,
                table,
                {side: parse_card(preset, _typed_card())} if side else _typed_scores(preset),
                game=form_number("game"),
                code=parse_code(code),
                version=form_number("version"),
            )
    except ConflictError:
        return _render_table(round_number, table, entered_by_another(round_number, table)), HTTPStatus.CONFLICT
    except AlreadyEnteredError as error:
        return _render_table(round_number, table, f"{error}."), HTTPStatus.CONFLICT
    flash(message("desk.table.entered") if result.changed else message("desk.table.nothing_changed"))
    flash_changes(result.moved, result.would)
    if result.would:
        return redirect(url_for("findings.corrections"), HTTPStatus.SEE_OTHER)
    return redirect(url_for("tables.table_page", round_number=round_number, table=table), HTTPStatus.SEE_OTHER)


@pages.post("/table/<int:round_number>/<int:table>/no-show")
def enter_absent(round_number: int, table: int) -> ResponseReturnValue:
    """Enter that the form's sides did not come, several as `AB`."""
    with director_writing() as desk:
        result = enter_no_show(desk, round_number, table, set(form_text("absent")), form_number("version"))
    flash(message("desk.table.entered"))
    flash_changes(result.moved, result.would)
    return redirect(url_for("tables.table_page", round_number=round_number, table=table), HTTPStatus.SEE_OTHER)


def _typed_card() -> str:
    """Return the form's card as it is written on paper: points, column and spread, as `3+12`."""
    return "".join(request.form.get(part, "").strip() for part in ("points", "column", "spread"))


def _typed_scores(preset: Preset) -> dict[str, WrittenCard]:
    """Return each side's card, computed from the form's front pegs, by letter. Raises DeskError."""
    pegs = [request.form.get(f"peg-{letter}", "").strip() for letter in "ABCD" if f"peg-{letter}" in request.form]
    ended, forfeits = request.form.get("ended", "played"), request.form.get("forfeits", "")
    return cards_from_scores(preset, parse_scores(pegs), ended, forfeits)


def _render_table(round_number: int, table: int, error: str) -> str:
    """Render a table's page with an error message, "" for none; aborts with 404 if there is no such table."""
    with served().event.reading() as desk:
        view = round_view(desk, round_number)
        views = [table_view for table_view in view.tables if table_view.table == table] if view else []
        if not views:
            abort(HTTPStatus.NOT_FOUND, message("desk.http.table", table=table, round=round_number))
        rules = load_round_rules(desk, round_number)
        context = {
            "one": views[0],
            "preset": rules.preset,
            "games": rules.games,
            "bracket": bool(rules.to_win),
            "findings": [finding for finding in find_problems(desk, round_number) if finding.table == table],
            "history": table_history(desk, round_number, table),
            "disputes": [one for one in open_disputes(desk) if (one.round, one.table) == (round_number, table)],
        }
        context["exchanges"] = [
            found for found in likely_exchanges(desk) if found.round == round_number and table in found.tables
        ]
        change_stamp = stamp(desk)
    return render_template("table.html", stamp=change_stamp, wrong=error, typed=request.form, **context)
