"""What is said of a game: for ears alone, the whole of it can be told."""

import json
import random
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from host_tools.sim.micropython_process import node_path
from host_tools.sim.players import FumblingPlayers
from host_tools.sim.virtual.scenario_parser import PRESS_MS
from tests.page.board_page import Table, moves
from tests.page.worker_board import WorkerBoard

GAMES = 30
PRESETS = ("acc", "casual", "lurch61", "lowball")
SPEAKER = """
import { createInterface } from "node:readline";
import "./browser.js";
const { sentences } = await import("./js/sentences.js");
let before = null;
for await (const line of createInterface({ input: process.stdin })) {
  const [state, last] = JSON.parse(line);
  console.log(JSON.stringify(sentences(before, state, last)));
  before = state;
}
"""
SCORE = re.compile(r"(?:^| )([ABCD])(?:: \d+, on|(?: goes|:) back \d+, on| is on|: on) (\d+)")


class ToldBoard(WorkerBoard):
    """`told` has its state at every moment of which a screen reader may have heard: of some keys only."""

    def __init__(self, root: Path, patch: pytest.MonkeyPatch, dice: random.Random, teams: int) -> None:
        super().__init__(root, patch, teams)
        self.configure(preset=dice.choice(PRESETS), teams=teams, idle_ms=0)
        self.told: list[str] = []
        self._dice = dice
        self.tell()

    def press(self, *keys: str | int, ms: int = PRESS_MS) -> None:
        super().press(*keys, ms=ms)
        if self._dice.random() < 0.7:
            self.tell()

    def tell(self) -> None:
        self.told.append(f"[{json.dumps(self.state)}, {self.last_result}]")


@pytest.fixture(scope="module")
def script(page_modules: Path) -> Path:
    """A script that makes sentences with the page's own module."""
    (page_modules / "speak.js").write_text(SPEAKER)
    return page_modules / "speak.js"


def spoken(script: Path, requests: list[str]) -> Iterator[list[str]]:
    lines = "\n".join(requests) + "\n"
    done = subprocess.run([node_path(), script], input=lines, capture_output=True, text=True, check=True)
    return (json.loads(line) for line in done.stdout.splitlines())


@pytest.mark.deep
def test_the_scores_of_many_games_are_told_by_the_sentences_alone(
    script: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    requests: list[str] = []
    for seed in range(GAMES):
        dice = random.Random(seed)
        teams = dice.choice((2, 2, 3, 4))
        board = ToldBoard(tmp_path / str(seed), monkeypatch, dice, teams)
        FumblingPlayers(board, teams, seed).play()
        board.tell()
        requests += board.told
    heard: dict[str, int] = {}
    won = 0
    for state, sentences in zip((json.loads(line)[0] for line in requests), spoken(script, requests), strict=True):
        tracks = state["tracks"]
        if any("Round" in sentence for sentence in sentences) or set(heard) != set(tracks):
            heard = dict.fromkeys(tracks, 0)
        for team, front in SCORE.findall(" ".join(sentences)):
            heard[team] = int(front)
        assert heard == {team: track["front"] for team, track in tracks.items()}, sentences
        assert len(sentences) <= 2 + len(tracks)
        assert not any("{" in sentence for sentence in sentences)
        won += state["phase"] == "game-over"
    assert won >= GAMES * 0.95


@pytest.mark.deep
def test_a_game_by_keyboard_told_by_the_live_region_alone(table: Table) -> None:
    """The screen is off: only what was said is looked at."""
    page = table.page
    live_region = page.locator("#live")
    page.evaluate(
        """() => {
          window.heard = [];
          const region = document.querySelector("#live");
          new MutationObserver(() => window.heard.push(region.textContent)).observe(region, { childList: true });
        }"""
    )
    for team, names, front in [*moves("A", 12, 24), *moves("B", 7)]:
        for name in [*names, "OK"]:
            table.type(name)
        expect(live_region).to_contain_text(f"{team}: ")
        expect(live_region).to_contain_text(f"on {front}.")
    page.keyboard.press("s")
    table.type("B<")
    expect(live_region).to_have_text("A: on 36, 85 to go. B: on 7, 114 to go.")
    expect(live_region).to_have_text("B takes back 7: 7 → 0.")
    table.type("B<")
    expect(live_region).to_have_text("B’s move stands.")
    table.type("B<")
    with table.typed("A+1"):
        expect(live_region).to_contain_text("B goes back 7, on 0.")
    heard = page.evaluate("window.heard")
    assert not any("{" in words or '"' in words for words in heard)
    it_is_said_aloud_where_somebody_wants_that(table)


@pytest.mark.deep
def test_little_is_said_however_fast_time_runs(table: Table) -> None:
    table.page.evaluate(
        """() => {
          window.heard = 0;
          new MutationObserver(() => window.heard++).observe(document.querySelector("#live"), { childList: true });
        }"""
    )
    table.speed("20×")
    for _ in range(20):
        for name in ("A+5", "A+1", "OK", "B+2", "OK"):
            table.type(name)
    table.shows("Front peg", "A", 120)
    expect(table.page.locator("#live")).to_contain_text(re.compile("A(: 6,| is) on 120"))
    assert table.page.evaluate("window.heard") <= 20


def it_is_said_aloud_where_somebody_wants_that(table: Table) -> None:
    table.page.evaluate(
        """() => {
          window.aloud = [];
          speechSynthesis.speak = ({ text, lang }) => window.aloud.push([lang, text]);
          speechSynthesis.getVoices = () => [{ lang: "en-GB" }];
        }"""
    )
    table.type("A+5")
    table.type("OK")
    expect(table.page.locator("#live")).to_contain_text("A: 5, on 41.")
    assert table.page.evaluate("window.aloud") == []
    with table.drawer() as page:
        page.get_by_label("Say the game aloud").check()
    table.type("B+2")
    table.type("OK")
    expect(table.page.locator("#live")).to_contain_text("B: 2, on 2.")
    assert ["en", "B: 2, on 2."] in table.page.evaluate("window.aloud")
