"""How soon the page is there: the first paint, and the moment from which keys are heard."""

from statistics import median

from playwright.sync_api import Browser, Page

from host_tools.sim.browse import browser

VISITS = 5
PHONE_SLOWDOWN = 4
"""A mid-range phone's processor against a laptop's, as Chromium's own throttling has it."""

_WATCH = """
new MutationObserver((_, watch) => {
  const board = document.querySelector("#board");
  if (!board || board.hasAttribute("data-loading")) return;
  window.ready = performance.now();
  watch.disconnect();
}).observe(document, { subtree: true, childList: true, attributes: true });
"""
_TOLD = """() => ({
  first_paint_ms: performance.getEntriesByName("first-contentful-paint")[0].startTime,
  ready_ms: window.ready,
})"""

Figures = dict[str, float]


def measure() -> dict[str, Figures]:
    """Medians of some visits, by who visits: a laptop's first visit and its next one, and a phone's first.

    Milliseconds from the click on the address; the server is this machine. Raises BrowserError, FetchError.
    """
    with browser() as (running, address):
        cold, warm = zip(*(visits(running, address, 1) for _ in range(VISITS)), strict=True)
        phone = [visits(running, address, PHONE_SLOWDOWN)[0] for _ in range(VISITS)]
    return {"laptop, first visit": _median(cold), "laptop, next visit": _median(warm), "phone": _median(phone)}


def visits(running: Browser, address: str, slowdown: int) -> tuple[Figures, Figures]:
    """A new visitor's first visit, and the second."""
    with running.new_context() as context:
        page = context.new_page()
        page.add_init_script(_WATCH)
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
        return _visit(page, address), _visit(page, address)


def _visit(page: Page, address: str) -> Figures:
    page.goto(address)
    page.wait_for_function("() => window.ready")
    return page.evaluate(_TOLD)


def _median(visits: tuple[Figures, ...] | list[Figures]) -> Figures:
    return {name: round(median(visit[name] for visit in visits)) for name in visits[0]}
