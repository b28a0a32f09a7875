"""The codes below a seating list, as a phone photographs them: read by a decoder of others and by the page's."""

import json

import pytest
from playwright.sync_api import expect

from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.web.print_pages import seating_codes
from tests.patience import PATIENCE_MS
from tests.photographs import photograph, read_codes

A4 = {"width": 794, "height": 1123}
PHOTO_PIXELS = 2400

pytestmark = pytest.mark.deep

DETECTOR = """(texts) => {
  window.BarcodeDetector = class { async detect() { return texts.map((rawValue) => ({ rawValue })); } };
}"""
"""What Chrome on Android has, and this Chromium has not: it answers what another decoder has read."""


@pytest.fixture
def codes(desk):
    """The texts of the codes of fifteen tables, twelve a code."""
    desk.create("acc", 30, rounds=2)
    desk.do(seat_next, by="me")
    return seating_codes(desk.name, desk.ask(round_view, 1))


@pytest.fixture
def photo(desk, codes, serve, browser):
    """A photo of the codes on the printed list."""
    with browser.new_context(viewport=A4, device_scale_factor=3) as context:
        page = context.new_page()
        page.goto(f"{serve(desk)}/print/seating/1")
        page.emulate_media(media="print")
        for image in page.locator("figure img").all():
            expect(image).to_have_js_property("complete", True, timeout=PATIENCE_MS)
        return photograph(page.locator(".codes").screenshot(), seed=1, width=PHOTO_PIXELS)


def test_boards_are_told_who_plays_from_a_photo_of_the_list(codes, photo, browser, address, tmp_path) -> None:
    """By the page's own decoder, then by the browser's."""
    texts = read_codes(photo)
    assert sorted(texts) == sorted(codes)
    (tmp_path / "list.jpg").write_bytes(photo)
    with browser.new_context() as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.goto(f"{address}captain/#setup")
        for _ in range(2):
            expect(page.locator("#view-setup")).to_be_visible(timeout=PATIENCE_MS)
            page.locator("#setup-more").evaluate("(fold) => (fold.open = true)")
            page.locator("#seating-photo").set_input_files(tmp_path / "list.jpg")
            expect(page.locator("#seating-about")).to_have_text("Round 1: 15 tables are known.", timeout=PATIENCE_MS)
            page.add_init_script(f"({DETECTOR})({json.dumps(texts)})")
            page.reload()
