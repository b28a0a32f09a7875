"""Typer command `cribboard event simulate`: create an event with random results, to try everything out."""

import os
from pathlib import Path
from typing import Annotated

import typer

from host_tools.desk.cli.format_choice import FORMAT_IDS
from host_tools.desk.cli.options import Answer, Name, command, current_user
from host_tools.desk.events.location import EventLocation
from host_tools.desk.events.location_options import DEFAULT_FOLDER
from host_tools.desk.formats.event_formats import FORMATS, rounds_for
from host_tools.desk.simulation.simulated_event import simulate
from host_tools.i18n import message
from host_tools.progress import progress
from host_tools.shell_words import shell_words


@command
def simulate_(
    location: EventLocation,
    name: Name,
    players: Annotated[int, typer.Option(min=2)] = 40,
    rounds: Annotated[int | None, typer.Option(min=1)] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**31 - 1)] = 1,
    format: Annotated[str, typer.Option(metavar=FORMAT_IDS, help="Kind of event.")] = "acc",
) -> Answer:
    with location.creating(name) as session:
        with progress(message("cli.progress.simulate"), rounds_for(FORMATS[format], rounds, players)) as on_progress:
            event = simulate(session, name, format, players, rounds, seed, current_user(), played=on_progress)
        data = {"event": name, "format": event.format, "players": players, "rounds": event.rounds, "seed": seed}
    done = message("cli.simulate.done", event=name, players=players, rounds=data["rounds"], format=format)
    then = desk_command(name, location.folder, location.database)
    return data, done, message("cli.simulate.next", command=then)


def desk_command(name: str, folder: Path, database: str | None) -> str:
    """Return the command line that serves the event, as a shell of this machine takes it.

    It names the place only where the command would look elsewhere by itself.
    """
    place: list[str] = []
    if database:
        place = [] if os.environ.get("CRIBBOARD_DATABASE") == database else ["--database", database]
    elif folder != Path(os.environ.get("CRIBBOARD_FOLDER", DEFAULT_FOLDER)):
        place = ["--folder", str(folder)]
    return shell_words("cribboard", "desk", name, *place)
