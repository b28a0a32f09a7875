"""Browser tests of a disrupted event, and what each of its pages accepts and refuses."""

import re

import pytest
from playwright.sync_api import expect

from host_tools.desk.cli.simulate_command import simulate
from host_tools.desk.events.audit_log import read_audit_log
from host_tools.desk.events.entrants import entrants
from host_tools.desk.events.location import EventLocation
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.intake.import_lines import import_lines
from host_tools.desk.intake.late_corrections import open_corrections
from host_tools.desk.money.payments import fee_list
from host_tools.desk.money.purse_config import set_purses
from host_tools.desk.rounds.play_off import draw_bracket
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.scoring.standings import compute_standings
from host_tools.desk.web.app import application
from host_tools.desk.web.director_credentials import Director
from host_tools.i18n import message, plural
from tests.desk.board_log import BoardLog, texts
from tests.desk.play_tables import enter, play, seat_and_play, tables
from tests.desk.web.conftest import PASSWORD, Visitor, pages
from tests.patience import PATIENCE_MS

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def open_page(browser):
    contexts, complaints = [], []

    def visit(address, **options):
        contexts.append(browser.new_context(**options))
        page = contexts[-1].new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{address}/sign-in")
        page.get_by_label("Your name").fill("Ruth")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("ound")
        return page

    expect.set_options(timeout=PATIENCE_MS)
    yield visit
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.mark.deep
def test_next_to_a_decision_stands_what_it_would_change(desk, serve, open_page):
    """Of what is on the screen at once, of a form as it is filled in, of a long list where somebody points."""
    desk.create("acc", 8, rounds=2)
    desk.do(seat_next, by="me")
    for table in (1, 2, 3):
        enter(desk, 1, table, [121, 100])
    first = desk.ask(round_view).tables[0].sides
    board_line = BoardLog("b", "Night").game(1, 4, 121, 30, signed=False)
    desk.do(import_lines, texts(board_line), by="me")
    page = open_page(serve(desk))
    page.get_by_role("link", name="Check").click()
    held = page.locator("form.decide").first
    expect(held.locator(".effects")).to_contain_text("What would change (Accept)")
    expect(held.locator(".effects")).to_contain_text("would have place 1")
    expect(held.get_by_role("button", name="What would change?")).to_be_hidden()
    page.goto(f"{page.url.rpartition('/director')[0]}/director/table/1/1")
    entry = page.locator("form.stack", has=page.get_by_role("button", name="Enter the result"))
    expect(entry.locator(".effects")).to_be_empty()
    for letter, pegs in (("A", "60"), ("B", "121")):
        entry.get_by_label(f"{letter}, {first[letter][0]}").fill(pegs)
    expect(entry.locator(".effects")).to_contain_text(f"{first['B'][0]} would have place")
    page.get_by_role("link", name="Players").first.click()
    page.locator("li", has_text="P4").locator("summary").click()
    row = page.locator("li", has_text="P4").locator("form").first
    row.get_by_role("button", name="P4 leaves").focus()
    expect(row.locator(".effects")).to_contain_text("What would change (P4 leaves")
    assert desk.ask(round_view).tables[0].sides == first
    assert not any(one.left for one in desk.ask(entrants).values())


@pytest.mark.deep
def test_late_absent_and_back_by_touch(desk, serve, open_page):
    desk.create("acc", 7, rounds=4, fee=500)
    address = serve(desk)
    page = open_page(address, viewport=PHONE, has_touch=True, is_mobile=True)
    page.get_by_role("link", name="Players").first.tap()
    page.locator("summary", has_text="Leaves P4").tap()
    page.get_by_role("button", name="P4 leaves").tap()
    expect(page.get_by_role("status").first).to_contain_text("P4 is not seated from round 1 on")
    page.get_by_text("Somebody comes").tap()
    page.get_by_label("Name", exact=True).fill("Zed")
    page.get_by_role("button", name=message("event.people.admit")).tap()
    expect(page.get_by_role("status").first).to_contain_text("Zed has the id 8 and is seated from round 1 on")
    page.get_by_role("button", name="Is back P4").tap()
    expect(page.get_by_role("status").first).to_contain_text("P4 is seated again from round 1 on")
    for name in ("P1", "P4", "Zed"):
        page.get_by_role("checkbox", name=name).tap()
    page.get_by_role("button", name=message("event.people.note")).tap()
    expect(page.locator("#fees-1")).to_contain_text("3 of 8 have paid")
    assert [one.name for one in desk.ask(fee_list) if one.paid] == ["P1", "P4", "Zed"]
    page.get_by_role("checkbox", name="P4").tap()
    page.get_by_role("button", name=message("event.people.note")).tap()
    expect(page.locator("#fees-1")).to_contain_text("2 of 8 have paid")


