"""The halls of an event that has several, as they are stored; their names, letters and rounds.

An event of one hall has no row of them. Which numbers their tables have, `host_tools.table_numbers` says.
"""

from collections.abc import Sequence

from sqlalchemy import bindparam, func, select

from host_tools.desk.errors import DeskError
from host_tools.desk.store.desk import Desk, asked_once
from host_tools.desk.store.model import LONGEST_NAME, Entrant, Hall, Sitting
from host_tools.i18n import message
from host_tools.table_numbers import MOST_HALLS, hall_id, hall_letter, hall_of, hall_of_letter

MOVED = "moved to hall"
"""Kind of the audit entries about players who play in another hall from a round on."""


_HALLS = select(Hall).where(Hall.event_id == bindparam("event")).order_by(Hall.number)


@asked_once
def halls_of(desk: Desk) -> Sequence[Hall]:
    """Return the event's halls in order; [] if it has one."""
    return list(desk.session.scalars(_HALLS, {"event": desk.event.id}))


def finals_hall(desk: Desk) -> int:
    """Return the number of the hall where ties and the bracket are played off: the first; 0 if the event has one."""
    return 1 if halls_of(desk) else 0


def hall_called(desk: Desk, text: str) -> Hall:
    """Return the hall with this name, case aside, or letter. Raises DeskError."""
    halls = halls_of(desk)
    wanted = text.strip().casefold()
    found = [hall for hall in halls if hall.name.casefold() == wanted]
    found = found or [hall for hall in halls if hall.number == hall_of_letter(text.strip())]
    if not found:
        key = "event.halls.unknown" if halls else "event.halls.single"
        raise DeskError(message(key, hall=text, names=_titles(halls)))
    return found[0]


def id_on_boards(desk: Desk, hall: str) -> str:
    """Return the event's id on the boards of the hall with this name or letter, "" where the event has one hall. Raises
    DeskError if there is no such hall, or several and none is named."""
    return hall_id(desk.event.uid, number_of_hall(desk, hall))


def number_of_hall(desk: Desk, hall: str) -> int:
    """Return the number of the hall with this name or letter, 0 where the event has one hall. Raises DeskError as
    `id_on_boards`."""
    halls = halls_of(desk)
    if halls and not hall:
        raise DeskError(message("event.halls.which", names=_titles(halls)))
    return hall_called(desk, hall).number if hall else 0


def hall_title(hall: Hall) -> str:
    """Return a hall's letter and name."""
    return message("event.halls.title", letter=hall_letter(hall.number), name=hall.name)


def _titles(halls: Sequence[Hall]) -> str:
    """Return the halls' titles as a list, which have commas of their own."""
    return "; ".join(map(hall_title, halls))


def add_halls(desk: Desk, names: Sequence[str]) -> list[Hall]:
    """Store halls of these names. Raises DeskError unless there are several, each with a short name of its own."""
    check_hall_names(names)
    halls = [Hall(event_id=desk.event.id, number=number, name=name) for number, name in enumerate(names, 1)]
    desk.session.add_all(halls)
    return halls


def check_hall_names(names: Sequence[str]) -> None:
    """Raise DeskError unless there are two halls or more, of different short names."""
    if not 2 <= len(names) <= MOST_HALLS:
        raise DeskError(message("event.halls.count", limit=MOST_HALLS, count=len(names)))
    for name in names:
        check_hall_name(name, [other for other in names if other is not name])


def check_hall_name(name: str, others: Sequence[str]) -> None:
    """Raise DeskError unless it is short and readable, and none of `others`, case aside."""
    if not name.strip() or name != name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise DeskError(message("event.halls.name", name=name, longest=LONGEST_NAME))
    if name.casefold() in (other.casefold() for other in others):
        raise DeskError(message("event.halls.twice", name=name))


def halls_apart(desk: Desk) -> list[int]:
    """Return the numbers of the halls in which players are, if each hall is seated by itself; [] if the event is seated
    as a whole."""
    halls = [] if desk.event.across_halls else halls_of(desk)
    if not halls:
        return []
    present = select(Entrant.hall).distinct().where(Entrant.event_id == desk.event.id, Entrant.left.is_(None))
    inhabited = set(desk.session.scalars(present))
    return [hall.number for hall in halls if hall.number in inhabited]


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
