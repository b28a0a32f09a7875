"""The exported page starts below any path and under a strict policy; where it cannot, it says so within ten seconds."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.board_page import Table
from tests.page.exported_site import ExportedSite
from tests.patience import PATIENCE_MS

STRICT = "default-src 'self'; require-trusted-types-for 'script'"
"""What the browser cannot do without is left out: no policy but one with 'wasm-unsafe-eval' lets WebAssembly run."""
WITH_WASM = f"{STRICT}; script-src 'self' 'wasm-unsafe-eval'"
LATE_MS = 10_000
SET_CLOCK = """(late, ms) => {
  for (const animation of late.getAnimations()) {
    animation.pause();
    animation.currentTime = ms;
  }
}"""


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ExportedSite]:
    with ExportedSite(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture
def site(exported: ExportedSite) -> Iterator[ExportedSite]:
    yield exported
    exported.headers.clear()
    exported.missing.clear()


@pytest.fixture
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    with browser.new_context(locale=getattr(request, "param", "en"), service_workers="allow") as context:
        context.set_default_timeout(PATIENCE_MS)
        expect.set_options(timeout=PATIENCE_MS)
        yield context.new_page()


def after(page: Page, ms: int) -> None:
    """Set the clock of the page's styles to so much since the start began, and stop it there."""
    page.locator("#late").evaluate(SET_CLOCK, ms)


def words_after_ten_seconds(page: Page) -> str:
    late = page.locator("#late")
    after(page, LATE_MS - 1)
    expect(late).to_be_hidden()
    after(page, LATE_MS)
    expect(late).to_be_visible()
    return late.inner_text()


@pytest.mark.deep
def test_it_plays_below_any_path_under_a_strict_policy(page: Page, site: ExportedSite) -> None:
    site.headers["Content-Security-Policy"] = WITH_WASM
    table = Table(page, site.address)
    table.open()
    table.peg("A", 6)
    table.unfold("Count a hand")
    expect(page.locator("#counter-answer")).to_contain_text("4 more cards")
    expect(page.locator("#address")).to_be_hidden()
    expect(page.locator("#offline")).to_contain_text("Kept on this device")
    assert table.complaints == []
    after(page, LATE_MS)
    expect(page.locator("#late")).to_be_hidden()
    page.reload()
    table.is_on()
    table.shows("Front peg", "A", 6)


@pytest.mark.parametrize(
    ("page", "words"), [("en", "does not let the page run WebAssembly"), ("fr", "ne laisse pas")], indirect=["page"]
)
def test_a_policy_without_webassembly_is_named_at_once(page: Page, site: ExportedSite, words: str) -> None:
    site.headers["Content-Security-Policy"] = STRICT
    page.goto(site.address)
    expect(page.locator("#fault-words")).to_contain_text(words)
    expect(page.locator("#fault-words")).to_contain_text("'wasm-unsafe-eval'")


@pytest.mark.deep
def test_a_browser_without_webassembly_is_named_at_once(page: Page, site: ExportedSite) -> None:
    page.route(
        "**/js/worker.js",
        lambda route: route.fulfill(
            content_type="text/javascript",
            body="delete globalThis.WebAssembly;\n" + (site.folder / "js/worker.js").read_text(),
        ),
    )
    page.goto(site.address)
    expect(page.locator("#fault-words")).to_contain_text("no WebAssembly")


@pytest.mark.deep
@pytest.mark.parametrize("missing", ["js/common.js", "js/worker.js", "micropython/micropython.wasm"])
def test_a_missing_file_is_told_at_once(page: Page, site: ExportedSite, missing: str) -> None:
    site.missing.add(missing)
    page.goto(site.address)
    expect(page.locator("#late:visible, #fault:visible")).to_have_count(1)


@pytest.mark.deep
@pytest.mark.parametrize("page", ["fr"], indirect=True)
def test_a_script_that_is_missing_is_named_in_the_readers_language(page: Page, site: ExportedSite) -> None:
    site.missing.add("js/home-page.js")
    page.goto(site.address)
    expect(page.locator("#late p").first).to_contain_text("n’a pas démarré")
    expect(page.locator("#late-error")).to_contain_text("home-page.js")


@pytest.mark.parametrize("path", ["", "captain/"])
@pytest.mark.parametrize("policy", ["", "default-src 'none'; style-src 'self'"])
def test_where_no_script_runs_it_is_told_in_all_languages(
    page: Page, site: ExportedSite, path: str, policy: str
) -> None:
    site.missing.add(f"{path}js/main.js")
    site.headers["Content-Security-Policy"] = policy
    page.goto(site.address + path)
    words = words_after_ten_seconds(page)
    assert "has not started" in words
    assert "n’a pas démarré" in words


def test_a_worker_that_never_answers_is_told(page: Page, site: ExportedSite) -> None:
    page.route("**/js/worker.js", lambda route: route.fulfill(content_type="text/javascript", body=""))
    page.goto(site.address)
    expect(page.locator("#stage")).to_have_text("Loading the board …")
    words = words_after_ten_seconds(page)
    assert "has not started" in words
    assert "n’a pas" not in words


def test_the_captains_page_starts_under_a_strict_policy(page: Page, site: ExportedSite) -> None:
    site.headers["Content-Security-Policy"] = STRICT
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.goto(f"{site.address}captain/")
    expect(page.locator("#views [aria-current]")).to_have_count(1)
    expect(page.locator("#late")).to_be_hidden()
    assert complaints == []


def test_a_missing_file_of_the_captains_page_is_told_at_once(page: Page, site: ExportedSite) -> None:
    site.missing.add("captain/js/deploy.js")
    page.goto(f"{site.address}captain/")
    expect(page.locator("#late")).to_be_visible()
