"""Boards plugged into the captain's page: connected, remembered, shown live, with advice."""

import pytest
from playwright.sync_api import expect

from host_tools.i18n import message
from tests.captain.captain_page import Desk


@pytest.mark.deep
def test_boards_are_chosen_once_and_come_back_by_themselves_until_they_are_forgotten(desk: Desk) -> None:
    desk.connect(2, 1)
    desk.page.reload()
    expect(desk.page.locator(".card")).to_have_count(2)
    expect(desk.card(2)).to_contain_text(message("captain.state.none"))
    heading = "6c02"
    expect(desk.card(2).get_by_role("heading")).to_have_text(heading)
    desk.pull(2)
    expect(desk.card(2)).to_contain_text("Its cable is out")
    expect(desk.page.locator("#boards-count")).to_have_text("1 board.")
    desk.plug(2)
    expect(desk.page.locator("#boards-count")).to_have_text("2 boards.")
    expect(desk.page.locator(".pulled")).to_have_count(0)
    expect(desk.card(2).get_by_role("heading")).to_have_text(heading)
    expect(desk.page.locator("#between")).to_be_empty()
    desk.view("flash")
    expect(desk.page.locator("#flash-boards .choice")).to_contain_text(["6c01", "6c02"])
    desk.view("boards")
    desk.card(2).get_by_role("button", name="Forget").click()
    expect(desk.page.locator(".card")).to_have_count(1)
    desk.page.reload()
    expect(desk.page.locator("#boards-count")).to_have_text("1 board.")
    desk.page.locator("#connect").click()
    expect(desk.card(2)).to_have_count(1)


@pytest.mark.deep
def test_boards_are_lit_up_and_a_game_is_shown_as_it_goes_on(desk: Desk) -> None:
    """Of two boards each."""
    desk.connect(1, 2)
    one_board_of_several_is_lit_up_and_in_a_game_it_is_not(desk)
    a_board_with_a_pin_asks_for_it_before_it_is_lit_up(desk)
    a_game_is_shown_as_it_goes_on_with_what_is_wrong(desk)


def one_board_of_several_is_lit_up_and_in_a_game_it_is_not(desk: Desk) -> None:
    name = desk.card(2).get_by_role("heading").inner_text()
    desk.card(2).get_by_role("button", name=f"Light {name} up").click()
    expect(desk.page.locator("#connect-answer")).to_contain_text(f"{name} runs through its lights")
    expect(desk.card(1)).to_contain_text(message("captain.state.none"))
    expect(desk.card(2)).not_to_contain_text(message("captain.state.none"))
    expect(desk.card(1)).to_contain_text("2 tracks of 141 LEDs, supply 500 mA")
    expect(desk.card(1).locator("li")).to_have_count(0)
    desk.boards.boards[1].play("A+5:100 OK:100")
    desk.card(1).get_by_role("button", name="Light").click()
    expect(desk.page.locator("#connect-answer")).to_contain_text("the board refuses")


def a_board_with_a_pin_asks_for_it_before_it_is_lit_up(desk: Desk) -> None:
    desk.view("setup")
    desk.fill(set__which=desk.boards.boards[2].uid, set__new_pin="2468")
    desk.send("setup")
    expect(desk.page.locator("#setup-answers li")).to_have_count(1)
    desk.view("boards")
    expect(desk.page.locator("#boards-pin")).to_be_hidden()
    desk.card(2).get_by_role("button", name="Light").click()
    expect(desk.page.locator("#connect-answer")).to_contain_text("type its PIN")
    desk.pin("2468")
    desk.card(2).get_by_role("button", name="Light").click()
    expect(desk.page.locator("#connect-answer")).to_contain_text("6c02 runs through its lights")


def a_game_is_shown_as_it_goes_on_with_what_is_wrong(desk: Desk) -> None:
    expect(desk.card(1)).to_contain_text("game 1: A 5  B 0")
    desk.view("results").locator("#read").click()
    expect(desk.page.locator("#results-unfinished")).to_contain_text("6c01: no result yet, game 1: A 5 B 0")
    desk.view("boards")
    desk.boards.boards[1].hold("A+1")
    desk.page.get_by_role("button", name=message("captain.connect.closely")).click()
    expect(desk.card(1)).to_contain_text("key A+1 is down: let go of it")


def test_a_chooser_that_is_closed_says_what_may_be_wrong(desk: Desk) -> None:
    desk.page.locator("#connect").click()
    expect(desk.page.locator("#connect-answer")).to_contain_text(
        "No board was chosen. Not in the list? Take another cable"
    )
