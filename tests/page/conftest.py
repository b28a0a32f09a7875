"""A real browser at the real page, served by the real command."""

import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.page.table import Table

CRIBBOARD = [sys.executable, "-m", "host_tools"]


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where `cribboard sim` serves the page."""
    with subprocess.Popen([*CRIBBOARD, "sim", "--no-open"], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        told = next(line for line in server.stdout if "http://" in line)
        yield told.split()[told.split().index("at") + 1]
        server.terminate()


@pytest.fixture
def table(browser: Browser, address: str) -> Iterator[Table]:
    """A new visitor's board, on and empty, on a screen that is a tablet's."""
    with browser.new_context(viewport={"width": 820, "height": 1180}, has_touch=True) as context:
        table = Table(context.new_page(), address)
        table.open()
        yield table
        assert table.complaints == []
