"""What was pegged is still there: after a power cut, after a reload, after the firmware has failed."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.page.table import Table

FAULT = """
_healthy = Board.step
def _failing(self, now_ms):
    if self.hal.keys() == 8:
        return [][1]
    _healthy(self, now_ms)
Board.step = _failing
"""


def peg_seven_and_begin_to_count(table: Table) -> None:
    for name in ("A+5", "A+2", "OK"):
        table.type(name)
    table.shows("Front peg", "A", 7)
    table.type("A+2")
    table.shows("Counting", "A", 2)


def test_a_power_cut_keeps_pegs_and_forgets_what_was_counted(table: Table) -> None:
    peg_seven_and_begin_to_count(table)
    power = table.page.get_by_role("button", name="Power")
    power.click()
    table.says("The power is off.")
    assert lit(table.page) == 0
    power.click()
    table.is_on()
    table.says("Ready to peg.")
    table.shows("Front peg", "A", 7)
    table.shows("Counting", "A", "–")
    assert lit(table.page) > 0


def test_a_reload_keeps_pegs(table: Table) -> None:
    peg_seven_and_begin_to_count(table)
    table.page.reload()
    table.is_on()
    table.shows("Front peg", "A", 7)
    table.shows("Counting", "A", "–")


def test_boards_with_more_tracks_keep_their_own_pegs(table: Table) -> None:
    peg_seven_and_begin_to_count(table)
    table.set_up("acc", teams=4)
    table.shows("Front peg", "A", 0)
    table.shows("Front peg", "D", 0)


def test_a_second_tab_waits_until_the_first_is_closed(table: Table) -> None:
    peg_seven_and_begin_to_count(table)
    second = Table(table.page.context.new_page(), table.address)
    second.page.goto(table.address)
    expect(second.page.locator("#stage")).to_contain_text("on the table in another tab")
    table.page.close()
    second.is_on()
    second.shows("Front peg", "A", 7)


def test_an_empty_board_is_one_question_away(table: Table) -> None:
    peg_seven_and_begin_to_count(table)
    table.page.on("dialog", lambda dialog: dialog.accept())
    table.page.get_by_role("button", name="Begin with an empty board").click()
    table.says("Ready to peg.")
    table.shows("Front peg", "A", 0)


def test_a_board_that_plays_refuses_another_preset_in_its_own_words(table: Table) -> None:
    peg_seven_and_begin_to_count(table)
    table.page.get_by_role("combobox", name="Preset", exact=True).select_option("match4")
    table.page.get_by_role("button", name="Send to the board").click()
    expect(table.page.locator("#setup-answer")).to_contain_text("The board refuses: a game has begun")


@pytest.fixture
def faulty(browser: Browser, address: str) -> Iterator[Table]:
    """A board whose firmware fails when team A's BACK is down."""
    with browser.new_context() as context:
        table = Table(context.new_page(), address)
        table.page.route("**/board.json", break_board)
        table.open()
        yield table


def break_board(route: Route) -> None:
    sources = route.fetch().json()
    sources["firmware/board.py"] += FAULT
    route.fulfill(json=sources)


def test_a_failing_firmware_is_told_and_can_be_restarted(faulty: Table) -> None:
    peg_seven_and_begin_to_count(faulty)
    faulty.type("A<")
    fault = faulty.page.get_by_role("dialog", name="The board has stopped")
    expect(fault).to_contain_text("The firmware failed: IndexError")
    fault.get_by_text("What Python said").click()
    expect(fault.locator("pre")).to_contain_text('File "firmware/board.py"')
    fault.get_by_role("button", name="Restart the board").click()
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
