"""The page is measured; how long things take is asserted nowhere, what does not depend on this machine is."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser
from typer.testing import CliRunner

from firmware.config import STANDBY_MS
from host_tools.sim.virtual import page_board
from host_tools.sim.virtual.scenario_parser import PRESS_MS
from tests.measure import headless_browser, page_performance
from tests.measure.__main__ import app
from tests.page.board_page import Table
from tests.page.worker_board import WorkerBoard

TICKS = """() => {
window.ticks = 0;
window.tickAt = performance.now();
window.framesAsked = 0;
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message, ...others) {
  if (message.do === "advance") window.ticks++, (window.tickAt = performance.now());
  return post.call(this, message, ...others);
};
const ask = requestAnimationFrame;
window.requestAnimationFrame = (tick) => (window.framesAsked++, ask(tick));
}"""


@pytest.mark.deep
def test_visits_are_measured(browser: Browser, address: str) -> None:
    for figures in page_performance.measure_visits(browser, address, 1):
        assert 0 < figures["first_paint_ms"] <= figures["ready_ms"]


@pytest.mark.deep
def test_a_first_visit_through_a_slow_line_is_measured(browser: Browser, address: str) -> None:
    figures = page_performance.measure_slow_visit(browser, address, 1_600_000, 150)
    assert figures["ready_ms"] > 1000 * 8 * 200_000 / 1_600_000, "200 kB at least, the workers' own among them"


@pytest.mark.deep
def test_presses_are_timed_and_leave_no_memory_behind(browser: Browser, address: str) -> None:
    figures = page_performance.measure_latency(browser, address, 1, 5)
    assert 0 < figures["p50_ms"] <= figures["p99_ms"]
    memory = page_performance.measure_memory(browser, address, 100)
    assert memory["after_mb"] < memory["before_mb"] + 3
    assert page_performance.measure_transfer(browser, address)["kB"] > 100


@pytest.mark.deep
def test_the_clock_sleeps_while_nothing_moves(table: Table) -> None:
    """The board is given no time, until a key is pressed; time has passed all the same. No frame is asked for: Chromium
    would keep the board's answer to a key until that frame is drawn."""
    table.page.evaluate(TICKS)
    still(table)
    ticks = table.page.evaluate("window.ticks")
    table.type("A+5")
    table.says("A: 5.")
    assert table.page.evaluate("window.ticks") > ticks
    still(table)
    table.shows("Front peg", "A", 5)
    assert table.page.evaluate("window.framesAsked") == 0


def test_a_board_says_how_long_it_may_be_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not while something is counted; at rest until standby, however often the same light is sent again."""
    board = WorkerBoard(tmp_path, monkeypatch)
    board.wait(3000)
    assert page_board.idle_ms() == STANDBY_MS - 3000
    board.press("A+5")
    board.wait(500)
    assert page_board.idle_ms() == 0
    board.wait(5000)
    assert page_board.idle_ms() == STANDBY_MS - 5500 - PRESS_MS
    board.wait(page_board.idle_ms() + 20)
    assert board.state["facts"]["asked"] == "asleep"


def still(table: Table) -> None:
    """The board has been given no time for a second and a half."""
    table.page.evaluate(
        """() => new Promise((still, moving) => {
          let looks = 100;
          const look = () => {
            if (performance.now() - window.tickAt > 1500) still();
            else if (looks--) setTimeout(look, 200);
            else moving(new Error("the clock does not sleep"));
          };
          look();
        })"""
    )


@pytest.mark.deep
def test_at_rest_the_processor_is_measured(browser: Browser, address: str) -> None:
    assert page_performance.measure_idle_processor(browser, address, 500)["core_percent"] >= 0


def test_a_machine_without_a_browser_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(headless_browser, "BROWSERS", ())
    done = CliRunner().invoke(app, ["page"])
    assert done.exit_code == 1
    assert done.output == "tests.measure: no browser to look with: install chromium\n"
