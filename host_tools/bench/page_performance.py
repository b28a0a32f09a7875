"""Benchmark of the page in Chromium: bytes, time to first key, key-to-pixel latency, idle processor use, memory."""

import re
from statistics import median, quantiles

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

from host_tools.sim.headless_browser import browser

VISITS = 5
PHONE_SLOWDOWN = 4
"""A mid-range phone's processor against a laptop's, as Chromium's own throttling has it."""
PRESSES = 200
MANY_PRESSES = 2000
REST_MS = 5000

_WATCH = """
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
_TIMINGS = """() => ({
  first_paint_ms: performance.getEntriesByName("first-contentful-paint")[0].startTime,
  ready_ms: window.ready,
})"""

Figures = dict[str, float]


def measure() -> dict[str, Figures]:
    """Measure the page and return figures by subject; visits are medians, of a laptop and of a four times slower phone.

    Milliseconds from the start of the navigation, or from a key's event; the server is this machine. Raises
    BrowserError, FetchError.
    """
    with browser() as (running, address):
        cold, warm = zip(*(visits(running, address, 1) for _ in range(VISITS)), strict=True)
        phone = [visits(running, address, PHONE_SLOWDOWN)[0] for _ in range(VISITS)]
        figures = {"laptop, first visit": _median(cold), "laptop, next visit": _median(warm), "phone": _median(phone)}
        figures["transfer, first visit"] = transfer(running, address)
        for name, slowdown in (("laptop", 1), ("phone", PHONE_SLOWDOWN)):
            figures[f"press to pixels, {name}"] = latency(running, address, slowdown, PRESSES)
        figures["at rest"] = idle_processor_share(running, address, REST_MS)
        return figures | {"memory": memory(running, address, MANY_PRESSES)}


def visits(running: Browser, address: str, slowdown: int) -> tuple[Figures, Figures]:
    """Measure a new visitor's first visit, and the second."""
    with running.new_context() as context:
        page, _ = _visitor(context, slowdown)
        return _visit(page, address), _visit(page, address)


def transfer(running: Browser, address: str) -> Figures:
    """Measure what is fetched until the page takes keys: kilobytes on the wire, without headers, and requests."""
    with running.new_context(service_workers="block") as context:
        sizes: list[int] = []
        context.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
        page, _ = _visitor(context, 1)
        _visit(page, address)
        page.wait_for_timeout(500)
        return {"kB": round(sum(sizes) / 1000, 1), "requests": len(sizes)}


def latency(running: Browser, address: str, slowdown: int, presses: int) -> Figures:
    """Measure the milliseconds from a key's event to the frame of the screen that shows it."""
    with running.new_context() as context:
        page, _ = _visitor(context, slowdown)
        _visit(page, address)
        _press(page, presses, pause_ms=60)
        # The frame after the last key.
        page.wait_for_timeout(300)
        latencies = page.evaluate("window.latencies")
    percentiles = quantiles(latencies, n=100)
    return {"p50_ms": round(percentiles[49], 1), "p99_ms": round(percentiles[98], 1)}


def idle_processor_share(running: Browser, address: str, ms: int) -> Figures:
    """Measure the share of one core that the browser's processes use on an idle page, in per cent."""
    with running.new_context() as context:
        page, _ = _visitor(context, 1)
        _visit(page, address)
        page.wait_for_timeout(3000)
        session = running.new_browser_cdp_session()
        before = _processor_seconds(session)
        page.wait_for_timeout(ms)
        return {"core_percent": round(100_000 * (_processor_seconds(session) - before) / ms, 2)}


def memory(running: Browser, address: str, presses: int) -> Figures:
    """Measure the page's JavaScript heap before and after so many presses, in megabytes."""
    with running.new_context() as context:
        page, session = _visitor(context, 1)
        _visit(page, address)
        before = _heap_mb(session)
        _press(page, presses, pause_ms=5)
        page.wait_for_timeout(1000)
        return {"before_mb": before, "after_mb": _heap_mb(session)}


def _visitor(context: BrowserContext, slowdown: int) -> tuple[Page, CDPSession]:
    """Open a page with the timing script and a processor slowed down by this factor."""
    page = context.new_page()
    page.add_init_script(_WATCH)
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    return page, session


def _visit(page: Page, address: str) -> Figures:
    """Load the page until it takes keys; return its timings."""
    page.goto(address)
    page.wait_for_function("() => window.ready")
    return page.evaluate(_TIMINGS)


def _press(page: Page, presses: int, pause_ms: int) -> None:
    """Press keys of both teams in turn, with `pause_ms` between: counts and pegs that end no game."""
    for number in range(presses):
        page.keyboard.press("er"[number % 2])
        page.wait_for_timeout(pause_ms)


def _processor_seconds(session: CDPSession) -> float:
    return sum(process["cpuTime"] for process in session.send("SystemInfo.getProcessInfo")["processInfo"])


def _heap_mb(session: CDPSession) -> float:
    session.send("HeapProfiler.collectGarbage")
    return round(session.send("Runtime.getHeapUsage")["usedSize"] / 1e6, 2)


def _median(visits: tuple[Figures, ...] | list[Figures]) -> Figures:
    return {name: round(median(visit[name] for visit in visits)) for name in visits[0]}


def unit(name: str) -> tuple[str, str]:
    """Split a figure's key into its name and unit: "p50_ms" is p50 in ms."""
    match = re.fullmatch(r"(.*)_(ms|mb|percent)", name)
    words, unit = match.groups() if match else (name, "")
    return words.replace("_", " "), {"mb": "MB", "percent": "%"}.get(unit, unit)
