"""Typer commands of `cribboard event`: list findings, list and settle late corrections, print the audit log."""

from dataclasses import asdict
from enum import StrEnum
from typing import Annotated

import typer

from host_tools.desk.cli import correction_tables
from host_tools.desk.cli.options import Answer, Because, Name, command, decision
from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import read_audit_log
from host_tools.desk.events.entrants import names_by_id
from host_tools.desk.events.location import EventLocation
from host_tools.desk.intake.late_corrections import EXTRA, LEAVE, REDRAW, open_corrections, settle_correction
from host_tools.desk.review.findings import find_problems, no_findings_text
from host_tools.desk.review.left_behind import decide_item, open_items
from host_tools.i18n import labelled, message


class Choice(StrEnum):
    """Ways to settle a correction."""

    LEAVE = LEAVE
    REDRAW = REDRAW
    EXTRA = EXTRA.replace(" ", "-")


@command
def check(
    location: EventLocation,
    name: Name,
    round_number: Annotated[int | None, typer.Option("--round", min=1, help="Only this round.")] = None,
) -> Answer:
    with location.reading(name) as desk:
        findings = find_problems(desk, round_number)
        clear = no_findings_text(desk, round_number)
    nothing = message("cli.check.clear", event=name, told=clear)
    output = correction_tables.findings_table(name, findings) if findings else nothing
    return [asdict(finding) for finding in findings], output


@decision
def left(
    location: EventLocation,
    name: Name,
    number: Annotated[int | None, typer.Argument(help="Number of the item; left out: list all.")] = None,
    take: Annotated[bool | None, typer.Option("--take/--leave", help="Take it, or leave it.")] = None,
) -> Answer:
    if number is None or take is None:
        with location.reading(name) as desk:
            items = open_items(desk)
        texts = [labelled(one, item.text) for one, item in items.items()]
        return [asdict(item) | {"item": one} for one, item in items.items()], "\n".join(texts) or message(
            "event.left.all"
        )
    with location.writing(name) as desk:
        done = decide_item(desk, number, take)
    return {"item": number, "taken": take}, done


@command
def corrections_(location: EventLocation, name: Name) -> Answer:
    with location.reading(name) as desk:
        corrections = open_corrections(desk)
    nothing = message("cli.corrections.none", event=name)
    output = correction_tables.corrections_table(name, corrections) if corrections else nothing
    return [asdict(correction) for correction in corrections], output


@decision
def settle(
    location: EventLocation,
    name: Name,
    correction: Annotated[int, typer.Argument(metavar="NUMBER", help="As `corrections` lists it.", show_default=False)],
    choice: Annotated[Choice, typer.Argument(help="What is done.", show_default=False)],
    players: Annotated[str, typer.Option(metavar="ID,ID", help="Who plays the extra game.")] = "",
    because: Because = "",
) -> Answer:
    names = [who.strip() for who in players.split(",") if who.strip()]
    if choice == Choice.EXTRA and len(names) != 2:
        raise DeskError(message("cli.settle.two"))
    with location.writing(name, because) as desk:
        stored_choice = choice.replace("-", " ")
        settle_correction(desk, correction, stored_choice, names)
    return {"correction": correction, "choice": choice}, message(f"event.correction.done_{stored_choice}")


@command
def diary(location: EventLocation, name: Name) -> Answer:
    with location.reading(name) as desk:
        entries = read_audit_log(desk)
        names = names_by_id(desk)
    return [asdict(entry) for entry in entries], correction_tables.audit_log_table(name, entries, names)
