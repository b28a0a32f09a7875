"""Typer commands of `cribboard event`: list and settle late corrections, redraw the bracket, print the audit log."""

from dataclasses import asdict
from enum import StrEnum
from typing import Annotated

import typer

from host_tools.desk.cli import record_tables
from host_tools.desk.cli.options import Json, Name, current_user, print_result, report_errors
from host_tools.desk.cli.people_commands import Because
from host_tools.desk.events import HERE, Database, EventLocation, Folder, read_audit_log
from host_tools.desk.intake import EXTRA, LEAVE, REDRAW, open_corrections, settle_correction
from host_tools.desk.store import DeskError
from host_tools.words import word

corrections = typer.Typer()


class Choice(StrEnum):
    """What is done about a correction."""

    LEAVE = LEAVE
    REDRAW = REDRAW
    EXTRA = EXTRA.replace(" ", "-")


@corrections.command("corrections")
@report_errors
def corrections_(name: Name, folder: Folder = HERE, database: Database = None, as_json: Json = False) -> None:
    """List corrections that came too late to change who sat where or who qualified, and what can be done."""
    with EventLocation(folder, database).reading(name) as (session, found):
        listed = open_corrections(session, found)
    shown = record_tables.corrections(name, listed) if listed else word("shell.corrections.none", event=name)
    print_result(as_json, [asdict(one) for one in listed], shown)


@corrections.command()
@report_errors
def settle(
    name: Name,
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="As `corrections` lists it.", show_default=False)],
    choice: Annotated[Choice, typer.Argument(help="What is done.", show_default=False)],
    players: Annotated[str, typer.Option(metavar="ID,ID", help="Who plays the extra game.")] = "",
    because: Because = "",
    folder: Folder = HERE,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Decide about a correction: leave it, redraw what has not been played, or seat an extra game."""
    names = [who.strip() for who in players.split(",") if who.strip()]
    if choice == Choice.EXTRA and len(names) != 2:
        raise DeskError(word("shell.settle.two"))
    with EventLocation(folder, database).writing(name) as (session, found):
        settle_correction(session, found, number, choice.replace("-", " "), current_user(), because, names)
    print_result(
        as_json, {"correction": number, "choice": choice}, word("shell.settle.done", number=number, choice=choice)
    )


@corrections.command()
@report_errors
def diary(name: Name, folder: Folder = HERE, database: Database = None, as_json: Json = False) -> None:
    """Who did what, when and why, from the beginning."""
    with EventLocation(folder, database).reading(name) as (session, found):
        entries = read_audit_log(session, found)
    print_result(as_json, [asdict(one) for one in entries], record_tables.diary(name, entries))
