"""A director's evening by the desk's pages: eight players, three rounds, a play-off, prizes."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page

from tests.evenings.album import PHONE, Album

_PLAYERS = """Ann Martin\tHarbour
Bo Carter\tHarbour
Cleo Roy\tMill
Dan Hughes\tMill
Eve Gagnon\tHarbour
Fay Lewis\tMill
Gus Tremblay\tHarbour
Hal Scott\tMill"""
_HEADING = {"en": "Name\tClub", "fr": "Nom\tClub"}
_EVENT = {"en": "Friday", "fr": "Vendredi"}
_PASSWORD = "fifteen two, fifteen four"
_SCORES = (
    ((121, 98), (121, 87), (104, 121), (121, 116)),
    ((121, 59), (90, 121), (121, 110), (118, 121)),
    ((121, 101), (121, 93), (87, 121), (121, 75)),
)
"""By round and table: the front pegs of sides A and B."""


@contextmanager
def _desk(folder: Path) -> Iterator[str]:
    """Run `cribboard desk` with its events and its director in a folder (context manager): yields its address."""
    command = (sys.executable, "-m", "host_tools", "desk", "--port", "0", "--folder", str(folder))
    surroundings = {**os.environ, "XDG_DATA_HOME": str(folder / "data")}
    with subprocess.Popen(command, env=surroundings, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout
        found = re.search(r"http://[\d.]+:\d+", running.stdout.readline())
        try:
            assert found
            yield found[0]
        finally:
            running.terminate()


def play(album: Album, folder: Path, page_of_the_board: str) -> None:
    """Play the evening with its files in a folder, and take its pictures; the board's page is not needed."""
    with _desk(folder) as address:
        page = album.open()
        _begin(album, page, address)
        phone = album.open(PHONE)
        _first_round(album, page, phone, address)
        for number in (2, 3):
            _press(page, "form[action='/director/seat'] button:not([name=would])")
            _enter(page, number, range(1, 5))
        _end(album, page, address)


def _press(page: Page, button: str) -> None:
    """Press the last such button, and wait for the page that it leads to."""
    with page.expect_navigation():
        page.locator(button).last.click()


def _enter(page: Page, number: int, tables: range) -> None:
    for table in tables:
        for side, pegs in zip("AB", _SCORES[number - 1][table - 1], strict=True):
            page.locator(f"[name=peg-{table}-{side}]").fill(str(pegs))
    _press(page, f"form:has([name=peg-{tables[-1]}-A]) button")


def _begin(album: Album, page: Page, address: str) -> None:
    page.goto(f"{address}/director/")
    page.locator("[name=name]").fill("Ruth")
    for field in ("password", "again"):
        page.locator(f"[name={field}]").fill(_PASSWORD)
    album.take("password", page)
    _press(page, "form[action='/first-password'] button")
    new = page.locator("form[action^='/director/events/new']")
    new.locator("[name=name]").fill(_EVENT[album.language])
    new.locator("[name=roster]").fill(f"{_HEADING[album.language]}\n{_PLAYERS}")
    new.locator("[name=rounds]").fill("3")
    new.locator("[name=fee]").fill("10")
    album.take("roster", page, "[name=roster]")
    _press(page, "form[action^='/director/events/new'] button")
    album.take("understood", page, "#understood")
    _press(page, "form[action^='/director/events/new'] button")


def _first_round(album: Album, page: Page, phone: Page, address: str) -> None:
    _press(page, "form[action='/director/seat'] button:not([name=would])")
    album.take("seated", page)
    phone.goto(address)
    album.take("find", phone)
    wall = album.open()
    wall.goto(f"{address}/wall")
    album.take("wall", wall)
    wall.close()
    _enter(page, 1, range(1, 4))
    album.take("typed", page)
    page.goto(f"{address}/director/check")
    album.take("check", page)
    page.goto(f"{address}/director/round/1")
    _enter(page, 1, range(4, 5))
    phone.goto(f"{address}/player/1")
    album.take("card", phone)


def _end(album: Album, page: Page, address: str) -> None:
    page.goto(f"{address}/standings")
    album.take("standings", page)
    page.goto(f"{address}/bracket")
    _press(page, "form[action='/director/draw'] button:not([name=would])")
    album.take("bracket", page)
    page.goto(f"{address}/director/prizes")
    album.take("prizes", page)
