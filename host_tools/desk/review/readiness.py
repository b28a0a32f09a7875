"""Draw the bracket, seat a round that depends on results, and pay prizes only when nothing about them is open.

What is missing, held, disputed or waiting is named. With a reason the director goes on all the same; the audit log
keeps that with what was open. `reasons_not_final` says why the standings may still change.
"""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, suppress
from dataclasses import replace

from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import AuditEntry, log_change, read_audit_log
from host_tools.desk.events.entrants import round_has_results, shown_names
from host_tools.desk.events.event import format_of, rounds_seated
from host_tools.desk.events.event_plan import count_main_rounds
from host_tools.desk.events.round_rules import BRACKET, MAIN, PLAY_OFF
from host_tools.desk.formats.purse_model import Purse
from host_tools.desk.money.prizes import ROLLS_OVER, compute_payout
from host_tools.desk.money.purse_config import purses_of
from host_tools.desk.money.purse_kinds import kind_of
from host_tools.desk.review.findings import Finding, find_problems
from host_tools.desk.rounds.missing_results import tables_missing_results, tables_text
from host_tools.desk.rounds.play_off import draw_bracket, is_play_off_over
from host_tools.desk.rounds.seating import Offer, SeatedRound, next_round, offer_next, seat_next
from host_tools.desk.rounds.tie_play_offs import unresolved_ties
from host_tools.desk.scoring.ranking import bracket_places
from host_tools.desk.scoring.standings import ranking
from host_tools.desk.store.desk import Desk
from host_tools.i18n import LANGUAGES, current_language, first_few, message, plural, use_language
from host_tools.table_numbers import hall_of

MAX_NAMED = 10
_MISSING = ("missing", "card-missing")
WENT_ON = "went on"
"""Of the audit log."""


def open_before_draw(desk: Desk) -> list[str]:
    """Name what is open about the main rounds and late corrections, by which the bracket is drawn and prizes are won;
    at most MAX_NAMED texts, and how many more there are."""
    return _names(_open_findings(desk, range(1, desk.event.rounds + 1)))


def open_before_seating(desk: Desk, offer: Offer, hall: int = 0) -> list[str]:
    """Name what is open about the results by which the round that `offer` is gets seated, with `hall` in one hall, as
    `open_before_draw` does; [] if its seating depends on none."""
    seated, kind = rounds_seated(desk), offer.kind
    if kind == PLAY_OFF:
        return open_before_draw(desk)
    if not seated or (kind == MAIN and not format_of(desk.event).by_result) or not kind:
        return []
    # The bracket has been drawn: only a correction can still change who has qualified.
    before = [offer.number - 1] if offer.number and (kind == MAIN or seated[-1].kind == BRACKET) else []
    halls = next_round(desk, hall)[1]
    found = _open_findings(desk, before)
    return _names([one for one in found if not halls or one.table is None or hall_of(one.table) in halls])


def _open_findings(desk: Desk, rounds: range | list[int]) -> list[Finding]:
    """Return the open findings about these rounds, and all late corrections; of games without a result those that have
    no held line, and at an event's end none."""
    findings = [finding for finding in find_problems(desk) if finding.open]
    held = {(finding.round, finding.table, finding.game) for finding in findings if finding.held}
    return [
        finding
        for finding in findings
        if (finding.kind == "correction" or finding.round in rounds)
        and not (
            finding.kind in _MISSING and (desk.event.ended or (finding.round, finding.table, finding.game) in held)
        )
    ]


def _names(findings: list[Finding]) -> list[str]:
    """Return each finding with its place as text, at most MAX_NAMED, and how many more there are."""
    return first_few(list(map(finding_text, findings)), MAX_NAMED, "event.unfinished.more")


def finding_text(finding: Finding) -> str:
    """Return a finding with its place as one text."""
    if finding.round is None or finding.table is None:
        return finding.text
    where = message("desk.error.where", table=finding.table, round=finding.round)
    return message("event.unfinished.at", where=where, what=finding.text)


def draw_when_settled(desk: Desk, best_of: int) -> None:
    """Draw the bracket as `draw_bracket` does. Raises DeskError if something is open and there is no `reason`."""
    with _language_of_items(desk):
        items = open_before_draw(desk)
    draw_bracket(desk, best_of)
    _check_settled(desk, items, "draw")


def round_ahead(desk: Desk, hall: int = 0) -> int:
    """Return the number of the next round if nothing has been played in the newest one, else 0; with `hall` in one
    hall. Whoever seats in advance confirms this number, so that of several who seat at once only one does."""
    try:
        following, halls = next_round(desk, hall)
    except DeskError:
        return 0
    return 0 if following == 1 or round_has_results(desk, following - 1, halls) else following


