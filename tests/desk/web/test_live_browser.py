"""Browser tests of live pages: director, wall, phone, and broken streams."""

import re
import threading
import time
from itertools import cycle

import pytest
from playwright.sync_api import expect

from host_tools.desk.events.public_scores import change_score_delay
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.live.board_registry import LiveTables
from host_tools.desk.rounds.round_view import round_view
from host_tools.i18n import message
from tests.axe_violations import violations
from tests.desk.live.board_payloads import hear, here, state
from tests.desk.web import visual_checks
from tests.desk.web.test_browser import (
    ASKS_MS,
    LAPTOP,
    LONG,
    PHONE,
    TURN_MS,
    seat_by_another,
    signed_in,
    type_in,
    visit,
)

__all__ = ["visit"]

TV = {"width": 1920, "height": 1080}
TABLET = {"width": 1024, "height": 768}
UPRIGHT = {"width": 768, "height": 1024}
SIDEWAYS = {"width": 844, "height": 390}
SMALL = {"width": 320, "height": 640}
WIDE = {"width": 2560, "height": 1440}
LIVE_TURN_MS = 15_000


class Boards:
    """The boards of a hall, one a table, and the desk that hears them."""

    def __init__(self):
        self.tables, self.sequence, self.heard = LiveTables(), 0, threading.Event()
        self.changed = lambda: None

    async def listen(self, changed):
        """In the place of the connection to a broker."""
        self.changed = changed
        self.heard.set()

    def say(self, table, *scores, **fields):
        self.heard.wait(30)
        self.sequence += 1
        uid, more = f"{table:016x}", {"counting": [0] * len(scores), "games": [0] * len(scores)}
        hear(self.tables, uid, "here", here(), time.monotonic())
        said = state(s=self.sequence, table=table, scores=list(scores), **more | fields)
        hear(self.tables, uid, "state", said, time.monotonic())
        self.changed()


@pytest.fixture
def boards():
    return Boards()


@pytest.fixture
def hall(night, serve, boards):
    """A desk that hears boards; its address."""
    return serve(night, boards.tables, boards.listen)


@pytest.mark.deep
def test_the_director_sees_pegs_counts_and_troubles_as_they_come(hall, night, visit, boards):
    page = signed_in(visit(hall), hall)
    page.get_by_role("link", name="Live").click()
    rows = page.locator("#live-tables tbody tr")
    expect(rows).to_have_count(4)
    boards.say(3, 87, 92, counting=[5, 0], phase="pending")
    row = rows.filter(has=page.get_by_role("rowheader", name="3", exact=True))
    expect(row).to_contain_text("+5 87")
    expect(row).to_contain_text("counting")
    boards.say(4, 0, 0, trouble=6)
    expect(rows.first).to_contain_text(message("desk.live.trouble.board"))
    expect(rows.first).to_contain_text(message("desk.live.fault.6"))
    type_in(night, 1, 1, 121, 77)
    expect(rows.filter(has_text="final")).to_contain_text("121")
    page.get_by_role("button", name="Seat round 2").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 2 of 3")


@pytest.mark.deep
def test_a_round_that_another_desk_seats_and_a_form_half_filled_in(hall, night, visit, boards):
    page = signed_in(visit(hall), hall)
    page.goto(f"{hall}/director/live")
    page.get_by_label(message("event.scores.title")).select_option("5")
    seat_by_another(night)
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 2 of 3")
    expect(page.get_by_label(message("event.scores.title"))).to_have_value("5")
    page.get_by_role("button", name="Change", exact=True).click()
    expect(page.get_by_role("status").first).to_contain_text("5 minutes later")


