"""Makes README's picture: the page in a real browser, in the middle of a game.

    python -m host_tools.sim.screenshot

Needs the `test` extra and a Chromium on the PATH.
"""

import sys

from playwright.sync_api import Page

from host_tools.sim.browse import BrowserError, browser
from host_tools.sim.content import PAGE
from host_tools.sim.micropython import FetchError

PICTURE = PAGE / "screenshot.png"
SIZE = {"width": 1440, "height": 740}

# Team A's keys are Q W E R, team B's U I O P: +1, +2, +5, BACK.
_MOVES = ("eeeeww", "ooooii", "eeew", "ooi", "eeeew", "ooooiu", "eeq", "ooii")
_PENDING = "eeww"


def main() -> None:
    try:
        with browser() as (running, address):
            page = running.new_page(viewport=SIZE, device_scale_factor=1, locale="en-CA")  # type: ignore[arg-type]
            page.goto(address)
            page.wait_for_selector("#board:not([data-loading])")
            _play(page)
            page.evaluate("scrollTo(0, 0)")
            page.screenshot(path=PICTURE)
    except (BrowserError, FetchError) as error:
        sys.exit(f"screenshot: {error}")
    print(f"Wrote {PICTURE}")


def _play(page: Page) -> None:
    page.get_by_label("4×", exact=True).check()
    for move in _MOVES:
        for key in [*move, "Enter"]:
            page.keyboard.press(key)
    page.get_by_role("row", name="Front peg 74 73").wait_for()
    page.get_by_label("1×", exact=True).check()
    for key in _PENDING:
        page.keyboard.press(key)
    page.get_by_text("Team A counts 14").wait_for()
    page.get_by_label("Paused").check()


if __name__ == "__main__":
    main()
