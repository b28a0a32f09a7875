"""The director's decisions: one table with all its cards and lines, what disagrees, boards read, play-off, prizes."""

from http import HTTPStatus

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from host_tools.desk import entering, playoff, usb
from host_tools.desk import event as events
from host_tools.desk.check import check
from host_tools.desk.history import history
from host_tools.desk.prizes import payout
from host_tools.desk.reading import Text, take
from host_tools.desk.show import rest
from host_tools.desk.store import ConflictError
from host_tools.desk.views import round_view
from host_tools.desk.web.access import director_only, me
from host_tools.desk.web.live import served, stamp
from host_tools.desk.web.words import moved
from host_tools.desk.written import Written, card_of_text, cards_of_scores, checked_code, scores_of_text

pages = Blueprint("deciding", __name__, url_prefix="/director")
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
            done = entering.enter(
                session,
                event,
                number,
                table,
                {side: card_of_text(event, _card())} if side else _scores(event),
                by=me(),
                game=form.get("game", 1, type=int),
                code=checked_code(code),
                reason=form.get("reason", "").strip(),
                version=form.get("version", type=int),
            )
    except ConflictError:
        with served().event.reading() as (session, event):
            said = entering.said(session, event, number, table)
        return _table(number, table, f"Somebody was faster: {said}. Yours was not taken."), HTTPStatus.CONFLICT
    except entering.AlreadyEnteredError as error:
        return _table(number, table, f"{error}."), HTTPStatus.CONFLICT
    flash("Entered." if done.changed else "That was there already: nothing changed.")
    for line in moved(done.moved):
        flash(line)
    return redirect(url_for("deciding.table", number=number, table=table), HTTPStatus.SEE_OTHER)


def _card() -> str:
    return "".join(request.form.get(part, "").strip() for part in ("points", "column", "spread"))


def _scores(event: events.Event) -> dict[str, Written]:
    pegs = [request.form.get(f"peg-{letter}", "").strip() for letter in "ABCD" if f"peg-{letter}" in request.form]
    ended, forfeits = request.form.get("ended", "played"), request.form.get("forfeits", "")
    return cards_of_scores(event, scores_of_text(pegs), ended, forfeits)


def _table(number: int, table: int, wrong: str) -> str:
    with served().event.reading() as (session, event):
        view = round_view(session, event, number)
        found = [one for one in view.tables if one.table == table] if view else []
        if not found:
            abort(HTTPStatus.NOT_FOUND, f"Nobody has been seated at table {table} in round {number}.")
        shown = {
            "one": found[0],
            "kind": events.kind_of(event),
            "findings": [one for one in check(session, event, number) if one.table == table],
            "history": history(session, event, number, table),
        }
        return render_template("table.html", stamp=stamp(session, event), wrong=wrong, typed=request.form, **shown)


@pages.get("/check")
def findings() -> str:
    with served().event.reading() as (session, event):
        found = check(session, event)
        return render_template("check.html", stamp=stamp(session, event), found=found)


@pages.post("/decide/<int:line>")
def decide(line: int) -> Response:
    """Accept a board's line, at another table where the form names one, or reject it."""
    form = request.form
    reason = form.get("because", "").strip()
    if not reason:
        abort(HTTPStatus.UNPROCESSABLE_ENTITY, "A decision needs its reason: it stands in the event's diary.")
    decision = "accepted" if form.get("decision") == "accept" else "rejected"
    place = {name: form.get(field, type=int) for name, field in (("number", "round"), ("table", "table"))}
    with served().event.writing() as (session, event):
        done = entering.decide(session, event, line, decision, by=me(), reason=reason, **place)
    flash(f"The line is {decision}.")
    for told in moved(done.moved):
        flash(told)
    return redirect(url_for("deciding.findings"), HTTPStatus.SEE_OTHER)


@pages.get("/read")
def read() -> str:
    return render_template("read.html", taken=None)


@pages.post("/read")
def take_in() -> str:
    """Take in lines that were pasted, files that were chosen, or what the boards on USB say."""
    request.max_content_length = request.max_form_memory_size = LARGEST_IMPORT
    texts: list[Text] = [("pasted", i, line) for i, line in enumerate(request.form.get("lines", "").splitlines(), 1)]
    for file in request.files.getlist("files"):
        text = file.read().decode("utf-8-sig", errors="replace")
        texts += [(file.filename or "file", i, line) for i, line in enumerate(text.splitlines(), 1)]
    if "usb" in request.form:
        texts += usb.read_all()
    with served().event.writing() as (session, event):
        taken = take(session, event, texts, me())
    return render_template("read.html", taken=taken)


@pages.post("/draw")
def draw() -> Response:
    with served().event.writing() as (session, event):
        playoff.draw(session, event, request.form.get("best_of", 3, type=int), me())
    flash("The play-off is drawn. Seat its first round when its players are ready.")
    return redirect(url_for("players.bracket"), HTTPStatus.SEE_OTHER)


@pages.get("/prizes")
def prizes() -> str:
    with served().event.reading() as (session, event):
        paid = payout(session, event)
    return render_template("prizes.html", paid=paid, rest=rest(paid))
