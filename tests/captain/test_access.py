"""The captain's page for everybody: any screen, keyboard, screen readers, no Web Serial, no network."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.axe_violations import violations
from tests.captain.captain_page import Desk
from tests.page.exported_site import ExportedSite
from tests.page.test_access import SMALL, UNNAMED
from tests.page.test_start import STRICT, WITH_WASM
from tests.patience import PATIENCE_MS
from tests.usb.cli_process import cribboard
from tests.usb.pty_boards import AGREED
from tests.usb.uf2_builder import micropython

VIEWS = ("boards", "results", "setup", "judge", "flash")
SIZES = [(1280, 800), (844, 390), (320, 568)]


def faults(page: Page) -> list[str]:
    """Of one view: what axe finds, and on each screen what is too small, has no name, or is too wide. The screen is the
    smallest then."""
    return [*(fault for size in SIZES for fault in faults_at(page, size)), *violations(page)]


def faults_at(page: Page, size: tuple[int, int]) -> list[str]:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    found = [
        *page.evaluate(SMALL.replace(".tick > input", "[type=checkbox]")),
        *page.evaluate(UNNAMED),
        *(["scrolls"] if wide else []),
    ]
    return [f"{size}: {fault}" for fault in found]


@pytest.mark.deep
def test_no_view_has_a_fault_on_any_screen(visit: Callable[..., Desk]) -> None:
    desk = visit(locale="fr", color_scheme="dark", device_scale_factor=1)
    desk.open()
    desk.connect(1)
    judged(desk)
    for name in VIEWS:
        view = desk.view(name)
        if name == "results":
            view.locator("#read").click()
            expect(desk.page.locator("#lines tr")).to_have_count(1)
        desk.page.evaluate("document.querySelectorAll('details').forEach((fold) => (fold.open = true))")
        assert faults(desk.page) == [], name
    assert desk.complaints == []


def judged(desk: Desk) -> None:
    """A game is over."""
    desk.view("judge")
    desk.fill(judge__op="award", judge__holes="121", judge__reason="x")
    desk.send("judge")
    expect(desk.page.locator("#judge-answer")).not_to_have_text("")
    desk.boards.boards[1].play(AGREED)


@pytest.mark.deep
def test_everything_is_done_by_keyboard(desk: Desk) -> None:
    """A board is connected, and a judge decides."""
    desk.plug(1)
    tab_to(desk, "connect")
    desk.page.keyboard.press("Enter")
    expect(desk.card(1)).to_contain_text("no game begun")
    desk.page.locator("#views a").nth(3).focus()
    desk.page.keyboard.press("Enter")
    tab_to(desk, "judge-holes")
    desk.page.keyboard.type("2")
    tab_to(desk, "judge-reason")
    desk.page.keyboard.type("renege")
    desk.page.keyboard.press("Enter")
    expect(desk.page.locator("#judge-answer")).to_contain_text("asks")
    desk.boards.boards[1].play(AGREED)
    expect(desk.page.locator("#judge-answer")).to_contain_text("decided: game 1: A 2")


def tab_to(desk: Desk, wanted: str) -> None:
    for _ in range(40):
        desk.page.keyboard.press("Tab")
        if desk.page.evaluate("document.activeElement.id") == wanted:
            return
    raise AssertionError(f"{wanted} is not reached by Tab")


@pytest.mark.deep
def test_without_web_serial_it_says_which_browsers_have_it_and_what_else_there_is(
    device: Callable[..., BrowserContext], address: str
) -> None:
    page = device(device_scale_factor=1).new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    page.add_init_script("Object.defineProperty(Navigator.prototype, 'serial', { get: () => undefined })")
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.goto(f"{address}captain")
    assert page.url == f"{address}captain/"
    expect(page.locator("#without")).to_contain_text("recent Chrome on Android")
    expect(page.locator("#without")).to_contain_text("cribboard")
    expect(page.locator("#connect")).to_be_hidden()
    assert faults(page) == []
    page.locator("#views a").last.click()
    expect(page.locator("#view-flash")).to_contain_text("BOOTSEL")
    assert complaints == []


@pytest.mark.deep
def test_an_exported_page_offers_new_boards_files_and_works_without_a_network(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "RPI_PICO.uf2").write_bytes(micropython("pico"))
    cribboard("image", "--micropython", tmp_path / "RPI_PICO.uf2", tmp_path)
    with (
        ExportedSite(tmp_path, images=[tmp_path / "new-board-pico-2-tracks.uf2"]) as site,
        browser.new_context(service_workers="allow") as context,
    ):
        page = context.new_page()
        page.goto(f"{site.address}captain/")
        expect(page.locator("#offline")).to_have_text("Kept on this device: it works without a network.")
        site.close()
        page.reload()
        expect(page.locator("#boards-count")).to_contain_text("No board is connected")
        page.locator("#views a").last.click()
        offered = page.locator("#new-boards a")
        expect(offered).to_have_text("new-board-pico-2-tracks.uf2")
        assert page.evaluate(SIZE, "new-board-pico-2-tracks.uf2") > 512
        assert page.evaluate(FITTING) > 50_000
        assert page.evaluate(VERIFIED) == "not a result line"
        page.goto(site.address)
        expect(page.get_by_role("dialog", name="New game")).to_be_visible()


SIZE = "(href) => fetch(href).then((answer) => answer.arrayBuffer()).then(({ byteLength }) => byteLength)"
VERIFIED = """async () => {
  const { verifyLines } = await import("./js/verify_lines.js");
  return verifyLines(["{}"]).then(([{ wrong }]) => wrong, (fault) => fault.text);
}"""
FITTING = """async () => {
  const { fittingImage } = await import("./js/images.js");
  const { files, bytes } = await fittingImage("armv6m", "rp2");
  const all = await Promise.all(Object.keys(files).map(bytes));
  return all.reduce((sum, { length }) => sum + length, 0);
}"""


@pytest.mark.deep
def test_results_are_verified_under_a_strict_policy_that_grants_webassembly(browser: Browser, tmp_path: Path) -> None:
    with ExportedSite(tmp_path) as site, browser.new_context() as context:
        page = context.new_page()
        for policy, words in ((WITH_WASM, "not a result line"), (STRICT, "'wasm-unsafe-eval'")):
            site.headers["Content-Security-Policy"] = policy
            page.goto(f"{site.address}captain/")
            assert words in page.evaluate(VERIFIED)


@pytest.mark.deep
def test_without_web_serial_players_do_not_fetch_what_is_the_captains(browser: Browser, address: str) -> None:
    with browser.new_context(service_workers="allow") as context:
        page = context.new_page()
        page.add_init_script("delete Navigator.prototype.serial")
        fetched: list[str] = []
        context.on("request", lambda request: fetched.append(request.url))
        page.goto(address)
        kept = "Kept on this device: it works without a network."
        expect(page.locator("#offline")).to_have_text(kept, timeout=PATIENCE_MS)
        assert [url for url in fetched if "/captain/" in url] == []


@pytest.mark.deep
def test_the_captains_page_is_kept_with_that_for_builders(browser: Browser, tmp_path: Path) -> None:
    with ExportedSite(tmp_path) as site, browser.new_context(service_workers="allow") as context:
        page = context.new_page()
        page.add_init_script(KEPT)
        page.goto(f"{site.address}builders.html")
        page.evaluate("window.kept")
        site.close()
        page.goto(f"{site.address}captain/")
        expect(page.locator("#boards-count")).to_contain_text("No board is connected")


KEPT = """window.kept = new Promise((done) => {
  navigator.serviceWorker.addEventListener("message", ({ data }) => data.kept === "captain/" && done());
});"""


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("other.uf2", "is not called new-board-….uf2"),
        ("new-board-x.uf2", "has no board’s firmware in it"),
        ("none.uf2", "No such file"),
    ],
)
def test_a_file_for_no_new_board_is_refused(tmp_path: Path, name: str, words: str) -> None:
    if name != "none.uf2":
        (tmp_path / name).write_bytes(micropython("pico"))
    (line,) = cribboard("sim", "--export", tmp_path / "site", "--image", tmp_path / name, ok=False).splitlines()
    assert words in line
    assert not (tmp_path / "site").exists()
    assert "--image goes with --export" in cribboard("sim", "--image", tmp_path / name, ok=False)
