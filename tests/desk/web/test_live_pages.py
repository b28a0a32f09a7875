"""Tests of live tables on the director's page, the wall and phones, and of who may follow them."""

import json
import math
import urllib.error
import urllib.request
from http.client import HTTPConnection

import pytest

from host_tools.desk.events.public_scores import change_score_delay
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.intake.manual_entry import enter_result
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.web.app import application
from host_tools.desk.web.director_credentials import Director
from host_tools.desk.web.live_feed import Topic
from host_tools.desk.web.live_renderer import LiveView
from host_tools.desk.web.served_event import ServedEvent
from host_tools.i18n import message
from tests.desk.conftest import cards
from tests.desk.live.board_payloads import UID, hear, here, state
from tests.desk.web.conftest import ELSEWHERE, Visitor, pages
from tests.patience import PATIENCE_S

OTHER = "0" * 16


class Clock:
    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def app(night, tables, clock):
    event = night.opened()
    app = application(event, Director(), "127.0.0.1", 0, False, tables)
    app.extensions["live view"] = LiveView(ServedEvent(event), tables, clock)
    return app


@pytest.fixture
def say(tables, clock):
    """A board says how it is."""

    def say(uid=UID, **fields):
        hear(tables, uid, "here", here(), clock.now)
        hear(tables, uid, "state", state(**fields), clock.now)

    return say


def parts(visitor, topic="wall"):
    return json.loads(visitor.text(f"/live/{topic}?once"))


def shown(app, night, clock):
    """The director's tables, by number."""
    with night.opened().reading() as desk:
        hall = app.extensions["live view"].director_hall(desk)
    return {one.row.table: one for one in hall.tables}, hall


def troubles(app, night, clock):
    found, _ = shown(app, night, clock)
    return {table: one.troubles for table, one in found.items() if one.boards}


# -- what a table shows -----------------------------------------------------------------------------------------------


def test_names_are_the_desk_s_and_pegs_the_board_s(night, visitor, say):
    say(table=2, scores=[87, 92], names=["Somebody", "Else"])
    row = parts(visitor)["live-2"]
    (first,), (second,) = night.ask(round_view).tables[1].sides.values()
    assert all(text in row for text in (first, second, ">87<", ">92<"))
    assert "Somebody" not in row
    assert first in parts(visitor, "table/1/2")["my-table"]


@pytest.mark.parametrize("fields", [{"event": "Other"}, {"round": 2}, {"table": 9}, {"friendly": True}])
def test_what_is_not_this_round_s_is_not_shown(visitor, say, fields):
    say(**({"table": 1, "scores": [87, 92]} | fields))
    assert not any(">87<" in html for html in parts(visitor).values())


def test_a_board_with_another_number_of_sides_is_not_shown(visitor, say):
    say(scores=[87, 92, 13], counting=[0] * 3, games=[0] * 3)
    assert ">87<" not in parts(visitor)["live-1"]


@pytest.mark.parametrize(("minutes", "kept"), [(0, 0), (5, 300), (None, 0)])
def test_states_of_thousands_are_kept_for_as_long_as_scores_are_delayed(night, visitor, tables, minutes, kept):
    """Those of half an hour are gigabytes."""
    night.do(change_score_delay, minutes, by="Sam")
    parts(visitor)
    assert tables.delay_s == kept


def test_a_delay_that_is_set_in_a_game_shows_what_was_before(night, visitor, say, clock):
    for number in range(1, 11):
        clock.now += 60
        say(s=number, scores=[number, 0])
        parts(visitor)
    night.do(change_score_delay, 5, by="Sam")
    assert ">5<" in parts(visitor)["live-1"]


def test_two_boards_at_one_table_show_neither_unless_one_is_silent(visitor, say, tables, clock):
    say(scores=[87, 92])
    say(OTHER, scores=[13, 14])
    assert "no board" in parts(visitor)["live-1"]
    hear(tables, UID, "here", here(False), clock.now)
    assert ">13<" in parts(visitor)["live-1"]


def test_phones_of_thousands_see_the_halls_results_together(app, night, clock, say):
    view, topic = app.extensions["live view"], Topic("table", "en", 1, 1)
    view.count_followers = lambda: 2000
    say(scores=[121, 77], phase="game-over")

    def followed():
        return view.render(app, [topic], [topic])[topic]

    before = followed()
    assert view.due_s() == math.inf
    night.do(lambda desk: enter_result(desk.acting("Sam"), 1, 2, cards(desk.event, [121, 90])))
    clock.now += 19
    say(scores=[121, 78], phase="game-over")
    assert followed()["stamp"] == before["stamp"]
    assert ">78<" in followed()["my-table"]
    assert view.due_s() == pytest.approx(1, abs=0.5)
    clock.now += 2
    assert followed()["stamp"] != before["stamp"]


