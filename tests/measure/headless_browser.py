"""Opens the virtual board's page in headless Chromium, for pictures and measurements."""

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from playwright.sync_api import Browser, sync_playwright

from host_tools.sim import micropython_package, server
from tests.measure import UnavailableError

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@contextmanager
def browser() -> Iterator[tuple[Browser, str]]:
    """Start Chromium and serve the page (context manager): yields the browser and the page's address.

    Raises UnavailableError, FetchError.
    """
    executable = next(filter(None, map(shutil.which, BROWSERS)), None)
    if executable is None:
        raise UnavailableError("no browser to look with: install chromium")
    with _serve_page() as address, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox", "--disable-gpu"])
        yield chromium, address
        chromium.close()


@contextmanager
def _serve_page() -> Iterator[str]:
    """Serve the page in a thread (context manager): yields its address."""
    with server.listen(None) as listening:
        app = server.application(micropython_package.package_dir())
        running = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="off"))
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield server.address(listening)
        finally:
            running.should_exit = True
            thread.join()
