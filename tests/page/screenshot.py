"""Makes the screenshot of the README of host_tools/sim: the page in a real browser, in the middle of a game.

    python -m tests.page.screenshot

Needs the `test` extra and a Chromium on the PATH.
"""

import sys
from pathlib import Path

from playwright.sync_api import Page

from host_tools.sim.npm import FetchError
from tests.measure import UnavailableError
from tests.measure.headless_browser import browser

PICTURE = Path(__file__).parents[2] / "host_tools" / "sim" / "screenshot.png"
SIZE = {"width": 1440, "height": 760}

# Team A's keys are Q W E R, team B's U I O P: +1, +2, +5, BACK.
_MOVES = ("eeeeww", "ooooii", "eeew", "ooi", "eeeew", "ooooiu", "eeq", "ooii")
_PENDING = "eeww"
_NAMES = ("Anna", "Ben")


def main() -> None:
    """Write the picture of the page in the middle of a game; exit with a message if there is no browser."""
    try:
        with browser() as (running, address):
            page = running.new_page(viewport=SIZE, device_scale_factor=1, locale="en-CA")  # type: ignore[arg-type]
            page.goto(address)
            page.wait_for_selector("#board:not([data-loading])")
            _play_to_scene(page)
            page.screenshot(path=PICTURE)
    except (UnavailableError, FetchError) as error:
        sys.exit(f"screenshot: {error}")
    print(f"Wrote {PICTURE}")


def _play_to_scene(page: Page) -> None:
    """Give both players names, and press keys until the page shows the scene of the picture."""
    for field, name in zip(page.locator("#new-names input").all(), _NAMES, strict=True):
        field.fill(name)
    page.locator("#new-begin").click()
    page.locator("#new").wait_for(state="hidden")
    for move in _MOVES:
        for key in [*move, "Enter"]:
            page.keyboard.press(key)
    page.locator(".team-B .seat-front", has_text="73").wait_for()
    for key in _PENDING:
        page.keyboard.press(key)
    page.locator(".team-A .seat-pending", has_text="+14").wait_for()


if __name__ == "__main__":
    main()
