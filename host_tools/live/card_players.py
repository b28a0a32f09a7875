"""Simulated players at a virtual board: whole card games, pegged by its keys at a steady pace."""

from collections.abc import Callable, Iterator

from firmware.config import KEY_OK
from host_tools.cards.game import CardGame
from host_tools.cards.scenario_writer import scenario
from host_tools.cards.spoken_count import SpokenCount
from host_tools.i18n import catalogue
from host_tools.live.virtual_board import VirtualBoard
from host_tools.sim.virtual.scenario_parser import parse

_SHUFFLE_MS = 4000
"""Pause between two games."""
_REST_MS = 2500
"""Pause after the last key of a game."""

Action = tuple[int | None, int]
"""(key, milliseconds to hold it), or (None, milliseconds to wait)."""


def game_actions(seed: int, preset: str = "acc") -> Iterator[Action]:
    """Yield the actions of a whole card game, from the OK that begins the round to the OKs after its end."""
    yield None, _SHUFFLE_MS
    yield KEY_OK, 40
    for _, kind, *arguments in parse(scenario(CardGame(seed, preset=preset), SpokenCount(catalogue("en")))):
        if kind == "press":
            key, ms = arguments
            yield key, ms
        elif kind == "wait":
            [ms] = arguments
            yield None, ms
    yield None, _REST_MS
    yield KEY_OK, 40
    yield KEY_OK, 40


class CardPlayers:
    """Players at one board, with `pause_ms` between presses. `may_begin(round)`: whether they may begin that round."""

    def __init__(self, board: VirtualBoard, seed: int, pause_ms: int, may_begin: Callable[[int], bool]) -> None:
        self.virtual_board = board
        self._seed, self._pause_ms, self._may_begin = seed, pause_ms, may_begin
        self._actions: Iterator[Action] = iter(())
        self._next_at = 0

    def step(self, now_ms: int) -> None:
        """Run the board until `now_ms`; press the next key if it is due."""
        # Presses have advanced the board's time: wait until `now_ms` has caught up.
        if now_ms <= self.virtual_board.now:
            return
        self.virtual_board.step(now_ms)
        if now_ms >= self._next_at:
            self._act(now_ms)

    def _act(self, now_ms: int) -> None:
        """Press the next key of the game, or wait; after its end begin another if `may_begin` allows."""
        action = next(self._actions, None)
        if action is None:
            if self._may_begin(self.round):
                self._seed += 1
                self._actions = game_actions(self._seed)
            return
        key, ms = action
        if key is None:
            self._next_at = now_ms + ms
        else:
            self.virtual_board.press(key, ms)
            self._next_at = self.virtual_board.now + self._pause_ms

    @property
    def round(self) -> int:
        """The round the board shows or plays."""
        return self.virtual_board.board.match.tally.round
