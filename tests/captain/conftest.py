"""Fixtures: a real browser at the captain's page, with virtual boards behind its Web Serial."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser import address, browser, device
from tests.usb.pty_boards import Table

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

    from tests.captain.captain_page import Desk
    from tests.captain.websocket_ports import Ports

__all__ = ["address", "browser", "device"]


@pytest.fixture(autouse=True)
def _own_sockets(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees the boards of another."""
    folder = tmp_path_factory.mktemp("runtime")
    folder.chmod(0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))


@pytest.fixture
def boards(tmp_path: Path) -> Iterator[Table]:
    """A table, empty; whatever is plugged in is gone afterwards."""
    with contextlib.ExitStack() as stack:
        yield Table(stack, tmp_path / "boards")


@pytest.fixture
def ports() -> Iterator[Ports]:
    from tests.captain.websocket_ports import Ports

    opened = Ports()
    yield opened
    opened.close()


@pytest.fixture
def visit(device: Callable[..., BrowserContext], address: str, boards: Table, ports: Ports) -> Callable[..., Desk]:
    """A captain's page on a laptop; the bridge to the boards is none that the page's policy would allow."""
    from tests.captain.captain_page import Desk

    def made(**options: object) -> Desk:
        page = device(bypass_csp=True, **options).new_page()
        page.set_viewport_size({"width": 1280, "height": 800})
        return Desk(page, address, boards, ports)

    return made


@pytest.fixture
def desk(visit: Callable[..., Desk]) -> Iterator[Desk]:
    """The page on a laptop, open."""
    opened = visit()
    opened.open()
    yield opened
    assert opened.complaints == []


@pytest.fixture
def page(device: Callable[..., BrowserContext], address: str) -> Page:
    """The captain's page, whose modules are asked."""
    opened = device(locale="en").new_page()
    opened.goto(f"{address}captain/")
    return opened
