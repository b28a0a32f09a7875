"""Which rounds are seated in which hall: where each is seated by itself, one may be a round ahead of others."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from host_tools.desk.events.hall_rows import halls_of
from host_tools.desk.store.model import Entrant, Event, Sitting
from host_tools.table_numbers import hall_of


def halls_apart(session: Session, event: Event) -> list[int]:
    """Return the numbers of the halls in which players are, if each hall is seated by itself; [] if the event is seated
    as a whole."""
    if event.across_halls:
        return []
    present = select(Entrant.hall).distinct().where(Entrant.event_id == event.id, Entrant.left.is_(None))
    inhabited = set(session.scalars(present))
    return [hall.number for hall in halls_of(session, event) if hall.number in inhabited]


def halls_seated(session: Session, event: Event, round_number: int) -> set[int]:
    """Return the numbers of the halls that have tables in a round; {0} if the event has one hall."""
    query = select(Sitting.table).where(Sitting.event_id == event.id, Sitting.round == round_number)
    return {hall_of(table) for table in session.scalars(query)}


def newest_rounds(session: Session, event: Event) -> dict[int, int]:
    """Return the newest main round in which each hall has tables, by hall; {} if the event is seated as a whole."""
    newest = dict.fromkeys(halls_apart(session, event), 0)
    if not newest:
        return {}
    query = select(func.max(Sitting.round), Sitting.table).group_by(Sitting.table)
    of_event = query.where(Sitting.event_id == event.id, Sitting.round <= event.rounds)
    for round_number, table in session.execute(of_event).all():
        if newest.get(hall_of(table), round_number) < round_number:
            newest[hall_of(table)] = round_number
    return newest