def seat_when_settled(desk: Desk, expected: int | None = None, hall: int = 0) -> SeatedRound:
    """Seat the next round, with `hall` in one hall, as `seat_next` does. Raises DeskError if something is open by
    which it is seated, and there is no `reason`."""
    with _language_of_items(desk):
        items = open_before_seating(desk, offer_next(desk, hall), hall)
    seated = seat_next(desk, expected, hall)
    _check_settled(desk, items, "seat")
    return seated


def settle_prizes(desk: Desk) -> None:
    """Log the director's reason to pay prizes though something is open, with what it is. Raises DeskError without a
    reason."""
    if not desk.reason:
        raise DeskError(message("event.unfinished.reason"))
    with _language_of_items(desk):
        items = _open_before_prizes(desk)
    _check_settled(desk, items, "prizes")


def _open_before_prizes(desk: Desk) -> list[str]:
    """Name what is open about the results by which prizes are won, and a play-off to be drawn; else what keeps the
    standings from being final."""
    not_drawn = [message("event.unfinished.not_drawn")] if _play_off_to_draw(desk) else []
    return [*open_before_draw(desk), *not_drawn] or reasons_not_final(desk)


def prizes_settled(desk: Desk) -> AuditEntry | None:
    """Return the director's newest decision to pay prizes as they stand, if nothing is open that was not open then."""
    decided = [change for change in read_audit_log(desk, WENT_ON) if change.detail["to"] == "prizes"]
    if not decided:
        return None
    with use_language(LANGUAGES[0]):
        return decided[-1] if set(decided[-1].detail["open"]).issuperset(_open_before_prizes(desk)) else None


def purses_of_next_night(
    desk: Desk, open_other: Callable[[str], AbstractContextManager[Desk]], others: Iterable[str]
) -> list[Purse]:
    """Return the event's purses with what rolls over from it as `carried`. Raises DeskError if its prizes are not final
    and have not been settled, or if one of the events `others` has taken that over."""
    reasons = reasons_not_final(desk)
    if reasons and not prizes_settled(desk):
        raise DeskError(message("event.purses.not_final", event=desk.event.name, why=" ".join(reasons)))
    for name in others:
        if desk.event.uid in _nights_before(name, open_other):
            raise DeskError(message("event.purses.carried_already", event=desk.event.name, other=name))
    over = {purse.name: purse.rest.get(ROLLS_OVER, 0) for purse in compute_payout(desk).purses}
    return [
        replace(purse, carried=over[purse.name], carried_from=desk.event.uid if over[purse.name] else "")
        for purse in purses_of(desk.event)
    ]


def _nights_before(name: str, open_other: Callable[[str], AbstractContextManager[Desk]]) -> set[str]:
    """Return the ids of the events from which something was carried to the purses of the event `name`; of one that
    cannot be read, or has no fee, none."""
    with suppress(DeskError), open_other(name) as desk:
        return {purse.carried_from for purse in purses_of(desk.event)}
    return set()


def _language_of_items(desk: Desk) -> AbstractContextManager[None]:
    """Set the language of what is open: with a reason it is logged, in English, by which it is found again whatever the
    reader's language is; without one it is told to the reader."""
    return use_language(LANGUAGES[0] if desk.reason else current_language())


def _check_settled(desk: Desk, items: list[str], purpose: str) -> None:
    """Log what is open with the reason to go on. Raises DeskError without one."""
    if items and not desk.reason:
        raise DeskError(message("event.unfinished.refused", items="; ".join(items)))
    if items:
        log_change(desk, WENT_ON, {"to": purpose, "open": items})


def reasons_not_final(desk: Desk) -> list[str]:
    """Return the reasons why the standings may still change, as sentences; ties, and a play-off to be drawn, only if
    there is no other reason."""
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
        people = shown_names(desk)
        for place, tied in unresolved_ties(desk).items():
            names = ", ".join(people[player] for player in tied)
            reasons.append(message("event.unfinished.tie", place=place, names=names))
        if _play_off_to_draw(desk):
            reasons.append(message("event.unfinished.not_drawn"))
    return reasons


def _play_off_to_draw(desk: Desk) -> bool:
    """Return whether the format's play-off has not been drawn, though it has several players and decides who is paid;
    False once the director has ended the event."""
    if desk.event.best_of or desk.event.ended or not format_of(desk.event).qualify:
        return False
    try:
        purses = purses_of(desk.event)
    except DeskError:
        # The event has no fee.
        return False
    paid = [purse for purse in purses if purse.fee or purse.added or purse.carried]
    by_place = any(purse.play_off and not kind_of(purse).hands(purse.rule) for purse in paid)
    return by_place and bracket_places(ranking(desk)) > 1
