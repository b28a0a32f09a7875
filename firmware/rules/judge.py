"""Which decisions of a judge a match allows (RULES.md section 5)."""

from . import events
from .match import PLAYING

OPERATIONS = ("award", "retract", "false-claim", "reopen", "timed-out", "forfeit")
"""By the number under which the judge's menu counts them, from 1; their events follow each other from AWARD on."""

NEED_TEAM = (events.AWARD, events.RETRACT, events.FALSE_CLAIM, events.FORFEIT)

ALLOWED = 0
NOTHING_TO_REOPEN = 1
GAME_IS_OVER = 2
NO_SUCH_TEAM = 3
LOW_WINS = 4
NO_SUCH_HOLE = 5
NO_SUCH_AMOUNT = 6


def objection(match, kind: int, team: int, amount: int) -> int:
    """ALLOWED, or why the decision cannot be taken now. Allocates nothing; `link.verbs` has the words."""
    if kind == events.REOPEN:
        return ALLOWED if match.reopenable else NOTHING_TO_REOPEN
    if match.stage != PLAYING:
        return GAME_IS_OVER
    if kind in NEED_TEAM and not 0 <= team < match.teams:
        return NO_SUCH_TEAM
    if kind == events.FALSE_CLAIM:
        return _false_claim(match, amount)
    if (kind == events.AWARD or kind == events.RETRACT) and not 1 <= amount <= match.game.target:
        return NO_SUCH_AMOUNT
    return ALLOWED


def _false_claim(match, true: int) -> int:
    if match.preset.low_game:
        return LOW_WINS
    return ALLOWED if 0 <= true < match.game.target else NO_SUCH_HOLE
