"""Chooses the LED scenes after a game or match: winner, each loser's skunk level, the result code."""

from ..rules.match import MATCH_OVER
from ..rules.outcome import END_PLAYED, NOBODY, level_of
from .scenes import SCENE_CODED, SCENE_ENDED, SCENE_LOST, SCENE_WON


def over_scene(params, match, results) -> int:
    """Return the scene of the track of `params.team` after a game or match, and set its numbers in `params`."""
    winner = match.winner()
    team = params.team
    if match.stage == MATCH_OVER:
        params.front = params.back = 0
        params.amount = int(winner == team or winner == NOBODY)
        return SCENE_ENDED
    if winner == team or winner == NOBODY and team == 0:
        return _won(params, match, results)
    skunked = winner != NOBODY and match.end == END_PLAYED
    params.amount = level_of(match.preset, params.front) if skunked else 0
    return SCENE_LOST


def _won(params, match, results) -> int:
    """Return the winner's scene; if the last result has a code, set `params.front` and `back` to its digits."""
    if results.code and results.count == match.finished and not match.tally.friendly:
        code = int(results.code)
        params.front = code // 100
        params.back = code % 100
        return SCENE_CODED
    return SCENE_WON if match.winner() != NOBODY else SCENE_LOST
