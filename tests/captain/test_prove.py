"""A board is measured on the captain's page, as by `cribboard prove`."""

import json

import pytest
from playwright.sync_api import expect

from host_tools.usb.sans_io.proof import check_proof
from tests.captain.captain_page import Desk

RIGHT = ("5 V, D3 dark", "It clicks", *(f"{team}{face}" for team in "AB" for face in ("+1", "+2", "+5", " BACK")), "OK",
         "MENU", "As it should", "As it should")  # fmt: skip
"""What each test of Bring-up shows that the board does not answer for itself."""


def begin(desk: Desk, rung: str) -> None:
    desk.view("boards").locator("a[href='#bring-up']").click()
    desk.page.locator("#prove-rung").select_option(rung)
    desk.page.locator("#prove button").click()


@pytest.mark.deep
def test_a_dark_led_is_told_and_stands_in_the_file_and_a_game_is_left_alone(desk: Desk) -> None:
    desk.connect(1)
    questions = desk.page.locator("#prove-questions")
    with desk.page.expect_download() as saved:
        begin(desk, "strip")
        expect(desk.page.locator("#prove-state")).to_contain_text("Strip A", timeout=60_000)
        questions.get_by_role("button", name="Yes").click()
        for _ in range(9):
            state = desk.page.locator("#prove-state")
            expect(state.or_(desk.page.locator("#prove-answers li"))).not_to_have_count(0)
            expect(
                questions.get_by_role("button", name="No").or_(desk.page.locator("#prove-answers li")).first
            ).to_be_visible()
            if desk.page.locator("#prove-answers li").count():
                break
            questions.get_by_role("button", name="No").click()
    expect(desk.page.locator("#prove-answers")).to_contain_text("strips with an LED dark or of another colour (B 1)")
    proof = check_proof(json.loads(saved.value.path().read_text(encoding="utf-8")))
    assert proof["rungs"]["strip"]["dark_leds"]["which"] == "B 1"
    a_board_with_a_game_is_left_alone(desk)
    assert desk.complaints == []


def a_board_with_a_game_is_left_alone(desk: Desk) -> None:
    desk.boards.boards[1].play("A+5 OK")
    begin(desk, "bare")
    expect(desk.page.locator("#prove-answers")).to_contain_text("a game is being played on it")


@pytest.mark.deep
def test_a_whole_board_is_proved_by_what_bring_up_has_seen_and_what_it_lacks_is_no_fault(desk: Desk) -> None:
    desk.connect(1)
    begin(desk, "network")
    answers = desk.page.locator("#prove-answers li")
    expect(answers).to_contain_text("knows no network")
    expect(answers).not_to_have_class("bad")
    desk.page.locator("#bring-build").select_option("two")
    desk.page.locator("#bring-start").click()
    asked = desk.page.locator("#bring-answers")
    for right in RIGHT:
        asked.get_by_role("button", name=right, exact=True).click()
    expect(desk.page.locator("#bring-ask")).to_contain_text("voltage of the strips")
    desk.page.locator("#prove-rung").select_option("board")
    questions = desk.page.locator("#prove-questions")
    with desk.page.expect_download() as saved:
        desk.page.locator("#prove button").click()
        for words in ("Neighbouring", "Resistors", "Diodes", "Supplies", "Connectors", "plugged in again"):
            expect(desk.page.locator("#prove-state")).to_contain_text(words)
            questions.get_by_role("button", name="Yes").click()
    proof = check_proof(json.loads(saved.value.path().read_text(encoding="utf-8")))
    assert {name: entry["which"] for name, entry in proof["rungs"]["board"].items()} == {
        "readings": "two", "wrong_readings": "", "wrong_tests": "rail_mv",
    }  # fmt: skip
    assert desk.complaints == []
