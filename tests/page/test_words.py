"""What the lights mean is said in words, in every phase and menu."""

import pytest
from playwright.sync_api import expect

from tests.page.board_page import Table


@pytest.mark.deep
def test_the_start_bonus_begins_with_the_question_who_deals(table: Table) -> None:
    table.set_up("fivecard")
    table.says("Who deals first?")
    table.type("B+1")
    table.says("Ready to peg.")
    table.shows("Front peg", "A", 3)


@pytest.mark.deep
def test_counting_a_warned_amount_and_taking_it_back(table: Table) -> None:
    for name in ("A+5", "A+5", "A+5", "A+2", "A+2"):
        table.type(name)
    table.says("A: 19? No hand scores that.")
    table.type("A<")
    table.says("A: 17.")


@pytest.mark.deep
def test_undoing_a_move(table: Table) -> None:
    for name in ("A+5", "OK", "A<"):
        table.type(name)
    table.says("A takes back 5: 5 → 0.")


@pytest.mark.deep
def test_the_menus(table: Table) -> None:
    table.type("MENU")
    table.says("No game is won yet.")
    table.type("MENU")
    table.says("Ready to peg.")
    with table.typed("MENU"):
        table.says("ACC tournament, two players, 2 teams, brightness 3.")
    table.type("A+1")
    table.says("City tournament, skunks break ties, 2 teams, brightness 3.")


@pytest.mark.deep
def test_the_judges_menu(table: Table) -> None:
    for name in ("A+5", "OK"):
        table.type(name)
    with table.typed("MENU"):
        table.says("The judge decides")
    table.type("A+1")
    table.says("The judge decides: 1, award holes.")
    for name in ("OK", "B+5"):
        table.type(name)
    table.says("The judge: award holes, B, 5.")
    table.type("OK")
    table.says("The judge: award holes, B, 5.")
    table.agree("B")
    table.shows("Front peg", "B", 5)


@pytest.mark.deep
def test_a_round_of_an_event_and_a_friendly(table: Table) -> None:
    table.page.set_viewport_size({"width": 1400, "height": 900})
    table.unfold("Scenario")
    table.page.get_by_label("Key presses").fill("set event open\nset round 3\nMENU")
    table.page.get_by_role("button", name="Put it on the board").click()
    step = table.page.get_by_role("button", name="Next step")
    for message in ("Round 1.", "Round 3.", "Ready to peg."):
        step.click()
        table.says(message)
    expect(table.page.locator("#match")).to_have_text("ACC tournament, two players, a friendly before round 3")


@pytest.mark.deep
def test_a_wrong_win_comes_back(table: Table) -> None:
    table.set_up("casual")
    table.peg("A", 25, 25, 25, 25, 25)
    expect(table.page.locator("#hint")).to_have_text("OK: play again. Wrong? A’s BACK.")
    table.page.get_by_role("button", name="That was wrong").click()
    table.says("A: take the win back?")
    table.type("OK")
    table.shows("Front peg", "A", 100)


@pytest.mark.deep
def test_what_was_won_is_told_in_numbers(table: Table) -> None:
    table.set_up("casual")
    table.peg("A", 25, 25, 25, 25, 25)
    table.says("A double-skunked B.")
    table.type("MENU")
    table.says("Games won: A 4; B 0.")
