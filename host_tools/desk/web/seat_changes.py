"""Flask blueprint, director: swap two players, reseat or unseat a round, change the number of rounds."""

from http import HTTPStatus

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response

from host_tools.desk.events import change_plan, end_event, entrant, entrants, format_of, main_rounds, rounds_seated
from host_tools.desk.intake import RestatedResults, parse_scores, swap_players
from host_tools.desk.rounds import TableView, reseat_round, round_view, tables_without_results, unseat_round
from host_tools.desk.store import Event
from host_tools.desk.web.access import director_only, me
from host_tools.desk.web.change_stamp import served, stamp
from host_tools.words import word

pages = Blueprint("seat_changes", __name__, url_prefix="/director/seats")
pages.before_request(director_only)


def _redirect_to_round() -> Response:
    return redirect(url_for("round_entry.newest"), HTTPStatus.SEE_OTHER)


def _form_reason() -> str:
    """The form's reason for the change."""
    return " ".join(request.form.get("because", "").split())


@pages.get("")
def seats() -> str:
    return _page([], ("", ""))


def _page(with_results: list[TableView], who: tuple[str, str]) -> str:
    with served().event.reading() as (session, event):
        seated = rounds_seated(session, event)
        newest = seated[-1].number if seated else 0
        empty = tables_without_results(session, event, newest)
        view = round_view(session, event, newest) if newest else None
        shown = {
            "view": view,
            "event": event,
            "kind": format_of(event),
            "main": main_rounds(session, event),
            "begun": bool(event.best_of) or len(seated) > main_rounds(session, event),
            "unplayed": len(empty),
            "untouched": view is not None and len(empty) == len(view.tables),
            "people": entrants(session, event).values(),
            "after": _swapped_places(session, event, who),
        }
        return render_template("seats.html", stamp=stamp(session, event), asked=with_results, who=who, **shown)


def _swapped_places(session: Session, event: Event, who: tuple[str, str]) -> dict[str, str]:
    """The players who change seats, each with the other's name, by id."""
    if not all(who):
        return {}
    one, other = (entrant(session, event, name) for name in who)
    return {one.code: other.name, other.code: one.name}


@pages.post("/swap")
def swap() -> ResponseReturnValue:
    """Swap two players; where their tables have results, first ask what each result was."""
    who = (request.form.get("one", "").strip(), request.form.get("other", "").strip())
    with served().event.reading() as (session, event):
        asked = _with_results(session, event, who)
        restated = _restated_results(asked)
    if any(place not in restated for one in asked for place in ((one.table, game.game) for game in one.games)):
        return _page(asked, who)
    with served().event.writing() as (session, event):
        one, other = (entrant(session, event, name) for name in who)
        notice = word("event.seats.swapped", one=one.name, other=other.name)
        swap_players(session, event, one.number, other.number, by=me(), reason=_form_reason(), restated=restated)
    flash(notice)
    return _redirect_to_round()


def _with_results(session: Session, event: Event, who: tuple[str, str]) -> list[TableView]:
    """These two players' tables that have results."""
    codes = {entrant(session, event, name).code for name in who}
    view = round_view(session, event)
    tables = view.tables if view else []
    return [one for one in tables if one.games and codes & {code for ids in one.ids.values() for code in ids}]


def _restated_results(asked: list[TableView]) -> RestatedResults:
    """What the form says each result was, by table and game. Fields are named was-TABLE-GAME-SIDE."""
    found: dict[tuple[int, int], list[int]] = {}
    for one in asked:
        for game in one.games:
            fields = [f"was-{one.table}-{game.game}-{letter}" for letter in one.sides]
            if all(field in request.form for field in fields):
                found[one.table, game.game] = parse_scores([request.form[field] for field in fields])
    return found


@pages.post("/reseat")
def reseat() -> Response:
    with served().event.writing() as (session, event):
        reseat_round(session, event, me(), _form_reason(), request.form.get("round", type=int))
    flash(word("event.seats.reseated", round=request.form.get("round", "")))
    return _redirect_to_round()


@pages.post("/unseat")
def unseat() -> Response:
    with served().event.writing() as (session, event):
        number = unseat_round(session, event, me(), _form_reason())
    flash(word("event.seats.unseated", round=number))
    return _redirect_to_round()


@pages.post("/plan")
def plan() -> Response:
    form = request.form
    with served().event.writing() as (session, event):
        rounds, medals = form.get("rounds", type=int), form.get("medals", type=int)
        rounds = None if rounds == event.rounds and not event.ended else rounds
        change_plan(session, event, me(), rounds, medals, _form_reason())
        notice = word("event.plan.changed", rounds=event.rounds, medals=event.medals)
    flash(notice)
    return _redirect_to_round()


@pages.post("/end")
def end() -> Response:
    with served().event.writing() as (session, event):
        rounds = end_event(session, event, me(), _form_reason())
    flash(word("event.plan.ended", rounds=rounds))
    return _redirect_to_round()
