"""The input of a movement: which players are there, and how the rounds before went."""

from collections import Counter, defaultdict
from collections.abc import Collection

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from host_tools.desk.events import format_of, read_diary
from host_tools.desk.formats import Field, Finished, MovementError, Seating, Table
from host_tools.desk.store import DeskError, Entrant, Event, Score, Seat
from host_tools.words import word

RESEATED = ("swapped", "reseated", "unseated")
"""Entries of the diary after which seats are not what the movement had made."""


class NotReadyError(DeskError):
    """The next round cannot be seated yet."""


def seat_main(session: Session, event: Event, number: int, absent: Collection[int] | None = None) -> Seating:
    """A round as the format's movement seats it, by the present results. `absent`: who is not to be seated; left out,
    those who have not come or have left. Raises NotReadyError, DeskError."""
    kind = format_of(event)
    if kind.seat is None:
        raise DeskError(word("desk.error.free"))
    try:
        return kind.seat(_field(session, event, number, absent_from(session, event, number) | set(absent or ())))
    except MovementError as error:
        raise DeskError(str(error)) from None


def absent_from(session: Session, event: Event, number: int) -> frozenset[int]:
    """Players who are not to be seated in a round: not come yet, or gone."""
    away = (Entrant.joined > number) | (Entrant.left <= number)
    query = select(Entrant.number).where(Entrant.event_id == event.id, away)
    return frozenset(session.scalars(query))


def _field(session: Session, event: Event, number: int, absent: frozenset[int]) -> Field:
    query = select(Entrant.number, Entrant.joined).where(Entrant.event_id == event.id)
    players = session.execute(query.order_by(Entrant.drawn, Entrant.number)).all()
    drawn = tuple(number for number, _ in players)
    if format_of(event).by_result and number > 1:
        before = seating_of(session, event, number - 1)
        last = finished_tables(session, event, number - 1, before)
        return Field(drawn, number, absent, last, before.out, _partners(session, event, number))
    if all(joined == 1 for _, joined in players) and not read_diary(session, event, *RESEATED):
        return Field(drawn, number, absent)
    met, rested = _opponents(session, event, number), _rested(session, event, number)
    return Field(drawn, number, absent, met=met, rested=rested)


def seating_of(session: Session, event: Event, number: int) -> Seating:
    """Who sits where in a round that has been seated."""
    query = select(Seat.table, Seat.side, Seat.player).where(Seat.event_id == event.id, Seat.round == number)
    tables: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for table, side, player in session.execute(query.order_by(Seat.table, Seat.side, Seat.player)):
        tables[table][side].append(player)
    out = tables.pop(0, {"": []})[""]
    seated = (Table(table, tuple(tuple(side) for side in sides.values())) for table, sides in tables.items())
    return Seating(tuple(seated), tuple(out))


def finished_tables(session: Session, event: Event, number: int, seating: Seating) -> tuple[Finished, ...]:
    """The tables of a round with their sides in order. Raises NotReadyError, naming those whose winner is not known."""
    columns = (Score.table, Score.player, Score.won, Score.holes, Score.disputed)
    scores = {}
    for row in session.execute(select(*columns).where(Score.event_id == event.id, Score.round == number)):
        scores[row.player] = row
    waiting = [table.number for table in seating.tables if not _decided(table, scores)]
    if waiting:
        shown = ", ".join(map(str, waiting[:20])) + (" …" if len(waiting) > 20 else "")
        raise NotReadyError(word("desk.error.undecided", round=number, tables=shown))
    return tuple(Finished(table, _order(table, scores)) for table in seating.tables)


def _decided(table: Table, scores: dict) -> bool:
    """Whether every side has a score, and not two of them the win, as cards that differ may say."""
    rows = [scores.get(side[0]) for side in table.sides]
    wins = sum(row is not None and bool(row.won) for row in rows)
    return None not in rows and (wins == 1 or all(row.won is None for row in rows if row))


def _order(table: Table, scores: dict) -> tuple[int, ...]:
    """Positions of the sides, winner first; of a drawn game side A counts as the winner, for moving only."""
    rows = [scores[side[0]] for side in table.sides]
    return tuple(sorted(range(len(rows)), key=lambda i: (-(rows[i].won or 0), -rows[i].holes, i)))


def _sides_before(session: Session, event: Event, number: int) -> dict[tuple[int, int], dict[str, list[int]]]:
    """Players by side at every table of the rounds before one."""
    found: dict[tuple[int, int], dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    mine = (Seat.event_id == event.id, Seat.table > 0, Seat.round < number)
    for at, table, side, player in session.execute(select(Seat.round, Seat.table, Seat.side, Seat.player).where(*mine)):
        found[at, table][side].append(player)
    return found


def _partners(session: Session, event: Event, number: int) -> Counter[frozenset[int]]:
    tables = _sides_before(session, event, number).values()
    return Counter(frozenset(side) for sides in tables for side in sides.values() if len(side) == 2)


def _opponents(session: Session, event: Event, number: int) -> Counter[frozenset[int]]:
    tables = [list(sides.values()) for sides in _sides_before(session, event, number).values()]
    return Counter(frozenset((a, b)) for one, *others in tables for other in others for a in one for b in other)


def _rested(session: Session, event: Event, number: int) -> Counter[int]:
    mine = (Seat.event_id == event.id, Seat.table == 0, Seat.round < number)
    query = select(Seat.player, func.count()).where(*mine).group_by(Seat.player)
    return Counter({row[0]: row[1] for row in session.execute(query)})
