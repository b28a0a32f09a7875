"""Fixtures: a real browser at the captain's page, with virtual boards behind its Web Serial."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser import address, browser
from tests.usb.pty_boards import Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.captain.captain_page import Desk
    from tests.captain.websocket_ports import Ports

__all__ = ["address", "browser"]


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
def visit(browser: Browser, address: str, boards: Table, ports: Ports) -> Iterator[Callable[..., Desk]]:
    """A captain's page in a browser of its own; the bridge to the boards is none that the page's policy would allow."""
    from tests.captain.captain_page import Desk

    with contextlib.ExitStack() as stack:

        def made(**options: object) -> Desk:
            defaults = {"viewport": {"width": 1280, "height": 800}, "bypass_csp": True, "accept_downloads": True}
            context = stack.enter_context(browser.new_context(**{**defaults, **options}))  # type: ignore[arg-type]
            return Desk(context, address, boards, ports)

        yield made


@pytest.fixture
def desk(visit: Callable[..., Desk]) -> Iterator[Desk]:
    """The page on a laptop, open."""
    opened = visit()
    opened.open()
    yield opened
    assert opened.complaints == []


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """The captain's page, whose modules are asked."""
    with browser.new_context(locale="en") as context:
        opened = context.new_page()
        opened.goto(f"{address}captain/")
        yield opened
