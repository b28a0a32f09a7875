"""Flask blueprints, director: change the seats and the number of rounds; draw the bracket, change who is in it."""

from http import HTTPStatus

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from host_tools.desk.events.entrants import entrant, entrants
from host_tools.desk.events.event import EVENT_CORRECTED, format_of, rounds_seated
from host_tools.desk.events.event_plan import (
    change_plan,
    count_main_rounds,
    end_event,
    parse_round_worth,
    plan_told,
    worth_text,
)
from host_tools.desk.events.round_rules import round_worth
from host_tools.desk.intake.parse_cards import parse_scores
from host_tools.desk.intake.swap_players import RestatedResults, swap_players
from host_tools.desk.review.readiness import draw_when_settled
from host_tools.desk.rounds.change_qualifiers import replace_qualifier, seat_extra_game
from host_tools.desk.rounds.movement_input import RESEATED
from host_tools.desk.rounds.reseat import reseat_round, unseat_round
from host_tools.desk.rounds.round_view import TableView, present_view
from host_tools.desk.store.desk import Desk
from host_tools.desk.web.authentication import director_only
from host_tools.desk.web.form_fields import form_number, form_text, small_int
from host_tools.desk.web.form_views import changes_event, check_seen, director_writing
from host_tools.desk.web.served_event import served, stamp
from host_tools.desk.web.visitor import asked_hall
from host_tools.i18n import message, plural

pages = Blueprint("seat_changes", __name__, url_prefix="/director/seats")
pages.before_request(director_only)


@pages.get("")
def seats() -> str:
    return _render_seats([], ("", ""))


def _render_seats(tables_to_restate: list[TableView], who: tuple[str, str]) -> str:
    """Render the page; with two players `who` to be swapped, it asks for the results of `tables_to_restate`."""
    with served().event.reading() as desk:
        seated = rounds_seated(desk)
        view = present_view(desk, asked_hall())
        empty = [one for one in view.tables if not one.games] if view else []
        context = {
            "view": view,
            "event": desk.event,
            "worth": worth_text(round_worth(desk.event)),
            "kind": format_of(desk.event),
            "main": count_main_rounds(desk),
            "begun": bool(desk.event.best_of) or len(seated) > count_main_rounds(desk),
            "unplayed": len(empty),
            "untouched": view is not None and len(empty) == len(view.tables),
            "people": entrants(desk).values(),
            "after": _names_after_swap(desk, who),
        }
        return render_template("seats.html", stamp=stamp(desk), asked=tables_to_restate, who=who, **context)


def _names_after_swap(desk: Desk, who: tuple[str, str]) -> dict[str, str]:
    """Return the name of the player who gets each swapped player's seat, by the latter's id; {} without two players."""
    if not all(who):
        return {}
    player, other = (entrant(desk, name) for name in who)
    return {player.code: other.name, other.code: player.name}


@pages.post("/swap")
def swap() -> ResponseReturnValue:
    """Swap two players; if their tables have results, first return a page that asks what each result was."""
    who = (form_text("one"), form_text("other"))
    with served().event.reading() as desk:
        tables = _tables_with_results(desk, who)
        restated = _restated_results(tables)
    if any(place not in restated for table in tables for place in ((table.table, game.game) for game in table.games)):
        return _render_seats(tables, who)
    with director_writing() as desk:
        check_seen(desk, *RESEATED)
        player, other = (entrant(desk, name) for name in who)
        notice = message("event.seats.swapped", one=player.name, other=other.name)
        swap_players(desk, player.number, other.number, restated=restated)
    flash(notice)
    return redirect(url_for("round_entry.newest_round"), HTTPStatus.SEE_OTHER)


def _tables_with_results(desk: Desk, who: tuple[str, str]) -> list[TableView]:
    """Return those tables of these two players in the newest round that have results."""
    codes = {entrant(desk, name).code for name in who}
    view = present_view(desk)
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
def reseat(desk: Desk) -> str:
    round_number = form_number("round")
    check_seen(desk, *RESEATED)
    reseat_round(desk, round_number, asked_hall())
    return message("event.seats.reseated", round=round_number)


@pages.post("/unseat")
@changes_event("round_entry.newest_round")
def unseat(desk: Desk) -> str:
    check_seen(desk, *RESEATED)
    number = unseat_round(desk, asked_hall())
    return message("event.seats.unseated", round=number)


@pages.post("/plan")
@changes_event("round_entry.newest_round")
def change_event_plan(desk: Desk) -> str:
    """Change the number of rounds, what each counts, and for how many places ties are played off. More rounds reopen an
    ended event."""
    check_seen(desk, "planned", "ended", EVENT_CORRECTED)
    rounds, medals = (request.form.get(field, type=int) for field in ("rounds", "medals"))
    rounds = None if rounds == desk.event.rounds and not desk.event.ended else rounds
    change_plan(desk, rounds, medals, parse_round_worth(form_text("worth")))
    return plan_told(desk)


@pages.post("/end")
@changes_event("round_entry.newest_round")
def end_event_early(desk: Desk) -> str:
    """End the event after the rounds that have been seated."""
    return plural("event.plan.ended", end_event(desk))


bracket_pages = Blueprint("bracket_changes", __name__, url_prefix="/director")
bracket_pages.before_request(director_only)


@bracket_pages.post("/draw")
@changes_event("players.bracket")
def draw(desk: Desk) -> str:
    best_of = request.form.get("best_of", 3, type=small_int)
    draw_when_settled(desk, best_of)
    return message("desk.bracket.is_drawn")


@bracket_pages.post("/extra")
def extra() -> Response:
    """Seat an extra game of two players, in a round of its own."""
    with director_writing() as desk:
        check_seen(desk, "extra game", "seated")
        players = [entrant(desk, form_text(name)).number for name in ("one", "other")]
        round_number = seat_extra_game(desk, players)
    flash(message("desk.round.seated", round=round_number))
    return redirect(url_for("round_entry.round_page", round_number=round_number), HTTPStatus.SEE_OTHER)


@bracket_pages.post("/replace")
@changes_event("players.bracket")
def replace(desk: Desk) -> str:
    """Replace a qualifier in the bracket."""
    leaver, other = (entrant(desk, form_text(name)) for name in ("one", "other"))
    replace_qualifier(desk, leaver.number, other.number)
    return message("event.bracket.replaced", one=leaver.name, other=other.name)
