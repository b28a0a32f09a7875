"""Flask blueprint, director: swap two players, reseat or unseat a round, change the number of rounds."""

from http import HTTPStatus

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from host_tools.desk.events.entrants import entrant, entrants
from host_tools.desk.events.event import format_of, rounds_seated
from host_tools.desk.events.event_plan import change_plan, count_main_rounds, end_event
from host_tools.desk.intake.parse_cards import parse_scores
from host_tools.desk.intake.swap_players import RestatedResults, swap_players
from host_tools.desk.rounds.reseat import reseat_round, unseat_round
from host_tools.desk.rounds.round_view import TableView, present_view
from host_tools.desk.store.model import Event
from host_tools.desk.web.authentication import director_name, director_only
from host_tools.desk.web.form_fields import form_number, form_text
from host_tools.desk.web.form_views import changes_event
from host_tools.desk.web.halls import asked_hall
from host_tools.desk.web.served_event import served, stamp
from host_tools.i18n import message, plural

pages = Blueprint("seat_changes", __name__, url_prefix="/director/seats")
pages.before_request(director_only)


@pages.get("")
def seats() -> str:
    return _render_seats([], ("", ""))


def _render_seats(tables_to_restate: list[TableView], who: tuple[str, str]) -> str:
    """Render the page; with two players `who` to be swapped, it asks for the results of `tables_to_restate`."""
    with served().event.reading() as (session, event):
        seated = rounds_seated(session, event)
        view = present_view(session, event, asked_hall())
        empty = [one for one in view.tables if not one.games] if view else []
        context = {
            "view": view,
            "event": event,
            "kind": format_of(event),
            "main": count_main_rounds(session, event),
            "begun": bool(event.best_of) or len(seated) > count_main_rounds(session, event),
            "unplayed": len(empty),
            "untouched": view is not None and len(empty) == len(view.tables),
            "people": entrants(session, event).values(),
            "after": _names_after_swap(session, event, who),
        }
        return render_template("seats.html", stamp=stamp(session, event), asked=tables_to_restate, who=who, **context)


def _names_after_swap(session: Session, event: Event, who: tuple[str, str]) -> dict[str, str]:
    """Return the name of the player who gets each swapped player's seat, by the latter's id; {} without two players."""
    if not all(who):
        return {}
    player, other = (entrant(session, event, name) for name in who)
    return {player.code: other.name, other.code: player.name}


@pages.post("/swap")
def swap() -> ResponseReturnValue:
    """Swap two players; if their tables have results, first return a page that asks what each result was."""
    who = (form_text("one"), form_text("other"))
    with served().event.reading() as (session, event):
        tables = _tables_with_results(session, event, who)
        restated = _restated_results(tables)
    if any(place not in restated for table in tables for place in ((table.table, game.game) for game in table.games)):
        return _render_seats(tables, who)
    with served().event.writing() as (session, event):
        player, other = (entrant(session, event, name) for name in who)
        notice = message("event.seats.swapped", one=player.name, other=other.name)
        swap_players(
            session,
            event,
            player.number,
            other.number,
            by=director_name(),
            reason=form_text("because"),
            restated=restated,
        )
    flash(notice)
    return redirect(url_for("round_entry.newest_round"), HTTPStatus.SEE_OTHER)


def _tables_with_results(session: Session, event: Event, who: tuple[str, str]) -> list[TableView]:
    """Return those tables of these two players in the newest round that have results."""
    codes = {entrant(session, event, name).code for name in who}
    view = present_view(session, event)
    tables = view.tables if view else []
    return [table for table in tables if table.games and codes & {code for ids in table.ids.values() for code in ids}]


def _restated_results(tables: list[TableView]) -> RestatedResults:
    """Parse the form's restated results: front pegs by (table, game). Fields are named was-TABLE-GAME-SIDE."""
    restated: dict[tuple[int, int], list[int]] = {}
    for table in tables:
        for game in table.games:
            fields = [f"was-{table.table}-{game.game}-{letter}" for letter in table.sides]
            if all(field in request.form for field in fields):
                restated[table.table, game.game] = parse_scores([request.form[field] for field in fields])
    return restated


@pages.post("/reseat")
@changes_event("round_entry.newest_round")
def reseat(session: Session, event: Event) -> str:
    round_number = form_number("round")
    reseat_round(session, event, director_name(), form_text("because"), round_number, asked_hall() or None)
    return message("event.seats.reseated", round=round_number)


@pages.post("/unseat")
@changes_event("round_entry.newest_round")
def unseat(session: Session, event: Event) -> str:
    number = unseat_round(session, event, director_name(), form_text("because"), asked_hall() or None)
    return message("event.seats.unseated", round=number)


@pages.post("/plan")
@changes_event("round_entry.newest_round")
def change_event_plan(session: Session, event: Event) -> str:
    """Change the number of rounds, and for how many places ties are played off. More rounds reopen an ended event."""
    rounds, medals = (request.form.get(field, type=int) for field in ("rounds", "medals"))
    rounds = None if rounds == event.rounds and not event.ended else rounds
    change_plan(session, event, director_name(), rounds, medals, form_text("because"))
    return message("event.plan.changed", rounds=event.rounds, medals=event.medals)


@pages.post("/end")
@changes_event("round_entry.newest_round")
def end_event_early(session: Session, event: Event) -> str:
    """End the event after the rounds that have been seated."""
    return plural("event.plan.ended", end_event(session, event, director_name(), form_text("because")))
