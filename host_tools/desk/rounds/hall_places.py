"""The seats of one hall in each round, by players' ids: compared between an event and a hall's copy of it, and set."""

from collections import defaultdict
from collections.abc import Mapping

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from host_tools.desk.events.audit_log import read_audit_log
from host_tools.desk.events.entrants import entrants
from host_tools.desk.events.round_rules import MAIN, preset_for
from host_tools.desk.rounds.movement_input import RESEATED, seating_of
from host_tools.desk.rounds.seating import write_byes
from host_tools.desk.scoring.recompute_scores import recompute_scores
from host_tools.desk.store.base import add_rows
from host_tools.desk.store.model import BYE_TABLE, Event, Round, Score, Seat, Sitting
from host_tools.table_numbers import hall_of

Places = Mapping[str, tuple[int, str]]
"""(table, side) by player's id; table 0: a bye."""


class HallPlaces:
    """A hall's seats: `by_round` where its players sit, `seated_at` when each of its tables was seated, by round."""

    def __init__(self, session: Session, event: Event, hall: int) -> None:
        people = entrants(session, event)
        by_round: dict[int, dict[str, tuple[int, str]]] = defaultdict(dict)
        for seat in session.scalars(select(Seat).where(Seat.event_id == event.id)):
            if (hall_of(seat.table) if seat.table else people[seat.player].hall) == hall:
                by_round[seat.round][people[seat.player].code] = (seat.table, seat.side)
        self.by_round = dict(by_round)
        self.seated_at: dict[int, dict[int, str]] = defaultdict(dict)
        for sitting in session.scalars(select(Sitting).where(Sitting.event_id == event.id)):
            if hall_of(sitting.table) == hall:
                self.seated_at[sitting.round][sitting.table] = sitting.at


def replace_hall_seats(
    session: Session, event: Event, hall: int, round_number: int, places: Places, seated_at: Mapping[int, str]
) -> None:
    """Seat a hall's players in a round in which it has no result as `places` says, instead of as before, if it was."""
    numbers = {player.code: number for number, player in entrants(session, event).items()}
    if session.get(Round, (event.id, round_number)) is None:
        session.add(Round(event_id=event.id, number=round_number, kind=MAIN, preset=preset_for(event, MAIN)))
        session.flush()
    before = HallPlaces(session, event, hall)
    tables = {table for table, _ in before.by_round.get(round_number, {}).values()} - {BYE_TABLE}
    players = {numbers[code] for code in (*places, *before.by_round.get(round_number, {}))}
    in_round = {"event_id": event.id, "round": round_number}
    for model in (Seat, Score):
        mine = (model.event_id == event.id, model.round == round_number, model.player.in_(players))
        session.execute(delete(model).where(*mine))
    at_tables = (Sitting.event_id == event.id, Sitting.round == round_number, Sitting.table.in_(tables))
    session.execute(delete(Sitting).where(*at_tables))
    seats = [{**in_round, "player": numbers[code], "table": one, "side": side} for code, (one, side) in places.items()]
    add_rows(session, Seat, seats)
    version = 1 + len(read_audit_log(session, event, *RESEATED))
    sittings = [
        {**in_round, "table": table, "at": at, "changes": 0, "version": version} for table, at in seated_at.items()
    ]
    add_rows(session, Sitting, sittings)
    session.expire_all()
    recompute_scores(session, event, {(round_number, table) for table in {*tables, *seated_at}})
    write_byes(session, event, round_number, seating_of(session, event, round_number).out)