@pytest.mark.deep
def test_the_wall_follows_pegs_the_closest_game_and_skunks(hall, visit, boards):
    page = visit(f"{hall}/wall", TV)
    boards.say(1, 100, 97)
    expect(page.locator("#live-1")).to_contain_text("100")
    expect(page.locator("#watch")).to_contain_text("97")
    boards.say(2, 118, 84)
    expect(page.locator("#watch")).to_contain_text("needs 7")
    page.clock.run_for(LIVE_TURN_MS)
    expect(page.get_by_role("heading", level=1)).to_have_text(message("desk.wall.seating", round=1))
    boards.say(1, 105, 97)
    for _ in range(2):
        following = page.locator("main").get_attribute("data-following")
        page.clock.run_for(TURN_MS)
        expect(page.locator("main")).not_to_have_attribute("data-following", following)
    expect(page.locator("#live-1")).to_contain_text("105")


def test_a_phone_shows_its_own_table_and_moves_to_the_next(hall, night, visit, boards):
    seat = night.ask(round_view).tables[1]
    page = visit(f"{hall}/player/{seat.ids['A'][0]}", PHONE, has_touch=True, is_mobile=True)
    boards.say(seat.table, 44, 31)
    mine = page.locator("#my-table")
    expect(mine).to_contain_text("44")
    expect(mine).to_contain_text(seat.sides["B"][0])
    boards.say(seat.table, 121, 90, phase="game-over")
    expect(mine).to_contain_text("The game is over")
    seat_by_another(night)
    expect(page.locator(".where")).to_contain_text("Round 2")
    after = next(one for one in night.ask(round_view).tables if seat.ids["A"][0] in [*one.ids["A"], *one.ids["B"]])
    boards.say(after.table, 7, 12, round=2)
    expect(mine).to_contain_text("12")


@pytest.mark.deep
def test_a_phone_that_was_out_of_reach_says_so_and_then_shows_how_it_is(hall, night, visit, boards):
    seat = night.ask(round_view).tables[1]
    page = visit(f"{hall}/player/{seat.ids['A'][0]}", PHONE)
    boards.say(seat.table, 44, 31)
    mine, lost = page.locator("#my-table"), page.get_by_text("The desk does not answer. It was so at")
    expect(mine).to_contain_text("44")
    page.context.set_offline(True)
    page.clock.run_for(ASKS_MS)
    expect(lost).to_be_visible()
    boards.say(seat.table, 50, 31)
    expect(mine).to_contain_text("44")
    page.context.set_offline(False)
    expect(mine).to_contain_text("50")
    expect(lost).to_be_hidden()


@pytest.mark.deep
def test_where_streams_are_broken_pages_ask_every_two_seconds(hall, night, visit, boards):
    seat = night.ask(round_view).tables[1]
    page = visit(f"{hall}/stamp", PHONE)
    page.route(re.compile(r"/live/table/\d+/\d+$"), lambda route: route.abort())
    page.goto(f"{hall}/player/{seat.ids['A'][0]}")
    boards.say(seat.table, 44, 31)
    page.clock.run_for(ASKS_MS)
    expect(page.locator("#my-table")).to_contain_text("44")
    seat_by_another(night)
    page.clock.run_for(ASKS_MS)
    expect(page.locator(".where")).to_contain_text("Round 2")


@pytest.mark.deep
def test_where_the_wall_s_stream_is_broken_it_asks(hall, visit, boards):
    page = visit(f"{hall}/stamp", TV)
    page.route(re.compile(r"/live/wall$"), lambda route: route.abort())
    page.goto(f"{hall}/wall")
    boards.say(1, 44, 31)
    page.clock.run_for(ASKS_MS)
    expect(page.locator("#live-1")).to_contain_text("44")
    page.context.set_offline(True)
    page.clock.run_for(ASKS_MS)
    expect(page.get_by_text("The desk does not answer")).to_be_visible()


def test_the_wall_shows_a_new_round_at_once(hall, night, visit):
    page = visit(f"{hall}/wall", TV)
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 1: live")
    seat_by_another(night)
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 2: live")


