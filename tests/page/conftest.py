"""Fixtures: a real browser at the real page, served by the real command."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host_tools.i18n import LANGUAGES
from host_tools.sim import page_files
from tests.browser import address, browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

    from tests.page.board_page import Table

__all__ = ["address", "browser"]

CRIBBOARD = [sys.executable, "-m", "host_tools"]


@pytest.fixture(scope="session")
def page_modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which Node runs scripts with the page's own modules, after `browser.js`: what they ask a browser."""
    folder = tmp_path_factory.mktemp("page")
    shutil.copytree(page_files.PAGE / "js", folder / "js")
    (folder / "messages").mkdir()
    for language in LANGUAGES:
        (folder / "messages" / f"{language}.js").write_text(page_files.messages_js(language), encoding="utf-8")
    (folder / "package.json").write_text('{"type": "module"}')
    page = {"documentElement": {"dataset": {"languages": " ".join(LANGUAGES)}}}
    (folder / "browser.js").write_text(f'Object.assign(globalThis, {{location: {{pathname: "/"}}, document: {page}}});')
    return folder


@pytest.fixture(scope="session")
def _tablet(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(viewport={"width": 820, "height": 1180}, has_touch=True) as context:
        yield context


@pytest.fixture
def table(_tablet: BrowserContext, address: str) -> Iterator[Table]:
    """A new visitor's board, on and empty, on a screen that is a tablet's.

    The browser's context outlives the test, because a new one compiles MicroPython again; nothing is stored in it.
    """
    from tests.page.board_page import Table

    table = Table(_tablet.new_page(), address)
    try:
        table.open()
        yield table
        assert table.complaints == []
    finally:
        _clear(_tablet, address)


def _clear(context: BrowserContext, address: str) -> None:
    """Close all pages; delete what they stored."""
    for page in context.pages:
        page.close()
    blank = context.new_page()
    stored = {"origin": address.rstrip("/"), "storageTypes": "all"}
    context.new_cdp_session(blank).send("Storage.clearDataForOrigin", stored)
    blank.close()
