"""Typer commands of `cribboard event` for events of several halls: make and list halls, change one, move a player."""

from collections import Counter
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from host_tools.desk.cli import correction_tables
from host_tools.desk.cli.options import Answer, Because, Name, Player, command, decision
from host_tools.desk.cli.tables import AnswerTable, column_headings
from host_tools.desk.errors import DeskError
from host_tools.desk.events.entrants import entrants
from host_tools.desk.events.hall_copy import snapshot
from host_tools.desk.events.hall_rows import hall_called, hall_title, halls_of, newest_rounds
from host_tools.desk.events.halls import change_hall, make_halls, move_to_hall, set_across
from host_tools.desk.events.location import EventLocation
from host_tools.desk.review.hall_merge import merge_hall
from host_tools.desk.store.database import Store, file_url
from host_tools.desk.store.desk import Desk
from host_tools.i18n import message
from host_tools.table_numbers import hall_id, hall_letter

_SETTINGS = ("name", "tables", "language")
HallName = Annotated[str, typer.Argument(metavar="HALL", help="Its letter or name.", show_default=False)]


@command
def halls(
    location: EventLocation,
    name: Name,
    names: Annotated[
        list[str] | None, typer.Argument(metavar="HALL…", help="To make halls: what they are called.")
    ] = None,
    across: Annotated[
        bool | None, typer.Option("--across/--within", help="Whether the next rounds move players from hall to hall.")
    ] = None,
) -> Answer:
    if names or across is not None:
        with location.writing(name) as desk:
            if names:
                make_halls(desk, names)
            if across is not None:
                set_across(desk, across)
    with location.reading(name) as desk:
        rows = _rows(desk)
        if not rows:
            return [], message("event.halls.only", event=name)
        across_now = desk.event.across_halls
    return rows, _table(name, rows), message("event.halls.across" if across_now else "event.halls.within")


def _rows(desk: Desk) -> list[dict[str, object]]:
    """Return each hall's letter, name, tables, language, players, newest round and the id that its boards have."""
    players = Counter(player.hall for player in entrants(desk).values() if player.left is None)
    newest = newest_rounds(desk)
    return [
        {
            "letter": hall_letter(hall.number),
            "name": hall.name,
            "tables": hall.tables,
            "language": hall.language,
            "players": players[hall.number],
            "round": newest.get(hall.number),
            "id": hall_id(desk.event.uid, hall.number),
        }
        for hall in halls_of(desk)
    ]


def _table(name: str, rows: list[dict[str, object]]) -> AnswerTable:
    fields = ("letter", "name", "players", "tables", "round", "language", "id")
    cells = [[row[field] or "" if field == "tables" else row[field] for field in fields] for row in rows]
    return AnswerTable(name, column_headings("hall", *fields[1:]), cells)


@command
def hall(
    location: EventLocation,
    name: Name,
    which: HallName,
    title: Annotated[str | None, typer.Option("--name", metavar="NAME", help="What it is called.")] = None,
    tables: Annotated[int | None, typer.Option(min=0, help="How many it has; 0: as many as it takes.")] = None,
    language: Annotated[
        str | None, typer.Option(metavar="CODE", help="Of its wall and lists: en, fr; empty: each reader's own.")
    ] = None,
) -> Answer:
    with location.writing(name) as desk:
        found = hall_called(desk, which)
        change_hall(desk, found, name=title, tables=tables, language=language)
        data = {"letter": hall_letter(found.number), **{key: getattr(found, key) for key in _SETTINGS}}
        text = hall_title(found)
    return data, message("event.halls.changed", hall=text)


@decision
def merge(
    location: EventLocation,
    name: Name,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The event's file from the hall's desk.", show_default=False)
    ],
) -> Answer:
    if not file.is_file():
        raise DeskError(message("cli.merge.no_file", file=file))
    with (
        closing(Store(file_url(file))) as store,
        snapshot(store) as copied,
        location.writing(name) as desk,
    ):
        report = merge_hall(desk, copied)
    return asdict(report), report.summary, *report.kept, *correction_tables.effect_texts(report.would)


@decision
def move(location: EventLocation, name: Name, player: Player, to: HallName, because: Because = "") -> Answer:
    with location.writing(name, because) as desk:
        found = hall_called(desk, to)
        moved = move_to_hall(desk, player, found)
        data = {"player": moved.code, "name": moved.name, "hall": hall_letter(found.number)}
        text = hall_title(found)
    return data, message("event.halls.moved", name=data["name"], hall=text)
