"""Change an event's number of rounds, what each counts, and for how many places ties are played off; end it early."""

import json
import re
from collections.abc import Mapping

from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import log_change
from host_tools.desk.events.entrants import entrants, round_has_results
from host_tools.desk.events.event import check_size, format_of, rounds_seated
from host_tools.desk.events.round_rules import MAIN, round_worth
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import now
from host_tools.i18n import message, plural

MAX_MEDALS = 9
MAX_WORTH = 20


def count_main_rounds(desk: Desk) -> int:
    """Count the seated rounds that are neither play-off nor bracket."""
    return sum(round_.kind == MAIN for round_ in rounds_seated(desk))


def parse_round_worth(text: str) -> dict[int, int]:
    """Parse how many times the points of rounds count, such as `9=2`: twice those of round 9. Raises DeskError."""
    pairs = [part.split("=") for part in re.split(r"[\s,;]+", text.strip(" ,;")) if part]
    worth = {int(pair[0]): int(pair[1]) for pair in pairs if len(pair) == 2 and all(map(_is_number, pair))}
    if len(worth) < len(pairs) or not all(1 <= times <= MAX_WORTH for times in worth.values()):
        raise DeskError(message("event.plan.worth_text", text=text, limit=MAX_WORTH))
    return worth


def _is_number(text: str) -> bool:
    return bool(re.fullmatch("[1-9][0-9]{0,3}", text))


def worth_text(worth: Mapping[int, int]) -> str:
    """Format what rounds count as `parse_round_worth` reads it."""
    return " ".join(f"{number}={times}" for number, times in sorted(worth.items()))


def change_plan(
    desk: Desk, rounds: int | None = None, medals: int | None = None, worth: Mapping[int, int] | None = None
) -> None:
    """Change the number of rounds, `medals`, the number of places for which ties are played off, or `worth`, how many
    times the points of a round count; None: unchanged.

    A change of rounds reopens an ended event. Raises DeskError.
    """
    before = _plan(desk)
    if medals is not None:
        if not 0 <= medals <= MAX_MEDALS:
            raise DeskError(message("event.plan.medals", limit=MAX_MEDALS, medals=medals))
        desk.event.medals = medals
    if rounds is not None:
        _check_rounds(desk, rounds)
        desk.event.rounds = rounds
        desk.event.ended = ""
    if worth is not None:
        beyond = [number for number in worth if number > desk.event.rounds]
        if beyond:
            raise DeskError(plural("event.plan.worth_beyond", desk.event.rounds, round=beyond[0]))
        counted = {number: times for number, times in worth.items() if times > 1}
        desk.event.round_worth = json.dumps(counted) if counted else ""
    log_change(desk, "planned", {**before, "now": _plan(desk)})


def _plan(desk: Desk) -> dict[str, int | str]:
    """Return the plan as the diary has it."""
    worth = worth_text(round_worth(desk.event))
    return {"rounds": desk.event.rounds, "medals": desk.event.medals} | ({"worth": worth} if worth else {})


def plan_told(desk: Desk) -> str:
    """Return the plan as a sentence."""
    key = "event.plan.changed" if desk.event.medals else "event.plan.changed_no_ties"
    told = plural(key, desk.event.rounds, medals=desk.event.medals)
    worth = worth_text(round_worth(desk.event))
    return f"{told} {message('event.plan.worth_is', worth=worth)}" if worth else told


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
        raise DeskError(plural("event.plan.has_ended", desk.event.rounds, event=desk.event.name))
    if not seated:
        raise DeskError(message("event.plan.nothing", event=desk.event.name))
    if not round_has_results(desk, seated):
        raise DeskError(message("event.plan.no_result", round=seated))
    planned = desk.event.rounds
    desk.event.rounds, desk.event.ended = seated, now()
    log_change(desk, "ended", {"rounds": seated, "planned": planned})
    return seated
