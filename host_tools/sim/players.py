"""Simulated players at a board: with cards at a steady pace, hasty ones without cards, some at people's pace, some that
fumble."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from firmware.config import KEY_OK
from host_tools.cards.game import CardGame
from host_tools.cards.scenario_writer import scenario
from host_tools.cards.spoken_count import SpokenCount
from host_tools.i18n import catalogue
from host_tools.sim.virtual.board import presses
from host_tools.sim.virtual.scenario_parser import parse

_SHUFFLE_MS = 4000
"""Pause between two games."""
_REST_MS = 2500
"""Pause after the last key of a game."""
_IMPOSSIBLE_COUNT = 19
"""A count that no hand has."""
COUNTS = [count for count in range(1, 25) if count != _IMPOSSIBLE_COUNT]
"""Counts, in holes, that a deal may bring a side."""
_TARGET = 121
_PHASES_FOR_OK = ("pending", "claim", "check", "game-over", "match-over")
_EVERY_MS = 20
_AGREED_MS = 1100
"""For how long a key is held to agree."""
_FUMBLED = 0.08
"""The chance of a second thought."""

Action = tuple[int | None, int]
"""(key, milliseconds to hold it), or (None, milliseconds to wait)."""


def game_actions(seed: int) -> Iterator[Action]:
    """Yield the actions of a whole card game, from the OK that begins the round to the OKs after its end."""
    yield None, _SHUFFLE_MS
    yield KEY_OK, 40
    yield from keys_of(CardGame(seed))
    yield None, _REST_MS
    yield KEY_OK, 40
    yield KEY_OK, 40


def keys_of(game: CardGame) -> Iterator[Action]:
    """Yield the actions that peg a card game, its end signed."""
    for _, kind, *arguments in parse(scenario(game, SpokenCount(catalogue("en")))):
        if kind == "press":
            key, ms = arguments
            yield key, ms
        elif kind == "wait":
            [ms] = arguments
            yield None, ms


class CardPlayers:
    """Players at one board, with `pause_ms` between presses. `may_begin(round)`: whether they may begin that round."""

    def __init__(self, board: Any, seed: int, pause_ms: int, may_begin: Callable[[int], bool]) -> None:
        self.virtual_board = board
        self._seed, self._pause_ms, self._may_begin = seed, pause_ms, may_begin
        self._actions: Iterator[Action] = iter(())
        self._next_at = 0

    def step(self, now_ms: int) -> None:
        """Run the board until `now_ms`; press the next key if it is due."""
        # Presses have advanced the board's time: wait until `now_ms` has caught up.
        if now_ms <= self.virtual_board.now:
            return
        self.virtual_board.wait(now_ms - self.virtual_board.now)
        if now_ms >= self._next_at:
            self._act(now_ms)

    def _act(self, now_ms: int) -> None:
        """Press the next key of the game, or wait; after its end begin another if `may_begin` allows."""
        action = next(self._actions, None)
        if action is None:
            if self._may_begin(self.virtual_board.shown()["round"]):
                self._seed += 1
                self._actions = game_actions(self._seed)
            return
        key, ms = action
        if key is None:
            self._next_at = now_ms + ms
        else:
            self.virtual_board.press(key, ms=ms)
            self._next_at = self.virtual_board.now + self._pause_ms


class HastyPlayers:
    """The players at one board, who peg random legal counts. `may_begin(round)`: whether they may begin that round.

    `cut_chance` (0 to 1) is the chance that the power fails instead of a key press; `power_cuts` counts these. Likewise
    `away_chance`, that the board leaves the network for `away_actions` actions; `absences` counts these. `begun_again`
    counts rounds that were begun although `is_played(round, table)` said that they had been played.
    """

    def __init__(
        self,
        board: Any,
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
        board, shown = self.virtual_board, self.virtual_board.shown()
        phase = shown["phase"]
        if self._random.random() < self._cut_chance:
            self.power_cuts += 1
            board.cut()
        elif phase == "round":
            if self._may_begin(shown["round"]):
                self.begun_again += self._is_played(shown["round"], shown["table"])
                board.press("OK")
        elif phase == "idle":
            self._peg(shown["fronts"])
        elif phase == "sign":
            board.sign("AB"[1 - shown["team"]])
        elif phase in _PHASES_FOR_OK:
            board.press("OK")

    def play(self) -> None:
        """Play a whole game of a round, signed by its loser, and go on to the next round."""
        played = self.virtual_board.shown()["results"]
        self.virtual_board.press("OK")
        while (shown := self.virtual_board.shown())["results"] == played or shown["phase"] != "round":
            self.act()

    def _peg(self, fronts: Sequence[int]) -> None:
        """Peg a random legal count for a random team; `fronts` are the front pegs by team."""
        team = self._random.randrange(2)
        count = min(self._random.choice(COUNTS), _TARGET - fronts[team])
        self.virtual_board.peg("AB"[team], count if count != _IMPOSSIBLE_COUNT else count - 1)


class PacedBoard(Protocol):
    """A board for players at people's pace: its phase by name, and what they do with it."""

    @property
    def phase(self) -> str: ...
    def wait(self, ms: int, every: int) -> None: ...
    def hold(self, *keys: str) -> None: ...


