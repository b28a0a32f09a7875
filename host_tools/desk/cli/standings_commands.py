"""Typer command of `cribboard event`: print the standings."""

from typing import Annotated

import typer

from host_tools.desk.cli import standings_tables
from host_tools.desk.cli.options import Answer, Name, command
from host_tools.desk.events.event import format_of
from host_tools.desk.events.location import EventLocation
from host_tools.desk.scoring.standings import compute_standings, standings_csv
from host_tools.printable import print_data


@command
def standings(
    location: EventLocation,
    name: Name,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
    as_html: Annotated[bool, typer.Option("--html", help="Print a page.")] = False,
) -> Answer | None:
    with location.reading(name) as desk:
        places, kind = compute_standings(desk), format_of(desk.event)
    if as_csv:
        print_data(standings_csv(places))
    elif as_html:
        print_data(standings_tables.standings_html(name, kind, places))
    else:
        return [standing.cells() for standing in places], standings_tables.standings_table(name, kind, places)
    return None
