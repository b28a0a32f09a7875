"""One match of a board without a cable, from the director's button to the result that is acknowledged.

The firmware runs on real MicroPython with sockets, the broker is Mosquitto, the page is followed in Chromium.
"""

import functools
import json

import pytest
from playwright.sync_api import expect

from firmware.config import HOLD_MS
from host_tools.desk.live.board_registry import LiveTables
from host_tools.desk.live.broker_connection import run_live
from host_tools.desk.rounds.round_view import round_view
from tests.desk.live.running_desks import KEY, UID, results_of
from tests.desk.web.test_browser import signed_in, visit
from tests.live.brokers import PASSWORD, hall
from tests.net.remote import Remote

__all__ = ["hall", "visit"]

OK, FIVE, LOSER = 1 << 16, 1 << 2, 1 << 4
COUNTS = [*[FIVE] * 5, OK]
"""Team A counts 25."""


@pytest.fixture
def seats(desk):
    """An event of which no round is seated."""
    return desk.create("acc", 4, rounds=2, key=KEY)


@pytest.fixture
def address(hall, seats, serve):
    """A desk that serves the boards of a real broker."""
    tables = LiveTables()
    work = functools.partial(run_live, hall.broker, seats.opened(), tables)
    return serve(seats, tables, work)


@pytest.fixture
def board(hall, tmp_path):
    found = Remote(tmp_path, hall.port, UID, PASSWORD, event="Night", key=KEY, table=1, sign_off=True)
    yield found
    found.close()


@pytest.mark.deep
def test_a_match_from_the_director_s_button_to_the_acknowledged_result(address, seats, visit, board):
    board(until="connected", waiting=0)
    page = signed_in(visit(address), address)
    page.get_by_role("button", name="Seat round 1").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 1 of 2")
    page.goto(f"{address}/director/live")
    told = board(run=50)
    while told["seating"][0] != 1:
        told = board(run=50)
    view = seats.ask(round_view)
    assert (told["phase"], told["round"]) == ("round", 1)
    assert told["seating"][1] == [view.tables[0].sides[side][0] for side in "AB"]
    row = page.locator("#live-tables tbody tr").filter(has=page.get_by_role("rowheader", name="1", exact=True))
    assert board(keys=[OK])["phase"] == "idle"
    for pegs in (25, 50, 75, 100):
        board(keys=COUNTS)
        board(run=700)
        expect(row).to_contain_text(str(pegs))
    assert board(keys=COUNTS)["phase"] == "sign"
    assert board(keys=[LOSER], ms=HOLD_MS + 200)["results"]
    told = board(until="connected", waiting=0)
    result = json.loads(told["results"][0])
    assert (result["round"], result["table"], result["scores"]) == (1, 1, {"A": 121, "B": 0})
    assert results_of(seats) == [(1, "", "")]
    board(run=1000)  # It publishes its state five times a second.
    expect(row).to_contain_text("final")
    expect(row).to_contain_text("121")
