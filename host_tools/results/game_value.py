"""Compute the result of a finished game by the firmware's rules: winner, game points, spread, skunk levels."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import NamedTuple

from firmware.rules.outcome import END_FORFEIT, END_NAMES, END_PLAYED, NOBODY, Outcome, level_of
from firmware.rules.preset import Preset
from host_tools.i18n import message

TEAMS = "ABCD"


class ScoreError(ValueError):
    """Scores with which no game can end; the message says why."""


class Side(NamedTuple):
    """One side's result of a finished game. `won` is None for a drawn game; `points` are game points.

    `spread` is signed, 0 if the preset has none; `level` is the skunk level of a win, else 0; `holes` the front peg.
    """

    won: bool | None
    points: int
    spread: int
    level: int
    holes: int


def game_value(preset: Preset, scores: Sequence[int], end: str = "played", forfeiting_side: int = NOBODY) -> list[Side]:
    """Return each side's result of a finished game, in the order of `scores`, the holes of the front pegs.

    `end` is one of END_NAMES; `forfeiting_side` is an index into `scores`, or NOBODY. Raises ScoreError for scores
    with which no game can end.
    """
    check_scores(preset, scores, end, forfeiting_side)
    sides = len(scores)
    ending_side = list(scores).index(preset.target) if end == END_NAMES[END_PLAYED] else forfeiting_side
    outcome = Outcome()
    outcome.compute(preset, SimpleNamespace(front=[*scores, 0, 0]), sides, END_NAMES.index(end), ending_side)
    return [_side(outcome, side, scores[side]) for side in range(sides)]


def _side(outcome: Outcome, index: int, holes: int) -> Side:
    """Build the result of the side at `index` from the outcome; only the winner gets the skunk level."""
    won = None if outcome.winner == NOBODY else index == outcome.winner
    return Side(won, outcome.points[index], outcome.spread[index], outcome.level if won else 0, holes)


def check_scores(preset: Preset, scores: Sequence[int], end: str, forfeiting_side: int = NOBODY) -> None:
    """Raise ScoreError unless a game can end with these scores; the parameters are those of `game_value`."""
    target = preset.target
    if not 2 <= len(scores) <= len(TEAMS):
        raise ScoreError(message("desk.error.score_sides", count=len(scores)))
    outside = [score for score in scores if not 0 <= score <= target]
    if outside:
        raise ScoreError(message("desk.error.score_hole", score=outside[0], target=target))
    finishers = sum(score == target for score in scores)
    if end == END_NAMES[END_PLAYED] and finishers != 1:
        raise ScoreError(message("desk.error.score_out", target=target, count=finishers))
    if end != END_NAMES[END_PLAYED] and finishers:
        raise ScoreError(message("desk.error.score_ended", end=message(f"desk.end.{end}"), target=target))
    if end == END_NAMES[END_FORFEIT] and not 0 <= forfeiting_side < len(scores):
        raise ScoreError(message("desk.error.score_forfeit"))


def points_for_spread(preset: Preset, spread: int) -> int:
    """Return the game points of a win by `spread` holes, under a preset with fixed points for each skunk level."""
    return preset.win[level_of(preset, preset.target - spread)]


def level_for_spread(preset: Preset, spread: int) -> int:
    """Return the skunk level, 0 to 3, of a side beaten by `spread` holes."""
    return level_of(preset, preset.target - spread)
