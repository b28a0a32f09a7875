"""Boards set up and read by the captain's page, where the night does not go: cables, hardware, printing, languages."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from host_tools.i18n import message
from host_tools.sim.serial import command
from tests.captain.captain_page import Desk
from tests.usb.pty_boards import AGREED

KEY = "00112233445566778899aabbccddeeff"


@pytest.mark.deep
def test_a_board_that_comes_back_keeps_its_table_and_a_new_one_gets_the_next(desk: Desk) -> None:
    desk.connect(1, 2)
    desk.pull(1)
    desk.pull(2)
    desk.view("setup")
    desk.fill(set__table="7", set__name="Board #")
    desk.page.locator("#set-coming").check()
    answers = desk.page.locator("#setup-answers li")
    for number, words in ((1, "Board 7 (table 7) done"), (1, "is set up already"), (2, "Board 8 (table 8) done")):
        count = answers.count()
        if number in desk.ports.paths:
            desk.pull(number)
        desk.plug(number)
        expect(answers).to_have_count(count + 1)
        expect(answers.last).to_contain_text(words)
    expect(desk.page.locator("#set-table")).to_have_value("9")


@pytest.mark.deep
def test_a_board_is_told_what_it_is_built_with_and_who_plays(desk: Desk) -> None:
    desk.connect(1)
    what_a_board_is_built_with_counts_from_its_next_start_on(desk)
    desk.view("setup")
    desk.fill(set__tracks="", set__leds="", set__port_ma="", set__reversed="")
    a_board_is_told_who_plays_from_the_text_of_a_seating_list(desk)


def what_a_board_is_built_with_counts_from_its_next_start_on(desk: Desk) -> None:
    desk.view("setup")
    desk.fill(set__tracks="4", set__leds="121", set__port_ma="1500", set__reversed="true")
    desk.send("setup")
    expect(desk.page.locator("#setup-answers")).to_contain_text(
        "from its next start on: pull its cable, and put it in again"
    )
    desk.view("boards")
    expect(desk.card(1)).to_contain_text("hardware.json: changed; takes effect at the next start: pull its cable")
    desk.pull(1)
    desk.plug(1)
    expect(desk.card(1)).to_contain_text("4 tracks of 121 LEDs, fed at the game hole, supply 1500 mA")


def one_board_of_several_is_set_up_and_fields_that_cannot_be_are_not_sent(desk: Desk) -> None:
    desk.view("setup")
    desk.fill(set__which=desk.boards.boards[2].uid, set__brightness="9")
    desk.send("setup")
    assert desk.page.locator("#set-brightness").evaluate("(field) => field.validity.rangeOverflow")
    expect(desk.page.locator("#setup-answers li")).to_have_count(0)
    desk.fill(set__brightness="2", set__teams="2", set__sign_off="false", set__muggins="true", set__idle_s="2.5")
    desk.send("setup")
    expect(desk.page.locator("#setup-answers li")).to_have_text(re.compile(r"^6c02 .*done$"))
    desk.leave()
    assert [desk.boards.ask(number, "status")[0]["muggins"] for number in (1, 2)] == [False, True]


SEATS = 'CRIBBAGE-SEATING-1:{"event":"friday","round":3,"preset":"acc","tables":{"7":["Zo\\u00eb","Bo"]}}'


def a_board_is_told_who_plays_from_the_text_of_a_seating_list(desk: Desk) -> None:
    desk.view("setup")
    about, answers = desk.page.locator("#seating-about"), desk.page.locator("#setup-answers li")
    desk.fill(seating__text="nonsense")
    expect(about).to_contain_text("no code of a seating list")
    desk.fill(seating__text=SEATS, event__id="friday", event__key="", set__table="7")
    expect(about).to_have_text("Round 3: 1 tables are known.")
    desk.send("setup")
    expect(answers.last).to_contain_text("another event than the board")
    desk.page.locator("#event-tell").check()
    desk.send("setup")
    expect(answers.last).to_contain_text("done")
    desk.fill(set__table="8")
    desk.send("setup")
    expect(answers.last).to_contain_text("no table 8 in round 3")
    desk.leave()
    assert desk.boards.ask(1, "status")[0]["round"] == 3
    told = json.loads((desk.boards.folder(1) / "assigned.json").read_text())
    assert (told["names"], told["place"]) == (["Zoë", "Bo"], ["friday", 3, 7])


@pytest.mark.deep
def test_of_several_boards_each_is_set_up_and_keeps_its_table_until_another_is_typed(desk: Desk) -> None:
    desk.connect(1, 2)
    boards_that_have_a_table_keep_it_until_another_is_typed(desk)
    desk.fill(set__table="")
    one_board_of_several_is_set_up_and_fields_that_cannot_be_are_not_sent(desk)


def boards_that_have_a_table_keep_it_until_another_is_typed(desk: Desk) -> None:
    desk.view("setup")
    answers = desk.page.locator("#setup-answers li")
    for which, table, tables in (
        ("all", "4", [4, 5]),
        ("all", None, [4, 5]),
        (command.uid(2), "9", [9]),
        ("all", None, [4, 9]),
    ):
        desk.fill(set__which=which, **({"set__table": table} if table else {}))
        desk.send("setup")
        expect(answers).to_have_text([re.compile(rf"\(table {number}\) done$") for number in tables])
    expect(desk.page.locator("#set-table")).to_have_value("10")
    desk.fill(set__table="1000")
    desk.send("setup")
    expect(answers).to_have_count(0)


def decide(desk: Desk, operation: str, words: str, keys: str = AGREED, **fields: str) -> None:
    """Decide without a PIN: the board asks, and the teams answer by `keys`."""
    desk.view("judge")
    desk.fill(judge__op=operation, judge__reason="x", **{f"judge__{name}": value for name, value in fields.items()})
    desk.send("judge")
    expect(desk.page.locator("#judge-answer")).to_contain_text("asks: two teams each hold a key for 1 s")
    desk.boards.boards[1].play(keys)
    expect(desk.page.locator("#judge-answer")).to_contain_text(words)


@pytest.fixture
def reopened(desk: Desk) -> Desk:
    """A board with a game that was reopened and won anew, its event's key set."""
    desk.connect(1)
    desk.view("setup")
    desk.fill(event__id="friday", event__key=KEY, set__table="3", set__preset="acc")
    desk.send("setup")
    expect(desk.page.locator("#setup-answers")).to_contain_text("done")
    decide(desk, "award", "nothing has changed", keys="A+1:100 wait 100", team="B", holes="90")
    decide(desk, "award", "A 0 B 90", team="B", holes="90")
    decide(desk, "award", "A 121 B 90, game over", team="A", holes="121")
    decide(desk, "reopen", "game 1: A 0 B 90")
    decide(desk, "timed-out", "B 90")
    return desk


