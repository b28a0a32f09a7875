"""What goes wrong between a page and what is plugged into it: said in a sentence, and nothing has happened."""

import json
import os
import threading
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import serial
from playwright.sync_api import Page, expect

from firmware.config import LONGEST_LINE
from tests.captain.captain_page import Desk

JUNK = b'\xb5\x00\xff{"id":\n[[[[\n\r\n{}\n7\nnull\n"x"\n'


class Stranger:
    """Something that is plugged in; `answer` makes what it sends of what it hears."""

    def __init__(self, answer: Callable[[bytes], bytes]) -> None:
        self.end, self._port = os.openpty()
        tty.setraw(self._port)
        self.path = os.ttyname(self._port)
        self._answer = answer
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                heard = os.read(self.end, 4096)
                os.write(self.end, self._answer(heard))
            except OSError:
                return

    def close(self) -> None:
        os.close(self._port)
        os.close(self.end)


@pytest.fixture
def stranger(desk: Desk) -> Iterator[Callable[..., None]]:
    """Plugs something in that is no board, or an odd one, and has the page choose it."""
    strangers = []

    def plugged(answer: Callable[[bytes], bytes], number: int = 1) -> None:
        strangers.append(Stranger(answer))
        desk.ports.paths[number] = strangers[-1].path
        desk.page.evaluate("navigator.serial.refresh()")
        desk.page.locator("#connect").click()

    yield plugged
    desk.leave()
    for other in strangers:
        other.close()


def replies(answers: dict[str, list[dict] | str]) -> Callable[[bytes], bytes]:
    """A board that answers verbs with these data lines, or with the code of a refusal; and knows no other."""

    def answer(heard: bytes) -> bytes:
        sent = b""
        for line in filter(None, heard.split(b"\n")):
            request = json.loads(line)
            reply = answers.get(request["do"], "unknown-verb")
            ended = (
                {"ok": True} if isinstance(reply, list) else {"ok": False, "error": reply, "detail": "do: one of hello"}
            )
            lines = [*(reply if isinstance(reply, list) else []), ended]
            sent += b"".join(
                json.dumps({"id": request["id"], **data}, separators=(",", ":")).encode() + b"\r\n" for data in lines
            )
        return sent

    return answer


HELLO = {"board": "e6614c311b7e6f35", "name": "old", "table": 3, "event": "", "link": 1, "build": "", "tracks": 2}
FLASH = {"free": 0, "whole": 0, "failed": 0, "events": 0}
TRACKS = {team: {"front": 0, "back": 0, "pending": 0} for team in "AB"}
STATUS = {
    "phase": "idle",
    "game": 1,
    "round": 1,
    "winner": None,
    "asked": "",
    "tracks": TRACKS,
    "results": 2,
    "held": 2,
    "faults": 0,
    "notes": [],
}


@pytest.mark.deep
def test_what_is_no_board_is_said_with_what_to_do(desk: Desk, stranger: Callable[..., None]) -> None:
    """One that is silent, two that send junk, an echo, and a board older than `hello`."""
    desk.lose_patience()
    foreign = "what speaks there is no board: it sends"
    said = [
        (lambda heard: b"", "no board answers there: pull its cable, and put it in again", 1),
        (lambda heard: JUNK, foreign, 2),
        (lambda heard: b'{"id":' * 40, foreign, 2),
        (lambda heard: heard.replace(b"\n", b""), "is at MicroPython’s prompt: power it off and on", 1),
        (replies({}), "its firmware does not know what it is asked: flash it", 1),
    ]
    for number, (answer, _, _) in enumerate(said, 1):
        stranger(answer, number)
        expect(desk.page.locator(".card")).to_have_count(number)
    for _, words, cards in said:
        expect(desk.page.locator(".card").filter(has_text=words)).to_have_count(cards)


def test_a_port_that_never_stops_sending_is_said_to_be_no_board(page: Page) -> None:
    assert page.evaluate(CHATTER, ["position 1\n", "no line end"]) == ["foreign", "foreign"]


CHATTER = """(texts) => import("./js/protocol_client.js").then(({ ProtocolClient }) => Promise.all(texts.map((text) => {
  const bytes = new TextEncoder().encode(text);
  const connection = { send: async () => {}, receive: () => new Promise((done) => setTimeout(done, 1, bytes)) };
  return new ProtocolClient(connection).requestLines("hello", {}, 0.02).then(String, ({ code }) => code);
})))"""


@pytest.mark.deep
def test_a_board_of_an_older_version_is_shown_and_advised_to_be_flashed(
    desk: Desk, stranger: Callable[..., None]
) -> None:
    report = {"firmware": "0.0.1", "machine": "an old one", "keys_down": [], "flash": FLASH}
    stranger(replies({"hello": [HELLO], "status": [STATUS], "selftest": [report]}))
    card = desk.page.locator(".card")
    expect(card).to_contain_text("Table 3: old")
    expect(card).to_contain_text("2 results")
    expect(card).to_contain_text("it runs firmware 0.0.1, this program has")
    expect(card).to_contain_text("flash it (under Flash)")


@pytest.mark.deep
def test_junk_before_an_answer_and_in_a_log_is_told_apart(desk: Desk, stranger: Callable[..., None]) -> None:
    report = {"firmware": "0.0.1", "machine": "one", "keys_down": [], "flash": FLASH}
    lines = [{"result": {"n": 1, "mac": ""}}, {"result": "é" * 50}]
    honest = replies({"hello": [HELLO], "status": [STATUS], "selftest": [report], "results": lines})
    stranger(lambda heard: JUNK + honest(heard))
    expect(desk.page.locator(".card")).to_contain_text("Table 3: old")
    desk.view("results").get_by_role("button", name="Read all boards").click()
    wrong = desk.page.locator("#results-wrong li")
    expect(wrong).to_have_count(2)
    expect(wrong.nth(0)).to_contain_text("old (table 3): result ?: not a result line")


