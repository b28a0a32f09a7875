"""A captain's evening by the captain's page: boards set up, watched, judged, read, cleared, flashed."""

from contextlib import ExitStack, closing
from pathlib import Path

from playwright.sync_api import expect

from host_tools.sim.serial import command
from tests.captain.captain_page import Desk
from tests.captain.websocket_ports import Ports
from tests.evenings.album import LAPTOP, Album
from tests.usb.cli_process import cribboard
from tests.usb.pty_boards import Table

_PIN = "2468"
_BOARDS = 3
_NAMES = "name\nAnn\nBo\nCleo\nDan\nEve\nFay\n"
_PLAYED = "A+5:100 A+5:100 OK:100 B+5:100 OK:100"


def play(album: Album, folder: Path, address: str) -> None:
    """Play the evening with its files in a folder and the page of `cribboard sim` at an address; take its pictures."""
    (folder / "players.csv").write_text(_NAMES)
    cribboard("event", "create", "Friday", "--roster", folder / "players.csv", "--rounds", 3, "--folder", folder)
    cribboard("event", "seat", "Friday", "--folder", folder)
    event = folder / "friday.json"
    event.write_text(cribboard("event", "export", "Friday", "--folder", folder))
    page = album.open(LAPTOP, bypass_csp=True, accept_downloads=True)
    with ExitStack() as stack, closing(Ports()) as ports:
        boards = Table(stack, folder / "boards")
        desk = Desk(page, address, boards, ports)
        desk.open()
        album.take("open", desk.page)
        _set_up(album, desk, event)
        _play(album, desk)
        _read(album, desk, folder)
        desk.view("flash")
        album.take("flash", desk.page)
        desk.view("boards").locator("a[href='#bring-up']").click()
        expect(desk.page.locator("#view-bring-up")).to_be_visible()
        album.take("bring-up", desk.page)
        desk.leave()


def _set_up(album: Album, desk: Desk, event: Path) -> None:
    desk.connect(*range(1, _BOARDS + 1))
    album.take("connected", desk.page)
    for number in range(1, _BOARDS + 1):
        desk.pull(number)
    desk.view("setup")
    desk.page.locator("#event-file").set_input_files(event)
    expect(desk.page.locator("#event-about")).to_contain_text("Friday")
    desk.fill(set__table="1", set__preset="acc", set__new_pin=_PIN)
    album.take("event", desk.page, "fieldset:has(#event-file)")
    desk.page.locator("#set-coming").check()
    for number in range(1, _BOARDS + 1):
        desk.plug(number)
        expect(desk.page.locator("#setup-answers li")).to_have_count(number)
    album.take("set", desk.page, "#setup-answers")
    desk.page.locator("#set-coming").uncheck()


def _play(album: Album, desk: Desk) -> None:
    desk.view("boards")
    for board in desk.boards.boards.values():
        board.play(f"OK:100 {_PLAYED}")
    for number in range(1, _BOARDS + 1):
        expect(desk.card(number)).to_contain_text("A 10")
    album.take("playing", desk.page, ".card")
    desk.view("judge")
    desk.pin(_PIN)
    for number in range(1, _BOARDS + 1):
        desk.page.locator("#judge-board").select_option(command.uid(number))
        desk.fill(judge__op="award", judge__reason="counted at the table", judge__holes=str(121 - 10))
        desk.send("judge")
        expect(desk.page.locator("#judge-answer")).to_contain_text(f"(table {number})")
    album.take("judge", desk.page, "#view-judge h2")


def _read(album: Album, desk: Desk, folder: Path) -> None:
    desk.view("boards")
    for number in range(1, _BOARDS + 1):
        expect(desk.card(number)).to_contain_text("1 ")
    album.take("results-wait", desk.page, ".card")
    desk.view("results").locator("button").first.click()
    expect(desk.page.locator("#lines tr")).to_have_count(_BOARDS)
    album.take("read", desk.page)
    with desk.page.expect_download() as waited:
        desk.page.locator("#file-desk").click()
    kept = folder / "kept.jsonl"
    waited.value.save_as(kept)
    album.take("kept", desk.page, "#file-desk")
    desk.page.locator("details:has(#clear-file) summary").click()
    desk.page.locator("#clear-file").set_input_files(kept)
    desk.pin(_PIN)
    desk.send("clear")
    expect(desk.page.locator("#clear-answer li")).to_have_count(_BOARDS)
    album.take("cleared", desk.page, "#clear-file")
