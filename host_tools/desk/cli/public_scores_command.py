"""Typer command `cribboard event scores`: delay or hide scores on the players' pages."""

from typing import Annotated

import typer

from host_tools.desk.cli.options import Because, Json, Name, current_user, print_result, report_errors
from host_tools.desk.events import DEFAULT_FOLDER, MAX_DELAY, Database, EventLocation, Folder, change_score_delay
from host_tools.desk.store import DeskError
from host_tools.i18n import message


@report_errors
def scores(
    name: Name,
    delay: Annotated[
        int | None, typer.Option(metavar="MINUTES", help=f"Show them so much later, 0 to {MAX_DELAY}; 0: at once.")
    ] = None,
    hide: Annotated[bool, typer.Option("--hide", help="Show them to nobody until --delay is given.")] = False,
    because: Because = "",
    folder: Folder = DEFAULT_FOLDER,
    database: Database = None,
    as_json: Json = False,
) -> None:
    if hide and delay is not None:
        raise DeskError(message("cli.scores.both"))
    location = EventLocation(folder, database)
    if hide or delay is not None:
        with location.writing(name) as (session, event):
            change_score_delay(session, event, current_user(), delay, because)
    with location.reading(name) as (_, event):
        minutes = event.score_delay
    state = "never" if minutes is None else "later" if minutes else "now"
    notice = message(f"cli.scores.{state}", name=name, minutes=minutes)
    print_result(as_json, {"event": name, "delay": minutes, "hidden": minutes is None}, notice)
