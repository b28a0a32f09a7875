"""Typer commands of `cribboard event`: print the standings of one event, or of a season of several events."""

from dataclasses import asdict
from typing import Annotated

import typer

from host_tools.desk.cli import standings_tables
from host_tools.desk.cli.load_nights import read_nights
from host_tools.desk.cli.options import Json, Name, print_result, report_errors
from host_tools.desk.events import DEFAULT_FOLDER, Database, EventLocation, Folder, format_of
from host_tools.desk.scoring import compute_standings, season_totals


@report_errors
def standings(
    name: Name,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
    as_html: Annotated[bool, typer.Option("--html", help="Print a page.")] = False,
    folder: Folder = DEFAULT_FOLDER,
    database: Database = None,
    as_json: Json = False,
) -> None:
    with EventLocation(folder, database).reading(name) as (session, event):
        places, kind = compute_standings(session, event), format_of(event)
    if as_csv:
        typer.echo(standings_tables.standings_csv(places), nl=False)
    elif as_html:
        typer.echo(standings_tables.standings_html(name, places), nl=False)
    else:
        output = standings_tables.standings_table(name, kind, places)
        print_result(as_json, [asdict(standing) for standing in places], output)


@report_errors
def season_(
    names: Annotated[list[str], typer.Argument(metavar="NAME…", help="The nights.", show_default=False)],
    best: Annotated[int | None, typer.Option(min=1, help="Count each player's best nights only.")] = None,
    folder: Folder = DEFAULT_FOLDER,
    database: Database = None,
    as_json: Json = False,
) -> None:
    totals = season_totals(read_nights(EventLocation(folder, database), names), best)
    print_result(as_json, [asdict(total) for total in totals], standings_tables.season_table(totals))
