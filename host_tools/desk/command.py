"""`cribboard event`: what makes and moves an event. Results come in by `results`; `reports` only look."""

import random
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from sqlalchemy.orm import Session

from host_tools.desk import event as events
from host_tools.desk import roster, seating, show, simulate
from host_tools.desk.formats import FORMATS
from host_tools.desk.model import Event
from host_tools.desk.money import DOLLAR
from host_tools.desk.opening import Place
from host_tools.desk.reports import reports
from host_tools.desk.results import results
from host_tools.desk.store import DeskError
from host_tools.desk.terminal import HERE, Database, Folder, Json, Name, me, say, told
from host_tools.desk.views import round_view

event = typer.Typer(no_args_is_help=True, help="Run an event: seat players, read boards, rank, pay out.")

Kind = StrEnum("Kind", {name: name for name in FORMATS})  # type: ignore[misc]
_ACC = Kind("acc")


@event.command()
@told
def create(
    name: Name,
    roster_file: Annotated[Path, typer.Option("--roster", metavar="FILE", help="Players: CSV with a column `name`.")],
    format: Annotated[Kind, typer.Option(help="Kind of event.")] = _ACC,
    rounds: Annotated[int | None, typer.Option(min=1, help="Left out: the format's usual number.")] = None,
    tables: Annotated[int, typer.Option(min=0, help="Tables there are; 0: as many as it takes.")] = 0,
    fee: Annotated[float | None, typer.Option(min=0, help="Each player's fee, in dollars.")] = None,
    key: Annotated[str, typer.Option(help="The boards' event key as hex, or `new`; empty: no seals.")] = "",
    seed: Annotated[int | None, typer.Option(min=0, max=2**31 - 1, help="Of the draw; left out: a new one.")] = None,
    folder: Folder = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Make an event from a roster."""
    entries = roster.read(roster_file, FORMATS[format].pairs)
    cents = None if fee is None else round(fee * DOLLAR)
    with Place(folder, database).making(name) as session:
        made = events.create(
            session,
            name,
            format,
            entries,
            rounds=rounds,
            tables=tables,
            seed=random.SystemRandom().randrange(2**31) if seed is None else seed,
            fee=cents,
            key=simulate.new_key() if key == "new" else _key(key),
            by=me(),
        )
        data = {"event": name, "format": made.format, "players": len(entries), "rounds": made.rounds}
        data |= {"tables": made.tables, "seed": made.seed, "key": made.key}
    sealed = f"Event key for the boards: {data['key']}" if data["key"] else "No event key: seals will not be checked."
    say(as_json, data, f"{name}: {len(entries)} entrants, {data['rounds']} rounds of {format}. {sealed}")


def _key(text: str) -> str:
    key = text.lower()
    if len(key) % 2 or len(key) > 128 or key.strip("0123456789abcdef"):
        raise DeskError("key: up to 64 bytes as hex, such as `new` makes")
    return key


@event.command()
@told
def seat(
    name: Name,
    table: Annotated[int | None, typer.Option(min=1, help="Free seating: the table.")] = None,
    players: Annotated[str, typer.Option(metavar="ID,ID", help="Free seating: who sits there; partners ID+ID.")] = "",
    number: Annotated[int | None, typer.Option("--round", min=1, help="The round, if it is the next.")] = None,
    folder: Folder = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Seat the next round: of the event, of a tie for first, or of the play-off once it is drawn."""
    with Place(folder, database).writing(name) as (session, found):
        if table or players:
            if not (table and players and number):
                raise DeskError("a table is seated by --round, --table and --players together")
            sides = [[_number(session, found, who) for who in side.split("+")] for side in players.split(",")]
            seating.seat_table(session, found, number, table, sides, me())
        else:
            number = seating.seat_next(session, found, me(), number).round
        view = round_view(session, found, number)
        assert view
        data, shown = asdict(view), show.seating(found.name, view)
    say(as_json, data, shown)


def _number(session: Session, found: Event, who: str) -> int:
    return events.entrant(session, found, who.strip()).number


@event.command()
@told
def withdraw(
    name: Name,
    player: Annotated[str, typer.Argument(help="Id or name.")],
    because: Annotated[str, typer.Option(metavar="WHY")] = "",
    folder: Folder = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """A player leaves: from the next round on nobody is seated against them."""
    with Place(folder, database).writing(name) as (session, found):
        left = events.withdraw(session, found, player, me(), because)
    say(as_json, {"player": player, "from": left}, f"{player} is not seated from round {left} on")


@event.command("simulate")
@told
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
    with Place(folder, database).making(name) as session:
        made = simulate.simulate(session, name, format, players, rounds, seed, me())
        data = {"event": name, "format": made.format, "players": players, "rounds": made.rounds, "seed": seed}
    say(as_json, data, f"{name}: {players} players have played {data['rounds']} rounds of {format}")


event.registered_commands += results.registered_commands + reports.registered_commands
