"""The page in another engine: it starts, pegs, keeps the game, and needs no network after the first visit.

Firefox as this machine has it, driven by its own protocol, for which no driver has to be fetched.
"""

import socket
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from marionette_driver import By, Wait
from marionette_driver.errors import MarionetteException
from marionette_driver.marionette import Marionette

from host_tools.sim.virtual.scenario_parser import key_number
from tests.installed import program
from tests.page.exported_site import ExportedSite
from tests.patience import PATIENCE_S


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Marionette]:
    running = Marionette(
        bin=program("Firefox"),
        port=free_port(),
        headless=True,
        gecko_log=str(tmp_path / "gecko.log"),
    )
    running.start_session()
    yield running
    running.quit()
    running.cleanup()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


def until(firefox: Marionette, holds: Callable[[Marionette], bool]) -> None:
    """Waits until it holds; a page that is being loaded holds nothing."""
    Wait(firefox, timeout=PATIENCE_S, ignored_exceptions=MarionetteException).until(holds)


def text(firefox: Marionette, selector: str) -> str:
    return firefox.execute_script("return document.querySelector(arguments[0]).textContent", [selector])


def visit(firefox: Marionette, address: str) -> None:
    """Loads the page, again where it is there already, until the board is on."""
    firefox.navigate(address)
    loading = "return document.querySelector('#board').hasAttribute('data-loading')"
    until(firefox, lambda page: not page.execute_script(loading))


def begin(firefox: Marionette) -> None:
    """Answers what a first visit asks, as it stands."""
    until(firefox, lambda page: page.find_element(By.ID, "new-begin").is_displayed())
    firefox.find_element(By.ID, "new-begin").click()
    until(firefox, lambda page: not page.find_element(By.ID, "new").is_displayed())


def peg(firefox: Marionette, names: Iterable[str], front: int) -> None:
    """Pegs a count of A's by OK: at home no rest pegs it."""
    for name in [*names, "OK"]:
        firefox.find_element(By.CSS_SELECTOR, f'[data-key="{key_number(name)}"]').click()
    until(firefox, lambda page: text(page, ".seat.team-A .seat-front") == str(front))


@pytest.mark.deep
def test_firefox_plays_keeps_the_game_and_needs_no_network(firefox: Marionette, tmp_path: Path) -> None:
    with ExportedSite(tmp_path) as site:
        visit(firefox, site.address)
        begin(firefox)
        peg(firefox, ["A+5", "A+2"], 7)
        visit(firefox, site.address)
        peg(firefox, ["A+1"], 8)
        until(firefox, lambda page: "Kept on this device" in text(page, "#offline"))
        site.close()
        visit(firefox, site.address)
        peg(firefox, ["A+5"], 13)
