"""List the reasons why an event's standings are not final yet."""

from sqlalchemy.orm import Session

from host_tools.desk.events import entrants, main_rounds
from host_tools.desk.intake import open_corrections
from host_tools.desk.review.findings import find_problems
from host_tools.desk.rounds import tables_out, unresolved_ties
from host_tools.desk.store import Event
from host_tools.words import word, words

_MISSING = ("missing", "card-missing")


def unfinished(session: Session, event: Event) -> list[str]:
    """Why the standings may still change, each reason as a sentence; empty where they are final."""
    found = []
    seated = main_rounds(session, event)
    if seated < event.rounds:
        found.append(word("event.unfinished.rounds", seated=seated, rounds=event.rounds))
    out = [] if event.ended else tables_out(session, event)
    if out:
        shown = ", ".join(f"{number}.{table}" for number, table in out[:10]) + (" …" if len(out) > 10 else "")
        found.append(word("event.unfinished.missing", tables=shown))
    waiting = sum(one.open and one.kind not in _MISSING for one in find_problems(session, event))
    waiting += len(open_corrections(session, event))
    if waiting:
        found.append(words("event.unfinished.waiting", waiting))
    if not found:
        people = entrants(session, event)
        for place, tied in unresolved_ties(session, event).items():
            names = ", ".join(people[number].name for number in tied)
            found.append(word("event.unfinished.tie", place=place, names=names))
    return found
