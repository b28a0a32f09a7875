"""A virtual board at one table, played by its keys."""

import random

from firmware.board import Board
from firmware.board_operations import configure, set_time
from firmware.config import HOLD_MS, KEY_OK, SCORE_KEYS
from firmware.entry.phases import PHASE_CHECK
from firmware.rules.match import BETWEEN
from host_tools.sim.virtual.hal import VirtualHal

KEY = "5eed" * 8
PRESS_MS = 20
COUNTS = [n for n in range(1, 25) if n != 19]
"""What a deal may bring a side: one entry of each."""


class VirtualBoard:
    """A board on one table, and the two who press its keys."""

    def __init__(self, folder, table, seed):
        folder.mkdir()
        self.log = folder / "results/results.log"
        self.hal = VirtualHal(2, str(folder))
        self.hal.uid = f"{table:016x}"
        self.now = 0
        self.board = Board(self.hal)
        configure(self.board, {"event": "Night", "table": table, "key": KEY}, 1)
        self.random = random.Random(seed)

    def press(self, key, ms=PRESS_MS):
        self.hal.keys_down(1 << key)
        self.wait(0)
        self.wait(ms)
        self.hal.keys_down(0)
        self.wait(0)
        self.wait(PRESS_MS)

    def wait(self, ms):
        self.now += ms
        self.board.step(self.now)

    def peg(self, team, count):
        for amount in sorted(SCORE_KEYS, reverse=True):
            for _ in range(count // amount):
                self.press(4 * team + SCORE_KEYS.index(amount))
            count %= amount
        self.press(KEY_OK)

    def begin_round(self):
        """OK begins the round that the board shows."""
        assert self.board.match.stage == BETWEEN
        self.press(KEY_OK)

    def play(self):
        """One whole game of a round, signed by the loser; the board is then ready for the next round."""
        self.begin_round()
        fronts = self.board.match.game.front
        team = self.random.randrange(2)
        while True:
            count = self.random.choice(COUNTS)
            out = fronts[team] + count >= 121
            self.peg(team, count)
            if out:
                break
            team = 1 - team
        self.sign(1 - team)

    def sign(self, loser):
        """The loser holds a key; OK twice, and the board is ready for the next round. OK first where it asks if the
        round is the one to which it has counted on."""
        if self.board.console.phase == PHASE_CHECK:
            self.press(KEY_OK)
        self.press(4 * loser, HOLD_MS + PRESS_MS)
        self.press(KEY_OK)
        self.press(KEY_OK)

    def peg_to(self, team, hole):
        """Peg until the front peg stands on a hole, by counts that a deal can bring."""
        for count in [24] * (hole // 24) + ([10, 9] if hole % 24 == 19 else [hole % 24] if hole % 24 else []):
            self.peg(team, count)


class KeyedLog:
    """A virtual board that stands in for a BoardLog: each result is played by keys and written by the firmware."""

    version = 2

    def __init__(self, folder, name, event, key):
        self._board = VirtualBoard(folder, 0, seed=0)
        self._board.hal.uid = self._board.board.uid = name
        self.event, self.key, self.preset = event, key, "acc"

    @property
    def lines(self):
        log = self._board.log
        return log.read_text().splitlines() if log.exists() else []

    def game(self, number, table, *pegs, game=1, at=None, began=None):
        """One game that ends on these pegs, begun at `began`, or `at` (seconds since 1970; None: it has no clock)."""
        board = self._board
        settings = {"event": self.event, "key": self.key.hex(), "table": table, "preset": self.preset}
        configure(board.board, settings, number)
        if at is not None:
            set_time(board.board, at if began is None else began)
        board.begin_round()
        winner = pegs.index(121)
        board.peg_to(1 - winner, pegs[1 - winner])
        board.peg_to(winner, 121)
        board.sign(1 - winner)
        return self.lines[-1]
