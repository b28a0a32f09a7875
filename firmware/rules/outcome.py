"""Outcome of a finished game: winner, skunk level, game points, spread (RULES.md sections 3 and 4)."""

from ..interpreter import const

NOBODY = const(-1)

END_PLAYED = const(0)
END_TIMED_OUT = const(1)
END_FORFEIT = const(2)
END_NAMES = ("played", "timed-out", "forfeit")

FORFEIT_HOLES = const(115)
"""Game points for the winner of a forfeit in preset `holes`: the same as for a bye (RULES.md section 4)."""


class Outcome:
    """The outcome of one game for up to four teams, set by `compute`.

    `winner`: team or NOBODY. `level`: 0 win, 1 skunk, 2 double, 3 triple, of the worst loser; a game that was not
    played to the target has level 0. `points`, `spread`: per team.
    """

    def __init__(self) -> None:
        self.winner = NOBODY
        self.level = 0
        self.points = [0, 0, 0, 0]
        self.spread = [0, 0, 0, 0]

    def compute(self, preset, game, teams: int, end: int, ending_team: int) -> None:
        """Set winner, level, points and spread of a game that has ended; `end` is how (an END_ number).

        `ending_team` reached the target or forfeits; it is ignored after END_TIMED_OUT.
        """
        self.winner = _winner(preset, game, teams, end, ending_team)
        self.level = 0
        for side in range(len(self.points)):
            self.points[side] = self.spread[side] = 0
        if self.winner == NOBODY:
            return
        for side in range(teams):
            if side != self.winner and _loses(preset, end, side, ending_team):
                self._lose(preset, game, side, end)
        self.points[self.winner] = self._win_points(preset, game, end)
        if end == END_FORFEIT and preset.loss == "holes":
            self.points[ending_team] = 0

    def _win_points(self, preset, game, end: int) -> int:
        """Return the winner's game points."""
        if preset.win != "holes":
            return preset.win[self.level]
        return FORFEIT_HOLES if end == END_FORFEIT else game.front[self.winner]

    def _lose(self, preset, game, side: int, end: int) -> None:
        """Set points and spread of `side`, a loser, and raise `level` to the skunk level of its loss."""
        front = game.front[side]
        if end == END_PLAYED:
            self.level = max(self.level, level_of(preset, front))
        if preset.spread and end != END_FORFEIT:
            margin = max(game.front[self.winner] - front, 0)
            self.spread[side] = -margin
            self.spread[self.winner] += margin
        self.points[side] = _loss_points(preset, front)


def _loss_points(preset, front: int) -> int:
    """Return a loser's game points, front peg on `front`, by the preset's `loss`: "behind", "holes" or a number."""
    loss = preset.loss
    if loss == "behind":
        return preset.target - front
    return front if loss == "holes" else loss


def level_of(preset, front: int) -> int:
    """Return the skunk level of a loser on hole `front`: 0 none, 1 skunk, 2 double, 3 triple."""
    level = 0
    for line in preset.lines:
        if line is None or front > line:
            break
        level += 1
    return level


def _winner(preset, game, teams: int, end: int, ending_team: int) -> int:
    """Return the winning team, or NOBODY for a draw; `end` and `ending_team` as for `Outcome.compute`."""
    if end == END_PLAYED and not preset.low_game:
        return ending_team
    excluded = NOBODY if end == END_TIMED_OUT else ending_team
    leader = NOBODY
    tied = False
    for side in range(teams):
        if side == excluded:
            continue
        margin = 1 if leader == NOBODY else game.front[side] - game.front[leader]
        if preset.low_game and leader != NOBODY:
            margin = -margin
        if margin > 0:
            leader = side
            tied = False
        elif margin == 0:
            tied = True
    return NOBODY if tied and end != END_FORFEIT else leader


def _loses(preset, end: int, side: int, ending_team: int) -> bool:
    """Return whether `side`, which has not won, has lost the game.

    In a low game only the side that reached the target or forfeited loses, the others neither win nor lose.
    """
    return not preset.low_game or end == END_TIMED_OUT or side == ending_team
