"""`cribboard event`: what looks at an event, or takes it elsewhere."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from host_tools.desk import archive, playoff, season, show
from host_tools.desk import check as checking
from host_tools.desk import prizes as paying
from host_tools.desk import standings as ranks
from host_tools.desk.event import kind_of
from host_tools.desk.opening import Place
from host_tools.desk.stages import bracket_view
from host_tools.desk.store import DeskError, copy_file
from host_tools.desk.terminal import HERE, Database, Folder, Json, Name, me, say, told

reports = typer.Typer()


@reports.command()
@told
def check(
    name: Name,
    number: Annotated[int | None, typer.Option("--round", min=1, help="Only this round.")] = None,
    folder: Folder = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """List what is missing, what disagrees and how it is ruled, and what waits for the director."""
    with Place(folder, database).reading(name) as (session, found):
        listed = checking.check(session, found, number)
    shown = show.findings(name, listed) if listed else f"{name}: nothing is missing and nothing disagrees"
    say(as_json, [asdict(one) for one in listed], shown)


@reports.command()
@told
def standings(
    name: Name,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
    as_html: Annotated[bool, typer.Option("--html", help="Print a page.")] = False,
    folder: Folder = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Who stands where."""
    with Place(folder, database).reading(name) as (session, found):
        ranked, kind = ranks.standings(session, found), kind_of(found)
    if as_csv:
        typer.echo(show.standings_csv(ranked), nl=False)
    elif as_html:
        typer.echo(show.standings_html(name, ranked), nl=False)
    else:
        say(as_json, [asdict(one) for one in ranked], show.standings(name, kind, ranked))


@reports.command()
@told
def bracket(
    name: Name,
    draw: Annotated[bool, typer.Option("--draw", help="Fix who has qualified; `seat` then seats them.")] = False,
    best_of: Annotated[int, typer.Option(help="Games of a meeting: 3 or 5.")] = 3,
    folder: Folder = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """The play-off of the best quarter: as it stands, or as it would be drawn now."""
    place = Place(folder, database)
    if draw:
        with place.writing(name) as (session, found):
            playoff.draw(session, found, best_of, me())
    with place.reading(name) as (session, found):
        view = bracket_view(session, found)
    say(as_json, asdict(view), show.bracket(name, view))


@reports.command()
@told
def prizes(name: Name, folder: Folder = HERE, database: Database = None, as_json: Json = False) -> None:
    """What is paid out to whom, to the cent."""
    with Place(folder, database).reading(name) as (session, found):
        paid = paying.payout(session, found)
    say(as_json, {**asdict(paid), "rest": dict(show.rest(paid))}, show.payout(name, paid))


@reports.command("season")
@told
def season_(
    names: Annotated[list[str], typer.Argument(metavar="NAME…", help="The nights.", show_default=False)],
    best: Annotated[int | None, typer.Option(min=1, help="Count each player's best nights only.")] = None,
    folder: Folder = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Several nights added up. `rating`: game points of the nights with 12 and more, as ACC clubs count them."""
    nights, kinds = [], set()
    for name in names:
        with Place(folder, database).reading(name) as (session, found):
            nights.append(ranks.standings(session, found))
            kinds.add(found.format)
    if len(kinds) > 1:
        raise DeskError(f"nights of different formats cannot be added up: {', '.join(sorted(kinds))}")
    totals = season.season(nights, best, low=kinds == {"auclair"})
    say(as_json, [asdict(one) for one in totals], show.season(totals))


@reports.command()
@told
def export(
    name: Name,
    output: Annotated[Path | None, typer.Argument(metavar="FILE", help="Left out: printed.")] = None,
    folder: Folder = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """The whole event as one JSON file, event key included: `import` makes it anew elsewhere."""
    with Place(folder, database).reading(name) as (session, found):
        text = archive.export(session, found)
    if output is None:
        typer.echo(text)
        return
    output.write_text(text + "\n", encoding="utf-8")
    say(as_json, {"event": name, "file": str(output)}, f"{name} is in {output}")


@reports.command()
@told
def copy(
    name: Name,
    output: Annotated[Path, typer.Argument(metavar="FILE")],
    folder: Folder = HERE,
    as_json: Json = False,
) -> None:
    """Copy the event's file in one piece, whoever is writing to it meanwhile."""
    store = Place(folder, None).store(name)
    try:
        copy_file(store, output)
    finally:
        store.close()
    say(as_json, {"event": name, "file": str(output)}, f"{name} is in {output}")
