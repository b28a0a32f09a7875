"""Browser tests of the desk's pages: mouse, keyboard, phones, wall screen, print."""

import re

import pytest
from playwright.sync_api import expect

from host_tools.desk.events.entrants import withdraw_player
from host_tools.desk.events.event import rounds_seated
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.intake.manual_entry import enter_result
from host_tools.desk.review.findings import find_problems
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.scoring.standings import compute_standings
from host_tools.i18n import message, plural
from tests.axe_violations import violations
from tests.desk.conftest import cards
from tests.desk.web import visual_checks
from tests.desk.web.conftest import PASSWORD
from tests.patience import PATIENCE_MS

PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 800}
ASKS_MS = 2000
TURN_MS = 10_000


@pytest.fixture
def visit(browser):
    """Opens pages as different people; at the end the browser has nothing to say against any of them."""
    contexts, complaints = [], []

    def open_page(address, viewport=LAPTOP, **options):
        context = browser.new_context(viewport=viewport, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        # A refused form is answered with its own status, which the console mentions.
        page.on("console", lambda one: complaints.append(one.text) if "Content Security" in one.text else None)
        page.clock.install()
        page.goto(address)
        return page

    expect.set_options(timeout=PATIENCE_MS)
    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def signed_in(page, address, name="Ruth"):
    page.goto(f"{address}/director/")
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("ound")
    return page


def peg(page, table, side):
    return page.get_by_label(f"Table {table}, front peg of side {side}")


def result(page, table):
    return page.locator(f"#table-{table} .result")


def type_in(desk, number, table, *pegs):
    """Another desk enters a result."""
    desk.do(lambda desk: enter_result(desk.acting("Sam"), number, table, cards(desk.event, list(pegs))))


def seat_by_another(desk):
    desk.do(seat_next, by="Sam")


@pytest.mark.deep
def test_two_rounds_by_mouse(desk, serve, visit):
    desk.create("acc", 6, rounds=2)
    address = serve(desk)
    page = signed_in(visit(address), address)
    for number in (1, 2):
        page.get_by_role("button", name=f"Seat round {number}").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(f"Round {number} of 2")
        for table in (1, 2, 3):
            peg(page, table, "A").fill("121")
            peg(page, table, "B").fill(str(90 + table))
            page.get_by_role("button", name=message("desk.round.enter")).click()
            expect(result(page, table)).to_have_text(f"121–{90 + table}")
        expect(page.locator("#progress")).to_contain_text("All 3 tables have reported")
    page.get_by_role("link", name="Correct of table 2").click()
    page.get_by_label("B, ").first.fill("90")
    page.get_by_label("A, ").first.fill("121")
    page.get_by_label("Reason, to correct").first.fill("misread")
    page.get_by_role("button", name=message("desk.table.enter")).click()
    expect(page.get_by_role("status").first).to_contain_text("points")
    expect(page.locator("#state")).to_contain_text("121–90")
    page.get_by_role("link", name="Standings").click()
    expect(page.get_by_role("table")).to_contain_text(desk.ask(compute_standings)[0].name)
    assert {one.played for one in desk.ask(compute_standings)} == {2}
    assert desk.ask(find_problems) == []


@pytest.mark.deep
def test_two_rounds_by_keys_alone(desk, serve, visit):
    desk.create("acc", 6, rounds=2)
    page = visit(f"{serve(desk)}/sign-in")
    press, write = page.keyboard.press, page.keyboard.type

    def tab_to(name):
        """Goes on until a control of this name has the focus, as somebody without a mouse does."""
        for _ in range(60):
            press("Tab")
            if page.evaluate("document.activeElement.innerText || ''") == name:
                return
        raise AssertionError(f"nothing called {name} can be reached")

    write("Ruth")
    press("Tab")
    write(PASSWORD)
    press("Enter")
    for number in (1, 2):
        expect(page.get_by_role("button", name=f"Seat round {number}")).to_be_visible()
        tab_to(f"Seat round {number}")
        press("Enter")
        expect(peg(page, 1, "A")).to_be_focused()
        for table in (1, 2, 3):
            write("121")
            press("Tab")
            write(str(100 + table))
            press("Tab")
            if table < 3:
                press("Tab")
        press("Shift+Tab")
        press("Enter")
        expect(page.locator("#progress")).to_contain_text("All 3 tables have reported")
    assert {one.played for one in desk.ask(compute_standings)} == {2}
    assert {abs(one.net) <= 60 for one in desk.ask(compute_standings)} == {True}


@pytest.mark.deep
def test_two_browsers_enter_one_table_at_once(night, serve, visit):
    address = serve(night)
    ruth, sam = (signed_in(visit(address), address, name) for name in ("Ruth", "Sam"))
    for page, loser in ((ruth, "90"), (sam, "89")):
        peg(page, 3, "A").fill("121")
        peg(page, 3, "B").fill(loser)
    for page in (ruth, sam):
        page.get_by_role("button", name=message("desk.round.enter")).click()
    expect(result(ruth, 3)).to_have_text("121–90")
    expect(sam.get_by_role("alert")).to_contain_text("Somebody was faster: table 3 has side A 121–90")
    expect(sam.get_by_role("alert")).to_contain_text("entered by Ruth. Yours was not taken. You had typed 121–89.")
    assert night.ask(compute_standings)[0].net == 31


@pytest.mark.deep
def test_what_others_enter_appears_and_what_one_types_stays(night, serve, visit):
    address = serve(night)
    page = signed_in(visit(address), address)
    peg(page, 2, "A").fill("12")
    type_in(night, 1, 1, 121, 77)
    type_in(night, 1, 2, 121, 78)
    page.clock.run_for(ASKS_MS)
    expect(result(page, 1)).to_have_text("121–77")
    expect(peg(page, 2, "A")).to_have_value("12")
    expect(page.locator("#progress")).to_contain_text("2 of 4 tables")
    peg(page, 2, "B").fill("121")
    page.get_by_role("button", name=message("desk.round.enter")).click()
    expect(page.get_by_role("alert")).to_contain_text("entered by Sam")


def test_a_player_s_phone_follows_the_evening(night, serve, visit):
    seat = night.ask(round_view).tables[1]
    page = visit(serve(night), PHONE, has_touch=True, is_mobile=True)
    page.get_by_label(message("desk.home.find")).fill(seat.sides["A"][0])
    page.get_by_role("button", name="Show").tap()
    where = page.locator(".where")
    expect(where).to_contain_text(f"Table {seat.table}")
    expect(where).to_contain_text(seat.sides["B"][0])
    type_in(night, 1, seat.table, 121, 112)
    page.clock.run_for(ASKS_MS)
    expect(page.locator(".card tbody tr").first).to_contain_text("09")
    seat_by_another(night)
    page.clock.run_for(ASKS_MS)
    expect(where).to_contain_text("Round 2")
    page.get_by_role("button", name="Not mine").tap()
    expect(page.locator(".own-result")).to_contain_text("The director sees that this is not your result")
    page.get_by_role("button", name="It is mine after all").tap()
    expect(page.locator(".own-result")).not_to_contain_text("The director")


def test_a_desk_that_is_gone_is_told_and_what_was_shown_stays(night, serve, visit):
    page = visit(f"{serve(night)}/player/1")
    page.context.set_offline(True)
    page.clock.run_for(ASKS_MS)
    expect(page.get_by_text("The desk does not answer")).to_be_visible()
    expect(page.locator(".where")).to_contain_text("Table")
    page.context.set_offline(False)
    seat_by_another(night)
    page.clock.run_for(ASKS_MS)
    expect(page.locator(".where")).to_contain_text("Round 2")
    expect(page.get_by_text("The desk does not answer")).to_be_hidden()


LONG = "Bartholomew Featherstonehaugh-Cholmondeley / Wilhelmina Marjoribanks-Beauchamp"


@pytest.mark.deep
@pytest.mark.parametrize("size", [(1024, 768), (1920, 1080)])
def test_the_wall_fits_its_screen_in_letters_for_a_hall_and_turns_by_itself(desk, serve, visit, size):
    desk.create("acc", entries=[Entry(i, f"{LONG} {i}") for i in range(2, 25)], rounds=3)
    seat_by_another(desk)
    width, height = size
    page = visit(f"{serve(desk)}/wall", {"width": width, "height": height})
    titles = []
    for _ in range(4):
        titles.append(page.get_by_role("heading", level=1).inner_text())
        assert page.evaluate("document.documentElement.scrollHeight") <= height
        assert visual_checks.amiss(page) == {}
        letters = page.locator(".who").first.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")
        assert letters >= height / 22
        following = page.locator("main").get_attribute("data-following")
        page.clock.run_for(TURN_MS)
        expect(page.locator("main")).not_to_have_attribute("data-following", following)
    assert titles == [
        message("desk.wall.seating", round=1),
        message("desk.wall.seating", round=1),
        "Standings",
        "Standings",
    ]


def test_a_phone_shows_the_columns_that_decide_ties(night, serve, visit):
    page = visit(f"{serve(night)}/standings", PHONE, locale="fr-CA")
    shown = page.locator("thead th:visible").all_inner_texts()
    assert shown == ["Rang", "Nom", "Points", "Gagnées", "Net", "Plus"]
    assert page.locator(".scroll").evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0


def test_the_wall_cuts_no_name_beside_empty_space(desk, serve, visit):
    desk.create("acc", entries=[Entry(i, name) for i, name in enumerate([LONG, *"abcdefghijkl"], 2)], rounds=3)
    page = visit(f"{serve(desk)}/wall", {"width": 2600, "height": 800})
    for _ in range(2):
        cut = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
        assert page.locator(".who").evaluate_all(cut) == []
        seat_by_another(desk)
        page.reload()


@pytest.mark.deep
def test_the_wall_shows_a_result_when_it_turns(night, serve, visit):
    page = visit(f"{serve(night)}/wall?sheet=1")
    type_in(night, 1, 1, 121, 77)
    for title in (message("desk.wall.seating", round=1), "Standings"):
        page.clock.run_for(TURN_MS)
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
    expect(page.locator("li").first).to_contain_text("3")
    expect(page.locator("footer")).to_contain_text(plural("desk.wall.reported", 1, tables=4))


EVERYBODY = (
    "",
    "player/1",
    "player/1/call",
    "player/1/not-mine/1/1",
    "member/P1",
    "season",
    "player?who=Pp",
    "standings",
    "bracket",
    "sign-in",
    "nowhere",
)
DIRECTOR = (
    "round/1",
    "table/1/1",
    "check",
    "read",
    "prizes",
    "people",
    "seats",
    "corrections",
    "diary",
    "event",
    "hall",
    "prizes/purses",
    "verify",
)


@pytest.mark.deep
def test_every_page_can_be_read_and_used_on_phone_and_laptop_by_day_and_night(night, serve, visit):
    type_in(night, 1, 1, 121, 77)
    night.do(withdraw_player, "P8", by="Sam")
    address = serve(night)
    page = signed_in(visit(address), address)
    for path in (*EVERYBODY, *(f"director/{one}" for one in DIRECTOR)):
        page.goto(f"{address}/{path}")
        for viewport, scheme in ((PHONE, "light"), (LAPTOP, "dark")):
            page.set_viewport_size(viewport)
            page.emulate_media(color_scheme=scheme)
            assert visual_checks.amiss(page) == {}, path
        assert violations(page) == [], path


@pytest.mark.deep
def test_in_french_with_names_of_two_hundred_letters_every_page_fits(desk, serve, visit):
    """The page clips a name, not the phone; the whole of it is its title."""
    long = "Wilhelmina-Featherstonehaugh-" * 7
    desk.create("acc", entries=[Entry(i, f"{long[:190]}{i}") for i in range(2, 7)], rounds=3, fee=1000)
    seat_by_another(desk)
    type_in(desk, 1, 1, 121, 77)
    address = serve(desk)
    page = visit(f"{address}/sign-in", PHONE, locale="fr-CA")
    page.get_by_label("Mot de passe").fill(PASSWORD)
    page.get_by_role("button", name="Ouvrir la session").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ronde 1 de 3")
    for path in (*EVERYBODY, *(f"director/{one}" for one in DIRECTOR)):
        page.goto(f"{address}/{path}")
        assert visual_checks.amiss(page) == {}, path
    page.goto(f"{address}/standings")
    assert len(page.locator(".clip").first.get_attribute("title")) == 191


@pytest.mark.deep
@pytest.mark.parametrize(("paper", "points"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_cards_and_seating_are_printed_on_their_paper(desk, serve, visit, paper, points):
    desk.create("acc", 12, rounds=9)
    seat_by_another(desk)
    address = serve(desk)
    page = visit(address)
    for path, sheets in (("cards", 6), ("seating/1", 2)):
        page.goto(f"{address}/print/{path}?paper={paper}")
        pdf = page.pdf(prefer_css_page_size=True)
        boxes = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", pdf)
        assert {(round(float(w)), round(float(h))) for w, h in boxes} == {points}
        assert len(boxes) == sheets


@pytest.mark.deep
def test_signed_results_of_a_club_are_one_page(desk, serve, visit):
    desk.create("acc", entries=[Entry(i, f"Player of a long name {i}") for i in range(2, 62)], rounds=9)
    address = serve(desk)
    page = signed_in(visit(address), address)
    for paper in ("a4", "letter"):
        page.goto(f"{address}/director/sheet?paper={paper}")
        expect(page.get_by_role("img")).to_be_visible()
        assert page.pdf(prefer_css_page_size=True).count(b"/MediaBox") == 1


@pytest.mark.deep
def test_a_round_seated_by_another_desk_is_offered_no_more(night, serve, visit):
    address = serve(night)
    page = signed_in(visit(address), address)
    page.locator("#ahead summary").click()
    page.locator("#ahead [name=because]").fill("agreed")
    seat_by_another(night)
    page.get_by_role("button", name="Seat round 2").click()
    expect(page.get_by_role("alert")).to_contain_text(message("desk.error.next", round=3, event="Night", expected=2))
    assert len(night.ask(rounds_seated)) == 2
