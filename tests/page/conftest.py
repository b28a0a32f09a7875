"""A real browser at the real page, served by the real command."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from host_tools.sim import page_files
from tests.page.table import Table

CRIBBOARD = [sys.executable, "-m", "host_tools"]


@pytest.fixture(scope="session")
def page_modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which Node runs scripts with the page's own modules."""
    folder = tmp_path_factory.mktemp("page")
    shutil.copytree(page_files.PAGE / "js", folder / "js")
    (folder / "words.js").write_text(page_files.words(), encoding="utf-8")
    (folder / "package.json").write_text('{"type": "module"}')
    return folder


@pytest.fixture
def table(browser: Browser, address: str) -> Iterator[Table]:
    """A new visitor's board, on and empty, on a screen that is a tablet's."""
    with browser.new_context(viewport={"width": 820, "height": 1180}, has_touch=True) as context:
        table = Table(context.new_page(), address)
        table.open()
        yield table
        assert table.complaints == []
