"""The seats of one hall in each round, by players' ids: compared between an event and a hall's copy of it, and set."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from sqlalchemy import delete, select

from host_tools.desk.events.audit_log import read_audit_log
from host_tools.desk.events.entrants import entrants
from host_tools.desk.events.round_rules import MAIN, preset_for
from host_tools.desk.rounds.movement_input import RESEATED, seating_of
from host_tools.desk.rounds.seating import write_byes
from host_tools.desk.scoring.recompute_scores import recompute_scores
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import BYE_TABLE, Round, Score, Seat, Sitting, TableKey, add_rows
from host_tools.table_numbers import hall_of

Places = Mapping[str, tuple[int, str]]
"""(table, side) by player's id; table 0: a bye."""


class HallPlaces:
    """A hall's seats, by round. `by_round`: places of its players; `elsewhere`: ids of those who sit in another hall;
    `seated_at`: when each of its tables was seated."""

    def __init__(self, desk: Desk, hall: int) -> None:
        people = entrants(desk)
        by_round: dict[int, dict[str, tuple[int, str]]] = defaultdict(dict)
        self.elsewhere: dict[int, set[str]] = defaultdict(set)
        for seat in desk.session.scalars(select(Seat).where(Seat.event_id == desk.event.id)):
            if (hall_of(seat.table) if seat.table else people[seat.player].hall) == hall:
                by_round[seat.round][people[seat.player].code] = (seat.table, seat.side)
            else:
                self.elsewhere[seat.round].add(people[seat.player].code)
        self.by_round = dict(by_round)
        self.seated_at: dict[int, dict[int, str]] = defaultdict(dict)
        for sitting in desk.session.scalars(select(Sitting).where(Sitting.event_id == desk.event.id)):
            if hall_of(sitting.table) == hall:
                self.seated_at[sitting.round][sitting.table] = sitting.at

    def by_table(self) -> dict[TableKey, set[tuple[str, str]]]:
        """Return who sits at each of its tables, as (player's id, side), by round and table."""
        found: dict[TableKey, set[tuple[str, str]]] = defaultdict(set)
        for number, places in self.by_round.items():
            for code, (table, side) in places.items():
                if table != BYE_TABLE:
                    found[number, table].add((code, side))
        return dict(found)


def changed_players(before: Places, after: Places) -> set[str]:
    """Return the ids of those who do not sit at the same place in both."""
    return {code for code in {*before, *after} if before.get(code) != after.get(code)}


def tables_of(players: Iterable[str], *seatings: Places) -> set[int]:
    """Return the tables at which these players sit in any of the seatings."""
    codes = list(players)
    return {places[code][0] for places in seatings for code in codes if code in places} - {BYE_TABLE}


def replace_hall_seats(desk: Desk, hall: int, round_number: int, places: Places, seated_at: Mapping[int, str]) -> None:
    """Seat a hall's players in a round at these `places`; tables that do not change keep their seats. The others have
    no result."""
    numbers = {player.code: number for number, player in entrants(desk).items()}
    if desk.session.get(Round, (desk.event.id, round_number)) is None:
        desk.session.add(
            Round(event_id=desk.event.id, number=round_number, kind=MAIN, preset=preset_for(desk.event, MAIN))
        )
        desk.session.flush()
    before = HallPlaces(desk, hall).by_round.get(round_number, {})
    changed = changed_players(before, places)
    tables, players = tables_of(changed, before, places), {numbers[code] for code in changed}
    in_round = {"event_id": desk.event.id, "round": round_number}
    for model in (Seat, Score):
        mine = (model.event_id == desk.event.id, model.round == round_number, model.player.in_(players))
        desk.session.execute(delete(model).where(*mine))
    at_tables = (Sitting.event_id == desk.event.id, Sitting.round == round_number, Sitting.table.in_(tables))
    desk.session.execute(delete(Sitting).where(*at_tables))
    there = {code: place for code, place in places.items() if code in changed}
    seats = [{**in_round, "player": numbers[code], "table": one, "side": side} for code, (one, side) in there.items()]
    add_rows(desk.session, Seat, seats)
    version = 1 + len(read_audit_log(desk, *RESEATED))
    seated = [(table, seated_at[table]) for table in tables if table in seated_at]
    add_rows(
        desk.session,
        Sitting,
        [{**in_round, "table": one, "at": at, "changes": 0, "version": version} for one, at in seated],
    )
    desk.session.expire_all()
    recompute_scores(desk, {(round_number, table) for table in tables})
    write_byes(desk, round_number, seating_of(desk, round_number).out)
