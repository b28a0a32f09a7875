"""What a first visit fetches until the board is playable: so many files and bytes, whatever the line."""

import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Browser, expect

from host_tools.sim.compression import compressed
from host_tools.sim.page_files import INDEX
from tests.page.board_page import Table
from tests.page.exported_site import FOLDER, ExportedSite

MOST_REQUESTS = 12
MOST_BYTES = 316_000
"""Compressed by Brotli; 192,000 of them are MicroPython."""


def test_a_board_at_home_is_on_after_few_requests_and_bytes(browser: Browser, tmp_path: Path) -> None:
    """In French, which has the longer words."""
    asked: list[str] = []
    with (
        ExportedSite(tmp_path) as site,
        browser.new_context(locale="fr", service_workers="block") as context,
    ):
        context.on("request", lambda request: asked.append(unquote(urlsplit(request.url).path).split(f"{FOLDER}/")[1]))
        table = Table(context.new_page(), site.address)
        table.page.goto(site.address)
        table.is_on()
        fetched = list(asked)
        sizes = {name: _sent_bytes(site.folder / (name or INDEX)) for name in fetched}
        listing = "\n".join(f"{size} {name}" for name, size in sorted(sizes.items(), key=lambda item: -item[1]))
        assert len(fetched) == len(sizes), f"fetched twice:\n{sorted(fetched)}"
        assert len(fetched) <= MOST_REQUESTS, listing
        assert sum(sizes.values()) <= MOST_BYTES, listing
        assert table.complaints == []


def test_streets_of_holes_are_seen_before_any_script_has_come(browser: Browser, address: str) -> None:
    """Where they will be: the seats have their places."""
    with browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block") as context:
        table = Table(context.new_page(), address, preset="")
        table.page.route("**/js/*.js", lambda route: None)
        table.page.goto(address, wait_until="commit")
        expect(table.page.locator("#plate")).to_have_css("background-image", re.compile("radial-gradient"))
        early = table.page.locator(".plate").bounding_box()
        table.page.unroute_all()
        table.page.goto(address)
        table.is_on()
        drawn = table.page.locator(".plate").bounding_box()
        assert early
        assert drawn
        assert early["width"] == drawn["width"]
        assert early["height"] == pytest.approx(drawn["height"], abs=40)
        expect(table.page.locator("#plate")).to_have_css("background-image", "none")


def test_the_board_is_seen_before_its_firmware_has_come(browser: Browser, address: str) -> None:
    """With its keys, which nobody can press yet."""
    with browser.new_context(service_workers="block") as context:
        table = Table(context.new_page(), address, preset="")
        table.page.route("**/board.json", lambda route: None)
        table.page.goto(address)
        expect(table.page.locator("#plate svg")).to_be_visible()
        expect(table.page.locator("#near .cap").first).to_be_visible()
        expect(table.page.locator("#stage")).to_be_in_viewport()
        expect(table.page.locator("#layout")).to_have_attribute("inert", "")
        table.page.unroute_all()


def _sent_bytes(path: Path) -> int:
    """How many bytes a server sends that has the smallest files beside those of an export."""
    plain = path.read_bytes()
    return len(compressed(path.name, plain, "br", smallest=True) or plain)
