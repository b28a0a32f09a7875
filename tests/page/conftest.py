"""Fixtures: a real browser at the real page, served by the real command."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host_tools.i18n import LANGUAGES
from host_tools.sim import page_files
from tests.browser import address, browser, device

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

    from tests.page.board_page import Table

__all__ = ["address", "browser", "device"]

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


@pytest.fixture
def visit(device: Callable[..., BrowserContext], address: str) -> Iterator[Callable[..., Table]]:
    """Opens the page on somebody's device, as `device` takes it. No console has a complaint at the end.

    `preset` as `Table` has it; a tablet's screen, where no other is named.
    """
    from tests.page.board_page import Table

    tables = []

    def come(size: tuple[int, int] = (820, 1180), preset: str = "acc", **options: object) -> Table:
        table = Table(device(**options).new_page(), address, preset)
        tables.append(table)
        table.page.set_viewport_size({"width": size[0], "height": size[1]})
        table.open()
        return table

    yield come
    assert [table.complaints for table in tables if table.complaints] == []


@pytest.fixture
def table(visit: Callable[..., Table]) -> Table:
    """A new visitor's board, on and empty."""
    return visit(has_touch=True)
