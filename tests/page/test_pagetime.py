"""First paint and ready-to-play time are measured; how long they take is asserted nowhere."""

import pytest
from playwright.sync_api import Browser
from typer.testing import CliRunner

from host_tools.cli import app
from host_tools.sim import browse, pagetime


def test_visits_are_measured(browser: Browser, address: str) -> None:
    for told in pagetime.visits(browser, address, 1):
        assert 0 < told["first_paint_ms"] <= told["ready_ms"]


def test_a_machine_without_a_browser_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browse, "_BROWSERS", ())
    done = CliRunner().invoke(app, ["bench", "--page"])
    assert done.exit_code == 1
    assert done.output == "cribboard bench: no browser to look with: install chromium\n"
