"""Determine each board's table, from the director's word, from stored results and from what boards report."""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import NamedTuple

from host_tools.desk.events.audit_log import read_audit_log
from host_tools.desk.events.hall_rows import halls_of
from host_tools.desk.intake.misplaced_boards import ASSIGNED, PLACED, read_places
from host_tools.desk.live.board_messages import State
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Event
from host_tools.table_numbers import hall_id, hall_of


class Placements(NamedTuple):
    """Where the director has put boards: `tables` by uid, 0 for none or if another board has got the table since;
    `exchanged`: tables whose board, put there by a desk or the director, the director has put elsewhere since.

    `halls`: numbers of the event's halls, 0 alone if it has one.
    """

    tables: Mapping[str, int]
    exchanged: Collection[int]
    halls: Collection[int]


class Places(NamedTuple):
    """The table of each board, and the uids of boards without one: they report another board's table, or none."""

    tables: Mapping[str, int]
    boards_without_table: list[str]


def read_placements(desk: Desk) -> Placements:
    """Query where the director has put boards."""
    tables: dict[str, int] = {}
    for entry in read_audit_log(desk, PLACED):
        board, table = entry.detail["board"], entry.detail["table"]
        others = {uid: 0 if placed_at == table else placed_at for uid, placed_at in tables.items()}
        tables = others | {board: table}
    places = read_places(desk, ASSIGNED) | read_places(desk, PLACED) if tables else set()
    exchanged = {table for board, table in places if table and tables.get(board, 0) not in (0, table)}
    return Placements(tables, exchanged, {hall.number for hall in halls_of(desk)} or {0})


def find_places(
    event: Event, states: Mapping[str, State], placements: Placements, results: Mapping[str, int]
) -> Places:
    """Return the table of each board: the director's assignment, else its last result's, else the one it reports.

    `results` are the tables of last results by uid. A board does not get a table that another board has by an earlier
    rule, that several boards report, or that is in another hall: it takes only messages for the event id that it has.
    """
    placed, resulting = (_in_their_hall(event, states, known) for known in (placements.tables, results))
    tables = {uid: table for uid, table in placed.items() if table}
    taken = {0, *tables.values()}
    tables |= {uid: table for uid, table in resulting.items() if uid not in placed and table not in taken}
    taken = {0, *tables.values()}
    claims = Counter(state.table for state in states.values())
    tables |= {
        uid: state.table
        for uid, state in states.items()
        if uid not in tables and uid not in placed and state.table not in taken
        if claims[state.table] == 1 and hall_of(state.table) in placements.halls
    }
    return Places(tables, sorted(states.keys() - tables.keys()))


def _in_their_hall(event: Event, states: Mapping[str, State], tables: Mapping[str, int]) -> dict[str, int]:
    """Return the boards' tables without those in a hall that is not the board's, as far as it has a state."""
    ids = {hall: hall_id(event.uid, hall) for hall in set(map(hall_of, tables.values()))}
    return {
        uid: table
        for uid, table in tables.items()
        if not table or uid not in states or ids[hall_of(table)] == states[uid].event
    }
