"""Typer commands of `cribboard event`: create, export and copy an event."""

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from host_tools.desk.cli.format_choice import FORMAT_IDS
from host_tools.desk.cli.options import Answer, Name, command, current_user
from host_tools.desk.events.archive import export_event
from host_tools.desk.events.event import create_event, new_key
from host_tools.desk.events.hall_copy import write_hall_copy
from host_tools.desk.events.hall_rows import hall_called
from host_tools.desk.events.location import EventLocation
from host_tools.desk.events.roster_csv import read_roster
from host_tools.desk.formats.event_formats import FORMATS
from host_tools.desk.formats.purse_model import DOLLAR
from host_tools.desk.money.purse_config import set_purses
from host_tools.desk.store.database import DeskError, copy_file, touch_private
from host_tools.desk.store.desk import Desk
from host_tools.i18n import message
from host_tools.printable import print_data
from host_tools.text_files import read_text_file
from host_tools.usb.board_schema import SchemaOption


@command
def create(
    location: EventLocation,
    name: Name,
    roster_file: Annotated[Path, typer.Option("--roster", metavar="FILE", help="Players: CSV with a column `name`.")],
    format: Annotated[str, typer.Option(metavar=FORMAT_IDS, help="Kind of event.")] = "acc",
    rounds: Annotated[int | None, typer.Option(min=1, help="Left out: the format's usual number.")] = None,
    tables: Annotated[int, typer.Option(min=0, help="Tables there are; 0: as many as it takes.")] = 0,
    fee: Annotated[float | None, typer.Option(min=0, help="Each player's fee, in dollars.")] = None,
    key: Annotated[
        str, typer.Option(metavar="HEX", help="The boards' event key, if there is one already; left out: a new one.")
    ] = "new",
    no_key: Annotated[bool, typer.Option("--no-key", help="Make no key: results of boards are not sealed.")] = False,
    medals: Annotated[
        int | None, typer.Option(min=0, help="Places for which ties are played off; left out: the format's number.")
    ] = None,
    purses: Annotated[
        Path | None, typer.Option(metavar="FILE", help="What is paid in and out: TOML; left out: the format's.")
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, max=2**31 - 1, help="Of the draw; left out: a new one.")] = None,
    across_halls: Annotated[
        bool, typer.Option("--across-halls", help="Players go from hall to hall, where the roster has a column `hall`.")
    ] = False,
) -> Answer:
    entries = read_roster(roster_file, FORMATS[format].pairs)
    fee_cents = None if fee is None else round(fee * DOLLAR)
    rules = read_text_file(purses).text if purses else ""
    with location.creating(name) as session:
        event = create_event(
            session,
            name,
            format,
            entries,
            rounds=rounds,
            tables=tables,
            seed=seed,
            fee=fee_cents,
            key=_event_key(key, no_key),
            medals=medals,
            across_halls=across_halls,
            by=current_user(),
        )
        if rules:
            set_purses(Desk(session, event, current_user()), rules)
        data = {"event": name, "format": event.format, "players": len(entries), "rounds": event.rounds}
        data |= {"tables": event.tables, "seed": event.seed, "id": event.uid, "key": event.key}
    done = message("cli.create.done", event=name, count=len(entries), rounds=data["rounds"], format=format)
    key_notice = [] if data["key"] else [message("cli.create.no_key")]
    read_as = read_text_file(roster_file).note
    notes = [message("cli.text.file", file=roster_file, what=read_as)] if read_as else []
    return data, *notes, done, *key_notice, message("cli.create.boards", event=name), *FORMATS.refusals()


def _event_key(text: str, no_key: bool) -> str:
    """Return the event key in hex: `text`, a new key if it is "new", or "" with `no_key`. Raises DeskError."""
    if no_key and text != "new":
        raise DeskError(message("cli.create.two_keys"))
    if text == "new":
        return "" if no_key else new_key()
    key = text.lower()
    if len(key) % 2 or len(key) > 128 or key.strip("0123456789abcdef"):
        raise DeskError(message("cli.create.key"))
    return key


@command
def export(
    location: EventLocation,
    name: Name,
    output: Annotated[Path | None, typer.Argument(metavar="FILE", help="Left out: printed.")] = None,
    schema: SchemaOption = False,
) -> Answer | None:
    with location.reading(name) as desk:
        text = export_event(desk)
    if output is None:
        print_data(text + "\n")
        return None
    touch_private(output)
    output.write_text(text + "\n", encoding="utf-8")
    return {"event": name, "file": str(output)}, message("cli.export.done", event=name, file=output)


@command
def copy(
    location: EventLocation,
    name: Name,
    output: Annotated[Path, typer.Argument(metavar="FILE")],
    hall: Annotated[
        str, typer.Option(metavar="HALL", help="For the desk in one of several halls: its letter or name.")
    ] = "",
) -> Answer:
    if hall:
        with location.reading(name) as desk:
            write_hall_copy(desk, hall_called(desk, hall), output)
    else:
        with closing(location.open(name)) as opened:
            copy_file(opened.store, output)
    return {"event": name, "file": str(output)}, message("cli.export.done", event=name, file=output)
