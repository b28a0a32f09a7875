"""Typer commands of `cribboard event`: swap and reseat players, plan rounds, seat a play-off, a consolation roster."""

from collections.abc import Sequence
from typing import Annotated

import typer
from sqlalchemy.orm import Session

from host_tools.desk.cli import tables
from host_tools.desk.cli.format_choice import Kind
from host_tools.desk.cli.options import Json, Name, current_user, print_result, report_errors
from host_tools.desk.cli.people_commands import Because, Player
from host_tools.desk.events import (
    HERE,
    Database,
    EventLocation,
    Folder,
    change_plan,
    create_event,
    end_event,
    entrant,
)
from host_tools.desk.formats import DOLLAR
from host_tools.desk.intake import parse_scores, swap_players
from host_tools.desk.rounds import (
    consolation_roster,
    replace_qualifier,
    reseat_round,
    round_view,
    seat_extra_game,
    unseat_round,
)
from host_tools.desk.store import DeskError, Event
from host_tools.words import word, words

changes = typer.Typer()


@changes.command()
@report_errors
def swap(
    name: Name,
    player: Player,
    other: Player,
    was: Annotated[
        list[str] | None,
        typer.Option(metavar="TABLE=A,B", help="What a result there is was, as they sat: 3=121,90; 3=stands."),
    ] = None,
    because: Because = "",
    folder: Folder = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Two players change places in the round that was seated last.

    Of a table's second game: --was 3.2=121,90.
    """
    said = dict(_said(text) for text in was or [])
    with EventLocation(folder, database).writing(name) as (session, found):
        numbers = [entrant(session, found, who).number for who in (player, other)]
        number = swap_players(session, found, numbers[0], numbers[1], by=current_user(), reason=because, said=said)
        view = round_view(session, found, number)
        assert view
        shown = tables.seating(found.name, view)
    print_result(as_json, {"round": number, "players": [player, other]}, shown)


def _said(text: str) -> tuple[tuple[int, int], list[int] | None]:
    """(table, game) and the front pegs, None where the result stands. Raises DeskError."""
    place, _, pegs = text.partition("=")
    table, _, game = place.partition(".")
    if not table.isdecimal() or not (game or "1").isdecimal() or not pegs:
        raise DeskError(word("shell.swap.was", text=text))
    return (int(table), int(game or 1)), None if pegs == "stands" else parse_scores(pegs.split(","))


@changes.command()
@report_errors
def reseat(
    name: Name, because: Because = "", folder: Folder = HERE, database: Database = None, as_json: Json = False
) -> None:
    """Seat anew, in the round that was seated last, the tables that have no result."""
    with EventLocation(folder, database).writing(name) as (session, found):
        reseat_round(session, found, current_user(), because)
        view = round_view(session, found)
        assert view
        number, shown = view.round, tables.seating(found.name, view)
    print_result(as_json, {"round": number}, shown)


@changes.command()
@report_errors
def unseat(
    name: Name, because: Because = "", folder: Folder = HERE, database: Database = None, as_json: Json = False
) -> None:
    """Take back the seating of the last round, if it has no result."""
    with EventLocation(folder, database).writing(name) as (session, found):
        number = unseat_round(session, found, current_user(), because)
    print_result(as_json, {"round": number}, word("shell.unseat.done", round=number))


@changes.command()
@report_errors
def plan(
    name: Name,
    rounds: Annotated[int | None, typer.Option(min=1, help="How many rounds there are to be.")] = None,
    medals: Annotated[int | None, typer.Option(min=0, help="For how many places ties are played off.")] = None,
    because: Because = "",
    folder: Folder = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Make an event shorter or longer while it runs, or play off ties for more places or fewer."""
    if rounds is None and medals is None:
        raise DeskError(word("shell.plan.options"))
    with EventLocation(folder, database).writing(name) as (session, found):
        change_plan(session, found, current_user(), rounds, medals, because)
        data = {"event": name, "rounds": found.rounds, "medals": found.medals}
    print_result(as_json, data, word("shell.plan.done", event=name, rounds=data["rounds"], medals=data["medals"]))


@changes.command()
@report_errors
def end(
    name: Name, because: Because = "", folder: Folder = HERE, database: Database = None, as_json: Json = False
) -> None:
    """No more rounds are to come: what has been played decides. `plan --rounds` opens the event again."""
    with EventLocation(folder, database).writing(name) as (session, found):
        rounds = end_event(session, found, current_user(), because)
    print_result(as_json, {"event": name, "rounds": rounds}, words("shell.end.done", rounds, event=name))


@changes.command()
@report_errors
def extra(
    name: Name,
    player: Player,
    other: Player,
    because: Because = "",
    folder: Folder = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Seat an extra game of two players, after the last round. It decides between those who are level."""
    with EventLocation(folder, database).writing(name) as (session, found):
        number = seat_extra_game(session, found, _numbers(session, found, (player, other)), current_user(), because)
    print_result(as_json, {"round": number}, word("shell.extra.done", round=number, one=player, other=other))


@changes.command()
@report_errors
def replace(
    name: Name,
    player: Player,
    other: Player,
    because: Because = "",
    folder: Folder = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """In the bracket, OTHER takes the place of PLAYER, who has not played in it."""
    with EventLocation(folder, database).writing(name) as (session, found):
        one, instead = _numbers(session, found, (player, other))
        replace_qualifier(session, found, one, instead, current_user(), because)
    print_result(as_json, {"out": player, "in": other}, word("shell.replace.done", one=player, other=other))


def _numbers(session: Session, found: Event, names: Sequence[str]) -> list[int]:
    return [entrant(session, found, who).number for who in names]


@changes.command()
@report_errors
def consolation(
    name: Name,
    new: Annotated[str, typer.Argument(metavar="NEW", help="The new event's name.", show_default=False)],
    format: Annotated[Kind | None, typer.Option(help="Kind of event; left out: the same.")] = None,
    rounds: Annotated[int | None, typer.Option(min=1, help="Left out: the format's usual number.")] = None,
    fee: Annotated[float | None, typer.Option(min=0, help="Each player's fee, in dollars.")] = None,
    folder: Folder = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Make an event among those who did not qualify and have not left."""
    place = EventLocation(folder, database)
    with place.reading(name) as (session, found):
        kind, entries = format or Kind(found.format), consolation_roster(session, found)
    cents = None if fee is None else round(fee * DOLLAR)
    with place.making(new) as session:
        made = create_event(session, new, kind, entries, rounds=rounds, seed=None, fee=cents, by=current_user())
        data = {"event": new, "format": made.format, "players": len(entries), "rounds": made.rounds, "id": made.uid}
    print_result(
        as_json, data, word("shell.create.done", event=new, count=len(entries), rounds=data["rounds"], format=kind)
    )
