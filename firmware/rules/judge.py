"""Which decisions of a judge a match allows (RULES.md section 5), and why not."""

from . import events
from .match import PLAYING

OPERATIONS = (
    ("award", events.AWARD),
    ("retract", events.RETRACT),
    ("false-claim", events.FALSE_CLAIM),
    ("reopen", events.REOPEN),
    ("timed-out", events.TIMED_OUT),
    ("forfeit", events.FORFEIT),
)
"""In the order in which the judge's menu counts them."""

NEED_TEAM = (events.AWARD, events.RETRACT, events.FALSE_CLAIM, events.FORFEIT)
NEED_AMOUNT = (events.AWARD, events.RETRACT, events.FALSE_CLAIM)


def objection(match, kind: int, team: int, amount: int) -> str:
    """Why the decision cannot be taken now, in words; "" when it can."""
    if kind == events.REOPEN:
        return "" if match.reopenable else "no finished game to reopen, or the next one has begun"
    if match.stage != PLAYING:
        return "the game is over; reopen it first"
    if match.dealing:
        return "the game has not begun: the first dealer presses a key"
    if kind in NEED_TEAM and not 0 <= team < match.teams:
        return "team: one of " + " ".join("ABCD"[: match.teams])
    if kind == events.FALSE_CLAIM:
        return _false_claim(match, amount)
    if kind in NEED_AMOUNT and not 1 <= amount <= match.game.target:
        return "n: a whole number from 1 to %d" % match.game.target
    return ""


def _false_claim(match, true: int) -> str:
    if match.preset.low_game:
        return "no false claim where the first to the target loses"
    if not 0 <= true < match.game.target:
        return "true: the team's true front peg, from 0 to %d" % (match.game.target - 1)
    return ""