@pytest.mark.deep
def test_a_page_whose_python_does_not_load_says_so_and_goes_on_once_it_does(
    desk: Desk, stranger: Callable[..., None]
) -> None:
    report = {"firmware": "0.0.1", "machine": "one", "keys_down": [], "flash": FLASH}
    desk.page.route("**/python.json", lambda route: route.abort())
    desk.page.reload()
    desk.open()
    stranger(replies({"hello": [HELLO], "status": [STATUS], "selftest": [report]}))
    card = desk.page.locator(".card")
    expect(card).to_contain_text("a part of this page does not load (")
    expect(card).to_contain_text("open this page once with a network")
    desk.page.unroute("**/python.json")
    expect(card).to_contain_text("Table 3: old")
    desk.complaints.clear()


@pytest.mark.deep
def test_a_port_that_another_program_has_is_busy_until_it_is_free(desk: Desk) -> None:
    board = desk.boards.plug(1)
    desk.ports.paths[1] = board.port
    with serial.Serial(board.port, exclusive=True):
        desk.page.evaluate("navigator.serial.refresh()")
        desk.page.locator("#connect").click()
        expect(desk.page.locator(".card")).to_contain_text("another program uses this port: close that program")
    expect(desk.card(1)).to_contain_text("no game begun")


@pytest.mark.deep
def test_what_a_board_does_not_take_is_said(desk: Desk, tmp_path: Path) -> None:
    desk.connect(1)
    decisions_that_a_board_does_not_take_are_said_in_the_readers_language(desk)
    desk.page.locator("#language").click()
    settings_that_no_board_takes_are_said(desk, tmp_path)
    desk.fill(set__port_ma="", set__tracks="")
    what_a_board_refuses_is_said_and_changes_nothing(desk)


@pytest.mark.deep
def test_a_cable_pulled_while_a_board_speaks(desk: Desk) -> None:
    desk.connect(1)
    desk.ports.marks[1] = (b'"do":"results"', 1)
    desk.view("results").get_by_role("button", name="Read all boards").click()
    expect(desk.page.locator("#results-wrong")).to_contain_text("the cable is out: put it in again")
    desk.plug(1)
    desk.view("boards")
    expect(desk.card(1)).to_contain_text("no game begun")


def what_a_board_refuses_is_said_and_changes_nothing(desk: Desk) -> None:
    """A PIN that is needed, wrong, wrong thrice; a game that is on; a name that is too long for a line."""
    desk.view("setup")
    desk.fill(set__new_pin="1234")
    desk.send("setup")
    answer = desk.page.locator("#setup-answers")
    expect(answer).to_contain_text("done")
    desk.fill(set__new_pin="", set__name="anna")
    desk.send("setup")
    expect(answer).to_contain_text("the board refuses: it has a PIN, which is needed: type its PIN")
    desk.pin("1234")
    desk.send("setup")
    expect(answer).to_contain_text("done")
    for pin in ("0000", "1111", "2222"):
        judged(desk, pin)
        expect(desk.page.locator("#judge-answer")).to_have_text("the board refuses: that is not its PIN")
        desk.page.locator("#judge-answer").evaluate("(answer) => (answer.textContent = '')")
    judged(desk, "1234")
    expect(desk.page.locator("#judge-answer")).to_have_text("the board refuses: three wrong PINs; wait 30 s")
    desk.leave()
    assert desk.boards.ask(1, "hello")[0]["name"] == "anna"
    assert desk.boards.ask(1, "status")[0]["tracks"]["A"]["front"] == 0


def judged(desk: Desk, pin: str) -> None:
    desk.view("judge")
    desk.fill(judge__op="award", judge__holes="5", judge__reason="renege")
    desk.pin(pin)
    desk.send("judge")


def decisions_that_a_board_does_not_take_are_said_in_the_readers_language(desk: Desk) -> None:
    desk.page.locator("#language").click()
    desk.view("judge")
    desk.fill(judge__op="reopen", judge__reason="x")
    desk.send("judge")
    message = "la planche refuse : ni décision ni partie finie à reprendre, ou une cheville a bougé depuis"
    expect(desk.page.locator("#judge-answer")).to_have_text(message)
    desk.fill(judge__op="award", judge__holes="122")
    desk.send("judge")
    refused = "la planche refuse : trous (holes) : un nombre entier de 1 à 121"
    expect(desk.page.locator("#judge-answer")).to_have_text(refused)
    desk.fill(judge__op="award", judge__holes="2", judge__reason="é" * (LONGEST_LINE // 6))
    desk.send("judge")
    expect(desk.page.locator("#judge-answer")).to_contain_text(
        "octets, c’est plus que les 480 qu’une planche entend d’un coup"
    )


def settings_that_no_board_takes_are_said(desk: Desk, tmp_path: Path) -> None:
    desk.view("setup")
    club = tmp_path / "club.json"
    desk.fill(set__preset="custom")
    for text, words in (("{", "this is no file of rules"), ("{}", "the board refuses: target: missing")):
        club.write_text(text)
        desk.page.locator("#preset-file").set_input_files(club)
        desk.send("setup")
        expect(desk.page.locator("#setup-answers")).to_contain_text(words)
    desk.fill(set__preset="", set__port_ma="500", set__tracks="4")
    desk.send("setup")
    expect(desk.page.locator("#setup-answers")).to_contain_text(
        "the board refuses: port_ma: 500 mA do not carry 4 tracks"
    )
    desk.page.locator("#event-file").set_input_files(club)
    expect(desk.page.locator("#event-about")).to_contain_text("this is no exported event")
