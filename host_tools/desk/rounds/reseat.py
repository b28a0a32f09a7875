"""Undo a round's seating, reseat its unplayed tables, swap two players' seats."""

from collections.abc import Collection

from sqlalchemy import delete, select

from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import log_change
from host_tools.desk.events.entrants import entrants
from host_tools.desk.events.event import rounds_seated
from host_tools.desk.events.hall_rows import halls_seated
from host_tools.desk.events.round_rules import BRACKET, MAIN, PLAY_OFF
from host_tools.desk.formats.movements import Seating, Table
from host_tools.desk.rounds.movement_input import main_seating, seated_in, seating_of
from host_tools.desk.rounds.play_off import bracket_seating, stages_seated
from host_tools.desk.rounds.seating import repeats_text, write_byes, write_tables
from host_tools.desk.scoring.recompute_scores import recompute_scores
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import BYE_TABLE, Round, Score, Seat, Sitting, Tie
from host_tools.i18n import message
from host_tools.table_numbers import event_table, hall_of, table_text


def newest_round(desk: Desk, expected: int | None = None, hall: int = 0) -> Round:
    """Return the newest seated round, with `hall` that in which one hall has tables. Raises DeskError if there is none,
    or it is not number `expected` (None: any)."""
    seated = rounds_seated(desk)
    if hall:
        seated = [round_ for round_ in seated if hall in halls_seated(desk, round_.number)]
    if not seated:
        raise DeskError(message("event.seats.none", event=desk.event.name))
    if expected not in (None, seated[-1].number):
        raise DeskError(message("event.seats.newest", newest=seated[-1].number, round=expected))
    return seated[-1]


def unseat_round(desk: Desk, hall: int = 0) -> int:
    """Delete the newest round with its seating; with `hall`, that of one hall. Returns its number. Raises DeskError if
    it has a result there."""
    newest = newest_round(desk, hall=hall)
    if _tables_with_results(desk, newest.number, hall):
        raise DeskError(message("event.seats.has_results", round=newest.number))
    places = _seats_by_player(desk, newest.number, hall)
    _delete_seats(desk, newest.number, {table for table, _ in places.values()}, places)
    desk.session.execute(delete(Tie).where(Tie.event_id == desk.event.id, Tie.round == newest.number))
    if not halls_seated(desk, newest.number):
        desk.session.delete(newest)
    detail = {"round": newest.number, "seats": _seats_for_log(desk, places)}
    log_change(desk, "unseated", detail)
    desk.session.flush()
    return newest.number


def reseat_round(desk: Desk, expected: int | None = None, hall: int = 0) -> Seating:
    """Reseat the newest round's tables without results, by the present results and roster. Returns their new seating.

    `expected`: the round's number, None for any; `hall`: one hall's tables alone. Raises NotReadyError, DeskError.
    """
    newest = newest_round(desk, expected, hall)
    played = _tables_with_results(desk, newest.number, hall)
    before = _seats_by_player(desk, newest.number, hall)
    halls = {hall} if hall else halls_seated(desk, newest.number)
    detail = {"round": newest.number, "seats": _seats_for_log(desk, before)}
    log_change(desk, "reseated", detail)
    # Before the new seating: in a bracket, whoever has a seat in a round counts as advanced to it.
    _delete_seats(desk, newest.number, {table for table, _ in before.values() if table not in played}, before)
    seating = _seat_unplayed_tables(desk, newest, played, halls)
    newest.note = repeats_text(desk, seating)
    write_tables(desk, newest.number, seating)
    if newest.kind == MAIN:
        write_byes(desk, newest.number, seating_of(desk, newest.number).out)
    return seating


def _seat_unplayed_tables(desk: Desk, newest: Round, played: dict[int, Table], halls: Collection[int]) -> Seating:
    """Compute a new seating of the tables of these halls that are not in `played`. Raises NotReadyError, DeskError."""
    if newest.kind == PLAY_OFF:
        raise DeskError(message("event.seats.tie"))
    if newest.kind == BRACKET:
        seated = {player for table in played.values() for player in table.players}
        stage = stages_seated(desk).index(newest.number) + 1
        tables = [table for table in bracket_seating(desk, stage).tables if table.number not in played]
        return Seating(tuple(table for table in tables if not seated & set(table.players)))
    seating = main_seating(desk, newest.number, seated_in(desk, newest.number), halls)
    return _renumber(seating, played)


