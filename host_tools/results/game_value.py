"""Compute the result of a finished game by the firmware's rules: winner, game points, spread, skunk levels."""

from collections import namedtuple

from firmware.config import TEAMS
from firmware.interpreter import TYPE_CHECKING
from firmware.rules.outcome import END_FORFEIT, END_NAMES, END_PLAYED, NOBODY, Outcome, level_of
from firmware.rules.preset import Preset

from .result_error import ResultError

if TYPE_CHECKING:
    from collections.abc import Sequence


class ScoreError(ResultError):
    """Scores with which no game can end; the message says why."""

    def __init__(self, name: str, **values: object) -> None:
        super().__init__(f"desk.error.score_{name}", **values)


class Side(namedtuple("Side", ("won", "points", "spread", "level", "holes"))):
    """One side's result of a finished game. `won` is None for a drawn game; `points` are game points.

    `spread` is signed, 0 if the preset has none; `level` is the skunk level of a win, else 0; `holes` the front peg.
    """

    won: bool | None
    points: int
    spread: int
    level: int
    holes: int


class _Pegs:
    """The front pegs of a game, as `Outcome.compute` reads them."""

    def __init__(self, front: list) -> None:
        self.front = front


def game_value(
    preset: Preset, scores: "Sequence[int]", end: str = "played", forfeiting_side: int = NOBODY
) -> list[Side]:
    """Return each side's result of a finished game, in the order of `scores`, the holes of the front pegs.

    `end` is one of END_NAMES; `forfeiting_side` is an index into `scores`, or NOBODY. Raises ScoreError for scores
    with which no game can end.
    """
    check_scores(preset, scores, end, forfeiting_side)
    sides = len(scores)
    ending_side = list(scores).index(preset.target) if end == END_NAMES[END_PLAYED] else forfeiting_side
    outcome = Outcome()
    outcome.compute(preset, _Pegs(list(scores) + [0, 0]), sides, END_NAMES.index(end), ending_side)
    return [_side(outcome, side, scores[side]) for side in range(sides)]


def _side(outcome: Outcome, index: int, holes: int) -> Side:
    """Build the result of the side at `index` from the outcome; only the winner gets the skunk level."""
    won = None if outcome.winner == NOBODY else index == outcome.winner
    return Side(won, outcome.points[index], outcome.spread[index], outcome.level if won else 0, holes)


def check_scores(preset: Preset, scores: "Sequence[int]", end: str, forfeiting_side: int = NOBODY) -> None:
    """Raise ScoreError unless a game can end with these scores; the parameters are those of `game_value`."""
    target = preset.target
    if not 2 <= len(scores) <= len(TEAMS):
        raise ScoreError("sides", count=len(scores))
    outside = [score for score in scores if not 0 <= score <= target]
    if outside:
        raise ScoreError("hole", score=outside[0], target=target)
    finishers = sum(score == target for score in scores)
    if end == END_NAMES[END_PLAYED] and finishers != 1:
        raise ScoreError("out", target=target, count=finishers)
    if end != END_NAMES[END_PLAYED] and finishers:
        raise ScoreError("ended", target=target)
    if end == END_NAMES[END_FORFEIT] and not 0 <= forfeiting_side < len(scores):
        raise ScoreError("forfeit")


def points_for_spread(preset: Preset, spread: int) -> int:
    """Return the game points of a win by `spread` holes, under a preset with fixed points for each skunk level."""
    return preset.win[level_of(preset, preset.target - spread)]


def level_for_spread(preset: Preset, spread: int) -> int:
    """Return the skunk level, 0 to 3, of a side beaten by `spread` holes."""
    return level_of(preset, preset.target - spread)
