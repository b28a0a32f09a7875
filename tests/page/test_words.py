"""Rounds and wins are told in words; `test_same_in_every_phase` has the sentence of each phase."""

import pytest
from playwright.sync_api import expect

from host_tools.i18n import message
from tests.page.board_page import Table


@pytest.mark.deep
def test_a_round_of_an_event_a_friendly_and_wins_are_told(table: Table) -> None:
    table.page.set_viewport_size({"width": 1400, "height": 900})
    table.unfold("Scenario")
    table.page.get_by_label("Key presses").fill("set event open\nset round 3\nMENU")
    table.page.get_by_role("button", name="Put it on the board").click()
    step = table.page.get_by_role("button", name="Next step")
    for words in ("Round 1.", "Round 3.", "Ready to peg."):
        step.click()
        table.says(words)
    expect(table.page.locator("#match")).to_have_text("ACC tournament, two players, a friendly before round 3")
    table.page.get_by_role("button", name=message("script.leave")).click()
    what_was_won_is_told_in_numbers_and_a_wrong_win_comes_back(table)


def what_was_won_is_told_in_numbers_and_a_wrong_win_comes_back(table: Table) -> None:
    table.set_up("casual")
    table.peg("A", 25, 25, 25, 25, 25)
    table.says("A double-skunked B.")
    table.type("MENU")
    table.says("Games won: A 4; B 0.")
    table.type("MENU")
    expect(table.page.locator("#hint")).to_have_text("OK: play again. Wrong? A’s BACK.")
    table.page.get_by_role("button", name="That was wrong").click()
    table.says("A: take the win back?")
    table.type("OK")
    table.shows("Front peg", "A", 100)
