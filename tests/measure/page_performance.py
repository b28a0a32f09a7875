"""Benchmark of the page in Chromium: bytes, time to first key, key-to-pixel latency, idle processor use, memory."""

import re
from collections.abc import Iterator
from statistics import median, quantiles
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

from tests.measure.headless_browser import browser
from tests.measure.slow_line import slow_line

VISITS = 5
PHONE_SLOWDOWN = 4
"""Chromium's processor throttling factor for a mid-range phone."""
SLOW_LINES = {"400 kbit/s, 400 ms": (400_000, 400), "1.6 Mbit/s, 150 ms": (1_600_000, 150)}
"""Bits a second in each direction, and milliseconds there and back."""
PRESSES = 200
MANY_PRESSES = 2000
REST_MS = 5000
_LONGEST_MS = 120_000
"""A first visit through the slowest line takes a quarter of it."""

_RECORD_TIMINGS = """
new MutationObserver((_, watch) => {
  const board = document.querySelector("#board");
  if (!board || board.hasAttribute("data-loading")) return;
  window.ready = performance.now();
  watch.disconnect();
}).observe(document, { subtree: true, childList: true, attributes: true });

// From a key's event to the first frame of the screen after the plate was drawn.
window.latencies = [];
let pressed = 0;
addEventListener("keydown", (event) => (pressed = event.timeStamp), true);
const { clearRect } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.clearRect = function (...box) {
  if (pressed) {
    const since = pressed;
    pressed = 0;
    const shown = new MessageChannel();
    shown.port1.onmessage = () => window.latencies.push(performance.now() - since);
    requestAnimationFrame(() => shown.port2.postMessage(0));
  }
  return clearRect.apply(this, box);
};
"""
_READ_TIMINGS = """() => ({
  first_paint_ms: performance.getEntriesByName("first-contentful-paint")[0].startTime,
  ready_ms: window.ready,
})"""

Figures = dict[str, float]


def measure() -> dict[str, Figures]:
    """Measure the page, served from this machine, and return the figures by subject.

    Times of visits are medians, in ms from the start of the navigation, on a laptop and on a phone (a processor slowed
    down PHONE_SLOWDOWN times). Raises UnavailableError, FetchError.
    """
    with browser() as (chromium, address):
        cold, warm = zip(*(measure_visits(chromium, address, 1) for _ in range(VISITS)), strict=True)
        phone = [measure_visits(chromium, address, PHONE_SLOWDOWN)[0] for _ in range(VISITS)]
        figures = {"laptop, first visit": _median(cold), "laptop, next visit": _median(warm), "phone": _median(phone)}
        for name, (bits_s, delay_ms) in SLOW_LINES.items():
            figures[f"laptop, first visit, {name}"] = measure_slow_visit(chromium, address, bits_s, delay_ms)
        figures["transfer, first visit"] = measure_transfer(chromium, address)
        for name, slowdown in (("laptop", 1), ("phone", PHONE_SLOWDOWN)):
            figures[f"press to pixels, {name}"] = measure_latency(chromium, address, slowdown, PRESSES)
        figures["at rest"] = measure_idle_processor(chromium, address, REST_MS)
        return figures | {"memory": measure_memory(chromium, address, MANY_PRESSES)}


def measure_visits(chromium: Browser, address: str, slowdown: int) -> tuple[Figures, Figures]:
    """Return the timings of a new visitor's first visit, and of the second."""
    with chromium.new_context() as context:
        page, _ = _visitor(context, slowdown)
        return _visit(page, address), _visit(page, address)


def measure_slow_visit(chromium: Browser, address: str, bits_s: int, delay_ms: int) -> Figures:
    """Return the timings of a new visitor's first visit through a slow line."""
    port = urlsplit(address).port
    assert port
    with slow_line(port, bits_s, delay_ms) as slow, chromium.new_context() as context:
        page, _ = _visitor(context, 1)
        return _visit(page, f"http://127.0.0.1:{slow}/")


