"""Every press that the board refuses is answered in words: why, and what would be right."""

from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.journal.results import Results
from host_tools.i18n import raw_catalogue
from host_tools.sim.virtual import page_board
from host_tools.sim.virtual.page_facts import page_facts
from host_tools.sim.virtual.refusal_message import refusal_message
from host_tools.sim.virtual.scenario_parser import parse
from host_tools.sim.virtual.scenario_player import Player
from tests.page.board_page import Table
from tests.page.worker_board import WorkerBoard

WIN = "A+5 A+5 A+5 A+5 A+2 A+2 OK " * 5 + "A+1 "
FORFEIT = '{"id":1,"do":"judge","op":"forfeit","team":"B"}'
CASES = {
    "no_team": "C+1",
    "dealer": "preset fivecard\nA<",
    "nothing_to_undo": "B<",
    "highest": "A+5 A+5 A+5 A+5 A+5 A+5",
    "warned": "A+5 A+5 A+5 A+2 A+2 B+1",
    "claimed": WIN + "B+1",
    "signing": WIN + "OK OK",
    "undoing": "A+5 OK A< OK",
    "undoing_ok": "preset casual\nA+5 OK A< A+1",
    "over": "preset casual\nA+1 OK\nsend " + FORFEIT + "\nA+1",
    "over_wrong": "preset casual\n" + WIN + "OK A+1",
    "returning_ok": "preset casual\n" + WIN + "OK A< A+1",
    "round": "set event open\nA<",
    "pin": "set pin 1234\nA+5 OK MENU:2100 A+1 OK A+1 OK A+1 OK A+1 OK",
    "judge": "A+5 OK MENU:2100 OK",
    "check": "set event open\nOK " + WIN + "OK A<",
}


@pytest.mark.parametrize("why", CASES)
def test_a_refusal_has_its_reason(why: str, tmp_path) -> None:
    player = Player(parse(CASES[why]), str(tmp_path))
    menu = 0
    while player.played < len(player.steps):
        menu = player.board.console.menus.showing
        player.next()
    assert player.board.console.refused == 1
    assert refusal_message(player.board, menu)["why"] == why


def test_after_a_wrong_pin_the_board_asks_for_none(tmp_path) -> None:
    player = Player(parse(CASES["pin"]), str(tmp_path))
    player.run()
    facts = page_facts(player.board)
    assert (facts["asked"], facts["asking"]) == ("idle", None)


def test_a_result_that_is_not_on_flash_is_the_reason(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    player = Player(parse("preset casual\n" + WIN), str(tmp_path))
    player.run()
    monkeypatch.setattr(Results, "append", full)
    player.play("OK wait 1500 OK")
    assert player.board.console.refused == 1
    assert refusal_message(player.board, 0)["why"] == "unwritten"


def full(*values: object) -> None:
    raise OSError(28, "No space left on device")


def test_every_reason_has_words_and_every_word_a_reason() -> None:
    worded = {key.removeprefix("refused.") for key in raw_catalogue("en") if key.startswith("refused.")}
    assert worded == {*CASES, "unwritten", "said"}


def test_a_refusal_is_told_until_something_else_happens(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    board = WorkerBoard(tmp_path, monkeypatch)
    board.press("A<")
    assert board.news & sound(1)
    assert board.state["refusal"] == {"why": "nothing_to_undo", "team": "A", "count": 0, "highest": 29}
    board.wait(4000)
    assert board.state["refusal"]
    board.wait(1000)
    assert board.state["refusal"] is None
    board.press("A<")
    board.news = 0
    board.press("A+1")
    assert board.news & sound(0)
    assert board.state["refusal"] is None


def sound(number: int) -> int:
    """Its bit in what is new: 0 is a key's, 1 a refusal's."""
    return page_board.FIRST_SOUND << number


@pytest.mark.deep
def test_the_page_says_it_and_moves_no_key(table: Table) -> None:
    before = table.cap("B+1").bounding_box()
    table.type("B<")
    table.says("No: B has no move to take back.")
    table.type("B+5")
    table.says("B: 5.")
    assert table.cap("B+1").bounding_box() == before


OVERFLOW = (Path(__file__).parent / "overflow.js").read_text(encoding="utf-8")
LONGEST = {"team": "Annabelle-Jo", "teams": "Bartholomew", "why": "", "games": "12", "others": "Bartholomew"}
LONGEST |= {"won": "; ".join(["Bartholomew 2 (−12)"] * 2), "end": ", time called", "muggins": ", muggins"}
SIZES = [(320, 568), (568, 320), (390, 844), (844, 390), (664, 342), (1280, 800)]


@pytest.mark.deep
def test_no_sentence_moves_the_keys(visit: Callable[..., Table]) -> None:
    """The longest form of each sentence with its keys, in each language, has room on each screen."""
    table = visit(device_scale_factor=1)
    table.speed("Paused")
    for width, height in SIZES:
        table.page.set_viewport_size({"width": width, "height": height})
        cut = table.page.evaluate(OVERFLOW, LONGEST)
        assert cut == [], (width, height, cut)
