"""Typer commands of `cribboard event`: seat, reseat and unseat rounds, swap players, plan and end the event.

And of its end: the bracket, its qualifiers, extra games and the consolation event.
"""

from dataclasses import asdict
from typing import Annotated

import typer

from host_tools.desk.cli.format_choice import FORMAT_IDS
from host_tools.desk.cli.options import (
    Answer,
    Because,
    Fee,
    Name,
    Player,
    command,
    current_user,
    decision,
    table_number,
)
from host_tools.desk.cli.tables import AnswerTable, column_headings, table_cell
from host_tools.desk.errors import DeskError
from host_tools.desk.events.entrants import entrant
from host_tools.desk.events.event import create_event
from host_tools.desk.events.event_plan import change_plan, end_event, parse_round_worth, plan_told
from host_tools.desk.events.hall_copy import hall_to_change
from host_tools.desk.events.location import EventLocation
from host_tools.desk.events.round_rules import round_worth
from host_tools.desk.intake.parse_cards import parse_scores
from host_tools.desk.intake.swap_players import swap_players
from host_tools.desk.review.readiness import draw_when_settled, round_ahead, seat_when_settled
from host_tools.desk.rounds.bracket_view import BracketView, bracket_view
from host_tools.desk.rounds.change_qualifiers import replace_qualifier, seat_extra_game
from host_tools.desk.rounds.missing_results import tables_missing_results, tables_text
from host_tools.desk.rounds.play_off import consolation_roster
from host_tools.desk.rounds.reseat import reseat_round, unseat_round
from host_tools.desk.rounds.round_view import RoundView, round_view
from host_tools.desk.rounds.seating import seat_table
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
    round_number: Annotated[
        int | None,
        typer.Option("--round", min=1, help="Number of the next round; wanted while the last one has no result."),
    ] = None,
    because: Annotated[str, typer.Option(metavar="WHY", help="Why it is seated though something is open.")] = "",
    hall: InHall = "",
) -> Answer:
    still_out = ""
    with location.writing(name, because) as desk:
        hall_number = hall_to_change(desk, hall)
        if table or players:
            if not (table and players and round_number):
                raise DeskError(message("cli.seat.together"))
            sides = [[entrant(desk, who.strip()).number for who in side.split("+")] for side in players.split(",")]
            seat_table(desk, round_number, table, sides)
        else:
            if not round_number and (ahead := round_ahead(desk, hall_number)):
                raise DeskError(message("cli.seat.ahead", newest=ahead - 1, next=ahead))
            round_number = seat_when_settled(desk, round_number, hall_number).round
            still_out = tables_text([one for one in tables_missing_results(desk) if one[0] < round_number])
        view = round_view(desk, round_number)
        assert view
        data, table_view = asdict(view), seating_table(desk.event.name, view)
    return data, table_view, *([message("cli.seat.still_out", tables=still_out)] if still_out else [])


@decision
def swap(
    location: EventLocation,
    name: Name,
    player: Player,
    other: Player,
    was: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TABLE=A,B",
            help="The right result of a table that has one, as the players truly sat: 3=121,90; or 3=stands.",
        ),
    ] = None,
    because: Because = "",
) -> Answer:
    restated = dict(_parse_restated(text) for text in was or [])
    with location.writing(name, because) as desk:
        player_numbers = [entrant(desk, who).number for who in (player, other)]
        round_number = swap_players(desk, player_numbers[0], player_numbers[1], restated=restated)
        view = round_view(desk, round_number)
        assert view
        table_view = seating_table(desk.event.name, view)
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
        round_number, table_view = view.round, seating_table(desk.event.name, view)
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
    worth: Annotated[
        str | None,
        typer.Option(metavar="ROUND=TIMES", help="Rounds whose game points count more than once, such as 9=2."),
    ] = None,
    because: Because = "",
) -> Answer:
    if rounds is None and medals is None and worth is None:
        raise DeskError(message("cli.plan.options"))
    with location.writing(name, because) as desk:
        change_plan(desk, rounds, medals, None if worth is None else parse_round_worth(worth))
        data = {"event": name, "rounds": desk.event.rounds, "medals": desk.event.medals}
        data["worth"] = {str(number): times for number, times in round_worth(desk.event).items()}
        told = plan_told(desk)
    return data, told


