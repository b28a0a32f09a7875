"""Change an event's number of rounds and of places for which ties are played off, or end it early."""

from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import log_change
from host_tools.desk.events.entrants import entrants, round_has_results
from host_tools.desk.events.event import check_size, format_of, rounds_seated
from host_tools.desk.events.round_rules import MAIN
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import now
from host_tools.i18n import message

MAX_MEDALS = 9


def count_main_rounds(desk: Desk) -> int:
    """Count the seated rounds that are neither play-off nor bracket."""
    return sum(round_.kind == MAIN for round_ in rounds_seated(desk))


def change_plan(desk: Desk, rounds: int | None = None, medals: int | None = None) -> None:
    """Change the number of rounds, or `medals`, the number of places for which ties are played off; None: unchanged.

    A change of rounds reopens an ended event. Raises DeskError.
    """
    before = {"rounds": desk.event.rounds, "medals": desk.event.medals}
    if medals is not None:
        if not 0 <= medals <= MAX_MEDALS:
            raise DeskError(message("event.plan.medals", limit=MAX_MEDALS, medals=medals))
        desk.event.medals = medals
    if rounds is not None:
        _check_rounds(desk, rounds)
        desk.event.rounds = rounds
        desk.event.ended = ""
    log_change(desk, "planned", {**before, "now": {"rounds": desk.event.rounds, "medals": desk.event.medals}})


def _check_rounds(desk: Desk, rounds: int) -> None:
    """Raise DeskError unless the number of rounds can be changed to `rounds`, given the rounds already seated."""
    seated = count_main_rounds(desk)
    if rounds < max(seated, 1):
        raise DeskError(message("event.plan.fewest", event=desk.event.name, fewest=max(seated, 1)))
    if desk.event.best_of or len(rounds_seated(desk)) > seated:
        raise DeskError(message("event.plan.begun", event=desk.event.name, rounds=desk.event.rounds))
    check_size(format_of(desk.event), rounds, len(entrants(desk)))


def end_event(desk: Desk) -> int:
    """End the event after the main rounds seated so far. Returns their number. Raises DeskError."""
    seated = count_main_rounds(desk)
    if desk.event.ended:
        raise DeskError(message("event.plan.has_ended", event=desk.event.name, rounds=desk.event.rounds))
    if not seated:
        raise DeskError(message("event.plan.nothing", event=desk.event.name))
    if not round_has_results(desk, seated):
        raise DeskError(message("event.plan.no_result", round=seated))
    planned = desk.event.rounds
    desk.event.rounds, desk.event.ended = seated, now()
    log_change(desk, "ended", {"rounds": seated, "planned": planned})
    return seated
