"""Computes the result of a finished game by the firmware's rules: winner, game points, spread, skunk levels."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import NamedTuple

from firmware.rules.outcome import END_FORFEIT, END_NAMES, END_PLAYED, NOBODY, Outcome, level_of
from firmware.rules.preset import Preset
from host_tools.i18n import message

TEAMS = "ABCD"


class ScoreError(ValueError):
    """Scores that no game can end with; the text says why."""


class Side(NamedTuple):
    """One side's part of a finished game. `won` is None for a drawn game; `spread` is signed, 0 where none is kept."""

    won: bool | None
    points: int
    spread: int
    level: int
    holes: int


def game_value(preset: Preset, scores: Sequence[int], end: str = "played", forfeiting_side: int = NOBODY) -> list[Side]:
    """Return what a finished game is worth to each side: won, points, spread, level.

    `scores` are the holes of the front pegs, in the order of the sides; `end` is one of END_NAMES; `forfeiting_side` is
    an index into `scores`, or NOBODY. Raises ScoreError for scores no game can end with.
    """
    check_scores(preset, scores, end, forfeiting_side)
    sides = len(scores)
    ending_side = list(scores).index(preset.target) if end == END_NAMES[END_PLAYED] else forfeiting_side
    outcome = Outcome()
    outcome.weigh(preset, SimpleNamespace(front=[*scores, 0, 0]), sides, END_NAMES.index(end), ending_side)
    return [_side(outcome, side, scores[side]) for side in range(sides)]


def _side(outcome: Outcome, side: int, holes: int) -> Side:
    """Return the part that the outcome gives the side at index `side`; the level of the skunk is the winner's."""
    won = None if outcome.winner == NOBODY else side == outcome.winner
    return Side(won, outcome.points[side], outcome.spread[side], outcome.level if won else 0, holes)


def check_scores(preset: Preset, scores: Sequence[int], end: str, forfeiting_side: int = NOBODY) -> None:
    """Check that a game can end so. Raises ScoreError."""
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
    """Return the game points of a side that wins by `spread` holes, where wins are worth fixed points."""
    return preset.win[level_of(preset, preset.target - spread)]


def level_for_spread(preset: Preset, spread: int) -> int:
    """Return the skunk level, 0 to 3, of a side beaten by `spread` holes."""
    return level_of(preset, preset.target - spread)