def test_without_javascript_a_page_is_what_it_was_when_it_came(hall, night, visit, boards):
    seat = night.ask(round_view).tables[1]
    boards.say(seat.table, 44, 31)
    page = visit(f"{hall}/player/{seat.ids['A'][0]}", PHONE, java_script_enabled=False)
    expect(page.locator("#my-table")).to_contain_text("44")


@pytest.mark.deep
def test_scores_that_the_director_hides_leave_wall_and_phone_at_once(hall, night, visit, boards):
    seat = night.ask(round_view).tables[1]
    wall = visit(f"{hall}/wall", TV)
    phone = visit(f"{hall}/player/{seat.ids['A'][0]}", PHONE)
    boards.say(seat.table, 113, 88)
    for page, part in ((wall, f"#live-{seat.table}"), (phone, "#my-table")):
        expect(page.locator(part)).to_contain_text("113")
    night.do(change_score_delay, None, by="Sam")
    expect(wall.locator("main")).not_to_contain_text("113")
    expect(phone.locator("#my-table")).not_to_contain_text("113")
    expect(phone.locator("main")).to_contain_text("The director shows the scores later")
    expect(wall.locator("footer")).to_contain_text("The director shows the scores later")


@pytest.mark.deep
@pytest.mark.parametrize(("players", "kind"), [(28, "acc"), (19, "auclair")])
def test_the_wall_fits_its_screen_in_letters_for_a_hall(desk, serve, visit, boards, players, kind):
    desk.create(kind, entries=[Entry(i, f"{LONG} {i}") for i in range(1, players + 1)], rounds=3)
    seat_by_another(desk)
    address = serve(desk, boards.tables, boards.listen)
    for one in desk.ask(round_view).tables:
        boards.say(one.table, *[118, 84, 100, 97][: len(one.sides)], games=[1] * len(one.sides))
    page = visit(f"{address}/wall", TV, locale="fr-CA")
    expect(page.locator("#live-1")).to_contain_text("118")
    for size, scheme in zip((TV, TABLET, UPRIGHT, WIDE), cycle(("light", "dark"))):
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate("document.documentElement.scrollHeight") <= size["height"], size
        assert visual_checks.amiss(page) == {}, size
        inside = "(row) => row.scrollHeight <= row.clientHeight + 2 && row.scrollWidth <= row.clientWidth + 2"
        assert page.locator("li.live").first.evaluate(inside), size
    page.set_viewport_size(TV)
    least = 1080 / 22 if kind == "acc" else 1080 / 40
    for part in (".who", ".pegs"):
        size = page.locator(f"li.live {part}").first.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")
        assert size >= least
    assert violations(page) == []


@pytest.mark.deep
def test_live_pages_can_be_read_on_every_screen_by_day_and_night(desk, serve, visit, boards):
    desk.create("acc", entries=[Entry(i, f"{LONG} {i}") for i in range(1, 9)], rounds=3)
    seat_by_another(desk)
    address = serve(desk, boards.tables, boards.listen)
    for table in (1, 2, 3):
        boards.say(table, 87, 92, counting=[0, 12], games=[1, 0], trouble=table, waiting=table, refused=table)
    boards.say(9, 1, 2)
    page = signed_in(visit(address), address)
    for path in ("director/live", "player/1"):
        page.goto(f"{address}/{path}")
        for size, scheme in zip((SMALL, PHONE, SIDEWAYS, LAPTOP, WIDE), cycle(("light", "dark"))):
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme)
            assert visual_checks.amiss(page) == {}, (path, size)
        assert violations(page) == [], path


@pytest.mark.deep
def test_who_goes_by_keys_keeps_the_place_while_tables_change(hall, visit, boards):
    page = signed_in(visit(hall), hall)
    page.goto(f"{hall}/director/live")
    page.locator("#ahead summary").click()
    button = page.get_by_role("button", name="Seat round 2")
    button.focus()
    boards.say(2, 30, 20)
    expect(page.locator("#live-tables")).to_contain_text("30")
    expect(button).to_be_focused()
