"""Message key and arguments that tell the page why the last key press was refused."""

from firmware.config import TEAMS
from firmware.entry.asked import REASONS, refusal_reason, refusal_team


def refusal_message(board, menu: int) -> dict:
    """Return the message key (`why`) of the last refusal, the `team` and `count` it concerns, and the `highest` count.

    `menu` is the menu that was open before the press: a wrong PIN closes the judge's menu.
    """
    console, match = board.console, board.match
    reason = refusal_reason(console, menu)
    highest = match.preset.limit(match.game.front[console.team])
    team = TEAMS[refusal_team(console, reason)]
    return {"why": REASONS[reason], "team": team, "count": console.count.total, "highest": highest}
