"""A judge's decisions (RULES.md section 5): what each needs to be named, its limit, and how it changes a match."""

from ..interpreter import const
from .events import (
    EVENT_AWARD,
    EVENT_EXCHANGE,
    EVENT_FALSE_CLAIM,
    EVENT_FORFEIT,
    EVENT_OVERPEG,
    EVENT_REOPEN,
    EVENT_RETRACT,
    EVENT_TIMED_OUT,
    pack_other,
    unpack_holes,
    unpack_team,
)
from .outcome import END_FORFEIT, END_PLAYED, END_TIMED_OUT, NOBODY

NEEDS_TEAM = const(1)
"""The team that the decision concerns."""
NEEDS_HOLES = const(2)
NEEDS_TRUE_PEG = const(4)
"""The hole where the team's front peg belongs."""
NEEDS_OTHER_TEAM = const(8)
"""A second team that the decision concerns, such as the one that pegs what the first goes back."""

FALSE_CLAIM_BACK = const(15)
"""Holes a false claim costs beyond the true score (RULES.md section 5)."""


class Decision:
    """One kind of decision. `event` is its number in journals: never change one, and take the next free for a new one.

    `needs`: a sum of NEEDS_ numbers. `most(match)`: the highest number of holes, or of the true peg's hole.
    `apply(match, team, amount, clock)` changes the match; None for reopening, which players' own events share.
    `hole(front, holes, other)` and `other_hole`: where the front pegs of the team and of the other team come to be, by
    the team's own front peg, the holes named and the other team's front peg; None where no peg moves.
    """

    def __init__(
        self, name: str, event: int, *, needs: int = 0, apply=None, most=None, hole=None, other_hole=None
    ) -> None:
        self.name = name
        self.event = event
        self.needs = needs
        self.apply = apply
        self.most = most
        self.hole = hole
        self.other_hole = other_hole


def _target(match) -> int:
    return match.game.target


def _below_target(match) -> int:
    return match.game.target - 1


def _highest_count(match) -> int:
    return match.preset.highest


def _forward(front: int, holes: int, other: int) -> int:
    return front + holes


def _backward(front: int, holes: int, other: int) -> int:
    return front - holes


def _to_other(front: int, holes: int, other: int) -> int:
    return other


def _award(match, team: int, holes: int, clock: int) -> None:
    """Peg `holes` for `team`, which may win by them."""
    reached = match.reaches(team, holes)
    match.tally.moves += 1
    match.game.award(team, holes)
    if reached:
        match.finish(END_PLAYED, team, True, clock)


def _retract(match, team: int, holes: int, clock: int) -> None:
    match.game.retract(team, holes)


def _false_claim(match, team: int, true: int, clock: int) -> None:
    """Move `team` to FALSE_CLAIM_BACK holes behind `true`, its true front peg.

    Its opponents are awarded the holes from `true` to the target, and may win by them.
    """
    game = match.game
    awarded = game.target - true
    winner = NOBODY
    for other in range(match.teams):
        if other == team or not match.reaches(other, awarded):
            continue
        if winner == NOBODY or game.front[other] > game.front[winner]:
            winner = other
    for other in range(match.teams):
        if other != team:
            game.award(other, awarded)
    game.front[team] = true
    game.retract(team, FALSE_CLAIM_BACK)
    if winner != NOBODY:
        match.finish(END_PLAYED, winner, True, clock)


def _time_out(match, team: int, amount: int, clock: int) -> None:
    match.finish(END_TIMED_OUT, team, True, clock)


def _forfeit(match, team: int, amount: int, clock: int) -> None:
    match.finish(END_FORFEIT, team, True, clock)


def _overpeg(match, team: int, amount: int, clock: int) -> None:
    """Move `team` back the holes in `amount`, which the other team in it pegs and may win by."""
    holes = unpack_holes(amount)
    match.game.retract(team, holes)
    to = unpack_team(amount)
    match.tally.moves += 1
    reached = match.reaches(to, holes)
    match.game.award(to, holes)
    if reached:
        match.finish(END_PLAYED, to, True, clock)


def _exchange(match, team: int, amount: int, clock: int) -> None:
    match.game.exchange(team, unpack_team(amount))


DECISIONS = (
    Decision("award", EVENT_AWARD, needs=NEEDS_TEAM | NEEDS_HOLES, apply=_award, most=_target, hole=_forward),
    Decision("retract", EVENT_RETRACT, needs=NEEDS_TEAM | NEEDS_HOLES, apply=_retract, most=_target, hole=_backward),
    Decision(
        "false-claim",
        EVENT_FALSE_CLAIM,
        needs=NEEDS_TEAM | NEEDS_TRUE_PEG,
        apply=_false_claim,
        most=_below_target,
        hole=_forward,
    ),
    Decision("reopen", EVENT_REOPEN),
    Decision("timed-out", EVENT_TIMED_OUT, apply=_time_out),
    Decision("forfeit", EVENT_FORFEIT, needs=NEEDS_TEAM, apply=_forfeit),
    Decision(
        "overpeg",
        EVENT_OVERPEG,
        needs=NEEDS_TEAM | NEEDS_HOLES | NEEDS_OTHER_TEAM,
        apply=_overpeg,
        most=_highest_count,
        hole=_backward,
        other_hole=_forward,
    ),
    Decision(
        "exchange",
        EVENT_EXCHANGE,
        needs=NEEDS_TEAM | NEEDS_OTHER_TEAM,
        apply=_exchange,
        hole=_to_other,
        other_hole=_to_other,
    ),
)
"""In the order of the judge's menu."""
DECISION_NAMES = tuple([decision.name for decision in DECISIONS])


def event_amount(decision, amount: int, other: int) -> int:
    """Return the amount to store in a decision's event: holes or true peg, packed with the other team if any."""
    named = amount if decision.needs & (NEEDS_HOLES | NEEDS_TRUE_PEG) else 0
    return pack_other(other, named) if decision.needs & NEEDS_OTHER_TEAM else named


def decision_of(event: int):
    """Return the Decision whose EVENT_ number is `event`; None if that is no judge's decision. Does not allocate."""
    for decision in DECISIONS:
        if decision.event == event:
            return decision
    return None
