"""Typer commands of `cribboard event`: findings, standings, season, bracket; export and copy an event."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from host_tools.desk.cli import tables
from host_tools.desk.cli.load_nights import read_nights
from host_tools.desk.cli.options import Json, Name, current_user, print_result, report_errors
from host_tools.desk.events import HERE, Database, EventLocation, Folder, export_event, format_of
from host_tools.desk.review import all_clear, find_problems
from host_tools.desk.rounds import bracket_view, draw_bracket
from host_tools.desk.scoring import compute_standings, season_totals
from host_tools.desk.store import copy_file, touch_private
from host_tools.words import word

reports = typer.Typer()


@reports.command()
@report_errors
def check(
    name: Name,
    number: Annotated[int | None, typer.Option("--round", min=1, help="Only this round.")] = None,
    folder: Folder = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """List what is missing, what disagrees and how it is ruled, and what waits for the director."""
    with EventLocation(folder, database).reading(name) as (session, found):
        listed = find_problems(session, found, number)
        clear = all_clear(session, found, number)
    shown = tables.findings(name, listed) if listed else word("shell.check.clear", event=name, told=clear)
    print_result(as_json, [asdict(one) for one in listed], shown)


@reports.command()
@report_errors
def standings(
    name: Name,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
    as_html: Annotated[bool, typer.Option("--html", help="Print a page.")] = False,
    folder: Folder = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Who stands where."""
    with EventLocation(folder, database).reading(name) as (session, found):
        ranked, kind = compute_standings(session, found), format_of(found)
    if as_csv:
        typer.echo(tables.standings_csv(ranked), nl=False)
    elif as_html:
        typer.echo(tables.standings_html(name, ranked), nl=False)
    else:
        print_result(as_json, [asdict(one) for one in ranked], tables.standings(name, kind, ranked))


@reports.command()
@report_errors
def bracket(
    name: Name,
    draw: Annotated[bool, typer.Option("--draw", help="Fix who has qualified; `seat` then seats them.")] = False,
    best_of: Annotated[int, typer.Option(help="Games of a meeting: 3 or 5.")] = 3,
    folder: Folder = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """The play-off of the best quarter: as it stands, or as it would be drawn now."""
    place = EventLocation(folder, database)
    if draw:
        with place.writing(name) as (session, found):
            draw_bracket(session, found, best_of, current_user())
    with place.reading(name) as (session, found):
        view = bracket_view(session, found)
    print_result(as_json, asdict(view), tables.bracket(name, view))


@reports.command("season")
@report_errors
def season_(
    names: Annotated[list[str], typer.Argument(metavar="NAME…", help="The nights.", show_default=False)],
    best: Annotated[int | None, typer.Option(min=1, help="Count each player's best nights only.")] = None,
    folder: Folder = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Several nights added up. `rating`: game points of the nights with 12 and more, as ACC clubs count them."""
    totals = season_totals(read_nights(EventLocation(folder, database), names), best)
    print_result(as_json, [asdict(one) for one in totals], tables.season(totals))


@reports.command()
@report_errors
def export(
    name: Name,
    output: Annotated[Path | None, typer.Argument(metavar="FILE", help="Left out: printed.")] = None,
    folder: Folder = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """The whole event as one JSON file, event key included: `import` makes it anew elsewhere."""
    with EventLocation(folder, database).reading(name) as (session, found):
        text = export_event(session, found)
    if output is None:
        typer.echo(text)
        return
    touch_private(output)
    output.write_text(text + "\n", encoding="utf-8")
    print_result(as_json, {"event": name, "file": str(output)}, word("shell.export.done", event=name, file=output))


@reports.command()
@report_errors
def copy(
    name: Name,
    output: Annotated[Path, typer.Argument(metavar="FILE")],
    folder: Folder = HERE,
    as_json: Json = False,
) -> None:
    """Copy the event's file in one piece, whoever is writing to it meanwhile."""
    store = EventLocation(folder, None).store(name)
    try:
        copy_file(store, output)
    finally:
        store.close()
    print_result(as_json, {"event": name, "file": str(output)}, word("shell.export.done", event=name, file=output))
