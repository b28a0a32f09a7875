"""What the browser does not keep is said, once, and the game goes on."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from host_tools.i18n import message
from tests.page.board_page import Table, moves

FILL = """() => {
  for (let size = 65536; size >= 1; size >>= 2)
    for (let n = 0; ; n++) try { localStorage.setItem(`attic-${size}-${n}`, "y".repeat(size)) } catch { break }
}"""
"""Another page of the same site fills what is left of the storage, to the last letter."""

ONLY_READ = """(() => {
  const full = () => { throw new DOMException("The quota has been exceeded.", "QuotaExceededError") };
  const real = window.localStorage;
  const get = (store, name) =>
    name === "setItem" ? full : typeof store[name] === "function" ? store[name].bind(store) : store[name];
  const closed = new Proxy(real, { get, set: full, defineProperty: full });
  Object.defineProperty(window, "localStorage", { get: () => closed });
})()"""
"""Storage that can be read, and in which nothing can be written, as where the profile's disk is full."""

FORBIDDEN = """Object.defineProperty(window, "localStorage", {
  get: () => { throw new DOMException("Access is denied for this document.", "SecurityError") },
})"""


@pytest.fixture
def page(device: Callable[..., BrowserContext]) -> Page:
    """On a screen that the drawer covers."""
    opened = device().new_page()
    opened.set_viewport_size({"width": 820, "height": 1180})
    return opened


def _begins_at_home(table: Table, *counts: int) -> None:
    """Answers who plays, as at a first visit, and pegs these counts of A."""
    table.page.locator("#new-begin").click()
    for _, names, front in moves("A", *counts):
        for name in [*names, "OK"]:
            table.type(name)
        expect(table.seat("A").locator(".seat-front")).to_have_text(str(front))


def _says_so(table: Table) -> None:
    expect(table.page.locator("#notice")).to_be_visible()
    expect(table.page.locator("#notice-words")).to_contain_text("keeps nothing more of this page")


def test_storage_that_fills_up_in_a_game_is_said(page: Page, address: str) -> None:
    table = Table(page, address)
    table.open()
    table.peg("A", 5)
    expect(page.locator("#notice")).to_be_hidden()

    page.evaluate(FILL)
    for front in range(10, 70, 5):
        table.type("A+5")
        table.type("OK")
        table.shows("Front peg", "A", front)

    _says_so(table)
    page.locator("#notice-close").click()
    table.type("A+5")
    table.type("OK")
    table.shows("Front peg", "A", 70)
    with table.drawer():
        page.locator("#language").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    # Once is enough.
    expect(page.locator("#notice")).to_be_hidden()
    assert table.complaints == []


def test_a_board_starts_where_storage_was_full_before_the_first_visit(page: Page, address: str) -> None:
    page.goto(f"{address}icon.svg")
    page.evaluate(FILL)
    table = Table(page, address, preset="")

    table.open()

    _says_so(table)
    _begins_at_home(table, 5)
    assert table.complaints == []


@pytest.mark.parametrize("init", [ONLY_READ, FORBIDDEN], ids=["only-read", "forbidden"])
def test_a_board_starts_and_plays_where_nothing_can_be_kept(page: Page, address: str, init: str) -> None:
    page.add_init_script(init)
    table = Table(page, address, preset="")

    table.open()

    _says_so(table)
    _begins_at_home(table, 5, 2)
    assert table.complaints == []


def test_a_second_tab_can_take_the_board_or_waits_until_the_first_is_closed(page: Page, address: str) -> None:
    first = Table(page, address)
    first.open()
    first.peg("A", 5)
    second = Table(page.context.new_page(), address)
    second.page.goto(f"{address}builders.html")
    expect(second.page.locator("#stage")).to_have_text(message("stage.elsewhere"))

    second.page.get_by_role("button", name="Use it here").click()

    second.is_on()
    second.shows("Front peg", "A", 5)
    expect(page.locator("#unpowered-words")).to_contain_text("in another tab now")
    page.get_by_role("button", name="Use it here").click()
    expect(page.locator("#stage")).to_have_text(message("stage.elsewhere"))
    second.page.close()
    first.is_on()
    first.shows("Front peg", "A", 5)
    assert first.complaints + second.complaints == []


def test_back_closes_a_dialog_before_its_drawer_and_a_failure_after_the_start_is_said(page: Page, address: str) -> None:
    table = Table(page, address)
    table.open()
    table.unfold("An empty board")
    page.locator("#wipe").click()
    expect(page.locator("#erase")).to_be_visible()

    page.evaluate("history.back()")

    expect(page.locator("#erase")).to_be_hidden()
    expect(page.locator("#drawer")).to_be_visible()
    page.evaluate("history.back()")
    expect(page.locator("#drawer")).to_be_hidden()
    table.is_on()

    page.evaluate("setTimeout(() => { throw new Error('lost') })")

    expect(page.locator("#notice-words")).to_contain_text("Load the page again")
