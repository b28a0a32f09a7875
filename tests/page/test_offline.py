"""After the first visit the page needs no network; a network that fails takes nothing away."""

import hashlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from host_tools.i18n import message
from tests.page.board_page import Table
from tests.page.exported_site import ExportedSite

SIZE = """async (src) => {
  const image = new Image();
  image.src = src;
  await image.decode();
  return `${image.width}x${image.height}`;
}"""
LOOK_FOR_UPDATES = "async () => { await (await navigator.serviceWorker.getRegistration()).update(); }"
"""What browsers do once a day, and at a visit."""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[ExportedSite]:
    with ExportedSite(tmp_path) as running:
        yield running


@pytest.fixture
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(service_workers="allow") as context:
        yield context


def kept(table: Table) -> None:
    """The page has been kept for visits without a network."""
    expect(table.page.locator("#offline")).to_contain_text("Kept on this device")


def peg(table: Table, team: str, front: int) -> None:
    table.type(f"{team}+5")
    table.type("OK")
    table.shows("Front peg", team, front)


def switch(table: Table) -> None:
    with table.drawer() as page:
        page.get_by_role("button", name="Power", exact=True).click()


@pytest.mark.deep
def test_an_exported_page_plays_on_when_its_server_is_gone(visitor: BrowserContext, site: ExportedSite) -> None:
    """First visit, server gone, reload, play, power cut, reload."""
    table = Table(visitor.new_page(), site.address)
    table.open()
    kept(table)
    site.close()
    table.page.reload()
    table.is_on()
    peg(table, "A", 5)
    switch(table)
    table.page.get_by_role("button", name="Power on").click()
    table.is_on()
    table.shows("Front peg", "A", 5)
    peg(table, "B", 5)
    table.page.reload()
    table.is_on()
    table.shows("Front peg", "B", 5)
    table.unfold(message("counter.summary"))
    expect(table.page.locator("#counter-answer")).to_contain_text("4 more cards")


@pytest.mark.deep
def test_a_new_version_is_announced_and_taken_when_asked_for(visitor: BrowserContext, site: ExportedSite) -> None:
    """Of a new version only what has changed is fetched."""
    table = Table(visitor.new_page(), site.address)
    table.open()
    kept(table)
    newer(site)
    fetched: list[str] = []
    visitor.on("request", lambda request: request.service_worker and fetched.append(request.url.rpartition("/")[2]))
    table.page.reload()
    table.is_on()
    assert table.page.evaluate("window.newer") is None
    take(table)
    table.is_on()
    expect(table.page.locator("#update")).to_be_hidden()
    assert "micropython.wasm" not in fetched


@pytest.mark.deep
def test_pages_left_open_since_the_first_visit_take_a_new_version_too(
    visitor: BrowserContext, site: ExportedSite
) -> None:
    """Also one that a server which goes by dates says is older than what the browser has; a tab that waits for the
    board takes it with the other. Which of the two then has the board is open."""
    table = Table(visitor.new_page(), site.address)
    table.open()
    kept(table)
    other = visitor.new_page()
    other.goto(site.address)
    os.utime(newer(site), (0, 0))
    table.page.evaluate(LOOK_FOR_UPDATES)
    take(table)
    other.wait_for_function("() => window.newer")


def take(table: Table) -> None:
    """The new version is offered, and has the page once it is taken.

    The condition is a function: the page's content policy lets no text be evaluated again and again.
    """
    table.page.get_by_role("button", name="Use it").click()
    table.page.wait_for_function("() => window.newer")


def newer(site: ExportedSite) -> Path:
    """Another version is put on the server, as an export would; returns the file that is another."""
    changed = site.folder / "js" / "main.js"
    old_digest = hashlib.sha256(changed.read_bytes()).hexdigest()
    changed.write_text(changed.read_text() + "\nwindow.newer = true;\n")
    worker = site.folder / "sw.js"
    worker.write_text(worker.read_text().replace(old_digest, hashlib.sha256(changed.read_bytes()).hexdigest()))
    # The server goes by the second: what changed in the second of the visit is to it what the browser has.
    for written in (changed, worker):
        os.utime(written, (time.time(), time.time() + 10))
    return changed


@pytest.mark.deep
def test_without_a_network_nothing_offers_to_erase(browser: Browser, address: str) -> None:
    """A browser that keeps no copy: the board cannot be started again, and is told to wait."""
    with browser.new_context() as context:
        table = Table(context.new_page(), address)
        table.open()
        peg(table, "A", 5)
        context.set_offline(True)
        switch(table)
        table.page.get_by_role("button", name="Power on").click()
        fault = table.page.get_by_role("dialog", name=message("fault.title"))
        expect(fault).to_contain_text("There is no network")
        expect(fault).not_to_contain_text("rase")
        context.set_offline(False)
        fault.get_by_role("button", name=message("fault.restart")).click()
        table.is_on()
        table.shows("Front peg", "A", 5)


@pytest.mark.deep
def test_it_can_be_installed_and_the_screen_stays_awake_while_a_game_is_on(
    visitor: BrowserContext, address: str
) -> None:
    table = Table(visitor.new_page(), address)
    table.page.add_init_script(WAKE)
    table.open()
    it_can_be_installed(table.page, address)
    the_screen_stays_awake_while_a_game_is_on(table)


def it_can_be_installed(page: Page, address: str) -> None:
    manifest = page.request.get(f"{address}manifest.webmanifest").json()
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        answer = page.request.get(f"{address}{icon['src']}")
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            assert page.evaluate(SIZE, icon["src"]) == icon["sizes"]
    session = page.context.new_cdp_session(page)
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error for error in errors if error["errorId"] != "in-incognito"] == []


WAKE = """
window.locks = [];
Object.defineProperty(navigator, "wakeLock", { value: { request: async (kind) => {
  const lock = { kind, released: false, release() { this.released = true; } };
  window.locks.push(lock);
  return lock;
} } });
"""


def the_screen_stays_awake_while_a_game_is_on(table: Table) -> None:
    """Headless browsers have no screen to keep awake: what is asked of them is looked at."""
    assert table.page.evaluate("window.locks.length") == 0
    peg(table, "A", 5)
    table.page.wait_for_function("() => window.locks.length === 1 && !window.locks[0].released")
    switch(table)
    table.page.wait_for_function("() => window.locks[0].released")
