"""List the reasons why an event's standings are not final yet."""

from host_tools.desk.events.entrants import entrants
from host_tools.desk.events.event_plan import count_main_rounds
from host_tools.desk.review.findings import find_problems
from host_tools.desk.review.readiness import MAX_NAMED, finding_text
from host_tools.desk.rounds.missing_results import tables_missing_results, tables_text
from host_tools.desk.rounds.play_off import is_play_off_over
from host_tools.desk.rounds.tie_play_offs import unresolved_ties
from host_tools.desk.store.desk import Desk
from host_tools.i18n import message, plural

_MISSING = ("missing", "card-missing")


def reasons_not_final(desk: Desk) -> list[str]:
    """Return the reasons why the standings may still change, as sentences; ties only if there is no other reason."""
    reasons = []
    seated = count_main_rounds(desk)
    if seated < desk.event.rounds:
        reasons.append(message("event.unfinished.rounds", seated=seated, rounds=desk.event.rounds))
    missing = [] if desk.event.ended else tables_missing_results(desk)
    if missing:
        reasons.append(message("event.unfinished.missing", tables=tables_text(missing)))
    if not desk.event.ended and not is_play_off_over(desk):
        reasons.append(message("event.unfinished.play_off"))
    waiting = [one for one in find_problems(desk) if one.open and one.kind not in _MISSING]
    if waiting:
        reasons.append(plural("event.unfinished.waiting", len(waiting)))
        reasons += [finding_text(finding) for finding in waiting[:MAX_NAMED]]
    if not reasons:
        people = entrants(desk)
        for place, tied in unresolved_ties(desk).items():
            names = ", ".join(people[player].name for player in tied)
            reasons.append(message("event.unfinished.tie", place=place, names=names))
    return reasons
