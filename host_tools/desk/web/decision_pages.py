"""Flask blueprint, director: a table's cards and lines, findings, imports, the play-off's draw."""

from http import HTTPStatus

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from firmware.rules.preset import Preset
from host_tools.desk.events import rules_in
from host_tools.desk.intake import (
    ACCEPTED,
    REFUSED,
    AlreadyEnteredError,
    CardEntry,
    Place,
    SourceLine,
    cards_from_scores,
    decide_lines,
    enter_result,
    import_lines,
    open_corrections,
    parse_card,
    parse_code,
    parse_scores,
    read_boards,
)
from host_tools.desk.review import all_clear, find_problems, table_history
from host_tools.desk.rounds import draw_bracket, round_view
from host_tools.desk.store import ConflictError
from host_tools.desk.web.access import director_name, director_only
from host_tools.desk.web.change_stamp import served, stamp
from host_tools.desk.web.form_numbers import form_number, form_number_if_any, small_int
from host_tools.desk.web.round_pages import entered_by_another
from host_tools.desk.web.template_filters import changed_place_texts, effect_texts, held_groups
from host_tools.words import word, words

pages = Blueprint("decisions", __name__, url_prefix="/director")
pages.before_request(director_only)

LARGEST_IMPORT = 64 * 1024 * 1024
"""Bytes; a line has some 500."""


@pages.get("/table/<int:number>/<int:table>")
def table(number: int, table: int) -> str:
    return _table(number, table, "")


@pages.post("/table/<int:number>/<int:table>")
def correct(number: int, table: int) -> ResponseReturnValue:
    """Enter one side's card, or a game's result; with a reason it corrects what is there."""
    form = request.form
    side, code = form.get("side", ""), form.get("code", "").strip()
    try:
        with served().event.writing() as (session, event):
            preset = rules_in(session, event, number).preset
            result = enter_result(
                session,
                event,
                number,
                table,
                {side: parse_card(preset, _typed_card())} if side else _typed_scores(preset),
                by=director_name(),
                game=form_number("game"),
                code=parse_code(code),
                reason=form.get("reason", "").strip(),
                version=form_number("version"),
            )
    except ConflictError:
        return _table(number, table, entered_by_another(number, table)), HTTPStatus.CONFLICT
    except AlreadyEnteredError as error:
        return _table(number, table, f"{error}."), HTTPStatus.CONFLICT
    flash(word("desk.table.entered") if result.changed else word("desk.table.nothing_changed"))
    for line in changed_place_texts(result.moved) + effect_texts(result.would):
        flash(line)
    if result.would:
        return redirect(url_for("correction_pages.corrections"), HTTPStatus.SEE_OTHER)
    return redirect(url_for("decisions.table", number=number, table=table), HTTPStatus.SEE_OTHER)


def _typed_card() -> str:
    """Return the form's card as written: points, column and spread."""
    return "".join(request.form.get(part, "").strip() for part in ("points", "column", "spread"))


def _typed_scores(preset: Preset) -> dict[str, CardEntry]:
    """Return all sides' cards for the form's front pegs. Raises DeskError."""
    pegs = [request.form.get(f"peg-{letter}", "").strip() for letter in "ABCD" if f"peg-{letter}" in request.form]
    ended, forfeits = request.form.get("ended", "played"), request.form.get("forfeits", "")
    return cards_from_scores(preset, parse_scores(pegs), ended, forfeits)


def _table(number: int, table: int, error: str) -> str:
    """Render a table's page with an error message, "" for none; 404 where there is no such table."""
    with served().event.reading() as (session, event):
        view = round_view(session, event, number)
        views = [table_view for table_view in view.tables if table_view.table == table] if view else []
        if not views:
            abort(HTTPStatus.NOT_FOUND, word("desk.http.table", table=table, round=number))
        rules = rules_in(session, event, number)
        context = {
            "one": views[0],
            "preset": rules.preset,
            "games": rules.games,
            "findings": [finding for finding in find_problems(session, event, number) if finding.table == table],
            "history": table_history(session, event, number, table),
        }
        return render_template("table.html", stamp=stamp(session, event), wrong=error, typed=request.form, **context)


@pages.get("/check")
def findings() -> str:
    with served().event.reading() as (session, event):
        problems = find_problems(session, event)
        context = {"found": problems, "clear": all_clear(session, event), "groups": held_groups(problems)}
        corrections = len(open_corrections(session, event))
        return render_template("check.html", stamp=stamp(session, event), corrections=corrections, **context)


@pages.post("/decide")
@pages.post("/decide/<int:line>")
def decide(line: int | None = None) -> Response:
    """Accept or refuse one line, elsewhere if the form says so; or all lines that the form lists."""
    form = request.form
    decision = ACCEPTED if form.get("decision") == "accept" else REFUSED
    lines = form.getlist("line", type=small_int) if line is None else [line]
    place = Place(*map(form_number_if_any, ("round", "table", "game")))
    with served().event.writing() as (session, event):
        result = decide_lines(
            session, event, lines, decision, by=director_name(), reason=form.get("because", "").strip(), place=place
        )
    flash(_decision_notice(f"desk.check.{decision}", result.lines))
    if result.refused:
        flash(_decision_notice("desk.check.refused_others", result.refused))
    for change in changed_place_texts(result.moved) + effect_texts(result.would):
        flash(change)
    return redirect(url_for("decisions.findings"), HTTPStatus.SEE_OTHER)


def _decision_notice(key: str, lines: list[int]) -> str:
    """Return the text under `key` for these line numbers."""
    return words(key, len(lines), line=next(iter(lines), ""))


@pages.get("/read")
def read() -> str:
    return render_template("read.html", taken=None)


@pages.post("/read")
def take_in() -> str:
    """Import result lines: pasted, uploaded, or read from the boards on USB."""
    request.max_content_length = request.max_form_memory_size = LARGEST_IMPORT
    texts: list[SourceLine] = [
        ("pasted", i, line) for i, line in enumerate(request.form.get("lines", "").splitlines(), 1)
    ]
    for file in request.files.getlist("files"):
        text = file.read().decode("utf-8-sig", errors="replace")
        texts += [(file.filename or "file", i, line) for i, line in enumerate(text.splitlines(), 1)]
    if "usb" in request.form:
        texts += read_boards()
    with served().event.writing() as (session, event):
        report = import_lines(session, event, texts, director_name())
    return render_template("read.html", taken=report)


@pages.post("/draw")
def draw() -> Response:
    with served().event.writing() as (session, event):
        draw_bracket(session, event, request.form.get("best_of", 3, type=small_int), director_name())
    flash(word("desk.bracket.is_drawn"))
    return redirect(url_for("players.bracket"), HTTPStatus.SEE_OTHER)
