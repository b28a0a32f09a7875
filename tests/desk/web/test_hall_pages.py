"""Tests of the message to the hall, the round's clock and the calls of tables."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import read_audit_log
from host_tools.desk.events.hall_notices import (
    RoundClock,
    continue_clock,
    hall_notices,
    pause_clock,
    post_message,
    start_clock,
)
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import seat_next
from tests.desk.web.conftest import ELSEWHERE, Visitor, pages
from tests.desk.web.test_browser import PHONE, visit

__all__ = ["visit"]

NOW = datetime(2026, 3, 6, 19, 0, tzinfo=UTC)


def tell(director, **form):
    return director.post("/director/hall/message", form)


def set_clock(director, action, **form):
    return director.post("/director/hall/clock", {"action": action, "minutes": "45", **form})


def test_the_hall_sees_a_message_until_it_is_taken_away(director, phone):
    paths = ("/", "/player/1", "/standings", "/wall", "/director/round/1")
    assert tell(director, text="Coffee <b>now</b>").status_code == 303
    for path in paths:
        reader = director if path.startswith("/director") else phone
        assert "Coffee &lt;b&gt;now&lt;/b&gt;" in reader.text(path), path
    assert "Coffee" in director.text("/director/diary")
    tell(director, remove="1")
    assert not [path for path in paths if "Coffee" in director.text(path)]


def test_a_message_is_as_long_as_the_wall_can_show(director):
    assert tell(director, text="x" * 140).status_code == 303
    answer = tell(director, text="x" * 141)
    assert (answer.status_code, "up to 140 characters, not 141" in answer.text) == (422, True)


def test_a_clock_runs_stands_runs_on_and_ends_with_its_round(night):
    night.do(start_clock, 45, NOW, by="Ruth")
    clock = night.ask(hall_notices).clock
    assert clock.remaining(NOW + timedelta(minutes=40)) == 300
    assert clock.remaining(NOW + timedelta(hours=2)) == 0
    night.do(pause_clock, NOW + timedelta(minutes=10), by="Ruth")
    assert night.ask(hall_notices).clock == RoundClock(None, 35 * 60)
    night.do(continue_clock, NOW + timedelta(minutes=20), by="Ruth")
    assert night.ask(hall_notices).clock.ends == int((NOW + timedelta(minutes=55)).timestamp())
    night.do(seat_next, by="Ruth")
    assert night.ask(hall_notices).clock is None


def test_a_clock_does_only_what_it_can(night):
    for action, why in ((pause_clock, "no clock is running"), (continue_clock, "no clock is paused")):
        with pytest.raises(DeskError, match=why):
            night.do(action, "Ruth")
    for minutes in (0, 601):
        with pytest.raises(DeskError, match="1 to 600 minutes"):
            night.do(start_clock, minutes, by="Ruth")
    night.do(start_clock, 1, NOW, by="Ruth")
    with pytest.raises(DeskError, match="no clock is running"):
        night.do(pause_clock, NOW + timedelta(minutes=1), by="Ruth")


def test_wall_and_phones_show_the_clock_that_the_director_sets(director, phone):
    set_clock(director, "start", minutes="30")
    for path in ("/wall", "/player/1", "/"):
        assert re.search(r'data-left="1800" data-ends="\d+"', phone.text(path)), path
    set_clock(director, "pause")
    assert "Paused at:" in phone.text("/")
    set_clock(director, "continue")
    assert "data-ends" in phone.text("/")
    set_clock(director, "remove")
    assert "round-clock" not in phone.text("/wall")
    assert set_clock(director, "wind").status_code == 400


def call(phone, who="1"):
    path = f"/player/{who}/call"
    return phone.post(path)


def test_a_phone_calls_the_director_to_its_table(night, app, director, phone):
    table = next(one for one in night.ask(round_view).tables if "1" in one.ids["A"] + one.ids["B"])
    other = next(code for codes in table.ids.values() for code in codes if code != "1")
    assert call(phone).headers["Location"] == "/player/1"
    assert f"The director sees that table {table.table} asks" in phone.text("/player/1")
    assert (
        f"Table {table.table} has asked already"
        in Visitor(app).post(f"/player/{other}/call", follow_redirects=True).text
    )
    page = director.text("/director/check")
    assert page.count(f"Table {table.table} asks for you") == 1
    going = re.search(r'action="(/director/hall/call/\d+)"', page)[1]
    assert director.post(going).status_code == 303
    assert "asks for you" not in director.text("/director/check")
    assert director.post(going).status_code == 422
    assert [entry.what for entry in night.ask(read_audit_log, "called", "answered")] == ["called", "answered"]


def test_a_table_does_not_call_without_end(night, director, phone):
    for _ in range(4):
        assert call(phone).status_code == 303
    assert call(phone).status_code == 429
    assert "Too many wrong passwords" not in call(phone).text


def test_one_phone_does_not_call_for_everybody(night, app, phone):
    players = [table.ids[side][0] for table in night.ask(round_view).tables for side in "AB"]
    assert [call(phone, who).status_code for who in players[:5]] == [303] * 4 + [429]
    assert call(Visitor(app, REMOTE_ADDR="192.168.1.21"), players[6]).status_code == 303


def test_who_has_no_table_calls_nobody(desk):
    desk.create("acc", 3, rounds=2)
    desk.do(seat_next, by="me")
    phone = Visitor(pages(desk), **ELSEWHERE)
    out = next(str(number) for number in (1, 2, 3) if "You sit out" in phone.text(f"/player/{number}"))
    assert "/call" not in phone.text(f"/player/{out}")
    assert "has no table now" in phone.text(f"/player/{out}/call", 404)
    assert phone.get("/player/nobody/call").status_code == 422


def test_a_call_without_the_page_s_token_is_none(night, phone):
    assert phone.client.post("/player/1/call", **phone.place).status_code == 400
    assert night.ask(hall_notices).calls == ()


def test_hall_and_calls_are_the_director_s(phone):
    for path in ("/director/hall/message", "/director/hall/clock", "/director/hall/call/1"):
        assert phone.client.post(path, environ_base=ELSEWHERE).status_code in (400, 403)
    assert "asks for you" not in phone.text("/")


def test_a_phone_counts_down_by_the_desk_s_time(night, serve, visit):
    """The phone's own clock is an hour off."""
    night.do(start_clock, 6, by="Ruth")
    page = visit(f"{serve(night)}/player/1", PHONE)
    clock = page.locator("#round-clock")
    expect(clock.locator("b")).to_have_text(re.compile(r"[56]:\d\d"))
    expect(clock).not_to_have_class(re.compile("late"))
    page.clock.run_for(65_000)
    expect(clock.locator("b")).to_have_text(re.compile(r"4:\d\d"))
    expect(clock).to_have_class(re.compile("late"))
    page.clock.run_for(300_000)
    expect(clock.locator("b")).to_have_text("Time is up")


def test_sound_is_offered_where_it_has_to_be_switched_on(night, serve, visit):
    night.do(start_clock, 6, by="Ruth")
    page = visit(f"{serve(night)}/wall")
    sheet = page.locator("main").get_attribute("data-here")
    page.clock.run_for(1000)
    page.get_by_role("button", name="Sound on").click()
    page.clock.run_for(1000)
    expect(page.get_by_role("button", name="Sound on")).to_be_hidden()
    assert page.locator("main").get_attribute("data-here") == sheet


@pytest.mark.deep
@pytest.mark.parametrize("size", [(1024, 768), (1920, 1080)])
def test_a_message_and_a_clock_leave_the_wall_its_screen(desk, serve, visit, size):
    desk.create("acc", 40, rounds=3)
    desk.do(seat_next, by="me")
    desk.do(
        post_message,
        "Break in ten minutes: coffee is at the back of the hall, and the second table of prizes.",
        by="Ruth",
    )
    desk.do(start_clock, 60, by="Ruth")
    page = visit(f"{serve(desk)}/wall", {"width": size[0], "height": size[1]})
    assert page.evaluate("document.documentElement.scrollHeight") <= size[1]
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
