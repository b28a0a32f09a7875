"""Simulated players who press a virtual board's keys: random legal counts, without cards, from any phase of a game."""

import random
from collections.abc import Callable, Sequence

from firmware.config import KEY_OK
from firmware.entry.phases import (
    PHASE_CHECK,
    PHASE_CLAIM,
    PHASE_ENDED,
    PHASE_IDLE,
    PHASE_OVER,
    PHASE_PENDING,
    PHASE_ROUND,
    PHASE_SIGN,
)
from host_tools.live.virtual_board import VirtualBoard

_IMPOSSIBLE_COUNT = 19
"""No hand scores it."""
_COUNTS = [count for count in range(1, 25) if count != _IMPOSSIBLE_COUNT]
"""Counts, in holes, that a deal may bring a side."""
_TARGET = 121
_PHASES_FOR_OK = (PHASE_PENDING, PHASE_CLAIM, PHASE_CHECK, PHASE_OVER, PHASE_ENDED)


class QuickPlayers:
    """The players at one board. `may_begin(round)`: whether they may begin that round.

    `cut_chance` (0 to 1) is the chance that the power fails instead of a key press; `power_cuts` counts these. Likewise
    `away_chance`, that the board leaves the network for `away_actions` actions; `absences` counts these, `begun_again`
    rounds that were begun although they had been played, by `is_played(round, table)`.
    """

    def __init__(
        self,
        board: VirtualBoard,
        seed: int,
        may_begin: Callable[[int], bool],
        is_played: Callable[[int, int], bool] = lambda _round, _table: False,
        cut_chance: float = 0,
        away_chance: float = 0,
        away_actions: int = 0,
    ) -> None:
        self.virtual_board, self.power_cuts, self.absences, self.begun_again = board, 0, 0, 0
        self._random, self._may_begin, self._cut_chance = random.Random(seed), may_begin, cut_chance
        self._is_played = is_played
        self._away_chance, self._away_actions, self._away_left = away_chance, away_actions, 0

    @property
    def away(self) -> bool:
        """Whether the board is out of the network's reach."""
        return self._away_left > 0

    def come_and_go(self) -> None:
        """Let the board leave the network now and then, and come back."""
        if self.away:
            self._away_left -= 1
        elif self._random.random() < self._away_chance:
            self.absences += 1
            self._away_left = self._away_actions
        self.virtual_board.go_away(self.away)

    def act(self) -> None:
        """Press the key or keys that the board's phase needs next, or cut the power and restart the board."""
        shown = self.virtual_board.snapshot()
        phase = shown.phase
        if self._random.random() < self._cut_chance:
            self.power_cuts += 1
            self.virtual_board.power_off()
            self.virtual_board.power_on()
        elif phase == PHASE_ROUND:
            if self._may_begin(shown.round):
                self.begun_again += self._is_played(shown.round, shown.table)
                self.virtual_board.press(KEY_OK)
        elif phase == PHASE_IDLE:
            self._peg(shown.front)
        elif phase == PHASE_SIGN:
            self.virtual_board.sign(1 - shown.team)
        elif phase in _PHASES_FOR_OK:
            self.virtual_board.press(KEY_OK)

    def _peg(self, front: Sequence[int]) -> None:
        """Peg a random legal count for a random team; `front` are the front pegs by team."""
        team = self._random.randrange(2)
        count = min(self._random.choice(_COUNTS), _TARGET - front[team])
        self.virtual_board.peg(team, count if count != _IMPOSSIBLE_COUNT else count - 1)
