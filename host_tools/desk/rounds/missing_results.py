"""Find tables that lack some or all of their results."""

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import case, func, select

from host_tools.desk.events.event import format_of
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import ANNULLED, BYE_TABLE, Entrant, Score, Seat
from host_tools.i18n import plural
from host_tools.table_numbers import table_text

_MAX_NAMED = 10


def tables_missing_results(desk: Desk) -> list[tuple[int, int]]:
    """Return (round, table) of all tables of main rounds where a side lacks the score of a game, sorted."""
    games = format_of(desk.event).games
    sides = _count_by_table(desk, Seat, Seat.side)
    scored = _count_by_table(desk, Score, Score.game, Score.side)
    abandoned = abandoned_tables(desk)
    missing = (place for place, count in sides.items() if scored.get(place, 0) < count * games)
    return sorted(place for place in missing if place not in abandoned)


def abandoned_tables(desk: Desk) -> set[tuple[int, int]]:
    """Return (round, table) of all tables that everybody has left during their round, so that nobody wins there unless
    a result is entered; and of those whose games are annulled."""
    is_there = Entrant.left.is_(None) | (Entrant.left > Seat.round + 1)
    someone_there = func.sum(case((is_there, 1), else_=0))
    at_seat = (Entrant.event_id == Seat.event_id) & (Entrant.number == Seat.player)
    query = (
        select(Seat.round, Seat.table)
        .join(Entrant, at_seat)
        .where(Seat.event_id == desk.event.id, Seat.table > BYE_TABLE)
        .group_by(Seat.round, Seat.table)
        .having((someone_there == 0) | (func.sum(case((Entrant.expelled == ANNULLED, 1), else_=0)) > 0))
    )
    return {(row[0], row[1]) for row in desk.session.execute(query)}


def tables_text(places: Sequence[tuple[int, int]]) -> str:
    """Format sorted (round, table), as in "round 2, tables 1, 4; round 3, table 2"; only the first _MAX_NAMED."""
    named = groupby(places[:_MAX_NAMED], itemgetter(0))
    by_round = [(number, [table_text(table) for _, table in of_round]) for number, of_round in named]
    texts = [
        plural("event.unfinished.of_round", len(tables), round=number, tables=", ".join(tables))
        for number, tables in by_round
    ]
    return "; ".join(texts) + (" …" if len(places) > _MAX_NAMED else "")


def tables_without_results(desk: Desk, round_number: int) -> set[int]:
    """Return the tables of a round that have no score at all."""
    tables = []
    for model in (Seat, Score):
        conditions = (model.event_id == desk.event.id, model.round == round_number, model.table > BYE_TABLE)
        tables.append(set(desk.session.scalars(select(model.table).where(*conditions))))
    return tables[0] - tables[1]


def _count_by_table(desk: Desk, model: Any, *columns: Any) -> dict[tuple[int, int], int]:
    """Count the different combinations of values of a model's columns at each (round, table) of the main rounds."""
    conditions = (model.event_id == desk.event.id, model.round <= desk.event.rounds, model.table > BYE_TABLE)
    each = select(model.round, model.table, *columns).where(*conditions).distinct().subquery()
    query = select(each.c.round, each.c.table, func.count()).group_by(each.c.round, each.c.table)
    return {(row[0], row[1]): row[2] for row in desk.session.execute(query)}
