"""Typer commands of `cribboard event`: list findings, list and settle late corrections, print the audit log."""

from dataclasses import asdict
from enum import StrEnum
from typing import Annotated

import typer

from host_tools.desk.cli import correction_tables
from host_tools.desk.cli.options import Because, Json, Name, current_user, print_result, report_errors
from host_tools.desk.events import DEFAULT_FOLDER, Database, EventLocation, Folder, read_audit_log
from host_tools.desk.intake import EXTRA, LEAVE, REDRAW, open_corrections, settle_correction
from host_tools.desk.review import find_problems, no_findings_text
from host_tools.desk.store import DeskError
from host_tools.i18n import message


class Choice(StrEnum):
    """Ways to settle a correction."""

    LEAVE = LEAVE
    REDRAW = REDRAW
    EXTRA = EXTRA.replace(" ", "-")


@report_errors
def check(
    name: Name,
    round_number: Annotated[int | None, typer.Option("--round", min=1, help="Only this round.")] = None,
    folder: Folder = DEFAULT_FOLDER,
    database: Database = None,
    as_json: Json = False,
) -> None:
    with EventLocation(folder, database).reading(name) as (session, event):
        findings = find_problems(session, event, round_number)
        clear = no_findings_text(session, event, round_number)
    nothing = message("cli.check.clear", event=name, told=clear)
    output = correction_tables.findings_table(name, findings) if findings else nothing
    print_result(as_json, [asdict(finding) for finding in findings], output)


@report_errors
def corrections_(name: Name, folder: Folder = DEFAULT_FOLDER, database: Database = None, as_json: Json = False) -> None:
    with EventLocation(folder, database).reading(name) as (session, event):
        corrections = open_corrections(session, event)
    nothing = message("cli.corrections.none", event=name)
    output = correction_tables.corrections_table(name, corrections) if corrections else nothing
    print_result(as_json, [asdict(correction) for correction in corrections], output)


@report_errors
def settle(
    name: Name,
    correction: Annotated[int, typer.Argument(metavar="NUMBER", help="As `corrections` lists it.", show_default=False)],
    choice: Annotated[Choice, typer.Argument(help="What is done.", show_default=False)],
    players: Annotated[str, typer.Option(metavar="ID,ID", help="Who plays the extra game.")] = "",
    because: Because = "",
    folder: Folder = DEFAULT_FOLDER,
    database: Database = None,
    as_json: Json = False,
) -> None:
    names = [who.strip() for who in players.split(",") if who.strip()]
    if choice == Choice.EXTRA and len(names) != 2:
        raise DeskError(message("cli.settle.two"))
    with EventLocation(folder, database).writing(name) as (session, event):
        settle_correction(session, event, correction, choice.replace("-", " "), current_user(), because, names)
    print_result(
        as_json,
        {"correction": correction, "choice": choice},
        message("cli.settle.done", number=correction, choice=choice),
    )


@report_errors
def diary(name: Name, folder: Folder = DEFAULT_FOLDER, database: Database = None, as_json: Json = False) -> None:
    with EventLocation(folder, database).reading(name) as (session, event):
        entries = read_audit_log(session, event)
    print_result(as_json, [asdict(entry) for entry in entries], correction_tables.audit_log_table(name, entries))
