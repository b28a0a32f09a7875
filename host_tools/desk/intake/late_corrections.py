"""Late corrections of results: record what each would have changed, list open ones, carry out the director's choice.

Seats and qualifiers never change by themselves: a correction that would have changed them stays open until the director
leaves them as they are, reseats unplayed tables, redraws the bracket, or seats an extra game.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import log_change, read_audit_log
from host_tools.desk.events.entrants import entrant, round_has_results
from host_tools.desk.events.event import rounds_seated
from host_tools.desk.rounds.change_qualifiers import redraw_bracket, seat_extra_game
from host_tools.desk.rounds.correction_impact import (
    ADVANCES,
    QUALIFIED,
    SEATS,
    TIED,
    CorrectionEffect,
    Outcome,
    compare_outcomes,
    outcome_of_rounds,
)
from host_tools.desk.rounds.missing_results import tables_without_results
from host_tools.desk.rounds.reseat import reseat_round, unseat_round
from host_tools.desk.store.desk import Desk
from host_tools.i18n import message

CORRECTED, SETTLED = "corrected", "settled"
LEAVE, REDRAW, EXTRA = "leave", "redraw", "extra game"
"""The director's choices about a correction."""


class CorrectionRecorder:
    """Records the effects of changing results in `rounds`: create it before the change, call `write` after it.

    `late`: the change may have effects.
    """

    def __init__(self, desk: Desk, rounds: Iterable[int]) -> None:
        self._desk, self._rounds = desk, set(rounds)
        # What results of these rounds may have decided yet: the bracket, or seats of a later round.
        self.late = bool(desk.event.best_of) or len(rounds_seated(desk)) > min(self._rounds, default=0)
        self._before = self._outcome()

    def _outcome(self) -> Outcome:
        return outcome_of_rounds(self._desk, self._rounds) if self.late else {}

    def write(self, detail: dict[str, Any], reason: str = "") -> list[CorrectionEffect]:
        """Log the correction if it has effects or a `reason`; return the effects it would have had earlier."""
        effects = compare_outcomes(self._desk, self._before, self._outcome())
        if effects or reason:
            recorded = {**detail, "would": [vars(effect) for effect in effects]}
            log_change(self._desk.because(reason), CORRECTED, recorded)
        return effects


@dataclass(frozen=True)
class OpenCorrection:
    """A correction that awaits the director's choice. `id` is that of its audit entry; `what` is the changed result,
    `would` its effects, as texts; `choices` are some of LEAVE, REDRAW, EXTRA."""

    id: int
    at: str
    by: str
    reason: str
    what: str
    would: list[str]
    choices: tuple[str, ...]


def open_corrections(desk: Desk) -> list[OpenCorrection]:
    """List the corrections that would have changed seats, qualifiers, the bracket or ties, and are not settled."""
    entries = read_audit_log(desk, CORRECTED, SETTLED)
    settled = {entry.detail["correction"] for entry in entries if entry.what == SETTLED}
    corrections = []
    for entry in entries:
        effects = [CorrectionEffect(**effect) for effect in entry.detail.get("would", ())]
        if entry.what == CORRECTED and effects and entry.id not in settled:
            texts = [effect.text for effect in effects]
            choices = _possible_choices(desk, effects)
            change = _describe_change(entry.detail)
            corrections.append(OpenCorrection(entry.id, entry.at, entry.by, entry.why, change, texts, choices))
    return corrections


def _describe_change(detail: dict[str, Any]) -> str:
    """Return a correction's changed result as text, from the detail of its audit entry."""
    if "table" not in detail:
        return message("event.correction.boards")
    before, after = (next(iter(detail[key].values()), "–") for key in ("was", "now"))
    place = {"round": detail["round"], "table": detail["table"], "game": detail["game"]}
    return message("event.correction.result", **place, was=before, now=after)


def _possible_choices(desk: Desk, effects: Sequence[CorrectionEffect]) -> tuple[str, ...]:
    """Return those of LEAVE, REDRAW, EXTRA that are still possible for a correction with these effects."""
    topics, rounds = {effect.topic for effect in effects}, {effect.round for effect in effects}
    seated = rounds_seated(desk)
    newest = seated[-1].number
    redraw = False
    if SEATS in topics:
        redraw = newest in rounds and bool(tables_without_results(desk, newest))
    elif QUALIFIED in topics:
        redraw = not any(round_.kind == "bracket" and round_has_results(desk, round_.number) for round_ in seated)
    elif ADVANCES in topics:
        redraw = newest - 1 in rounds and bool(tables_without_results(desk, newest))
    elif TIED in topics:
        redraw = seated[-1].kind == "play-off" and not round_has_results(desk, newest)
    extra = (EXTRA,) if len(seated) >= desk.event.rounds and topics & {QUALIFIED, TIED} else ()
    return (LEAVE, *((REDRAW,) if redraw else ()), *extra)


def settle_correction(desk: Desk, correction_id: int, choice: str, players: Sequence[str] = ()) -> OpenCorrection:
    """Carry out the director's choice about an open correction, which is returned. Raises DeskError.

    `players`: the ids or names of the two players of an extra game.
    """
    correction = {listed.id: listed for listed in open_corrections(desk)}.get(correction_id)
    if correction is None:
        raise DeskError(message("event.correction.none", event=desk.event.name, number=correction_id))
    if choice not in correction.choices:
        choices = ", ".join(correction.choices)
        raise DeskError(message("event.correction.choices", number=correction_id, choices=choices, choice=choice))
    detail = next(entry.detail for entry in read_audit_log(desk, CORRECTED) if entry.id == correction_id)
    topics = {effect["topic"] for effect in detail["would"]}
    if choice == REDRAW:
        _redraw(desk, topics)
    elif choice == EXTRA:
        seat_extra_game(desk, [entrant(desk, who).number for who in players])
    log_change(desk, SETTLED, {"correction": correction_id, "choice": choice})
    return correction


def _redraw(desk: Desk, topics: set[str]) -> None:
    """Reseat the newest round, redraw the bracket or undo the play-off, depending on the topics of the effects."""
    if topics & {SEATS, ADVANCES}:
        reseat_round(desk)
    elif QUALIFIED in topics:
        redraw_bracket(desk)
    else:
        unseat_round(desk)
