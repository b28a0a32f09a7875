"""Simulated players who press a virtual board's keys: random legal counts, without cards, from any phase of a game."""

import random
from collections.abc import Callable, Sequence

from firmware.config import HOLD_MS, KEY_OK
from firmware.entry.state_machine import (
    PHASE_CLAIM,
    PHASE_ENDED,
    PHASE_IDLE,
    PHASE_OVER,
    PHASE_PENDING,
    PHASE_ROUND,
    PHASE_SIGN,
)
from host_tools.live.virtual_board import PRESS_MS, VirtualBoard

_COUNTS = [n for n in range(1, 25) if n != 19]
"""What a deal may bring a side."""
_TARGET = 121
_CONFIRMED = (PHASE_PENDING, PHASE_CLAIM, PHASE_OVER, PHASE_ENDED)


class QuickPlayers:
    """Those at one board: `act` does the one thing that comes next there. They begin a round that `may_begin` says is
    seated; `cut` is the chance that the power fails instead."""

    def __init__(self, board: VirtualBoard, seed: int, may_begin: Callable[[int], bool], cut: float = 0) -> None:
        self.board, self.cuts = board, 0
        self._random, self._may_begin, self._cut = random.Random(seed), may_begin, cut

    def act(self) -> None:
        board = self.board.board
        phase = board.console.phase
        if self._random.random() < self._cut:
            self.cuts += 1
            self.board.power_off()
            self.board.power_on()
        elif phase == PHASE_ROUND:
            if self._may_begin(board.match.tally.round):
                self.board.press(KEY_OK)
        elif phase == PHASE_IDLE:
            self._peg(board.match.game.front)
        elif phase == PHASE_SIGN:
            loser = 1 - board.console.team
            self.board.press(4 * loser, HOLD_MS + PRESS_MS)
        elif phase in _CONFIRMED:
            self.board.press(KEY_OK)

    def _peg(self, front: Sequence[int]) -> None:
        """Press the keys of a random legal count, then OK."""
        team = self._random.randrange(2)
        count = min(self._random.choice(_COUNTS), _TARGET - front[team])
        self.board.peg(team, count if count != 19 else 18)
