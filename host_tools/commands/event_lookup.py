"""Looks up an event of the desk for commands on boards: its id and key, and whether it counts a result line."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from host_tools.command_group import failed

if TYPE_CHECKING:
    from host_tools.desk.store.desk import Desk

EventName = Annotated[
    str | None,
    typer.Option("--event", metavar="NAME", show_default=False, help="An event of `cribboard event create`."),
]


@contextmanager
def _exit_on_desk_error() -> Iterator[None]:
    from host_tools.desk.errors import DeskError

    try:
        yield
    except DeskError as error:
        raise failed(error) from None


@contextmanager
def reading_event(name: str, folder: Path, database: str | None) -> Iterator["Desk"]:
    """Open a read transaction on the event of this name; exits with a message if there is none."""
    from host_tools.desk.events.location import EventLocation  # takes a second to import

    with _exit_on_desk_error(), EventLocation(folder, database).reading(name) as opened:
        yield opened


def event_settings(name: str, folder: Path, database: str | None, hall: str = "") -> dict[str, str]:
    """Return a board's settings `event` and `key` for the event of this name; both empty for the name "".

    `hall`: name or letter of the board's hall, "" where the event has one. Exits with a message if it is missing.
    """
    if not name:
        return {"event": "", "key": ""}
    with reading_event(name, folder, database) as desk:
        from host_tools.desk.events.hall_rows import id_on_boards

        return {"event": id_on_boards(desk, hall), "key": desk.event.key}


def round_of_event(name: str, folder: Path, database: str | None, hall: str = "") -> int:
    """Return the round that the event of this name plays now, as `round_to_play`; `hall`: as of `event_settings`."""
    with reading_event(name, folder, database) as desk:
        from host_tools.desk.events.hall_rows import number_of_hall
        from host_tools.desk.rounds.seating import round_to_play

        return round_to_play(desk, number_of_hall(desk, hall))


def reasons_to_hold(name: str, folder: Path, database: str | None, texts: Sequence[str]) -> list[str]:
    """Return for each result line the reason why the event holds it, or would if imported now; "" if it counts."""
    from host_tools.desk.events.location import EventLocation
    from host_tools.desk.intake.import_lines import preview_lines

    with _exit_on_desk_error(), EventLocation(folder, database).writing(name) as desk:
        return preview_lines(desk, texts)


def players_at_tables(name: str, folder: Path, database: str | None) -> dict[tuple[int, int], str]:
    """Return who plays, side after side, by round and the event's table number. Exits if there is no event."""
    with reading_event(name, folder, database) as desk:
        from sqlalchemy import select

        from host_tools.desk.store.model import Entrant, Seat

        who = (Entrant.event_id == Seat.event_id) & (Entrant.number == Seat.player)
        columns = select(Seat.round, Seat.table, Seat.side, Entrant.name).join(Entrant, who)
        seats = columns.where(Seat.event_id == desk.event.id, Seat.side != "")
        sides: dict[tuple[int, int], dict[str, list[str]]] = {}
        for round_number, table, side, player in desk.session.execute(seats.order_by(Seat.side, Entrant.number)):
            sides.setdefault((round_number, table), {}).setdefault(side, []).append(player)
    return {place: " – ".join(" / ".join(names) for names in at.values()) for place, at in sides.items()}
