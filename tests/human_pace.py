"""Plays a game by keys with the pauses of people, on any board that knows how to wait and to hold keys down."""

import random
from pathlib import Path
from typing import Protocol

from bench_board import presses

EVERY_MS = 20


class PacedBoard(Protocol):
    """A board for such a game: its phase by name, and what HumanPace does with it."""

    @property
    def phase(self) -> str: ...
    def wait(self, ms: int, every: int) -> None: ...
    def down(self, *names: str) -> None: ...
    def up(self, *names: str) -> None: ...


class HumanPace:
    """Two or three people at a board, by a seed; a subclass looks on `before_ok` and when everything `has_settled`."""

    def __init__(self, board: PacedBoard, teams: int, seed: int) -> None:
        self.board = board
        self.teams = teams
        self.dice = random.Random(seed)

    def before_ok(self) -> None:
        """OK is about to be pressed."""

    def has_settled(self) -> None:
        """The pause after a move is over."""

    def play(self, ending_ms: int = 15_000) -> None:
        """Play until the game waits to be agreed to, and wait for what is said of that."""
        while self.board.phase == "idle":
            team = self.dice.choice("ABC"[: self.teams])
            self._count(team, self.dice.choice((1, 2, 2, 3, 4, 5, 6, 8, 9, 12, 14, 16, 21, 24)))
            self.before_ok()
            self._press("OK")
            if self.dice.random() < 0.05 and self.board.phase == "idle":
                self._take_back(team)
            self._pause(700, 5000)
            self.has_settled()
        self.board.wait(ending_ms, every=EVERY_MS)
        self.has_settled()

    def _pause(self, least: int, most: int) -> None:
        self.board.wait(self.dice.randint(least, most), every=EVERY_MS)

    def _press(self, key: str) -> None:
        self.board.down(key)
        self.board.wait(60, every=EVERY_MS)
        self.board.up(key)
        self._pause(140, 420)

    def _count(self, team: str, holes: int) -> None:
        for amount in presses(holes):
            self._press(f"{team}+{amount}")

    def _take_back(self, team: str) -> None:
        """The team takes its move back, and another one agrees."""
        self._press(f"{team}<")
        other = "B" if team == "A" else "A"
        self.board.down(f"{other}+1")
        self.board.wait(1100, every=EVERY_MS)
        self.board.up(f"{other}+1")


def folder(root: Path, seed: int) -> Path:
    """A new folder for a game's flash."""
    made = root / str(seed)
    made.mkdir()
    return made
