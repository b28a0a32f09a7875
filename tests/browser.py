"""Fixtures of folders whose tests look at pages: a Chromium, and `cribboard sim`. Their conftest imports them."""

from __future__ import annotations

import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import pytest

from tests.installed import program

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Playwright

_QUIET = ("--disable-background-networking", "--disable-component-update", "--disable-sync")
_COMMAND = (sys.executable, "-m", "host_tools", "sim", "--no-open")
_FLAGS = ("--no-sandbox", "--disable-gpu", "--renderer-process-limit=1", *_QUIET)
"""A page has the process of a `device`'s small page, from its first moment on."""
_KEEP = """async (address) => {
  window.kept = await WebAssembly.compileStreaming(fetch(`${address}micropython/micropython.wasm`));
}"""
"""The small page keeps MicroPython compiled for all pages of its process."""


@cache
def _playwright() -> Playwright:
    """A process can drive but one."""
    return pytest.importorskip("playwright.sync_api").sync_playwright().start()


@cache
def _chromium() -> Browser:
    """One for all folders and pages."""
    running = _playwright().chromium.launch(executable_path=program("Chromium"), args=list(_FLAGS))
    # The offline cache would fetch every file of the page a second time for each visitor; test_offline allows it.
    running.new_context = partial(running.new_context, service_workers="block")  # type: ignore[method-assign]
    return running


@cache
def _stop() -> None:
    _chromium().close()
    _playwright().stop()


@pytest.fixture(scope="session")
def browser(request: pytest.FixtureRequest) -> Browser:
    """Chromium as this machine has it. Every folder has this fixture: the first to end must not stop it for others."""
    request.config.add_cleanup(_stop)
    return _chromium()


@cache
def _sim() -> tuple[subprocess.Popen[str], str]:
    """One for all folders, as it takes four seconds of processor to start; and its address."""
    server = subprocess.Popen(_COMMAND, stdout=subprocess.PIPE, text=True)
    assert server.stdout
    announcement = next(line for line in server.stdout if "http://" in line)
    return server, announcement.split()[announcement.split().index("at") + 1]


@cache
def _end_sim() -> None:
    with _sim()[0] as server:
        server.terminate()


@pytest.fixture(scope="session")
def address(request: pytest.FixtureRequest) -> str:
    """Where `cribboard sim` serves the page. As with `browser`, no folder's fixture stops it."""
    request.config.add_cleanup(_end_sim)
    return _sim()[1]


@cache
def _kept_devices() -> defaultdict[str, list[BrowserContext]]:
    """By what the browser was asked for; those that no test has just now."""
    return defaultdict(list)


@pytest.fixture
def device(browser: Browser, address: str) -> Iterator[Callable[..., BrowserContext]]:
    """A visitor's device, by the options of the browser's context; the page has stored nothing on it, and little moves.

    It is kept for other tests, with a small page of this site. It has a dot for two pixels of a page in each direction,
    which takes the least to draw: who measures what fits asks for `device_scale_factor=1`.
    """
    taken = []

    def take(**options: Any) -> BrowserContext:
        options = {"reduced_motion": "reduce", "device_scale_factor": 0.5, **options}
        free = _kept_devices()[repr(options)]
        context = free.pop() if free else browser.new_context(**options)
        if not context.pages:
            small = context.new_page()
            small.goto(f"{address}style/board-page.css")
            small.evaluate(_KEEP, address)
        taken.append((free, context))
        return context

    yield take
    for free, context in taken:
        small, *pages = context.pages
        for page in pages:
            page.close()
        context.set_offline(False)
        context.new_cdp_session(small).send("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "all"})
        free.append(context)
