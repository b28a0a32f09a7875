"""Games at the pace of people, heard from the page by somebody who sees nothing: what its own queue says aloud."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware.view.voice.spoken_buffer import HIGHEST
from host_tools.sim.micropython_process import node_path
from host_tools.sim.players import PacedPlayers
from host_tools.voice.number_words import number_words
from tests.page.worker_board import WorkerBoard

STATE_EVERY_MS = 250
"""As worker.js posts a state where nothing else is new."""
VOICES = (70, 130)
"""Milliseconds a letter, of 170 and of 90 words a minute."""
UNTOLD = ("clock", "ma", "budget_ma")
"""Of a state: what changes all the time, and is not said."""


class HeardBoard(WorkerBoard):
    """`rows` is what the page is told and when."""

    def __init__(self, root: Path, patch: pytest.MonkeyPatch, teams: int) -> None:
        self.rows: list[str] = []
        self._posted_at = 0
        self._posted: Any = None
        super().__init__(root, patch, teams)
        self.configure(preset="acc", teams=teams, idle_ms=0)
        self.wait(100)

    def fronts(self) -> dict[str, int]:
        return {team: track["front"] for team, track in self.state["tracks"].items()}

    def advance(self, ms: int) -> None:
        self.news = 0
        super().advance(ms)
        if self.news or self.now - self._posted_at >= STATE_EVERY_MS:
            self._post()

    def _post(self) -> None:
        """Tell the page the state, unless it is the one that it knows."""
        self._posted_at = self.now
        state = {key: value for key, value in self.state.items() if key not in UNTOLD}
        if state != self._posted:
            self._posted = state
            self.rows.append(json.dumps([self.now, state, json.loads(self.last_result)]))


class Evening(PacedPlayers):
    """One game; the score is asked for now and then."""

    board: HeardBoard

    def has_settled(self) -> None:
        self.board.rows.append(json.dumps([self.board.now, self.board.fronts()]))
        if self.dice.random() < 0.1:
            self.board.rows.append(json.dumps([self.board.now, "S"]))


def played(root: Path, patch: pytest.MonkeyPatch, teams: int, seed: int) -> list[str]:
    evening = Evening(HeardBoard(root, patch, teams), teams, seed)
    evening.play(30_000)
    return [*evening.board.rows, "null"]


@pytest.fixture(scope="module")
def script(page_modules: Path) -> Path:
    source = Path(__file__).with_name("hearing.mjs")
    (page_modules / source.name).write_bytes(source.read_bytes())
    return page_modules / source.name


def heard(script: Path, games: list[list[str]], letter_ms: int) -> Iterator[dict[str, Any]]:
    """What was heard of each game: `checks` at rest, texts `said` and `cut`, texts with `cutNumbers`, `wrong` pegs."""
    numbers = [" ".join(number_words(number, "en")) for number in range(HIGHEST + 1)]
    lines = "\n".join([json.dumps([numbers, letter_ms]), *(row for game in games for row in game)]) + "\n"
    done = subprocess.run([node_path(), script], input=lines, capture_output=True, text=True, check=True)
    return (json.loads(line) for line in done.stdout.splitlines())


@pytest.mark.deep
@pytest.mark.parametrize("letter_ms", VOICES)
@pytest.mark.parametrize("teams", [2, 3])
def test_pegs_are_known_by_ear_from_the_page(
    script: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, teams: int, letter_ms: int
) -> None:
    games = [played(tmp_path / str(seed), monkeypatch, teams, seed) for seed in range(4)]
    for game in heard(script, games, letter_ms):
        assert game["checks"] > 0
        assert game["cutNumbers"] == []
        assert game["wrong"] == []
