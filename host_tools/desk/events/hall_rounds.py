"""Which rounds are seated in which hall: where each is seated by itself, one may be a round ahead of others."""

from sqlalchemy import func, select

from host_tools.desk.events.hall_rows import halls_of
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Entrant, Sitting
from host_tools.table_numbers import hall_of


def halls_apart(desk: Desk) -> list[int]:
    """Return the numbers of the halls in which players are, if each hall is seated by itself; [] if the event is seated
    as a whole."""
    if desk.event.across_halls:
        return []
    present = select(Entrant.hall).distinct().where(Entrant.event_id == desk.event.id, Entrant.left.is_(None))
    inhabited = set(desk.session.scalars(present))
    return [hall.number for hall in halls_of(desk) if hall.number in inhabited]


def halls_seated(desk: Desk, round_number: int) -> set[int]:
    """Return the numbers of the halls that have tables in a round; {0} if the event has one hall."""
    query = select(Sitting.table).where(Sitting.event_id == desk.event.id, Sitting.round == round_number)
    return {hall_of(table) for table in desk.session.scalars(query)}


def newest_rounds(desk: Desk) -> dict[int, int]:
    """Return the newest main round in which each hall has tables, by hall; {} if the event is seated as a whole."""
    newest = dict.fromkeys(halls_apart(desk), 0)
    if not newest:
        return {}
    query = select(func.max(Sitting.round), Sitting.table).group_by(Sitting.table)
    of_event = query.where(Sitting.event_id == desk.event.id, Sitting.round <= desk.event.rounds)
    for round_number, table in desk.session.execute(of_event).all():
        if newest.get(hall_of(table), round_number) < round_number:
            newest[hall_of(table)] = round_number
    return newest