def test_a_phone_that_knows_of_the_next_round_does_not_wait_for_its_table(app, night, say):
    view = app.extensions["live view"]
    view.count_followers = lambda: 2000
    view.render(app, [Topic("table", "en", 1, 1)], ())
    night.do(lambda desk: seat_next(desk.acting("Sam")))
    say(round=2, scores=[33, 6])
    topic = Topic("table", "en", 2, 1)
    assert ">33<" in view.render(app, [topic], [topic])[topic]["my-table"]


def test_a_result_that_is_in_is_what_the_table_shows(night, visitor, say):
    say(scores=[121, 70], phase="game-over")
    assert "over" in parts(visitor)["live-1"]
    night.do(lambda desk: enter_result(desk.acting("Sam"), 1, 1, cards(desk.event, [121, 77])))
    row = parts(visitor)["live-1"]
    assert ">77<" in row
    assert "final" in row


def test_closest_game_and_skunk_watch(visitor, say):
    say(f"{1:016x}", table=1, scores=[100, 97])
    say(f"{2:016x}", table=2, scores=[20, 20])
    say(f"{3:016x}", table=3, scores=[118, 84])
    say(f"{4:016x}", table=4, scores=[115, 55])
    closest, skunks = parts(visitor)["watch"].split("Skunk watch")
    assert ">100<" in closest
    assert ">97<" in closest
    assert "needs 7<" in skunks
    assert "needs 6 (double)" in skunks
    assert skunks.index("needs 7<") < skunks.index("needs 6")


def test_a_silent_board_is_neither_closest_nor_watched(visitor, say, clock):
    say(scores=[118, 84])
    clock.now += 31
    assert "needs" not in parts(visitor)["watch"]
    assert "no news" in parts(visitor)["live-1"]


def test_who_rests_and_who_sits_elsewhere_follow_nothing_of_another_round(visitor, say):
    say(scores=[87, 92])
    assert ">87<" not in parts(visitor, "table/2/1")["my-table"]
    assert ">87<" not in parts(visitor, "table/1/99")["my-table"]


def test_names_are_escaped(desk, say, tables, clock):
    desk.create("acc", entries=[Entry(1, "<b>Bo</b>"), Entry(2, "Al & Co")], rounds=2)
    desk.do(seat_next, by="me")
    event = desk.opened()
    app = application(event, Director(), "127.0.0.1", 0, False, tables)
    assert "&lt;b&gt;Bo" in parts(Visitor(app))["live-1"]
    assert "<b>Bo" not in parts(Visitor(app))["live-1"]


# -- what the director sees -------------------------------------------------------------------------------------------


def test_each_trouble_has_its_name_and_the_worst_comes_first(night, app, say, tables, clock):
    say(f"{1:016x}", table=1, trouble=6)
    say(f"{2:016x}", table=2)
    say(f"{3:016x}", table=3, waiting=2)
    say(f"{4:016x}", table=4)
    say(f"{5:016x}", table=4)
    hear(tables, f"{2:016x}", "here", here(False), clock.now)
    assert troubles(app, night, clock) == {1: ("board",), 2: ("silent",), 3: ("waiting",), 4: ("two",)}
    assert list(shown(app, night, clock)[0]) == [4, 2, 1, 3]


def test_a_table_of_which_no_board_was_heard_and_boards_in_other_rounds(night, app, say, clock):
    say(f"{1:016x}", table=1, round=2)
    night.do(seat_next, by="me")
    night.do(seat_next, by="me")
    say(f"{2:016x}", table=2, round=4)
    assert troubles(app, night, clock) == {1: ("behind",), 2: ("ahead",)}
    assert shown(app, night, clock)[0][3].troubles == ("unheard",)


def test_a_board_that_shows_the_next_round_once_its_table_has_a_result_is_no_trouble(night, app, say, clock):
    night.do(lambda desk: enter_result(desk.acting("me"), 1, 1, cards(desk.event, [121, 90])))
    say(f"{1:016x}", table=1, round=2, phase="round")
    say(f"{2:016x}", table=2, round=2, phase="round")
    assert troubles(app, night, clock) == {1: (), 2: ("ahead",)}


