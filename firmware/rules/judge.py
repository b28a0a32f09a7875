"""Validates a judge's decisions against the state of the match (RULES.md section 5)."""

from ..interpreter import const
from .events import EVENT_AWARD, EVENT_FALSE_CLAIM, EVENT_FORFEIT, EVENT_OVERPEG, EVENT_REOPEN, EVENT_RETRACT
from .match import BETWEEN, PLAYING

OPERATIONS = ("award", "retract", "false-claim", "reopen", "timed-out", "forfeit", "overpeg")
"""A judge's decisions, in the order of the judge's menu and of their events, from EVENT_AWARD on."""

NEED_TEAM = (EVENT_AWARD, EVENT_RETRACT, EVENT_FALSE_CLAIM, EVENT_FORFEIT, EVENT_OVERPEG)

ALLOWED = const(0)
NOTHING_TO_REOPEN = const(1)
GAME_IS_OVER = const(2)
NO_SUCH_TEAM = const(3)
LOW_GAME = const(4)
NO_SUCH_HOLE = const(5)
NO_SUCH_AMOUNT = const(6)
NO_OTHER_TEAM = const(7)
ROUND_NOT_BEGUN = const(8)


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
    if kind in NEED_TEAM and not 0 <= team < match.teams:
        return NO_SUCH_TEAM
    if kind == EVENT_FALSE_CLAIM:
        return _false_claim(match, amount)
    if kind == EVENT_OVERPEG and (to == team or not 0 <= to < match.teams):
        return NO_OTHER_TEAM
    return ALLOWED if _is_amount(match, kind, amount) else NO_SUCH_AMOUNT


def most_holes(match, kind: int) -> int:
    """Return the most holes a decision may have: the highest count for an overpeg, else the target."""
    return match.preset.highest if kind == EVENT_OVERPEG else match.game.target


def _is_amount(match, kind: int, amount: int) -> bool:
    """Return whether a decision of this kind may have this amount; True for a kind without amount."""
    has_amount = kind == EVENT_AWARD or kind == EVENT_RETRACT or kind == EVENT_OVERPEG
    return not has_amount or 1 <= amount <= most_holes(match, kind)


def _false_claim(match, true: int) -> int:
    """Return ALLOWED, or the number of the reason against a false claim by a side whose true front peg is `true`."""
    if match.preset.low_game:
        return LOW_GAME
    return ALLOWED if 0 <= true < match.game.target else NO_SUCH_HOLE
