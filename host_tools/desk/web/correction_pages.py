"""Flask blueprint, director: settle late corrections, change the bracket's places, show the audit log."""

from collections.abc import Mapping
from http import HTTPStatus

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from host_tools.desk.events import AuditEntry, entrant, entrants, read_audit_log
from host_tools.desk.intake import open_corrections, settle_correction
from host_tools.desk.rounds import replace_qualifier, seat_extra_game
from host_tools.desk.web.access import director_name, director_only
from host_tools.desk.web.change_stamp import served, stamp
from host_tools.words import word

pages = Blueprint("correction_pages", __name__, url_prefix="/director")
pages.before_request(director_only)

_PEOPLE = ("player", "out", "in", "winner")
_MOST_NAMED = 20


@pages.get("/corrections")
def corrections() -> str:
    with served().event.reading() as (session, event):
        context = {"listed": open_corrections(session, event), "people": entrants(session, event).values()}
        return render_template("corrections.html", stamp=stamp(session, event), **context)


@pages.post("/corrections/<int:number>")
def settle(number: int) -> Response:
    form = request.form
    choice, reason = form.get("choice", ""), form.get("because", "").strip()
    players = [form.get(name, "").strip() for name in ("one", "other")]
    with served().event.writing() as (session, event):
        settle_correction(session, event, number, choice, director_name(), reason, players)
    flash(word(f"event.correction.done_{choice}"))
    return redirect(url_for("correction_pages.corrections"), HTTPStatus.SEE_OTHER)


@pages.post("/extra")
def extra() -> Response:
    """Seat an extra game of two players."""
    with served().event.writing() as (session, event):
        players = [entrant(session, event, request.form.get(name, "").strip()).number for name in ("one", "other")]
        number = seat_extra_game(session, event, players, director_name(), request.form.get("because", "").strip())
    flash(word("desk.round.seated", round=number))
    return redirect(url_for("round_entry.round_", number=number), HTTPStatus.SEE_OTHER)


@pages.post("/replace")
def replace() -> Response:
    """Replace a qualifier in the bracket."""
    with served().event.writing() as (session, event):
        leaver, replacement = (entrant(session, event, request.form.get(name, "").strip()) for name in ("one", "other"))
        notice = word("event.bracket.replaced", one=leaver.name, other=replacement.name)
        reason = request.form.get("because", "").strip()
        replace_qualifier(session, event, leaver.number, replacement.number, director_name(), reason)
    flash(notice)
    return redirect(url_for("players.bracket"), HTTPStatus.SEE_OTHER)


@pages.get("/diary")
def diary() -> str:
    with served().event.reading() as (session, event):
        entries = reversed(read_audit_log(session, event))
        names = {player.code: player.name for player in entrants(session, event).values()}
        rows = [(entry, word(f"event.diary.{entry.what}"), _subject(entry, names)) for entry in entries]
        return render_template("diary.html", stamp=stamp(session, event), rows=rows)


def _subject(entry: AuditEntry, names: Mapping[str, str]) -> str:
    """Return the round, table and players of an audit entry, as text."""
    detail = entry.detail
    parts = [word(f"desk.player.{key}", **{key: detail[key]}) for key in ("round", "table") if detail.get(key)]
    codes = [detail[key] for key in _PEOPLE if key in detail]
    codes += detail["players"][:_MOST_NAMED] if isinstance(detail.get("players"), list) else []
    parts += [names[code] for code in codes if code in names]
    if entry.what == "corrected" and "was" in detail:
        parts.append(" → ".join(next(iter(detail[key].values()), "–") for key in ("was", "now")))
    return ", ".join(parts)