def test_a_board_that_has_gone_is_no_trouble_once_its_table_has_a_result(night, app, say, tables, clock):
    say(f"{1:016x}", table=1, round=1)
    night.do(seat_next, by="me")
    assert troubles(app, night, clock) == {1: ("behind",)}
    night.do(lambda desk: enter_result(desk.acting("me"), 2, 1, cards(desk.event, [121, 90])))
    hear(tables, f"{1:016x}", "here", here(False), clock.now)
    assert troubles(app, night, clock) == {1: ()}


def test_boards_without_a_table(night, app, director, say, tables, clock):
    say(f"{1:016x}", event="Other")
    say(f"{2:016x}", table=9)
    hear(tables, f"{3:016x}", "here", here(), clock.now)
    tables.refuse(f"{3:016x}")
    assert len(shown(app, night, clock)[1].spare) == 3
    page = director.text("/director/live")
    said = ("It is set to another event", "It says round 1, table 9", "It has not said where it is", "1 message from")
    assert [text for text in said if text not in page] == []


def test_a_phase_of_a_newer_board_is_shown_as_it_is(director, say):
    say(phase="pegging-out")
    assert "pegging-out" in director.text("/director/live")


def test_a_notice_waits_for_the_page_that_somebody_opens(director, say):
    """A page that is left refreshes its live parts until the next one is there."""
    say(table=9)
    director.post("/director/live/place", {"board": UID, "table": "3"})
    behind = director.client.get("/director/live", headers={"X-Background": "1"})
    assert "is at table 3 from now on" not in behind.text
    assert "is at table 3 from now on" in director.text("/director/live")


def test_the_next_round_is_seated_and_a_board_placed_from_there(night, director, say):
    say(table=9)
    page = director.text("/director/live")
    assert "Seat round 2" in page
    assert director.post("/director/seat", {"expected": "2", "because": "in advance"}).status_code == 303
    for board, status in ((OTHER, 400), (UID, 303)):
        answer = director.post("/director/live/place", {"board": board, "table": "3"})
        assert answer.status_code == status
    assert "is at table 3 from now on" in director.text("/director/live")
    assert message("event.diary.placed") in director.text("/director/diary")


def test_without_boards_on_a_network_nothing_speaks_of_them(night):
    visitor = Visitor(pages(night)).direct()
    assert "/director/live" not in visitor.text("/director/round/1")
    assert "no board" not in visitor.text("/wall")
    assert "--live" in visitor.text("/director/live")


# -- who may follow ---------------------------------------------------------------------------------------------------


def test_the_director_s_stream_is_for_the_director_at_this_computer(app, visitor, director):
    assert visitor.get("/director/live/stream").status_code == 302
    assert Visitor(app, **ELSEWHERE).get("/director/live/stream").status_code == 403
    assert Visitor(app, **ELSEWHERE).get("/director/live").status_code == 403
    assert director.get("/director/live/stream").content_type.startswith("text/event-stream")


@pytest.mark.parametrize("path", ["/live/wall", "/live/wall?once", "/live/table/1/1", "/director/live/stream"])
def test_a_foreign_name_is_not_answered(visitor, path):
    assert visitor.client.get(path, headers={"Host": "evil.example"}).status_code == 400


def read_stream(address, **headers):
    """The first message of a stream, and its headers."""
    asked = urllib.request.Request(address, headers=headers)
    with urllib.request.urlopen(asked, timeout=PATIENCE_S) as answer:
        lines = iter(answer.readline, b"")
        first = next(line for line in lines if line.startswith(b"data: {"))
        return json.loads(first.removeprefix(b"data: ")), answer.headers


def test_a_stream_is_served_with_the_precautions_of_every_page(night, serve, tables):
    hear(tables, UID, "state", state(scores=[87, 92]), 0.0)
    address = serve(night, tables)
    first, headers = read_stream(f"{address}/live/wall")
    assert "live-1" in first
    assert headers["Content-Type"].startswith("text/event-stream")
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "no-store" in headers["Cache-Control"]
    with pytest.raises(urllib.error.HTTPError, match="400"):
        read_stream(f"{address}/live/wall", Host="evil.example")


def test_a_stream_speaks_its_reader_s_language(night, serve, tables):
    first, _ = read_stream(f"{serve(night, tables)}/live/wall", **{"Accept-Language": "fr-CA"})
    assert "Partie la plus serrée" in first["watch"]


def test_asking_for_a_stream_s_head_does_not_hang(night, serve, tables):
    connection = HTTPConnection(serve(night, tables).removeprefix("http://"), timeout=PATIENCE_S)
    for method, path in (("HEAD", "/live/wall"), ("GET", "/stamp")):
        connection.request(method, path)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200
