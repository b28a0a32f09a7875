"""Change an event's number of rounds and of places for which ties are played off, or end it early."""

from sqlalchemy.orm import Session

from host_tools.desk.events.audit_log import log_change
from host_tools.desk.events.entrants import entrants, round_has_results
from host_tools.desk.events.event import check_size, format_of, rounds_seated
from host_tools.desk.events.round_rules import MAIN
from host_tools.desk.store.base import now
from host_tools.desk.store.database import DeskError
from host_tools.desk.store.model import Event
from host_tools.i18n import message

MAX_MEDALS = 9


def count_main_rounds(session: Session, event: Event) -> int:
    """Count the seated rounds that are neither play-off nor bracket."""
    return sum(round_.kind == MAIN for round_ in rounds_seated(session, event))


def change_plan(
    session: Session, event: Event, by: str, rounds: int | None = None, medals: int | None = None, reason: str = ""
) -> None:
    """Change the number of rounds, or `medals`, the number of places for which ties are played off; None: unchanged.

    A change of rounds reopens an ended event. Raises DeskError.
    """
    before = {"rounds": event.rounds, "medals": event.medals}
    if medals is not None:
        if not 0 <= medals <= MAX_MEDALS:
            raise DeskError(message("event.plan.medals", limit=MAX_MEDALS, medals=medals))
        event.medals = medals
    if rounds is not None:
        _check_rounds(session, event, rounds)
        event.rounds = rounds
        event.ended = ""
    log_change(
        session, event, by, "planned", reason, {**before, "now": {"rounds": event.rounds, "medals": event.medals}}
    )


def _check_rounds(session: Session, event: Event, rounds: int) -> None:
    """Raise DeskError unless the number of rounds can be changed to `rounds`, given the rounds already seated."""
    seated = count_main_rounds(session, event)
    if rounds < max(seated, 1):
        raise DeskError(message("event.plan.fewest", event=event.name, fewest=max(seated, 1)))
    if event.best_of or len(rounds_seated(session, event)) > seated:
        raise DeskError(message("event.plan.begun", event=event.name, rounds=event.rounds))
    check_size(format_of(event), rounds, len(entrants(session, event)))


def end_event(session: Session, event: Event, by: str, reason: str = "") -> int:
    """End the event after the main rounds seated so far. Returns their number. Raises DeskError."""
    seated = count_main_rounds(session, event)
    if event.ended:
        raise DeskError(message("event.plan.has_ended", event=event.name, rounds=event.rounds))
    if not seated:
        raise DeskError(message("event.plan.nothing", event=event.name))
    if not round_has_results(session, event, seated):
        raise DeskError(message("event.plan.no_result", round=seated))
    planned = event.rounds
    event.rounds, event.ended = seated, now()
    log_change(session, event, by, "ended", reason, {"rounds": seated, "planned": planned})
    return seated
