"""Two phones, one board: keys on one, light on the other, over the club's network."""

import http.client
import json
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, WebSocketRoute, expect
from typer.testing import CliRunner

from host_tools.cli import app
from host_tools.i18n import message
from host_tools.sim import page_files, server
from host_tools.sim.micropython_package import package_dir
from host_tools.sim.share import web_app
from host_tools.sim.share.room import WRONG, merge
from host_tools.sim.virtual.board import VirtualBoard
from tests.installed import program
from tests.page.board_page import Table, open_folds
from tests.page.test_access import complaints

PHONE, SIDEWAYS, TABLET = (390, 844), (664, 342), (1024, 768)
FAULTS = (Path(__file__).parent / "faults.js").read_text(encoding="utf-8")
HIDDEN = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
LIT = """() => {
  const canvas = document.querySelector(".plate canvas");
  return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some(Boolean);
}"""
CALL = """([address, messages]) => new Promise((told) => {
  const socket = new WebSocket(address);
  socket.onopen = () => messages.forEach((message) => socket.send(message));
  socket.onclose = ({ code }) => told(code);
})"""
"""How a page is sent away that says these messages."""

UPGRADE = {
    "connection": "upgrade",
    "upgrade": "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
}

Visit = Callable[..., Table]


@pytest.fixture(scope="module")
def files_of_page() -> dict[str, bytes]:
    return page_files.files(package_dir())


