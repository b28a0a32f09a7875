"""Which moves have been said aloud, which wait to be said, and how a move is said: `A seven, thirty-five`."""

from array import array

from ...interpreter import const
from ...ticks import MASK, since
from ..display.phrases import (
    SAY_GOES_BACK,
    SAY_NEEDS,
    SAY_NEW_GAME,
    SAY_NEW_GAME_HOME,
    SAY_ON,
    SAY_SKUNK_LINE,
)
from .spoken_buffer import NUMBERS_AT

_NEAR = const(10)
"""With as many holes to go, how many a team needs is said with each move."""
_NONE = const(-1)


class SpokenMoves:
    """Collects a board's moves as clips in `buffer` (SpokenBuffer), which `module` plays. Does not allocate."""

    def __init__(self, console, module, buffer) -> None:
        self._console = console
        self._match = console.match
        self._module = module
        self._buffer = buffer
        self._told = array("h", [0] * 4)
        """By team: the hole that was last begun to be said."""
        self._queued = array("h", [_NONE] * 4)
        """By team: the hole that waits to be said, or _NONE."""
        self._queued_as = array("i", [0] * 4)
        """By team: the number of that clip, as `begun` of the module counts them."""
        self._place = array("h", [0] * 4)
        """By team: the place of its hole's clip among those collected, from 1; 0: none."""
        self._game = self._round = _NONE

    def collect(self, aloud: bool) -> bool:
        """Collect all moves not yet begun to be said; return whether one of them is not waiting to be said either.

        Unless `aloud` they count as said.
        """
        match = self._match
        tally = match.tally
        if tally.game != self._game or tally.round != self._round:
            self.begin_game()
            if match.begun() and aloud:
                self._say_new_game()
        fresh = False
        for team in range(match.teams):
            self._note_begun(team)
            self._place[team] = 0
            front = match.game.front[team]
            waiting: int = self._queued[team]
            if front == self._told[team] and (waiting == _NONE or waiting == front):
                self._queued[team] = _NONE
            elif not aloud:
                self._told[team] = front
            else:
                fresh = fresh or front != waiting
                self._say_move(team, self._told[team], front)
        return fresh

    def begin_game(self) -> None:
        """Take the pegs as told."""
        match = self._match
        self._game = match.tally.game
        self._round = match.tally.round
        for team in range(match.teams):
            self._told[team] = match.game.front[team]
            self._queued[team] = _NONE

    def mark_queued(self) -> None:
        """Note that what is collected is about to be played, instead of what has not begun."""
        for team in range(self._match.teams):
            if self._place[team]:
                self._queued[team] = self._match.game.front[team]
                self._queued_as[team] = (self._module.begun + self._place[team]) & MASK

    def _say_new_game(self) -> None:
        self._buffer.n = self._match.tally.round
        self._buffer.m = self._match.tally.game
        self._buffer.add_phrase(SAY_NEW_GAME_HOME if self._console.at_home() else SAY_NEW_GAME)

    def _note_begun(self, team: int) -> None:
        """Note that a team's hole is told, if its clip has begun since it was queued."""
        if self._queued[team] != _NONE and since(self._queued_as[team], self._module.begun) < 1 << 20:
            self._told[team] = self._queued[team]
            self._queued[team] = _NONE

    def _say_move(self, team: int, was: int, front: int) -> None:
        """Collect a team's move: count and hole; what it needs when that is near; a skunk line it has passed.

        One that was taken back before it was said leaves the team where it was: that is said.
        """
        match = self._match
        buffer = self._buffer
        buffer.team = team
        buffer.n = front - was
        buffer.o = front
        if front < was:
            buffer.n = was - front
            buffer.add_phrase(SAY_GOES_BACK)
        elif front == was or match.game.back[team] != was:
            buffer.add_phrase(SAY_ON)
        else:
            buffer.add_team_number(team, front - was)
            buffer.add(NUMBERS_AT + front)
        self._place[team] = buffer.length
        self._say_line_passed(was, front)
        buffer.n = match.game.target - front
        if 0 < buffer.n <= _NEAR:
            buffer.add_phrase(SAY_NEEDS)

    def _say_line_passed(self, was: int, front: int) -> None:
        """Say that a move has led past a skunk line, the last hole before it."""
        for line in self._match.preset.lines:
            if line is not None and was <= line < front:
                self._buffer.add_phrase(SAY_SKUNK_LINE)
                return
