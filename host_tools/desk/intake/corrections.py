"""Late corrections: record what each would have changed, list the open ones, do what the director chooses.

Nothing changes by itself: a correction that would have seated or qualified others stays open in the audit log until the
director has left it, reseated what has not been played, redrawn the bracket, or had an extra game played.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from host_tools.desk.events import entrant, log_change, read_audit_log, round_has_results, rounds_seated
from host_tools.desk.rounds import (
    ADVANCES,
    QUALIFIED,
    SEATS,
    TIED,
    CorrectionEffect,
    compare_outcomes,
    outcome_of_rounds,
    redraw_bracket,
    reseat_round,
    seat_extra_game,
    tables_without_results,
    unseat_round,
)
from host_tools.desk.store import DeskError, Event
from host_tools.words import word

CORRECTED, SETTLED = "corrected", "settled"
LEAVE, REDRAW, EXTRA = "leave", "redraw", "extra game"
"""What can be done about a correction."""


class CorrectionRecorder:
    """Records a change of results in `rounds`: create it before the change, call `write` after it."""

    def __init__(self, session: Session, event: Event, rounds: Iterable[int]) -> None:
        self._session, self._event, self._rounds = session, event, set(rounds)
        self._before = outcome_of_rounds(session, event, self._rounds)

    def write(self, by: str, reason: str, detail: dict[str, Any]) -> list[CorrectionEffect]:
        """Log the correction with what it would have changed had it come in time; return that."""
        after = outcome_of_rounds(self._session, self._event, self._rounds)
        would = compare_outcomes(self._session, self._event, self._before, after)
        if would or reason:
            recorded = {**detail, "would": [vars(one) for one in would]}
            log_change(self._session, self._event, by, CORRECTED, reason, recorded)
        return would


@dataclass(frozen=True)
class OpenCorrection:
    """A correction nobody has decided about. `id` is the audit log's; `choices` are of LEAVE, REDRAW, EXTRA."""

    id: int
    at: str
    by: str
    reason: str
    what: str
    would: list[str]
    choices: tuple[str, ...]


def open_corrections(session: Session, event: Event) -> list[OpenCorrection]:
    """The corrections that would have changed who sits where or who qualified, and are not settled."""
    entries = read_audit_log(session, event, CORRECTED, SETTLED)
    settled = {one.detail["correction"] for one in entries if one.what == SETTLED}
    found = []
    for one in entries:
        would = [CorrectionEffect(**change) for change in one.detail.get("would", ())]
        if one.what == CORRECTED and would and one.id not in settled:
            texts = [change.text for change in would]
            choices = _choices(session, event, would)
            found.append(OpenCorrection(one.id, one.at, one.by, one.reason, _what(one.detail), texts, choices))
    return found


def _what(detail: dict[str, Any]) -> str:
    if "table" not in detail:
        return word("event.correction.boards")
    was, now = (_cards_text(detail[key]) for key in ("was", "now"))
    place = {"round": detail["round"], "table": detail["table"], "game": detail["game"]}
    return word("event.correction.result", **place, was=was, now=now)


def _cards_text(cards: dict[str, str]) -> str:
    return next(iter(cards.values()), "–")


def _choices(session: Session, event: Event, would: Sequence[CorrectionEffect]) -> tuple[str, ...]:
    """The choices that are still possible for a correction with these effects."""
    topics = {one.topic for one in would}
    seated = rounds_seated(session, event)
    newest = seated[-1].number
    redraw = False
    if SEATS in topics:
        redraw = newest in {one.round for one in would} and bool(tables_without_results(session, event, newest))
    elif QUALIFIED in topics:
        redraw = not any(one.kind == "bracket" and round_has_results(session, event, one.number) for one in seated)
    elif ADVANCES in topics:
        redraw = newest - 1 in {one.round for one in would} and bool(tables_without_results(session, event, newest))
    elif TIED in topics:
        redraw = seated[-1].kind == "play-off" and not round_has_results(session, event, newest)
    extra = (EXTRA,) if len(seated) >= event.rounds and topics & {QUALIFIED, TIED} else ()
    return (LEAVE, *((REDRAW,) if redraw else ()), *extra)


def settle_correction(
    session: Session, event: Event, number: int, choice: str, by: str, reason: str = "", players: Sequence[str] = ()
) -> OpenCorrection:
    """Carry out the director's choice about an open correction. Raises DeskError.

    `number` is its id in the audit log; `players` are the two of an extra game.
    """
    found = next((one for one in open_corrections(session, event) if one.id == number), None)
    if found is None:
        raise DeskError(word("event.correction.none", event=event.name, number=number))
    if choice not in found.choices:
        raise DeskError(
            word("event.correction.choices", number=number, choices=", ".join(found.choices), choice=choice)
        )
    detail = next(one.detail for one in read_audit_log(session, event, CORRECTED) if one.id == number)
    topics = {one["topic"] for one in detail["would"]}
    if choice == REDRAW:
        _redraw(session, event, topics, by, reason)
    elif choice == EXTRA:
        seat_extra_game(session, event, [entrant(session, event, who).number for who in players], by, reason)
    log_change(session, event, by, SETTLED, reason, {"correction": number, "choice": choice})
    return found


def _redraw(session: Session, event: Event, topics: set[str], by: str, reason: str) -> None:
    if topics & {SEATS, ADVANCES}:
        reseat_round(session, event, by, reason)
    elif QUALIFIED in topics:
        redraw_bracket(session, event, by, reason)
    else:
        unseat_round(session, event, by, reason)
