"""Typer commands of `cribboard event`: create, simulate and seat an event."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from sqlalchemy.orm import Session

from host_tools.desk.cli import tables
from host_tools.desk.cli.correction_commands import corrections
from host_tools.desk.cli.format_choice import Kind
from host_tools.desk.cli.money_commands import money
from host_tools.desk.cli.options import Json, Name, current_user, print_result, report_errors
from host_tools.desk.cli.people_commands import people
from host_tools.desk.cli.report_commands import reports
from host_tools.desk.cli.result_commands import results
from host_tools.desk.cli.round_commands import changes
from host_tools.desk.cli.score_commands import scores_commands
from host_tools.desk.events import (
    HERE,
    Database,
    EventLocation,
    Folder,
    create_event,
    entrant,
    new_key,
    read_roster,
)
from host_tools.desk.formats import DOLLAR, FORMATS, rounds_for
from host_tools.desk.money import set_purses
from host_tools.desk.rounds import round_view, seat_next, seat_table
from host_tools.desk.simulation import simulate
from host_tools.desk.store import DeskError, Event
from host_tools.progress import progress
from host_tools.words import word

event = typer.Typer(no_args_is_help=True, help="Run an event: seat players, read boards, rank, pay out.")

_ACC = Kind("acc")


@event.command()
@report_errors
def create(
    name: Name,
    roster_file: Annotated[Path, typer.Option("--roster", metavar="FILE", help="Players: CSV with a column `name`.")],
    format: Annotated[Kind, typer.Option(help="Kind of event.")] = _ACC,
    rounds: Annotated[int | None, typer.Option(min=1, help="Left out: the format's usual number.")] = None,
    tables: Annotated[int, typer.Option(min=0, help="Tables there are; 0: as many as it takes.")] = 0,
    fee: Annotated[float | None, typer.Option(min=0, help="Each player's fee, in dollars.")] = None,
    key: Annotated[
        str, typer.Option(metavar="HEX", help="The boards' event key, if there is one already; left out: a new one.")
    ] = "new",
    no_key: Annotated[bool, typer.Option("--no-key", help="Make no key: results of boards are not sealed.")] = False,
    medals: Annotated[
        int | None, typer.Option(min=0, help="Places for which ties are played off; left out: the format's number.")
    ] = None,
    purses: Annotated[
        Path | None, typer.Option(metavar="FILE", help="What is paid in and out: TOML; left out: the format's.")
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, max=2**31 - 1, help="Of the draw; left out: a new one.")] = None,
    folder: Folder = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Make an event from a roster."""
    entries = read_roster(roster_file, FORMATS[format].pairs)
    cents = None if fee is None else round(fee * DOLLAR)
    rules = purses.read_text(encoding="utf-8") if purses else ""
    with EventLocation(folder, database).making(name) as session:
        made = create_event(
            session,
            name,
            format,
            entries,
            rounds=rounds,
            tables=tables,
            seed=seed,
            fee=cents,
            key=_key(key, no_key),
            medals=medals,
            by=current_user(),
        )
        if rules:
            set_purses(session, made, rules, current_user())
        data = {"event": name, "format": made.format, "players": len(entries), "rounds": made.rounds}
        data |= {"tables": made.tables, "seed": made.seed, "id": made.uid, "key": made.key}
    done = word("shell.create.done", event=name, count=len(entries), rounds=data["rounds"], format=format)
    unsealed = [] if data["key"] else [word("shell.create.no_key")]
    print_result(as_json, data, done, *unsealed, word("shell.create.boards", event=name))


def _key(text: str, no_key: bool) -> str:
    """The event key as hex; "" for none. Raises DeskError."""
    if no_key and text != "new":
        raise DeskError(word("shell.create.two_keys"))
    if text == "new":
        return "" if no_key else new_key()
    key = text.lower()
    if len(key) % 2 or len(key) > 128 or key.strip("0123456789abcdef"):
        raise DeskError(word("shell.create.key"))
    return key


@event.command()
@report_errors
def seat(
    name: Name,
    table: Annotated[int | None, typer.Option(min=1, help="Free seating: the table.")] = None,
    players: Annotated[str, typer.Option(metavar="ID,ID", help="Free seating: who sits there; partners ID+ID.")] = "",
    number: Annotated[int | None, typer.Option("--round", min=1, help="The round, if it is the next.")] = None,
    folder: Folder = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Seat the next round: of the event, of a tie that is played off, or of the play-off once it is drawn."""
    with EventLocation(folder, database).writing(name) as (session, found):
        if table or players:
            if not (table and players and number):
                raise DeskError(word("shell.seat.together"))
            sides = [[_number(session, found, who) for who in side.split("+")] for side in players.split(",")]
            seat_table(session, found, number, table, sides, current_user())
        else:
            number = seat_next(session, found, current_user(), number).round
        view = round_view(session, found, number)
        assert view
        data, shown = asdict(view), tables.seating(found.name, view)
    print_result(as_json, data, shown)


def _number(session: Session, found: Event, who: str) -> int:
    return entrant(session, found, who.strip()).number


@event.command("simulate")
@report_errors
def simulate_(
    name: Name,
    players: Annotated[int, typer.Option(min=2)] = 40,
    rounds: Annotated[int | None, typer.Option(min=1)] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**31 - 1)] = 1,
    format: Annotated[Kind, typer.Option(help="Kind of event.")] = _ACC,
    folder: Folder = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Make an event and play it with random but legal scores, to see how everything looks."""
    with EventLocation(folder, database).making(name) as session:
        with progress(word("shell.progress.simulate"), rounds_for(FORMATS[format], rounds, players)) as played:
            made = simulate(session, name, format, players, rounds, seed, current_user(), played=played)
        data = {"event": name, "format": made.format, "players": players, "rounds": made.rounds, "seed": seed}
    print_result(
        as_json, data, word("shell.simulate.done", event=name, players=players, rounds=data["rounds"], format=format)
    )


for some in (changes, scores_commands, people, results, corrections, reports, money):
    event.registered_commands += some.registered_commands
