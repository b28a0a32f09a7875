"""Number the tables of a seating by halls."""

from collections.abc import Iterator, Mapping, Sequence

from host_tools.desk.events.hall_rows import finals_hall
from host_tools.desk.formats.movement_types import Seating, Table
from host_tools.desk.store.database import DeskError
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Hall
from host_tools.i18n import message
from host_tools.table_numbers import MOST_TABLES, event_table


def merge_halls(seatings: Mapping[int, Seating]) -> Seating:
    """Return the seating of several halls, each of whose tables are numbered from 1, by hall."""
    tables = [(hall, table) for hall, each in seatings.items() for table in each.tables]
    return Seating(
        tuple(Table(event_table(hall, table.number), table.sides) for hall, table in tables),
        tuple(player for each in seatings.values() for player in each.out),
        tuple(repeat for each in seatings.values() for repeat in each.repeats),
    )


def in_finals_hall(desk: Desk, seating: Seating) -> Seating:
    """Return a seating of the play-off at the tables of the hall where it is played."""
    hall = finals_hall(desk)
    return merge_halls({hall: seating}) if hall else seating


def spread_over_halls(seating: Seating, halls: Sequence[Hall]) -> Seating:
    """Return a seating whose tables, in order, fill one hall after the other, evenly where their sizes are not known;
    without halls as it is. Raises DeskError if they have too few tables."""
    if not halls:
        return seating
    numbers = list(_table_numbers(halls, len(seating.tables)))
    if len(numbers) < len(seating.tables):
        raise DeskError(message("event.halls.too_few", needed=len(seating.tables), tables=len(numbers)))
    tables = tuple(Table(number, table.sides) for number, table in zip(numbers, seating.tables, strict=False))
    return Seating(tables, seating.out, seating.repeats)


def _table_numbers(halls: Sequence[Hall], needed: int) -> Iterator[int]:
    """Yield the event's numbers of the halls' tables, in order; of a hall of unknown size an even share of those that
    the others do not have."""
    unknown = sum(not hall.tables for hall in halls)
    rest = max(0, needed - sum(hall.tables for hall in halls))
    for hall in halls:
        share = -(-rest // unknown) if unknown else 0
        for number in range(1, 1 + min(hall.tables or share, MOST_TABLES)):
            yield event_table(hall.number, number)