def _renumber(seating: Seating, taken: Collection[int]) -> Seating:
    """Renumber a seating's tables from 1, in each hall, leaving out the numbers `taken`."""
    if not taken:
        return seating
    tables: list[Table] = []
    for hall in sorted({hall_of(table.number) for table in seating.tables}):
        of_hall = [table for table in seating.tables if hall_of(table.number) == hall]
        numbers = (event_table(hall, number) for number in range(1, len(of_hall) + len(taken) + 1))
        free = (number for number in numbers if number not in taken)
        tables += [Table(number, table.sides) for number, table in zip(free, of_hall, strict=False)]
    return Seating(tuple(tables), seating.out, seating.repeats)


def _tables_with_results(desk: Desk, round_number: int, hall: int = 0) -> dict[int, Table]:
    """Return the tables of a round, with `hall` of one hall, that have a result, by number."""
    conditions = (Score.event_id == desk.event.id, Score.round == round_number, Score.table > BYE_TABLE)
    with_result = set(desk.session.scalars(select(Score.table).where(*conditions)))
    return {
        table.number: table
        for table in seating_of(desk, round_number).tables
        if table.number in with_result and hall in (0, hall_of(table.number))
    }


def _seats_by_player(desk: Desk, round_number: int, hall: int = 0) -> dict[int, tuple[int, str]]:
    """Query (table, side) of each player in a round, with `hall` of those in one hall; who has a bye there is of it."""
    people = entrants(desk)
    query = select(Seat.player, Seat.table, Seat.side).where(Seat.event_id == desk.event.id, Seat.round == round_number)
    return {
        row.player: (row.table, row.side)
        for row in desk.session.execute(query.order_by(Seat.player))
        if hall in (0, hall_of(row.table) if row.table else people[row.player].hall)
    }


def _seats_for_log(desk: Desk, places: dict[int, tuple[int, str]]) -> dict[str, str]:
    """Format seats for the audit log: {player's id: "3A"}, with "out" for a bye; `places`: (table, side) by player."""
    people = entrants(desk)
    seats = {player: f"{table_text(table)}{side}" if table else "out" for player, (table, side) in places.items()}
    return {people[player].code: seat for player, seat in seats.items()}


def _delete_seats(desk: Desk, round_number: int, tables: Collection[int], players: Collection[int]) -> None:
    """Delete the seats and scores at these tables of a round, and of those of `players` who have a bye in it."""
    for each in (Seat, Sitting, Score):
        at_tables = (
            each.event_id == desk.event.id,
            each.round == round_number,
            each.table.in_(set(tables) - {BYE_TABLE}),
        )
        desk.session.execute(delete(each).where(*at_tables))
    for model in (Seat, Score):
        byes = (model.event_id == desk.event.id, model.round == round_number, model.table == BYE_TABLE)
        desk.session.execute(delete(model).where(*byes, model.player.in_(players)))
    desk.session.flush()
    desk.session.expire_all()


def swap_seats(desk: Desk, round_number: int, player_a: int, player_b: int) -> list[int]:
    """Swap the seats of two players in a round, and recompute their tables' scores; one may have a bye.

    Returns the numbers of their tables. The caller writes the audit log. Raises DeskError.
    """
    ids = [(desk.event.id, round_number, player) for player in (player_a, player_b)]
    seats = [desk.session.get(Seat, seat_id, populate_existing=True) for seat_id in ids]
    people = entrants(desk)
    for seat, player in zip(seats, (player_a, player_b), strict=True):
        if seat is None:
            raise DeskError(message("event.seats.no_seat", name=people[player].name, round=round_number))
    first_seat, second_seat = seats
    assert first_seat
    assert second_seat
    if player_a == player_b or (first_seat.table, first_seat.side) == (second_seat.table, second_seat.side):
        raise DeskError(message("event.seats.same", one=people[player_a].name, other=people[player_b].name))
    first_seat.table, second_seat.table = second_seat.table, first_seat.table
    first_seat.side, second_seat.side = second_seat.side, first_seat.side
    desk.session.flush()
    tables = sorted({first_seat.table, second_seat.table} - {BYE_TABLE})
    for table in tables:
        desk.session.get_one(Sitting, (desk.event.id, round_number, table), populate_existing=True).changes += 1
    recompute_scores(desk, {(round_number, table) for table in tables})
    if BYE_TABLE in (first_seat.table, second_seat.table):
        write_byes(desk, round_number, seating_of(desk, round_number).out)
    return tables