@pytest.mark.deep
def test_two_at_each_other_s_table_are_swapped_and_their_results_said(night, serve, open_page):
    one, other = tables(night)[1]["A"][0], tables(night)[3]["B"][0]
    opponent = tables(night)[3]["A"][0]
    enter(night, 1, 3, [121, 100])
    page = open_page(serve(night))
    page.get_by_role("link", name=message("event.seats.title")).click()
    page.get_by_label("One", exact=True).fill(one)
    page.get_by_label("The other").fill(other)
    page.get_by_role("button", name=message("event.seats.do_swap")).click()
    expect(page.get_by_role("alert")).to_contain_text("Say what each was")
    expect(page.get_by_label(f"A, {opponent}")).to_have_value("121")
    page.get_by_label(f"A, {opponent}").fill("90")
    page.get_by_label(f"B, {one}").fill("121")
    page.get_by_role("button", name=message("event.seats.do_swap")).click()
    expect(page.get_by_role("status").first).to_contain_text("have changed places")
    assert (tables(night)[1]["A"], tables(night)[3]["B"]) == ([other], [one])
    assert night.ask(compute_standings)[0].name == one
    assert night.ask(read_audit_log, "swapped")[0].by == "Ruth"


@pytest.mark.deep
def test_a_correction_after_the_next_seating_is_settled_on_its_page(desk, serve, open_page):
    desk.create("bsg", 6, rounds=4)
    seat_and_play(desk, 1)
    desk.do(seat_next, by="me")
    before = tables(desk)
    address = serve(desk)
    page = open_page(address)
    page.goto(f"{address}/director/table/1/2")
    page.get_by_label("A, ").first.fill("80")
    page.get_by_label("B, ").first.fill("121")
    page.get_by_label("Reason, to correct").first.fill("sides mixed up")
    page.get_by_role("button", name=message("desk.table.enter")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Corrections")
    expect(page.locator("section.differ")).to_contain_text("would sit in round 2 at table")
    assert tables(desk) == before
    page.goto(f"{address}/director/check")
    page.get_by_role("link", name=plural("event.correction.wait", 1)).click()
    page.get_by_label("Why").fill("nobody has begun")
    page.get_by_role("button", name=message("event.correction.redraw")).click()
    expect(page.get_by_text(message("event.correction.empty"))).to_be_visible()
    assert tables(desk) != before
    page.get_by_role("link", name="Diary").click()
    expect(page.locator("#diary li").first).to_contain_text("Correction decided")


@pytest.mark.deep
def test_an_evening_is_cut_short_its_tie_played_off_and_the_money_paid(desk, serve, open_page):
    desk.create("bsg", 4, rounds=10)
    rules = "[[purse]]\nfee = 10\ndraw = 2\nshares = [60, 40]\n[[purse]]\nname='hands'\nfee=1\nhands={29=1}\n"
    desk.do(set_purses, rules, by="me")
    address = serve(desk)
    page = open_page(address)
    page.goto(f"{address}/director/prizes")
    expect(page.get_by_text("no game of Night has been played")).to_be_visible()
    seat_and_play(desk, 1)
    page.goto(f"{address}/director/prizes")
    expect(page.get_by_role("note")).to_contain_text("if all finish")
    page.goto(f"{address}/director/seats")
    page.get_by_role("button", name=plural("event.plan.end", 1)).click()
    expect(page.get_by_role("status").first).to_contain_text(plural("event.plan.ended", 1))
    expect(page.get_by_text(message("event.ties.about"))).to_be_visible()
    page.get_by_role("button", name="Seat round 2").click()
    for side, pegs in (("A", "121"), ("B", "90")):
        page.get_by_label(f"Table 1, front peg of side {side}").fill(pegs)
    page.get_by_role("button", name=message("desk.round.enter")).click()
    expect(page.get_by_text(message("desk.round.all_seated"))).to_be_visible()
    page.get_by_role("link", name="Prizes").click()
    expect(page.get_by_text("All has been played")).to_be_visible()
    page.get_by_role("button", name="Draw the 50/50").click()
    expect(page.get_by_role("status").first).to_contain_text("The draw goes to")
    page.get_by_label("Who").fill("P1 / Q1")
    page.get_by_role("button", name=message("event.money.note_hand")).click()
    expect(page.get_by_role("status").first).to_contain_text("a hand of 29 is noted")
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_role("status").first).to_contain_text("is taken back")
    assert [one.what for one in desk.ask(read_audit_log, "ended", "drawn", "hand")] == ["ended", "drawn", "hand"]


