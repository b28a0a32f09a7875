"""A board is measured on the captain's page, as by `cribboard prove`."""

import json

import pytest
from playwright.sync_api import expect

from host_tools.usb.sans_io.proof import check_proof
from tests.captain.captain_page import Desk


def begin(desk: Desk, rung: str) -> None:
    desk.view("boards").locator("a[href='#bring-up']").click()
    desk.page.locator("#prove-rung").select_option(rung)
    desk.page.locator("#prove button").click()


@pytest.mark.deep
def test_a_dark_led_is_told_and_stands_in_the_file(desk: Desk) -> None:
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
    assert desk.complaints == []


@pytest.mark.deep
def test_a_board_with_a_game_is_left_alone(desk: Desk) -> None:
    desk.connect(1)
    desk.boards.boards[1].play("A+5 OK")
    begin(desk, "bare")
    expect(desk.page.locator("#prove-answers")).to_contain_text("a game is being played on it")
