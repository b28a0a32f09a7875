"""Roster of a consolation event: the players who did not qualify."""

from sqlalchemy.orm import Session

from host_tools.desk.events import Entry, entrants, format_of, persons
from host_tools.desk.scoring import compute_standings
from host_tools.desk.store import DeskError, Event
from host_tools.words import word


def consolation_roster(session: Session, event: Event) -> list[Entry]:
    """The roster of all players outside the bracket who have not left, best first.

    Raises DeskError before the bracket has been drawn, and where nobody is left.
    """
    if not event.best_of:
        raise DeskError(word("event.bracket.not_drawn", event=event.name))
    people = {one.code: one for one in entrants(session, event).values()}
    kind = format_of(event)
    found = []
    for standing in compute_standings(session, event):
        one = people[standing.id]
        if one.seed is None and one.left is None:
            names = persons(kind, one)
            found.append(Entry(0, names[0], one.member or one.code, one.partner, one.club))
    if len(found) < 2:
        raise DeskError(word("event.bracket.nobody_left", event=event.name))
    return found
