"""A game goes from phone to phone by a QR code, as a camera sees it: offline, once, and never as two."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from host_tools.i18n import message
from tests.page.board_page import Table, open_folds
from tests.photographs import photograph, read_codes

SIZES = ((320, 568), (360, 640), (844, 390))
FAULTS = (Path(__file__).parent / "faults.js").read_text(encoding="utf-8")

pytestmark = pytest.mark.deep


@pytest.fixture
def phone(visit: Callable[..., Table]) -> Callable[..., Table]:
    """Opens the page on another phone."""
    return partial(visit, (390, 844), preset="casual", has_touch=True)


def show_code(table: Table) -> str:
    """The game's code is shown; its link."""
    with table.drawer() as page:
        page.get_by_role("button", name=message("hand.name")).click()
    expect(table.page.locator("#code-qr")).to_be_visible()
    return table.page.locator("#code-link").input_value()


def take(table: Table, link: str) -> None:
    """The phone's own camera has read the code, and opens its link."""
    table.page.goto(link)
    table.page.get_by_role("button", name=message("hand.yes")).click()


def test_a_game_goes_on_at_another_phone_and_stops_at_the_first(phone) -> None:
    """Not while something is counted, and after its code was put away once."""
    first, second = phone(), phone()
    first.type("A+2")
    with first.drawer() as page:
        page.get_by_role("button", name=message("hand.name")).click()
    expect(first.page.locator("#notice-words")).to_have_text(message("hand.not_now"))
    first.type("A<")
    expect(first.page.locator("#phase")).not_to_contain_text("A: 2")
    for fragment, told in (("#h1.AAAA.", "hand.damaged"), ("#h2.AAAA.", "hand.newer")):
        second.page.goto(f"{second.address}builders.html{fragment}")
        expect(second.page.locator("#notice-words")).to_have_text(message(told))
    with first.drawer() as page:
        page.get_by_label("Team A").fill("Ann")
        page.get_by_role("button", name="Send to the board").click()
    first.peg("A", 12)
    show_code(first)
    asks_again_where_it_was_closed_with_its_code_and_plays_on(first)
    link = show_code(first)
    take(second, link)
    # A link leads to the page of a game at home, which has no table of pegs.
    expect(second.seat("A").locator(".seat-front")).to_have_text("25")
    second.says("Ann: 5, on 25")
    expect(second.seat("A")).to_contain_text("Ann")
    expect(second.page.locator("#notice-words")).to_have_text(message("hand.here"))
    first.page.get_by_role("button", name=message("hand.done")).click()
    first.shows("Front peg", "A", 0)
    expect(first.page.locator("#notice-words")).to_have_text(message("hand.gone"))
    second.type("A<")
    second.type("OK")
    expect(second.seat("A").locator(".seat-front")).to_have_text("20")


def test_what_cannot_be_fetched_for_it_is_said_and_the_game_goes_on(phone) -> None:
    first = phone()
    first.peg("A", 12)
    first.page.route("**/more.json", lambda route: route.abort())
    with first.drawer() as page:
        page.get_by_role("button", name=message("hand.name")).click()
    expect(first.page.locator("#notice-words")).to_have_text(message("page.not_fetched"))
    first.page.locator("#notice-close").click()
    first.type("A+5")
    first.type("OK")
    first.shows("Front peg", "A", 17)
    first.page.unroute("**/more.json")
    assert show_code(first)


def asks_again_where_it_was_closed_with_its_code_and_plays_on(first: Table) -> None:
    """From 12 to 20, where the page is loaded again and asks no more; to 25."""
    first.page.reload()
    expect(first.page.locator("#code")).to_be_visible()
    first.page.get_by_role("button", name=message("hand.back")).click()
    for name in ("A+5", "A+2", "A+1", "OK"):
        first.type(name)
    first.shows("Front peg", "A", 20)
    first.page.reload()
    first.is_on()
    first.shows("Front peg", "A", 20)
    expect(first.page.locator("#code")).to_be_hidden()
    first.type("A+5")
    first.type("OK")
    first.shows("Front peg", "A", 25)


def test_a_photo_of_the_code_is_read_where_the_browser_reads_none(phone, tmp_path) -> None:
    """By a decoder of others, and by the page's own: this Chromium has none, as Safari and Firefox have none."""
    first, second = phone(device_scale_factor=3), phone()
    assert not second.page.evaluate("'BarcodeDetector' in window")
    first.peg("B", 15)
    link = show_code(first)
    photo = photograph(first.page.screenshot(), seed=1, width=1000)
    assert read_codes(photo) == [link]
    (tmp_path / "photo.jpg").write_bytes(photo)
    with second.drawer() as page:
        page.get_by_role("button", name=message("hand.take")).click()
        expect(page.locator("#scan")).to_be_visible()
        page.locator("#scan-photo").set_input_files(tmp_path / "photo.jpg")
        page.get_by_role("button", name=message("hand.yes")).click()
    second.shows("Front peg", "B", 15)


def test_one_game_of_four_goes_to_a_phone_with_a_game_of_two_once(phone) -> None:
    first, second = phone(), phone()
    first.set_up("match4", teams=3)
    first.peg("C", 14)
    link = show_code(first)
    second.peg("A", 2)
    take(second, link)
    expect(second.seat("C").locator(".seat-front")).to_have_text("14")
    second.page.goto("about:blank")
    second.page.goto(link)
    second.is_on()
    expect(second.page.locator("#notice-words")).to_have_text(message("hand.taken"))
    expect(second.seat("C").locator(".seat-front")).to_have_text("14")


WITHIN_THE_PLATE = """() => {
  const [notice, plate] = ["#notice", ".plate"].map((one) => document.querySelector(one).getBoundingClientRect());
  return notice.top >= plate.top && notice.bottom <= plate.bottom;
}"""
"""The notice covers no key."""


def resize(page: Page, width: int, height: int) -> None:
    """And wait until the board has been laid out for it, with the next picture."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


def test_code_question_and_notice_are_whole_on_small_screens(phone) -> None:
    """In French, which has the longer words; what answers the code's question is seen beside it."""
    table = phone(locale="fr", device_scale_factor=1)
    table.page.locator("#menu").click()
    open_folds(table.page)
    table.page.locator("#hand-over").click()
    expect(table.page.locator("#code-qr")).to_be_visible()
    for width, height in SIZES:
        resize(table.page, width, height)
        assert table.page.evaluate(FAULTS) == []
        for button in table.page.locator("#code-buttons button").all():
            expect(button).to_be_in_viewport(ratio=1)
        expect(table.page.locator("#code-qr")).to_be_in_viewport(ratio=1)
    table.page.locator("#code-buttons button").first.click()
    expect(table.page.locator("#notice")).to_be_visible()
    for width, height in SIZES:
        resize(table.page, width, height)
        assert table.page.evaluate(FAULTS) == []
        assert table.page.evaluate(WITHIN_THE_PLATE), (width, height)


def test_a_game_at_home_is_offered_by_what_it_goes_to(phone) -> None:
    first, second = phone(preset=""), phone(preset="")
    first.page.locator("#new-kind").select_option("61")
    first.page.locator("#new-begin").click()
    expect(first.seat("A")).to_contain_text("61 to go")
    with first.drawer() as page:
        page.get_by_role("button", name=message("hand.name")).click()
    expect(first.page.locator("#code-qr")).to_be_visible()
    second.page.goto(first.page.locator("#code-link").input_value())
    expect(second.page.locator("#take-about")).to_have_text("A 0 – B 0 (To 61)")
