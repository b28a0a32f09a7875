"""Makes README's picture: the page in a real browser, in the middle of a game.

    python -m host_tools.sim.screenshot

Needs the `test` extra and a Chromium on the PATH.
"""

import shutil
import sys
import threading
from pathlib import Path

import uvicorn
from playwright.sync_api import Page, sync_playwright

from host_tools.sim import micropython, server

PICTURE = server.PAGE / "screenshot.png"
SIZE = {"width": 1440, "height": 740}

# Team A's keys are Q W E R, team B's U I O P: +1, +2, +5, BACK.
_MOVES = ("eeeeww", "ooooii", "eeew", "ooi", "eeeew", "ooooiu", "eeq", "ooii")
_PENDING = "eeww"


def main() -> None:
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if browser is None:
        sys.exit("No browser to take the picture with: install chromium.")
    with server.listen(None) as listening:
        app = server.application(micropython.package_dir())
        running = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="off"))
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            _take(browser, server.address(listening), PICTURE)
        finally:
            running.should_exit = True
            thread.join()
    print(f"Wrote {PICTURE}")


def _take(browser: str, address: str, picture: Path) -> None:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
        page = running.new_page(viewport=SIZE, device_scale_factor=1)  # type: ignore[arg-type]
        page.goto(address)
        page.wait_for_selector("#board:not([data-loading])")
        _play(page)
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=picture)
        running.close()


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