class PacedPlayers:
    """Two or three people at a board, by a seed; a subclass can look at the board in `before_ok` and `has_settled`."""

    def __init__(self, board: PacedBoard, teams: int, seed: int) -> None:
        self.board = board
        self.teams = teams
        self.dice = random.Random(seed)

    def before_ok(self) -> None:
        """OK is about to be pressed."""

    def has_settled(self) -> None:
        """The pause after a move is over."""

    def play(self, ending_ms: int = 15_000) -> None:
        """Play until the game waits for agreement, and wait until the board has said so."""
        while self.board.phase == "idle":
            team = self.dice.choice("ABC"[: self.teams])
            for amount in presses(self.dice.choice((1, 2, 2, 3, 4, 5, 6, 8, 9, 12, 14, 16, 21, 24))):
                self._press(f"{team}+{amount}")
            self.before_ok()
            self._press("OK")
            if self.dice.random() < 0.05 and self.board.phase == "idle":
                self._take_back(team)
            self._pause(700, 5000)
            self.has_settled()
        self.board.wait(ending_ms, every=_EVERY_MS)
        self.has_settled()

    def _pause(self, least: int, most: int) -> None:
        self.board.wait(self.dice.randint(least, most), every=_EVERY_MS)

    def _hold(self, key: str, ms: int) -> None:
        self.board.hold(key)
        self.board.wait(ms, every=_EVERY_MS)
        self.board.hold()

    def _press(self, key: str) -> None:
        self._hold(key, 60)
        self._pause(140, 420)

    def _take_back(self, team: str) -> None:
        """The team takes its move back, and another one agrees."""
        self._press(f"{team}<")
        self._hold("B+1" if team == "A" else "A+1", 1100)


class FumblingPlayers:
    """Two to four people at a board, by a seed, who mistake counts and keys and take moves back; phase by `phase`."""

    def __init__(self, board: Any, teams: int, seed: int) -> None:
        self.board, self._letters, self._dice = board, "ABCD"[:teams], random.Random(seed)

    def play(self, moves: int = 400) -> None:
        """Play until somebody has won, or for so many moves."""
        for _ in range(moves):
            if (phase := self.board.phase) == "game-over":
                return
            self._move(phase)

    def _move(self, phase: str) -> None:
        board, team = self.board, self._dice.choice(self._letters)
        if phase in ("sign", "undo"):
            for other in self._letters:
                board.press(f"{other}+1", ms=_AGREED_MS)
        elif phase == "idle" and self._dice.random() < _FUMBLED:
            board.press(f"{team}<")
            return
        elif phase != "claim":
            for amount in presses(self._dice.choice((2, 7, 12, 16, 19, 24, 29))):
                board.press(f"{team}+{amount}")
            if self._dice.random() < _FUMBLED:
                board.press(f"{team}<")
        if phase != "sign":
            board.press("OK")
