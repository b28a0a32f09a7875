"""Validates a judge's decisions against the state of the match (RULES.md section 5)."""

from ..interpreter import const
from .events import (
    EVENT_AWARD,
    EVENT_FALSE_CLAIM,
    EVENT_FORFEIT,
    EVENT_OVERPEG,
    EVENT_REOPEN,
    EVENT_RETRACT,
    EVENT_TIMED_OUT,
)
from .match import BETWEEN, PLAYING

NEEDS_TEAM = const(1)
"""The team that the decision concerns."""
NEEDS_HOLES = const(2)
NEEDS_TRUE_PEG = const(4)
"""The hole where the team's front peg belongs."""
NEEDS_OTHER_TEAM = const(8)
"""The team that pegs the holes."""
DECISIONS = (
    ("award", EVENT_AWARD, NEEDS_TEAM | NEEDS_HOLES),
    ("retract", EVENT_RETRACT, NEEDS_TEAM | NEEDS_HOLES),
    ("false-claim", EVENT_FALSE_CLAIM, NEEDS_TEAM | NEEDS_TRUE_PEG),
    ("reopen", EVENT_REOPEN, 0),
    ("timed-out", EVENT_TIMED_OUT, 0),
    ("forfeit", EVENT_FORFEIT, NEEDS_TEAM),
    ("overpeg", EVENT_OVERPEG, NEEDS_TEAM | NEEDS_HOLES | NEEDS_OTHER_TEAM),
)
"""A judge's decisions, in the order of the judge's menu: name, event, and what is to be named."""
OPERATIONS = tuple([name for name, _, _ in DECISIONS])

ALLOWED = const(0)
NOTHING_TO_REOPEN = const(1)
GAME_IS_OVER = const(2)
NO_SUCH_TEAM = const(3)
LOW_GAME = const(4)
NO_SUCH_HOLE = const(5)
NO_SUCH_AMOUNT = const(6)
NO_OTHER_TEAM = const(7)
ROUND_NOT_BEGUN = const(8)


def needs(kind: int) -> int:
    """Return what has to be named for the decision with this EVENT_ number: a sum of NEEDS_ numbers."""
    for _, event, needed in DECISIONS:
        if event == kind:
            return needed
    return 0


def objection(match, kind: int, team: int, amount: int, to: int = -1) -> int:
    """Return ALLOWED, or the number of the reason against a judge's decision (`link.write_handlers` has messages).

    `kind` is the decision's EVENT_ number, `team` the team it concerns, `amount` its holes, for a false claim the true
    front peg; `to`: the team that pegs overpegged holes. Does not allocate.
    """
    if kind == EVENT_REOPEN:
        return ALLOWED if match.reopenable else NOTHING_TO_REOPEN
    if match.stage == BETWEEN:
        return ROUND_NOT_BEGUN
    if match.stage != PLAYING:
        return GAME_IS_OVER
    needed = needs(kind)
    if needed & NEEDS_TEAM and not 0 <= team < match.teams:
        return NO_SUCH_TEAM
    if needed & NEEDS_TRUE_PEG:
        return _false_claim(match, amount)
    if needed & NEEDS_OTHER_TEAM and (to == team or not 0 <= to < match.teams):
        return NO_OTHER_TEAM
    return NO_SUCH_AMOUNT if needed & NEEDS_HOLES and not 1 <= amount <= most_holes(match, kind) else ALLOWED


def most_holes(match, kind: int) -> int:
    """Return the most holes a decision may have: the highest count for an overpeg, else the target."""
    return match.preset.highest if kind == EVENT_OVERPEG else match.game.target


def _false_claim(match, true: int) -> int:
    """Return ALLOWED, or the number of the reason against a false claim by a side whose true front peg is `true`."""
    if match.preset.low_game:
        return LOW_GAME
    return ALLOWED if 0 <= true < match.game.target else NO_SUCH_HOLE
