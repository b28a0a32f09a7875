"""Find tables whose results have not come in."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from host_tools.desk.events import format_of
from host_tools.desk.store import BYE_TABLE, Event, Score, Seat


def tables_missing_results(session: Session, event: Event) -> list[tuple[int, int]]:
    """Return (round, table) of all tables where a side lacks a result of a game."""
    kind = format_of(event)
    sides = _sides_by_table(session, event, Seat, Seat.side)
    complete = _sides_by_table(session, event, Score, Score.game, Score.side)
    return sorted(place for place, n in sides.items() if complete.get(place, 0) < n * kind.games)


def tables_without_results(session: Session, event: Event, number: int) -> set[int]:
    """Return the tables of a round that have no result at all."""
    tables = []
    for model in (Seat, Score):
        conditions = (model.event_id == event.id, model.round == number, model.table > BYE_TABLE)
        tables.append(set(session.scalars(select(model.table).where(*conditions))))
    return tables[0] - tables[1]


def _sides_by_table(session: Session, event: Event, table, *columns) -> dict[tuple[int, int], int]:
    """Count the different values of the columns at each (round, table) of the event's main rounds."""
    conditions = (table.event_id == event.id, table.round <= event.rounds, table.table > BYE_TABLE)
    each = select(table.round, table.table, *columns).where(*conditions).distinct().subquery()
    query = select(each.c.round, each.c.table, func.count()).group_by(each.c.round, each.c.table)
    return {(row[0], row[1]): row[2] for row in session.execute(query)}