@pytest.mark.deep
def test_a_partner_s_name_finds_the_pair_and_near_misses_are_offered(desk, serve, browser):
    desk.create("bsg", entries=[Entry(2, "Ann", partner="Bo"), Entry(3, "Cid", partner="Dee")])
    desk.do(seat_next, by="me")
    page = browser.new_page(viewport=PHONE)
    page.goto(serve(desk))
    page.get_by_label(message("desk.home.find")).fill("bo")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ann / Bo")
    page.go_back()
    page.get_by_label(message("desk.home.find")).fill("Deee")
    page.get_by_role("button", name="Show").click()
    page.get_by_role("link", name="Cid / Dee").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Cid / Dee")
    page.close()


def test_a_member_s_page_has_all_nights_of_the_folder(tmp_path):
    place = EventLocation(tmp_path, None)
    for seed, name in enumerate(("One", "Two", "Other")):
        with place.creating(name) as session:
            simulate(session, name, "bondurant" if name == "Other" else "acc", 8, 5, seed, "me")
    (tmp_path / "Broken.cribbage").write_text("no event")
    opened = place.open("Two")
    director = Visitor(application(opened, Director(), "127.0.0.1", 0))
    page = director.text("/member/Player%203")
    assert re.findall(r'<th scope="row">(One|Two|Other)', page) == ["One", "Two"]
    assert "Broken" in page
    assert "2 nights" in page
    assert page.count("Skunks given") == 2
    assert "not counted" in director.text("/member/Player%203?best=1")
    assert 'href="/member/Player%203"' in director.text("/player/3").replace(" ", "%20")
    assert "did you mean" in director.text("/member/Player%2033", status=404)
    opened.close()


@pytest.fixture
def ruth(desk):
    def sign_in():
        return Visitor(pages(desk)).direct()

    return sign_in


@pytest.mark.deep
def test_a_round_is_taken_back_and_the_plan_changed(desk, ruth):
    desk.create("acc", 8, rounds=5)
    seat_and_play(desk, 1)
    desk.do(seat_next, by="me")
    director = ruth()

    def post(path, **data):
        shown = re.search(r'name="seen" value="(\d+)"', director.text("/director/seats"))[1]
        return director.post(path, {"seen": shown, **data}).status_code

    assert post("/director/seats/unseat") == 303
    assert desk.ask(round_view).round == 1
    assert post("/director/seats/plan", rounds="3", medals="2") == 303
    assert desk.ask(lambda desk: (desk.event.rounds, desk.event.medals)) == (3, 2)
    assert post("/director/seats/plan", rounds="0", medals="2") == 422
    assert post("/director/seats/unseat") == 422
    assert post("/director/seats/reseat", round="7") == 422
    seat_and_play(desk, 2, 3)
    assert "Seat round" not in director.text("/director/round/3")


def test_another_is_put_into_the_bracket_after_an_extra_game(desk, ruth):
    with desk.store.write() as session:
        simulate(session, "Night", "acc", 12, 5, 3, "me")
    desk.do(draw_bracket, 3, by="me")
    director = ruth()
    ranked = desk.ask(compute_standings)
    out, coming = ranked[2], ranked[3]
    names = {"one": out.name, "other": coming.name, "because": "a card was wrong"}
    seen = re.search(r'name="seen" value="(\d+)"', director.text("/bracket"))[1]
    assert director.post("/director/extra", {**names, "seen": seen}).headers["Location"] == "/director/round/6"
    play(desk, 6)
    assert director.post("/director/replace", names).status_code == 303
    assert coming.name in director.text("/bracket")
    assert "is not in the bracket" in director.post("/director/replace", names).text


def test_nobody_but_the_director_sees_or_changes_any_of_it(night):
    visitor = Visitor(pages(night))
    for path in ("people", "seats", "corrections", "diary", "prizes"):
        assert visitor.get(f"/director/{path}").status_code == 302
    changes = ("people/admit", "people/leave", "people/return", "people/paid", "seats/swap", "seats/end", "prizes/draw")
    for path in (
        *changes,
        "seats/plan",
        "seats/reseat",
        "seats/unseat",
        "corrections/1",
        "extra",
        "replace",
        "prizes/hand",
    ):
        assert visitor.post(f"/director/{path}", {"who": "P1"}).status_code == 401
    assert [one.what for one in night.ask(read_audit_log)] == ["created", "seated"]
    assert night.ask(open_corrections) == []
    assert not night.ask(lambda desk: desk.event.ended)


def test_who_is_not_ranked_is_listed_apart(desk, ruth):
    desk.create("auclair", 9)
    director = ruth()
    assert director.post("/director/people/leave", {"who": "9"}).status_code == 303
    seat_and_play(desk, 1, 2, 3, 4)
    page = director.text("/standings")
    assert message("event.standings.apart", least=75) in page
    assert page.index("Not ranked") < page.rindex("P9")
    assert "P9" not in director.text("/director/prizes").split("<table>")[1]