@pytest.fixture
def shared(files_of_page: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Where the board's page is shared, for one test: the first device stays the board.

    As `cribboard sim --share` does, whose process takes four seconds to make and to compress the page.
    """
    monkeypatch.setattr(page_files, "files", lambda *_, **__: files_of_page)
    code = web_app.new_code()
    with server.listen(0, web_app.HOST) as listening:
        port = listening.getsockname()[1]
        running = server.new_server(web_app.application(package_dir(), port, code))
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]})
        thread.start()
        yield web_app.address(server.HOST, port, code)
        running.should_exit = True
        thread.join()


@pytest.fixture
def visit(device: Callable[..., BrowserContext], shared: str) -> Iterator[Visit]:
    """A device of that size opens the address, with this behind it. Nobody's console has a complaint.

    With nothing behind it, it is the page for builders: its board has speeds, a power switch and games that are signed.
    """
    tables: list[Table] = []

    def come(behind: str = "", size: tuple[int, int] = PHONE, **options: object) -> Table:
        tables.append(Table(device(has_touch=True, is_mobile=True, **options).new_page(), shared + behind))
        tables[-1].page.set_viewport_size({"width": size[0], "height": size[1]})
        tables[-1].page.goto(shared + (behind or "builders.html"))
        return tables[-1]

    yield come
    assert [table.complaints for table in tables if table.complaints] == []


@pytest.fixture
def board(visit: Visit) -> Table:
    """The page that opens first: the board, on and empty."""
    table = visit(size=TABLET)
    table.is_on()
    expect(table.page.locator("#phones-who")).to_have_text(message("phones.nobody"))
    return table


def front(table: Table, team: str, number: int) -> None:
    expect(table.seat(team).locator(".seat-front")).to_have_text(str(number))


@pytest.mark.deep
def test_a_game_by_two_phones_before_a_watcher(board: Table, visit: Visit, bench: Callable[..., VirtualBoard]) -> None:
    """To its end. The second phone joins by what the code says, and chooses; the third is held sideways."""
    board.take(bench(preset="acc"), [("A", 24), ("B", 18)] * 4)
    joining = board.page.locator("#phones-address").inner_text()
    assert joining.endswith(board.address.split("/", 3)[3] + "?join")
    a = visit("?join")
    a.page.get_by_role("button", name="Keys of A").tap()
    b, watcher = visit("?as=B", SIDEWAYS), visit("?as=watch")
    for table in (a, b, watcher):
        table.says(message("phase.idle"))
    expect(board.page.locator("#phones-who")).to_have_text("Keys on their own phones: A and B. Watching: 1.")
    press(a, ["A+5"] * 4 + ["A+2"] * 2, "A", 120)
    press(b, ["B+5"] * 3 + ["B+2", "B+1"], "B", 90)
    for name in ("A+1", "OK"):
        a.tap(name)
    watcher.says(message("phase.sign.one", team="A", teams="B"))
    expect(a.seat("B").get_by_role("button", name="Agree")).to_be_hidden()
    b.seat("B").get_by_role("button", name="Agree").tap()
    b.seat("B").get_by_role("button", name="Sure? Agree").tap()
    for table in (board, a, b, watcher):
        expect(table.page.locator("#ending")).to_contain_text("A skunked B.")
        expect(table.page.locator("#ending-graph path")).to_have_count(2)
    expect(watcher.page.get_by_role("button", name="Save …")).to_be_visible()
    watcher.page.get_by_role("button", name="Share …").tap()
    expect(watcher.page.locator("#share-link")).to_be_hidden()
    watcher.page.locator("#share-close").tap()
    [line] = board.results(1)
    assert json.loads(line)["signed"] is True
    assert watcher.page.locator(".cap").count() == 0
    expect(b.page.get_by_role("button", name=message("ending.undo"))).to_be_hidden()
    expect(watcher.page.get_by_role("button", name="Play again")).to_be_hidden()
    a.page.get_by_role("button", name="Play again").tap()
    watcher.says("Ready to peg.")


@pytest.mark.deep
def test_at_home_a_phone_pegs_by_the_grid_and_tells_what_the_board_tells(visit: Visit) -> None:
    board = visit("index.html", TABLET)
    board.is_on()
    phone = visit("?as=A")
    phone.seat("A").locator(".seat-front").tap()
    phone.page.locator("#grid-numbers").get_by_text("12", exact=True).tap()
    front(board, "A", 12)
    for table in (board, phone):
        table.says("A: 12, on 12")
        expect(table.page.locator("#hint")).to_have_text("A: 12 ahead")
    phone.seat("B").locator(".seat-front").tap()
    expect(phone.page.locator("#grid")).to_be_hidden()
    phone.page.locator("#count-hand").tap()
    expect(phone.page.locator("#moves")).to_contain_text("A: 12, on 12")
    expect(phone.page.locator("#pack")).to_be_visible()
    expect(phone.page.locator("#judge-menu")).to_be_hidden()


def press(table: Table, names: list[str], team: str, on: int) -> None:
    for name in [*names, "OK"]:
        table.tap(name)
    front(table, team, on)


@pytest.mark.deep
def test_who_has_no_code_is_told_so_and_let_in_nowhere(shared: str) -> None:
    code = shared.rstrip("/").rpartition("~")[2]
    for wrong in ("/", "/index.html", "/~/", f"/~{code[:-1]}/", f"/~{code}x/js/main.js", "/table", f"/{code}/"):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(shared.split("/~")[0] + wrong)
        assert refused.value.code == 403
        text = refused.value.read().decode()
        assert "scan the code" in text
        assert "balayez" in text
    line = http.client.HTTPConnection(urlsplit(shared).netloc)
    line.request("GET", "/~abcdefghjk/table?as=B&device=1", headers=UPGRADE)
    assert line.getresponse().status == 403
    line.close()


def test_a_foreign_name_or_page_is_refused(shared: str) -> None:
    for headers, status in (({"host": "club.example"}, 400), ({"origin": "http://club.example"}, 400)):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(urllib.request.Request(shared, headers=headers))
        assert refused.value.code == status


def nobody_presses_keys_of_another_side(board: Table, shared: str) -> None:
    """Nor is nonsense carried on: who says it is sent away."""
    address = f"ws{shared.removeprefix('http')}table"
    for who, messages in {
        "B": ["[0, true]", "[4, 0]", "[4, 99999]", "[4]", "{", '"x"', '{"frame": ""}', "[4, null]"],
        "watch": ["[16, true]", '{"state": {}}'],
        "board2": ["{}"],
        "": ["{}"],
    }.items():
        for each in messages:
            assert board.page.evaluate(CALL, [f"{address}?as={who}&device=x", [each]]) == WRONG, (who, each)


@pytest.mark.deep
def test_a_side_is_in_one_page_of_one_phone(board: Table, visit: Visit, shared: str) -> None:
    """A second phone is asked what it is. Of two pages of a phone the last has the side; the other can have it back."""
    nobody_presses_keys_of_another_side(board, shared)
    a = visit("?as=A")
    a.says(message("phase.idle"))
    other = visit(size=TABLET)
    choice = other.page.get_by_role("dialog", name=message("joining.title"))
    expect(choice).to_be_visible()
    expect(choice.get_by_role("button", name=message("joining.side_taken", team="A"))).to_be_disabled()
    press(a, ["A+5"], "A", 5)
    choice.get_by_role("button", name="Keys of B").tap()
    press(other, ["B+2"], "B", 2)
    front(board, "B", 2)
    third = visit("?as=A")
    third.page.get_by_role("dialog", name=message("joining.title")).get_by_role("button", name="Only watch").tap()
    front(third, "A", 5)
    newer = Table(a.page.context.new_page(), a.address)
    newer.page.goto(a.address)
    front(newer, "A", 5)
    a.says(message("joining.replaced"))
    a.page.get_by_role("button", name=message("joining.back")).tap()
    a.says(message("phase.idle"))
    newer.says(message("joining.replaced"))


@pytest.mark.deep
def test_nobody_takes_the_boards_place_while_its_page_is_away(board: Table, visit: Visit) -> None:
    """Its own device has it again; another one only after it was given up."""
    press(board, ["A+5"], "A", 5)
    owner = board.page.context
    board.page.close()
    other = visit(size=TABLET)
    expect(other.page.get_by_role("dialog", name="What is this phone?")).to_be_visible()
    again = Table(owner.new_page(), board.address)
    again.open()
    front(again, "A", 5)
    again.page.locator("#phones-open").click()
    again.page.get_by_role("button", name="Let another device be the board").click()
    expect(again.page.get_by_role("dialog", name="What is this phone?")).to_be_visible()
    other.open()
    front(other, "A", 0)


@pytest.mark.deep
def test_a_phone_that_was_locked_or_lost_its_network_comes_back(board: Table, visit: Visit) -> None:
    """What happened meanwhile is there at once, and the light is the board's."""
    a = visit("?as=A")
    a.says(message("phase.idle"))
    with a.clicked("A+2"):
        expect(board.cap("A+2")).to_have_class("cap cap-2 down")
        a.page.evaluate(HIDDEN, True)
        expect(board.page.locator("#phones-who")).to_have_text(message("phones.nobody"))
        expect(board.cap("A+2")).not_to_have_class("cap cap-2 down")
    front(board, "A", 2)
    a.page.evaluate(HIDDEN, False)
    front(a, "A", 2)
    a.page.reload()
    front(a, "A", 2)
    press(a, ["A+5"], "A", 7)
    a.page.wait_for_function(LIT)
    a.page.context.set_offline(True)
    a.says(message("joining.lost"))
    a.tap("A+5")
    a.page.context.set_offline(False)
    expect(a.page.locator("#phase")).not_to_contain_text(message("joining.lost"))
    press(a, ["A+2"], "A", 9)
    assert all("ERR_INTERNET_DISCONNECTED" in complaint for complaint in a.complaints)
    a.complaints.clear()
    a_key_that_was_held_is_let_go_when_nothing_is_heard_any_more(board, a)


def a_key_that_was_held_is_let_go_when_nothing_is_heard_any_more(board: Table, a: Table) -> None:
    """The network goes without a word, as a phone's does: the line stays open, nothing comes."""
    silent: list[str] = []

    def carry(line: WebSocketRoute) -> None:
        to_board = line.connect_to_server()

        def said(sent: str | bytes) -> None:
            if silent:
                line.send("{}")  # the phone believes that it is heard
            else:
                to_board.send(sent)
            if sent == "[0,true]":
                silent.append("from here on")

        line.on_message(said)

    a.page.route_web_socket("**/table*", carry)
    a.page.reload()
    front(a, "A", 9)
    board.speed("Paused")
    with a.clicked("A+1"):
        expect(board.cap("A+1")).to_have_class("cap cap-1 down")
        expect(board.cap("A+1")).to_have_class("cap cap-1")
    board.speed("1×")
    front(board, "A", 10)


@pytest.mark.deep
def test_the_board_goes_and_comes_back(visit: Visit) -> None:
    """A phone is there before it. Then its page is loaded again, hidden, closed; its power is cut."""
    a = visit("?as=A")
    a.says("The board’s page is not there.")
    a.page.locator("#menu").tap()
    open_folds(a.page)
    a.page.locator("#judge-menu").tap()
    expect(a.page.locator("#drawer")).to_be_hidden()
    board = visit(size=TABLET)
    board.is_on()
    a.says(message("phase.idle"))
    press(a, ["A+5"], "A", 5)
    board.page.reload()
    board.is_on()
    front(a, "A", 5)
    a.says(message("phase.idle"))
    board.page.evaluate(HIDDEN, True)
    a.says("The board’s page is not there.")
    board.page.evaluate(HIDDEN, False)
    a.says(message("phase.idle"))
    with board.drawer() as page:
        page.get_by_role("button", name="Power", exact=True).click()
        a.says(message("joining.power"))
        page.get_by_role("button", name="Power", exact=True).click()
        a.says(message("phase.idle"))
    page = board.page.context.new_page()
    board.page.close()
    # At the latest when the room has heard nothing of it for SILENT_S.
    a.says("The board’s page is not there.")
    again = Table(page, board.address)
    again.open()
    press(a, ["A+1"], "A", 6)
    front(again, "A", 6)


@pytest.mark.deep
def test_four_teams_with_names_are_on_one_screen_and_axe_finds_no_fault(board: Table, visit: Visit) -> None:
    board.set_up("acc", teams=4)
    with board.drawer() as page:
        page.get_by_label("Team C", exact=True).fill("Chloé")
        page.get_by_role("button", name=message("setup.send")).click()
    board.page.locator("#phones-open").click()
    assert complaints(board, "#phones") == []
    board.page.keyboard.press("Escape")
    c, watcher = (visit(behind, device_scale_factor=1) for behind in ("?join", "?as=watch"))
    expect(c.page.get_by_role("button", name="Keys of A")).to_be_visible()
    assert complaints(c, "dialog[open]") == []
    c.page.get_by_role("button", name="Keys of Chloé").tap()
    press(c, ["C+5"], "C", 5)
    expect(c.seat("C").locator(".seat-name")).to_have_text("Chloé")
    for table in (c, watcher):
        front(table, "C", 5)
        for width, height in ((320, 568), SIDEWAYS, (768, 1024)):
            table.page.set_viewport_size({"width": width, "height": height})
            table.page.evaluate("new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))")
            faults = table.page.evaluate(FAULTS)
            assert not faults, (width, height, faults[:6])
        with table.drawer():
            assert complaints(table, "html" if table is c else "#drawer") == []
    board.page.once("dialog", lambda dialog: dialog.accept())
    board.set_up("acc", teams=2)
    expect(c.page.get_by_role("dialog")).to_contain_text(message("joining.gone", team="C"))


def test_slow_pages_miss_light_but_no_key_and_no_result() -> None:
    waiting: dict[str, object] = {}
    for news in ({"frame": "1", "keys": [1], "results": ["a"], "sounds": 1}, {"frame": "2", "keys": [2], "sounds": 2}):
        merge(waiting, news)
    assert waiting == {"frame": "2", "keys": [1, 2], "results": ["a"], "sounds": 3}
    merge(waiting, {"on": {}, "results": ["b"]})
    assert waiting["results"] == ["b"]


@pytest.mark.deep
def test_it_works_by_the_machines_name_without_https(browser: Browser, shared: str) -> None:
    """As phones see it: a browser then has neither service workers nor locks, nor ids made at random."""
    name = socket.gethostname().lower()
    rules = f"--host-resolver-rules=MAP {name} 127.0.0.1"
    flags = ["--no-sandbox", "--disable-gpu", rules]
    plain = shared.replace("127.0.0.1", name)
    with browser.browser_type.launch(executable_path=program("Chromium"), args=flags) as insecure:
        tablet = Table(insecure.new_page(viewport={"width": 1024, "height": 768}), plain)
        tablet.open()
        phone = Table(insecure.new_page(viewport={"width": 390, "height": 844}), f"{plain}?as=B")
        phone.page.goto(phone.address)
        assert phone.page.evaluate("isSecureContext") is False
        phone.says(message("phase.idle"))
        for key in ("B+5", "OK"):
            phone.click(key)
        front(phone, "B", 5)
        front(tablet, "B", 5)
        assert all("Cross-Origin-Opener-Policy" in complaint for complaint in tablet.complaints + phone.complaints)


@pytest.mark.deep
def test_two_pages_of_a_board_do_not_write_one_flash(board: Table) -> None:
    """Where a browser has no locks, the page that was opened last is the board; the other one is put off."""
    without = "Object.defineProperty(navigator, 'locks', { value: undefined })"
    newer = Table(board.page.context.new_page(), board.address)
    newer.page.add_init_script(without)
    newer.open()
    board.says("The board is on the table in another page of this device.")
    press(newer, ["A+2"], "A", 2)
    board.page.add_init_script(without)
    board.page.get_by_role("button", name=message("stage.use_here")).click()
    board.is_on()
    front(board, "A", 2)
    newer.says("The board is on the table in another page of this device.")


def test_a_machine_on_no_network_cannot_share(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_way(*_: object) -> None:
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", no_way)
    done = CliRunner().invoke(app, ["sim", "--share"])
    assert done.exit_code == 1
    assert done.output == ("this machine is on no network: connect it to the one your phones are on\n")
    assert web_app.invitation(8121, "x") == {"address": "", "qr": ""}