@pytest.mark.deep
def test_score_cards_have_what_counts_and_lines_change_with_the_language(reopened: Desk, tmp_path: Path) -> None:
    desk, page = reopened, reopened.page
    page.evaluate("() => { window.print = () => (window.printed = (window.printed ?? 0) + 1); }")
    desk.view("results").locator("#read").click()
    wrong = page.locator("#results-wrong li")
    expect(wrong).to_have_count(3)
    expect(wrong.first).to_contain_text("its board has been told no event; it has no seal, though the event has a key")
    page.locator("#print-cards").click()
    expect(page.locator("#results-answer")).to_have_text(message("captain.results.no_cards"))
    page.locator("#language").click()
    expect(wrong.first).to_contain_text(
        "sa planche n’a reçu aucun événement; il n’a pas de sceau, alors que l’événement a une clé"
    )
    page.locator("#language").click()
    desk.view("setup")
    desk.fill(event__id="", event__key="")
    desk.view("results").locator("#read").click()
    expect(wrong).to_have_count(0)
    expect(page.locator("#lines tr").nth(1)).to_contain_text("reopened, result 1 no longer counts")
    page.locator("#print-cards").click()
    cards = page.locator(".score-card")
    expect(cards).to_have_count(2)
    assert page.evaluate("window.printed") == 1
    page.emulate_media(media="print")
    expect(cards.nth(1)).to_be_visible()
    expect(page.locator("#read")).to_be_hidden()
    assert [card.splitlines()[0] for card in cards.all_inner_texts()] == ["Table 3, side A", "Table 3, side B"]
    assert [row.split("\t") for row in cards.nth(1).locator("tbody tr").all_inner_texts()] == [
        ["1", "1", "2", "90", "", "A"]
    ]
    expect(cards.nth(0)).to_contain_text(message("captain.print.total", won=0, points=0, net="−90"))
