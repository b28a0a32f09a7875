"""Fixtures of folders whose tests look at pages: a Chromium, and `cribboard sim`. Their conftest imports them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import cache, partial
from typing import TYPE_CHECKING

import pytest

from tests.installed import program

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

_QUIET = ("--disable-background-networking", "--disable-component-update", "--disable-sync")
_SIM = (sys.executable, "-m", "host_tools", "sim", "--no-open")
_FLAGS = ("--no-sandbox", "--disable-gpu", *_QUIET)


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


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where `cribboard sim` serves the page."""
    with subprocess.Popen(_SIM, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        announcement = next(line for line in server.stdout if "http://" in line)
        yield announcement.split()[announcement.split().index("at") + 1]
        server.terminate()
