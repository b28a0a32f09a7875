"""Build a movement's input from the store: present players and the seating and results of earlier rounds.

And number the tables of its seating by halls.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from sqlalchemy import func, select

from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import read_audit_log
from host_tools.desk.events.event import format_of
from host_tools.desk.events.hall_rows import MOVED, finals_hall, halls_of
from host_tools.desk.formats.movements import Field, FinishedTable, MovementError, Seating, Table
from host_tools.desk.rounds.missing_results import abandoned_tables
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import BYE_TABLE, Entrant, Hall, Score, Seat
from host_tools.i18n import message
from host_tools.table_numbers import MOST_TABLES, event_table, hall_of, tables_text

RESEATED = ("swapped", "reseated", "unseated")
"""Kinds of audit entries after which seats differ from those that the movement computed."""


class NotReadyError(DeskError):
    """The next round cannot be seated yet."""


def main_seating(desk: Desk, round_number: int, absent: Collection[int] = (), halls: Collection[int] = ()) -> Seating:
    """Compute a main round's seating by the format's movement and the present results; nothing is stored.

    `absent`: numbers of further players without a seat. `halls`: numbers of the halls to seat, () for all. Raises
    NotReadyError, DeskError.
    """
    movement = format_of(desk.event).movement
    if movement is None:
        raise DeskError(message("desk.error.free"))
    all_absent = absent_from(desk, round_number) | set(absent)
    rooms = halls_of(desk)
    if not rooms or desk.event.across_halls:
        seating = movement.seat(_movement_field(desk, round_number, all_absent))
        return spread_over_halls(_with_tables(seating), rooms)
    wanted = [room.number for room in rooms if not halls or room.number in halls]
    fields = {hall: _movement_field(desk, round_number, all_absent, hall) for hall in wanted}
    # A hall whose players have all moved or left has no round.
    seatings = {hall: movement.seat(field) for hall, field in fields.items() if field.present}
    return _with_tables(merge_halls(seatings))


def _with_tables(seating: Seating) -> Seating:
    """Return a seating. Raises MovementError for one without a table, as where one player is left."""
    if not seating.tables:
        raise MovementError(message("desk.error.one_left"))
    return seating


def absent_from(desk: Desk, round_number: int) -> frozenset[int]:
    """Return the numbers of the players who get no seat in a round: not arrived yet, or withdrawn."""
    away = (Entrant.joined > round_number) | (Entrant.left <= round_number)
    query = select(Entrant.number).where(Entrant.event_id == desk.event.id, away)
    return frozenset(desk.session.scalars(query))


def seated_in(desk: Desk, round_number: int) -> set[int]:
    """Return the numbers of the players who have a seat or a bye in a round: players who moved to a hall that is behind
    may have played it in the former hall."""
    query = select(Seat.player).where(Seat.event_id == desk.event.id, Seat.round == round_number)
    return set(desk.session.scalars(query))


def _movement_field(desk: Desk, round_number: int, absent: frozenset[int], hall: int = 0) -> Field:
    """Build the movement's input for a round, with the results and counts that the format needs; with `hall`, for the
    players in one hall: of the round before, its own tables count."""
    query = select(Entrant.number, Entrant.joined, Entrant.drawn, Entrant.hall).where(Entrant.event_id == desk.event.id)
    everybody = desk.session.execute(query.order_by(Entrant.drawn, Entrant.number)).all()
    players = [row for row in everybody if hall in (0, row.hall)]
    here = {row.number for row in players}
    changed = bool(absent & here) or any(row.joined != 1 for row in players)
    draw_order = _draw_order([(row.number, row.drawn) for row in players], absent)
    if format_of(desk.event).by_result and round_number > 1:
        before = seating_of(desk, round_number - 1)
        tables = tuple(table for table in before.tables if hall in (0, hall_of(table.number)))
        out = tuple(player for player in before.out if player in here)
        last = finished_tables(desk, round_number - 1, Seating(tables))
        # A player who has moved to another hall leaves a vacant place here, like one who has left the event.
        away = absent | {row.number for row in everybody} - here
        return Field(draw_order, round_number, away, last, out, _count_partners(desk, round_number))
    if not changed and not read_audit_log(desk, *RESEATED, MOVED):
        return Field(draw_order, round_number, absent)
    met, rested = _count_opponents(desk, round_number), _count_byes(desk, round_number)
    return Field(draw_order, round_number, absent, met=met, rested=rested)


def _draw_order(players: list[tuple[int, int]], absent: frozenset[int]) -> tuple[int, ...]:
    """Return the players in the order drawn: of several at one place, the one who is there; `players`: (player, place),
    by place."""
    at_place: dict[int, int] = {}
    for player, place in players:
        if place not in at_place or at_place[place] in absent:
            at_place[place] = player
    return tuple(at_place.values())


def seating_of(desk: Desk, round_number: int) -> Seating:
    """Load the stored seating of a round."""
    query = select(Seat.table, Seat.side, Seat.player).where(Seat.event_id == desk.event.id, Seat.round == round_number)
    tables: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for table, side, player in desk.session.execute(query.order_by(Seat.table, Seat.side, Seat.player)).all():
        tables[table][side].append(player)
    byes = tables.pop(BYE_TABLE, {"": []})[""]
    seated = (Table(table, tuple(tuple(side) for side in sides.values())) for table, sides in tables.items())
    return Seating(tuple(seated), tuple(byes))


def finished_tables(desk: Desk, round_number: int, seating: Seating) -> tuple[FinishedTable, ...]:
    """Return a round's tables with their sides' order by result. Raises NotReadyError if a table has no winner yet, and
    not everybody has left it."""
    columns = (Score.table, Score.player, Score.won, Score.holes, Score.disputed)
    scores = {}
    for row in desk.session.execute(
        select(*columns).where(Score.event_id == desk.event.id, Score.round == round_number)
    ):
        scores[row.player] = row
    waiting = [table.number for table in seating.tables if not _has_winner(table, scores)]
    if waiting:
        abandoned = abandoned_tables(desk)
        waiting = [table for table in waiting if (round_number, table) not in abandoned]
    if waiting:
        numbers = tables_text(waiting[:20]) + (" …" if len(waiting) > 20 else "")
        raise NotReadyError(message("desk.error.undecided", round=round_number, tables=numbers))
    return tuple(FinishedTable(table, _side_indexes_winner_first(table, scores)) for table in seating.tables)


def _has_winner(table: Table, scores: dict) -> bool:
    """Return whether every side has a score, and exactly one won, or all drew or lost. Cards that differ may both claim
    the win."""
    rows = [scores.get(side[0]) for side in table.sides]
    wins = sum(row is not None and bool(row.won) for row in rows)
    return None not in rows and (wins == 1 or not any(row.won or row.disputed for row in rows if row))


def _side_indexes_winner_first(table: Table, scores: dict) -> tuple[int, ...]:
    """Return the indexes of `table.sides`, winner first, then by holes; if all is equal, side A first."""
    if any(side[0] not in scores for side in table.sides):
        return tuple(range(len(table.sides)))
    side_scores = [scores[side[0]] for side in table.sides]
    return tuple(sorted(range(len(side_scores)), key=lambda i: (-(side_scores[i].won or 0), -side_scores[i].holes, i)))


def _sides_before(desk: Desk, round_number: int) -> dict[tuple[int, int], dict[str, list[int]]]:
    """Query the players by side at every (round, table) of the rounds before `round_number`."""
    sides_by_table: dict[tuple[int, int], dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    conditions = (Seat.event_id == desk.event.id, Seat.table > BYE_TABLE, Seat.round < round_number)
    query = select(Seat.round, Seat.table, Seat.side, Seat.player).where(*conditions)
    for round_, table, side, player in desk.session.execute(query):
        sides_by_table[round_, table][side].append(player)
    return sides_by_table


def _count_partners(desk: Desk, round_number: int) -> Counter[frozenset[int]]:
    """Count how often any two players were partners before round `round_number`."""
    tables = _sides_before(desk, round_number).values()
    return Counter(frozenset(side) for sides in tables for side in sides.values() if len(side) == 2)


def _count_opponents(desk: Desk, round_number: int) -> Counter[frozenset[int]]:
    """Count how often any two players were opponents before round `round_number`."""
    tables = [list(sides.values()) for sides in _sides_before(desk, round_number).values()]
    return Counter(frozenset((a, b)) for first, *others in tables for other in others for a in first for b in other)


def _count_byes(desk: Desk, round_number: int) -> Counter[int]:
    """Count each player's byes before round `round_number`."""
    conditions = (Seat.event_id == desk.event.id, Seat.table == BYE_TABLE, Seat.round < round_number)
    query = select(Seat.player, func.count()).where(*conditions).group_by(Seat.player)
    return Counter({row[0]: row[1] for row in desk.session.execute(query)})


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