def measure_transfer(chromium: Browser, address: str) -> Figures:
    """Return what is fetched until the page accepts keys: kB of response bodies as sent, and number of requests."""
    with chromium.new_context(service_workers="block") as context:
        sizes: list[int] = []
        context.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
        page, _ = _visitor(context, 1)
        _visit(page, address)
        page.wait_for_timeout(500)
        return {"kB": round(sum(sizes) / 1000, 1), "requests": len(sizes)}


def measure_latency(chromium: Browser, address: str, slowdown: int, presses: int) -> Figures:
    """Return percentiles of the milliseconds from a key's event to the screen frame that shows it."""
    with chromium.new_context() as context:
        page, _ = _visitor(context, slowdown)
        _begin_game(page, address)
        _press(page, presses, pause_ms=60)
        # The frame after the last key.
        page.wait_for_timeout(300)
        latencies = page.evaluate("window.latencies")
    percentiles = quantiles(latencies, n=100)
    return {"p50_ms": round(percentiles[49], 1), "p99_ms": round(percentiles[98], 1)}


def measure_idle_processor(chromium: Browser, address: str, ms: int) -> Figures:
    """Return the share of one core, in per cent, that the browser uses on an idle page, over `ms`."""
    with chromium.new_context() as context:
        page, _ = _visitor(context, 1)
        _visit(page, address)
        page.wait_for_timeout(3000)
        session = chromium.new_browser_cdp_session()
        before = _processor_seconds(session)
        page.wait_for_timeout(ms)
        return {"core_percent": round(100_000 * (_processor_seconds(session) - before) / ms, 2)}


def measure_memory(chromium: Browser, address: str, presses: int) -> Figures:
    """Return the page's JavaScript heap before and after `presses` key presses, in megabytes."""
    with chromium.new_context() as context:
        page, session = _visitor(context, 1)
        _begin_game(page, address)
        before = _heap_mb(session)
        _press(page, presses, pause_ms=5)
        page.wait_for_timeout(1000)
        return {"before_mb": before, "after_mb": _heap_mb(session)}


def _visitor(context: BrowserContext, slowdown: int) -> tuple[Page, CDPSession]:
    """Open a page with the timing script and a processor slowed down by this factor."""
    page = context.new_page()
    page.add_init_script(_RECORD_TIMINGS)
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    return page, session


def _visit(page: Page, address: str) -> Figures:
    """Load the page, wait until it accepts keys, and return its timings."""
    page.goto(address, timeout=_LONGEST_MS)
    page.wait_for_function("() => window.ready", timeout=_LONGEST_MS)
    return page.evaluate(_READ_TIMINGS)


def _begin_game(page: Page, address: str) -> None:
    """Load the page as a new visitor, and answer what a first visit asks, as it stands."""
    _visit(page, address)
    page.locator("#new-begin").click()
    page.locator("#new").wait_for(state="hidden")


def _press(page: Page, presses: int, pause_ms: int) -> None:
    """Press +5 and BACK of team A in turn, `pause_ms` apart: nothing is ever pegged."""
    for index in range(presses):
        page.keyboard.press("er"[index % 2])
        page.wait_for_timeout(pause_ms)


def _processor_seconds(session: CDPSession) -> float:
    return sum(process["cpuTime"] for process in session.send("SystemInfo.getProcessInfo")["processInfo"])


def _heap_mb(session: CDPSession) -> float:
    session.send("HeapProfiler.collectGarbage")
    return round(session.send("Runtime.getHeapUsage")["usedSize"] / 1e6, 2)


def _median(visits: tuple[Figures, ...] | list[Figures]) -> Figures:
    return {name: round(median(visit[name] for visit in visits)) for name in visits[0]}


def report_rows(figures: dict[str, Figures]) -> Iterator[tuple[str, str, str]]:
    """Yield rows of the printed report: what is measured, the figure, no goal."""
    for measured, values in figures.items():
        for key, value in values.items():
            match = re.fullmatch(r"(.*)_(ms|mb|percent)", key)
            label, unit = match.groups() if match else (key, "")
            unit = {"mb": "MB", "percent": "%"}.get(unit, unit)
            yield f"{measured}: {label.replace('_', ' ')}", f"{value:g} {unit}".rstrip(), ""
