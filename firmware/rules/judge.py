"""Validates a judge's decisions against the state of the match (RULES.md section 5)."""

from ..interpreter import const
from .decisions import NEEDS_HOLES, NEEDS_OTHER_TEAM, NEEDS_TEAM, NEEDS_TRUE_PEG
from .events import EVENT_REOPEN

ALLOWED = const(0)
NOTHING_TO_REOPEN = const(1)
GAME_IS_OVER = const(2)
NO_SUCH_TEAM = const(3)
LOW_GAME = const(4)
NO_SUCH_HOLE = const(5)
NO_SUCH_AMOUNT = const(6)
NO_OTHER_TEAM = const(7)


def objection(match, decision, team: int, amount: int, other: int = -1) -> int:
    """Return ALLOWED, or the number of the reason against a judge's decision (`link.write_handlers` has messages).

    `decision` is a row of `decisions.DECISIONS`, `team` the team it concerns, `amount` its holes, for a false claim the
    true front peg; `other`: the other team it concerns. Does not allocate.
    """
    if decision.event == EVENT_REOPEN:
        return ALLOWED if match.reopenable else NOTHING_TO_REOPEN
    if match.over():
        return GAME_IS_OVER
    needed = decision.needs
    if needed & NEEDS_TEAM and not 0 <= team < match.teams:
        return NO_SUCH_TEAM
    if needed & NEEDS_OTHER_TEAM and (other == team or not 0 <= other < match.teams):
        return NO_OTHER_TEAM
    if needed & NEEDS_TRUE_PEG:
        return _claim_objection(match, amount, decision.most(match))
    return NO_SUCH_AMOUNT if needed & NEEDS_HOLES and not 1 <= amount <= decision.most(match) else ALLOWED


def _claim_objection(match, true: int, most: int) -> int:
    """Return ALLOWED, or the number of the reason against a false claim by a side whose true front peg is `true`."""
    if match.preset.low_game:
        return LOW_GAME
    return ALLOWED if 0 <= true <= most else NO_SUCH_HOLE
