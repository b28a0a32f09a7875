"""LED marks at the end of a game: winner, skunk level of each loser, the result's code."""

from ..rules.match import MATCH_OVER
from ..rules.outcome import END_PLAYED, NOBODY, level_of
from .scenes import SCENE_CODED, SCENE_ENDED, SCENE_LOST, SCENE_WON


def look_at_over(look, match, results) -> int:
    """Return the scene of the track of `look.team`, and put its numbers into `look`, which has its pegs already."""
    winner = match.winner()
    team = look.team
    if match.stage == MATCH_OVER:
        look.front = look.back = 0
        look.amount = int(winner == team or winner == NOBODY)
        return SCENE_ENDED
    if winner == team or winner == NOBODY and team == 0:
        return _won(look, match, results)
    skunked = winner != NOBODY and match.end == END_PLAYED
    look.amount = level_of(match.preset, look.front) if skunked else 0
    return SCENE_LOST


def _won(look, match, results) -> int:
    """Return the winner's scene, with the result code's digits where the result has one."""
    if results.code and results.count == match.finished and not match.tally.friendly:
        code = int(results.code)
        look.front = code // 100
        look.back = code % 100
        return SCENE_CODED
    return SCENE_WON if match.winner() != NOBODY else SCENE_LOST
