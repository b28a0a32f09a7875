"""Displays on the page's plate: off at first, as many as are wanted, in its language, kept for the next visit."""

import re

import pytest
from playwright.sync_api import Page, expect

from host_tools.i18n import message
from tests.page.board_page import Table


def wanted(table: Table, number: str) -> None:
    with table.drawer() as page:
        page.get_by_label("Displays on the plate").select_option(number)


def display(page: Page, number: int = 1):
    return page.locator("#displays canvas").nth(number - 1)


def says(page: Page, words: str, number: int = 1) -> None:
    expect(display(page, number)).to_have_attribute("aria-label", re.compile(re.escape(words)))


@pytest.mark.deep
def test_one_says_what_the_next_press_does_and_is_there_at_the_next_visit(table: Table) -> None:
    expect(table.page.locator("#displays")).to_be_hidden()
    wanted(table, "1")
    says(table.page, "A 0 B 0 +1 +2 +5, then OK.")
    table.type("A+5")
    says(table.page, "A +5: 0 > 5 OK pegs. BACK: less.")
    table.type("OK")
    says(table.page, "A 5 B 0 A leads by 5")
    assert lit(table.page) > 500
    table.speed("20×")
    says(table.page, message("display.ready_wrong"))
    table.page.reload()
    table.is_on()
    says(table.page, "A 5 B 0")
    with table.drawer() as page:
        page.get_by_role("button", name="Power", exact=True).click()
    expect(table.page.locator("#displays")).to_be_hidden()


@pytest.mark.deep
def test_two_begin_with_their_own_side_fit_on_the_narrowest_phone_and_speak_the_page_s_language(table: Table) -> None:
    table.page.set_viewport_size({"width": 320, "height": 568})
    wanted(table, "2")
    says(table.page, "A 0 B 0")
    says(table.page, "B 0 A 0", 2)
    boxes = [display(table.page, number).bounding_box() for number in (1, 2)]
    plate = table.page.locator(".plate").bounding_box()
    assert plate
    for box in boxes:
        assert box
        assert box["width"] >= 120
        assert abs(box["width"] - 2 * box["height"]) <= 8
        assert plate["x"] <= box["x"]
        assert box["x"] + box["width"] <= plate["x"] + plate["width"] + 1
    with table.drawer() as page:
        page.get_by_role("button", name="Français").click()
    says(table.page, "puis OK.")


def lit(page: Page) -> int:
    """Dots of the first display that shine."""
    return page.evaluate(
        """() => {
          const canvas = document.querySelector("#displays canvas");
          const dots = canvas.getContext("2d").getImageData(0, 0, 128, 64).data;
          return dots.filter((value, at) => at % 4 === 2 && value > 200).length;
        }"""
    )
