"""Typer commands of `cribboard event`: seat, reseat and unseat rounds, swap players, plan and end the event."""

from dataclasses import asdict
from typing import Annotated

import typer

from host_tools.desk.cli import round_tables
from host_tools.desk.cli.decision_command import decision
from host_tools.desk.cli.options import Answer, Because, Name, Player, command, table_number
from host_tools.desk.events.entrants import entrant
from host_tools.desk.events.event_plan import change_plan, end_event
from host_tools.desk.events.hall_copy import hall_to_change
from host_tools.desk.events.location import EventLocation
from host_tools.desk.intake.parse_cards import parse_scores
from host_tools.desk.intake.swap_players import swap_players
from host_tools.desk.review.readiness import round_ahead, seat_when_settled
from host_tools.desk.rounds.reseat import reseat_round, unseat_round
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import seat_table
from host_tools.desk.store.database import DeskError
from host_tools.desk.store.desk import Desk
from host_tools.i18n import message, plural
from host_tools.table_numbers import parse_table

InHall = Annotated[str, typer.Option("--hall", metavar="HALL", help="One of several halls: letter or name.")]


@decision
def seat(
    location: EventLocation,
    name: Name,
    table: Annotated[
        int | None, typer.Option(parser=table_number, metavar="N", help="Free seating: the table.")
    ] = None,
    players: Annotated[str, typer.Option(metavar="ID,ID", help="Free seating: who sits there; partners ID+ID.")] = "",
    round_number: Annotated[int | None, typer.Option("--round", min=1, help="The round, if it is the next.")] = None,
    because: Annotated[str, typer.Option(metavar="WHY", help="Why it is seated though something is open.")] = "",
    hall: InHall = "",
) -> Answer:
    with location.writing(name, because) as desk:
        hall_number = hall_to_change(desk, hall)
        if table or players:
            if not (table and players and round_number):
                raise DeskError(message("cli.seat.together"))
            sides = [[_player_number(desk, who) for who in side.split("+")] for side in players.split(",")]
            seat_table(desk, round_number, table, sides)
        else:
            if not round_number and (ahead := round_ahead(desk, hall_number)):
                raise DeskError(message("cli.seat.ahead", newest=ahead - 1, next=ahead))
            round_number = seat_when_settled(desk, round_number, hall_number).round
        view = round_view(desk, round_number)
        assert view
        data, table_view = asdict(view), round_tables.seating_table(desk.event.name, view)
    return data, table_view


def _player_number(desk: Desk, who: str) -> int:
    return entrant(desk, who.strip()).number


@decision
def swap(
    location: EventLocation,
    name: Name,
    player: Player,
    other: Player,
    was: Annotated[
        list[str] | None,
        typer.Option(metavar="TABLE=A,B", help="What a result there is was, as they sat: 3=121,90; 3=stands."),
    ] = None,
    because: Because = "",
) -> Answer:
    restated = dict(_parse_restated(text) for text in was or [])
    with location.writing(name, because) as desk:
        player_numbers = [entrant(desk, who).number for who in (player, other)]
        round_number = swap_players(desk, player_numbers[0], player_numbers[1], restated=restated)
        view = round_view(desk, round_number)
        assert view
        table_view = round_tables.seating_table(desk.event.name, view)
    return {"round": round_number, "players": [player, other]}, table_view


def _parse_restated(text: str) -> tuple[tuple[int, int], list[int] | None]:
    """Parse `TABLE.GAME=A,B`: return (table, game) and the front pegs, None for "stands". Raises DeskError."""
    place, _, pegs = text.partition("=")
    table, _, game = place.partition(".")
    number = parse_table(table)
    if not number or not (game or "1").isdecimal() or not pegs:
        raise DeskError(message("cli.swap.was", text=text))
    return (number, int(game or 1)), None if pegs == "stands" else parse_scores(pegs.split(","))


@decision
def reseat(location: EventLocation, name: Name, because: Because = "", hall: InHall = "") -> Answer:
    with location.writing(name, because) as desk:
        reseat_round(desk, hall=hall_to_change(desk, hall))
        view = round_view(desk)
        assert view
        round_number, table_view = view.round, round_tables.seating_table(desk.event.name, view)
    return {"round": round_number}, table_view


@command
def unseat(location: EventLocation, name: Name, because: Because = "", hall: InHall = "") -> Answer:
    with location.writing(name, because) as desk:
        round_number = unseat_round(desk, hall_to_change(desk, hall))
    return {"round": round_number}, message("event.seats.unseated", round=round_number)


@decision
def plan(
    location: EventLocation,
    name: Name,
    rounds: Annotated[int | None, typer.Option(min=1, help="How many rounds there are to be.")] = None,
    medals: Annotated[int | None, typer.Option(min=0, help="For how many places ties are played off.")] = None,
    because: Because = "",
) -> Answer:
    if rounds is None and medals is None:
        raise DeskError(message("cli.plan.options"))
    with location.writing(name, because) as desk:
        change_plan(desk, rounds, medals)
        data = {"event": name, "rounds": desk.event.rounds, "medals": desk.event.medals}
    return data, message("event.plan.changed", rounds=data["rounds"], medals=data["medals"])


@decision
def end(location: EventLocation, name: Name, because: Because = "") -> Answer:
    with location.writing(name, because) as desk:
        rounds = end_event(desk)
    return {"event": name, "rounds": rounds}, plural("event.plan.ended", rounds)
