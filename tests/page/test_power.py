"""What was pegged is still there: after a power cut, after a reload, after the firmware has failed."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from host_tools.i18n import message
from host_tools.sim.virtual.board import VirtualBoard
from tests.page.board_page import Table

FAULT = """
_healthy = Board.step
def _failing(self, now_ms):
    if self.hal.keys() == 8:
        return [][1]
    _healthy(self, now_ms)
Board.step = _failing
"""


def peg_seven_and_begin_to_count(table: Table) -> None:
    """At home, where a count waits for OK as long as it takes."""
    table.set_up("casual")
    for name in ("A+5", "A+2", "OK"):
        table.type(name)
    table.shows("Front peg", "A", 7)
    table.type("A+2")
    table.shows("Counting", "A", 2)


@pytest.mark.deep
def test_a_power_cut_keeps_pegs_and_forgets_what_was_counted(table: Table) -> None:
    peg_seven_and_begin_to_count(table)
    with table.drawer() as page:
        page.get_by_role("button", name="Power", exact=True).click()
    table.says("The power is off.")
    assert lit(table.page) == 0
    table.page.get_by_role("button", name="Power on").click()
    table.is_on()
    table.shows("Front peg", "A", 7)
    table.shows("Counting", "A", "–")
    assert lit(table.page) > 0
    table.type("A+2")
    table.shows("Counting", "A", 2)
    table.page.reload()
    table.is_on()
    table.shows("Front peg", "A", 7)
    table.shows("Counting", "A", "–")


@pytest.mark.deep
def test_a_board_that_plays_is_asked_before_it_gets_another_number_of_teams(table: Table) -> None:
    """It refuses another preset in its own words; a board with more tracks has pegs of its own."""
    peg_seven_and_begin_to_count(table)
    table.speed("Paused")  # a count is pegged by itself after a while
    asked: list[str] = []
    table.page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    with table.drawer() as page:
        page.get_by_role("combobox", name="Teams", exact=True).select_option("3")
        page.get_by_role("button", name=message("setup.send")).click()
    assert "this game waits on its own" in asked[0]
    table.shows("Front peg", "A", 7)
    expect(table.page.locator("#board")).to_have_attribute("data-tracks", "2")
    table.speed("1×")
    with table.drawer() as page:
        page.get_by_role("combobox", name="Teams", exact=True).select_option("2")
        page.get_by_role("combobox", name="Preset", exact=True).select_option("match4")
        page.get_by_role("button", name=message("setup.send")).click()
        expect(page.locator("#setup-answer")).to_contain_text("The board refuses: a game has begun")
    table.page.once("dialog", lambda dialog: dialog.accept())
    table.set_up("acc", teams=4)
    table.shows("Front peg", "A", 0)
    table.shows("Front peg", "D", 0)


@pytest.mark.deep
def test_erasing_names_what_goes_and_offers_the_results_first(table: Table, bench: Callable[..., VirtualBoard]) -> None:
    table.take(bench(preset="acc"), [("A", 24)] * 5)
    for name in ("A+1", "OK"):
        table.type(name)
    table.agree("B")
    table.results(1)
    table.type("OK")
    table.says(message("result.match", team="A"))
    table.type("OK")
    table.peg("A", 7)
    with table.drawer() as page:
        page.get_by_role("button", name=message("erase.name")).click()
        question = page.get_by_role("dialog", name=message("erase.title"))
        expect(question).to_contain_text("Gone for good: the game that has begun, 1 result, and settings and PIN.")
        with page.expect_download() as download:
            question.get_by_role("button", name=message("erase.download")).click()
        [line] = Path(download.value.path()).read_text(encoding="utf-8").splitlines()
        assert json.loads(line)["winner"] == "A"
        question.get_by_role("button", name="Keep it").click()
    table.shows("Front peg", "A", 7)
    with table.drawer() as page:
        page.get_by_role("button", name=message("erase.name")).click()
        page.get_by_role("button", name="Erase it").click()
        table.is_on()
    table.shows("Front peg", "A", 0)
    table.results(0)


@pytest.fixture
def faulty(device: Callable[..., BrowserContext], address: str) -> Table:
    """A board whose firmware fails when team A's BACK is down."""
    table = Table(device().new_page(), address)
    table.page.route("**/board.json", break_board)
    table.open()
    return table


def break_board(route: Route) -> None:
    sources = route.fetch().json()
    sources["firmware/board.py"] += FAULT
    route.fulfill(json=sources)


@pytest.mark.deep
def test_a_failing_firmware_is_told_and_can_be_restarted(faulty: Table) -> None:
    peg_seven_and_begin_to_count(faulty)
    faulty.type("A<")
    fault = faulty.page.get_by_role("dialog", name=message("fault.title"))
    expect(fault).to_contain_text("The firmware failed: IndexError")
    fault.get_by_text(message("fault.said")).click()
    expect(fault.locator("pre")).to_contain_text('File "firmware/board.py"')
    expect(fault.get_by_role("button", name="Erase")).to_have_count(0)
    fault.get_by_role("button", name=message("fault.restart")).click()
    faulty.is_on()
    faulty.shows("Front peg", "A", 7)


def lit(page: Page) -> int:
    """How many of the canvas's pixels shine."""
    return page.locator(".plate canvas").evaluate(
        """(canvas) => {
          const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
          return data.filter((value, index) => index % 4 === 3 && value > 0).length;
        }"""
    )
