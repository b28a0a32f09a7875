"""Typer commands of `cribboard event`: delete an event, restore it, or one of a copy or an export."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from host_tools.desk.cli.options import Answer, Because, Name, command
from host_tools.desk.cli.tables import build_table, column_headings
from host_tools.desk.events.location import EventLocation, TakenNameError
from host_tools.desk.events.roster_csv import plain_text
from host_tools.desk.events.trash import Deleted, delete_event, empty_trash, restore_deleted, restore_file, trash
from host_tools.desk.store.database import SUFFIX, DeskError
from host_tools.i18n import message
from host_tools.text_files import naming_file


@command
def delete(location: EventLocation, name: Name, because: Because = "") -> Answer:
    deleted = delete_event(location, name, because)
    return {"event": name, "until": deleted.until}, message("event.trash.deleted", event=name, until=deleted.until)


@command
def restore(
    location: EventLocation,
    source: Annotated[
        str,
        typer.Argument(
            metavar="NAME|FILE",
            help="A deleted event, a copy or an export; left out: list the trash.",
            show_default=False,
        ),
    ] = "",
    new_name: Annotated[str, typer.Option("--name", metavar="NAME", help="Its name from now on.")] = "",
) -> Answer:
    empty_trash(location)
    if not source:
        return _list_trash(trash(location))
    try:
        restored = _restore(location, source, plain_text(new_name))
    except TakenNameError as error:
        raise DeskError(f"{error}; {message('event.trash.other_name')}") from None
    return {"event": restored, "restored": True}, message("event.trash.restored", event=restored)


def _restore(location: EventLocation, source: str, name: str) -> str:
    """Restore an event from the trash or from a file, under the name it had, or `name`; return its name."""
    if source == "-" or Path(source).suffix in (SUFFIX, ".json") or Path(source).is_file():
        data = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
        with naming_file(source):
            return restore_file(location, data, name)
    else:
        deleted = next((one for one in trash(location) if one.name == source), None)
        if deleted is None:
            raise DeskError(message("event.trash.none_of", name=source))
        return restore_deleted(location, deleted.id, name)


def _list_trash(deleted: list[Deleted]) -> Answer:
    rows = [(one.name, one.at.astimezone().date().isoformat(), one.until) for one in deleted]
    table = build_table(message("event.trash.title"), column_headings("event", "deleted", "until"), rows)
    data = [{"event": one.name, "deleted": one.at.isoformat(), "until": one.until} for one in deleted]
    return data, table if rows else message("event.trash.empty")