@decision
def end(location: EventLocation, name: Name, because: Because = "") -> Answer:
    with location.writing(name, because) as desk:
        rounds = end_event(desk)
    return {"event": name, "rounds": rounds}, plural("event.plan.ended", rounds)


@decision
def bracket(
    location: EventLocation,
    name: Name,
    draw: Annotated[bool, typer.Option("--draw", help="Fix who has qualified; `seat` then seats them.")] = False,
    best_of: Annotated[int, typer.Option(help="Games of a meeting: 3 or 5.")] = 3,
    because: Annotated[str, typer.Option(metavar="WHY", help="Why it is drawn though something is open.")] = "",
) -> Answer:
    if draw:
        with location.writing(name, because) as desk:
            draw_when_settled(desk, best_of)
    with location.reading(name) as desk:
        view = bracket_view(desk)
    return asdict(view), bracket_table(name, view)


@command
def extra(location: EventLocation, name: Name, player: Player, other: Player, because: Because = "") -> Answer:
    with location.writing(name, because) as desk:
        players = [entrant(desk, who) for who in (player, other)]
        round_number = seat_extra_game(desk, [one.number for one in players])
        names = [one.name for one in players]
    return {"round": round_number}, message("cli.extra.done", round=round_number, one=names[0], other=names[1])


@decision
def replace(location: EventLocation, name: Name, player: Player, other: Player, because: Because = "") -> Answer:
    with location.writing(name, because) as desk:
        leaver, replacement = entrant(desk, player), entrant(desk, other)
        replace_qualifier(desk, leaver.number, replacement.number)
        out, into = leaver.name, replacement.name
    return {"out": out, "in": into}, message("event.bracket.replaced", one=out, other=into)


@command
def consolation(
    location: EventLocation,
    name: Name,
    new: Annotated[str, typer.Argument(metavar="NEW", help="The new event's name.", show_default=False)],
    format: Annotated[str, typer.Option(metavar=FORMAT_IDS, help="Kind of event; left out: the same.")] = "",
    rounds: Annotated[
        int | None, typer.Option(min=1, help="Number of rounds; left out: the format's usual one.")
    ] = None,
    fee: Fee = None,
) -> Answer:
    with location.reading(name) as desk:
        kind, entries = format or desk.event.format, consolation_roster(desk)
    with location.creating(new) as session:
        created = create_event(session, new, kind, entries, rounds=rounds, seed=None, fee=fee, by=current_user())
        planned = created.rounds
        data = {"event": new, "format": created.format, "players": len(entries), "rounds": planned, "id": created.uid}
    return data, plural("cli.create.done", planned, event=new, players=len(entries), format=kind)


def seating_table(name: str, view: RoundView) -> AnswerTable:
    """Build the table of a round's seating, with byes and note as caption."""
    letters = sorted({letter for table_view in view.tables for letter in table_view.sides})
    rows = [
        [table_cell(table_view.table), *(" & ".join(table_view.sides.get(letter, [])) for letter in letters)]
        for table_view in view.tables
    ]
    byes = message("cli.seating.out", names=", ".join(view.out)) if view.out else ""
    caption = "; ".join(filter(None, (byes, view.note)))
    return AnswerTable(
        message("cli.seating.title", event=name, round=view.round, preset=view.preset),
        [*column_headings("table"), *(message("cli.seating.side", side=letter) for letter in letters)],
        rows,
        caption,
    )


def bracket_table(name: str, view: BracketView) -> AnswerTable:
    """Build the table of the bracket, a row for each meeting."""
    rows = []
    for meeting in (meeting for stage in view.rounds for meeting in stage):
        a, b = (f"{seed} {who}" if seed else "" for seed, who in zip(meeting.seeds, meeting.names, strict=True))
        rows.append(
            (
                meeting.round,
                table_cell(meeting.table),
                a,
                message("desk.bracket.bye") if meeting.bye else b,
                f"{meeting.won[0]}–{meeting.won[1]}",
                meeting.winner,
            )
        )
    state = message("cli.bracket.best_of", games=view.best_of) if view.drawn else message("cli.bracket.not_drawn")
    caption = message("cli.bracket.about", qualifiers=view.qualifiers, byes=view.byes, state=state)
    return AnswerTable(
        message("cli.bracket.title", event=name),
        column_headings("round", "table", "seed", "against", "games", "winner"),
        rows,
        caption,
    )
