"""Tests of the director's live page in an event of several halls: a summary of all, and each hall by itself."""

import json
import re

import pytest

from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.intake.manual_entry import enter_result
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.web.app import application
from host_tools.desk.web.director_credentials import Director
from tests.desk.conftest import cards
from tests.desk.live.board_payloads import hear, here, state
from tests.desk.web.conftest import Visitor

PASSWORD, SOUTH = "a long word", "south has one"
A1, B1 = 10_001, 20_001
SPARE = "00000000000000aa"


@pytest.fixture
def app(desk, tables, tmp_path):
    """Two tables in North and two in South. A1's result is typed, at B1 is a board, and South has a spare one."""
    entries = [Entry(i + 2, f"P{i}", hall=hall) for i, hall in enumerate(["North"] * 4 + ["South"] * 4, 1)]
    desk.create("acc", entries=entries, rounds=3, seed=1)
    desk.do(seat_next, by="me")
    desk.do(lambda desk: enter_result(desk.acting("me"), 1, A1, cards(desk.event, [121, 90])))
    uid = desk.ask(lambda desk: desk.event.uid)
    for board, table in (("00000000000000b1", 1), (SPARE, 0)):
        hear(tables, board, "here", here(), 0.0)
        hear(tables, board, "state", state(event=f"{uid}.2", table=table, scores=[87, 92]), 0.0)
    event, director = desk.opened(), Director(tmp_path / "director.json")
    director.set_password(PASSWORD)
    app = application(event, director, "127.0.0.1", 0, False, tables)
    app.extensions["live view"]._clock = lambda: 1.0
    return app


def sign_in(app, **fields):
    visitor = Visitor(app)
    assert visitor.post("/sign-in", {"name": "Ruth", "password": PASSWORD} | fields).status_code == 303
    return visitor


def live(visitor, hall=""):
    """The page's texts of its halls and of its tables, and the stream's parts."""
    query = f"?hall={hall}" if hall else ""
    html = visitor.text(f"/director/live{query}")
    stream = re.search(r'data-stream="([^"]*)"', html)[1]
    return html, json.loads(visitor.text(stream + ("&" if "?" in stream else "?") + "once"))


def rows(part):
    return re.findall(r'<th scope="row" class="n">(\w+)</th>', part)


def test_the_chief_sees_how_each_hall_stands_and_the_tables_with_trouble(app):
    html, parts = live(sign_in(app))
    assert re.findall(r"\d of \d", parts["live-halls"]) == ["1 of 2", "0 of 2"]
    assert re.findall(r'href="([^"]*)"', parts["live-halls"]) == ["?hall=A", "?hall=B"]
    assert rows(parts["live-tables"]) == rows(html) == ["A2", "B2"], "no board was heard there"


def test_a_hall_is_seen_whole_and_alone(app):
    html, parts = live(sign_in(app), "B")
    assert rows(parts["live-tables"]) == rows(html) == ["B2", "B1"]
    assert SPARE[-6:] in parts["live-spare"]
    assert "of 2" not in parts["live-halls"]
    html, parts = live(sign_in(app), "A")
    assert rows(parts["live-tables"]) == ["A2", "A1"]
    assert SPARE[-6:] not in parts["live-spare"] + html


def test_a_hall_s_director_sees_the_own_hall(app):
    chief = sign_in(app)
    form = {"hall": "B", "password": SOUTH}
    assert chief.post("/director/event/halls/password", form).status_code == 303
    _, parts = live(sign_in(app, password=SOUTH, hall="B"), "A")
    assert rows(parts["live-tables"]) == ["B2", "B1"]


def test_a_hall_without_trouble_says_so(desk, app, tables):
    uid = desk.ask(lambda desk: desk.event.uid)
    for board, hall, table in (("00000000000000a2", 1, 2), ("00000000000000b2", 2, 2)):
        hear(tables, board, "here", here(), 0.0)
        hear(tables, board, "state", state(event=f"{uid}.{hall}", table=table), 0.0)
    _, parts = live(sign_in(app))
    assert rows(parts["live-tables"]) == []
    assert "No table in any hall" in parts["live-tables"]
    assert "<thead>" not in parts["live-tables"]
