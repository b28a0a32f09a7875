"""Tests of the pages of an event of several halls, and of what a hall's director may do there."""

import re
from collections import Counter
from html.parser import HTMLParser

import pytest
from sqlalchemy import select

from host_tools.desk.events.audit_log import read_audit_log
from host_tools.desk.events.hall_rows import hall_called
from host_tools.desk.events.halls import change_hall
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.intake.disputes import dispute
from host_tools.desk.intake.import_lines import import_lines
from host_tools.desk.intake.manual_entry import enter_result
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.store.model import Card, Line
from host_tools.desk.web import hall_rights
from host_tools.desk.web.print_pages import seating_codes
from tests.desk.board_log import BoardLog
from tests.desk.conftest import cards, once
from tests.desk.web.conftest import Visitor, pages

A1, A2, B1, B2 = 10_001, 10_002, 20_001, 20_002
SOUTH = "south has one"


@once
def cup(desk):
    """Four players in North and four in South, in the first of three rounds; A1 and B1 have a result."""
    halls = ["North"] * 4 + ["South"] * 4
    entries = [Entry(i + 2, f"P{i}", hall=hall) for i, hall in enumerate(halls, 1)]
    desk.create("acc", entries=entries, rounds=3, fee=1000, seed=1)
    desk.do(seat_next, by="me")
    for table, pegs in ((A1, [121, 90]), (B1, [97, 121])):
        desk.do(lambda desk, t=table, p=pegs: enter_result(desk.acting("me"), 1, t, cards(desk.event, p)))


@pytest.fixture
def app(cup):
    return pages(cup)


@pytest.fixture
def chief(director):
    form = {"hall": "B", "password": SOUTH}
    assert director.post("/director/event/halls/password", form).status_code == 303
    return director


@pytest.fixture
def south(app, chief):
    """The director of South."""
    director = Visitor(app)
    assert director.post("/sign-in", {"name": "Sue", "password": SOUTH, "hall": "B"}).status_code == 303
    return director


class _Texts(HTMLParser):
    """What of a page people read, and where its links lead."""

    def __init__(self):
        super().__init__()
        self.texts, self.links = [], []

    def handle_starttag(self, tag, attrs):
        fields = dict(attrs)
        if tag == "a":
            self.links.append(fields.get("href", ""))
        self.texts += [fields[name] for name in ("alt", "title", "placeholder", "aria-label") if fields.get(name)]

    def handle_data(self, data):
        self.texts.append(data)


def read(page):
    parser = _Texts()
    parser.feed(page)
    return " ".join(parser.texts), parser.links


def crawled(visitor, *starts):
    """The texts of pages that links lead to, by address: two of each kind."""
    found, waiting, of_kind = {}, list(starts), Counter()
    while waiting:
        path = waiting.pop().partition("#")[0]
        kind = re.sub(r"\d+", "1", path)
        if (
            not path.startswith("/")
            or path in found
            or of_kind[kind] == 2
            or re.search(r"\.(svg|csv|css)|/export|/copy|/file", path)
        ):
            continue
        of_kind[kind] += 1
        answer = visitor.get(path)
        assert answer.status_code in (200, 303), (path, answer.text)
        found[path], links = read(answer.text) if "html" in answer.content_type else ("", [])
        waiting += links
    return found


def with_doubts(desk):
    """A held line, a dispute and an exchange in hall B."""
    texts = [BoardLog("b1", "Night.2").game(1, 1, 121, 60), BoardLog("b2", "Night").game(1, 2, 121, 61)]
    desk.do(import_lines, [("x", number, text) for number, text in enumerate(texts, 1)], by="me")
    desk.do(lambda desk: enter_result(desk.acting("me"), 1, B2, cards(desk.event, [121, 60])))
    desk.do(lambda desk: dispute(desk.acting("me"), 1, A1, 1))


def test_no_page_says_a_table_s_number_in_the_store(cup, chief):
    with_doubts(cup)
    cup.do(seat_next, by="me")
    found = crawled(chief, "/", "/director/", "/wall", "/director/diary")
    assert len(found) > 40
    assert {path: text for path, text in found.items() if re.search(r"\b[12]000\d\b", text)} == {}
    assert "B1" in found["/director/round/2?hall=B"]
    assert "A1" not in found["/director/round/2?hall=B"].replace("/A1", "")


@pytest.mark.deep
def test_an_event_of_one_hall_has_no_word_of_several(desk):
    desk.create("acc", 8, rounds=3, fee=1000)
    desk.do(seat_next, by="me")
    chief = Visitor(pages(desk)).direct()
    found = crawled(chief, "/", "/director/", "/wall", "/sign-in")
    words = ("All halls", "Hall A", "Hall B", "Which hall", "halls")
    assert {path: word for path, text in found.items() for word in words if word in text} == {}
    assert not [path for path in found if "hall=" in path]


def test_a_hall_is_seated_alone_and_goes_on_at_its_own_pace(cup, chief):
    form = {"expected": "2", "hall": "B", "because": "in advance"}
    assert chief.post("/director/seat", form).headers["Location"] == ("/director/round/2?hall=B")
    assert {table.table for table in cup.ask(round_view, 2).tables} == {B1, B2}
    home = read(chief.text("/"))[0]
    assert all(place in home for place in ("A1", "A2", "B1", "B2"))
    north, south = chief.text("/wall?hall=A"), chief.text("/wall?hall=B")
    assert (">A1<" in north, ">B1<" in north, ">A1<" in south, ">B1<" in south) == (True, False, False, True)
    assert chief.post("/director/seat", {**form, "hall": ""}).status_code == 303
    assert {table.table for table in cup.ask(round_view, 2).tables} == {A1, A2, B1, B2}


def test_a_hall_has_a_clock_and_a_message_of_its_own(cup, chief):
    chief.post("/director/hall/clock", {"action": "start", "minutes": "45", "hall": "B"})
    chief.post("/director/hall/message", {"text": "Tea in South", "hall": "B"})
    people = {one: table for one, table in seats(cup).items() if one in ("P1", "P5")}
    assert people["P1"] < 20_000 < people["P5"]
    for path, told in (("/wall?hall=B", True), ("/player/5", True), ("/wall?hall=A", False), ("/player/1", False)):
        text = chief.text(path)
        assert ("Tea in South" in text, "round-clock" in text) == (told, told), path


def seats(desk):
    tables = desk.ask(round_view, 1).tables
    return {name: one.table for one in tables for names in one.sides.values() for name in names}


def test_a_hall_s_wall_and_list_are_in_its_language(cup, chief):
    cup.do(lambda desk: change_hall(desk.acting("me"), hall_called(desk, "south"), language="fr"))
    assert "ronde 1" in chief.text("/print/seating/1?hall=B")
    assert "round 1" in chief.text("/print/seating/1?hall=A")
    assert "Standings" not in chief.text("/wall?hall=B&sheet=1")


def test_a_hall_s_printed_codes_are_for_its_boards(cup):
    codes = seating_codes("Night", cup.ask(round_view, 1))
    assert [re.search(r'"event":"([^"]+)"', code)[1] for code in codes] == ["Night.1", "Night.2"]
    assert all('"1":[' in code and '"2":[' in code and "20001" not in code for code in codes)


# -- rights -----------------------------------------------------------------------------------------------------------


def forms(cup):
    """Each form that a hall's director may use: (address, fields for North, fields for South)."""
    version = {table.table: table.version for table in cup.ask(round_view, 1).tables}
    row = lambda table: {  # noqa: E731
        f"peg-{table}-A": "121",
        f"peg-{table}-B": "80",
        f"game-{table}": "1",
        f"version-{table}": str(version[table]),
    }
    result = {"peg-A": "121", "peg-B": "80", "game": "1", "version": "9", "ended": "played", "reason": "slip"}
    line = [{"lines": BoardLog("n1", f"Night.{hall}").game(1, 2, 121, 70)} for hall in (1, 2)]
    return {
        "/director/round/1": (row(A2), row(B2)),
        "/director/read": tuple(line),
        "/director/withdraw": ({"who": "P1"}, {"who": "P5"}),
        "/director/people/leave": ({"who": "1"}, {"who": "6"}),
        "/director/table/1/{}": (result, result),
        "/director/table/1/{}/dispute": ({"game": "1"}, {"game": "1"}),
    }


@pytest.mark.parametrize(
    "path", ["/director/round/1", "/director/read", "/director/withdraw", "/director/people/leave"]
)
def test_a_hall_s_director_decides_for_the_own_hall(cup, south, path):
    north, own = forms(cup)[path]
    assert south.post(path, north).status_code == 403
    assert south.post(path, own).status_code in (200, 303)
    by = {entry.by for entry in cup.ask(read_audit_log)}
    by |= set(cup.ask(lambda desk: desk.session.scalars(select(Card.by).where(Card.event_id == desk.event.id)).all()))
    assert "Sue (B)" in by


@pytest.mark.parametrize("path", ["/director/table/1/{}", "/director/table/1/{}/dispute"])
def test_a_hall_s_director_decides_about_the_own_tables(cup, south, path):
    north, own = forms(cup)[path]
    assert south.post(path.format(A1), north).status_code == 403
    assert south.post(path.format(B1), own).status_code in (303, 409)


def test_a_dispute_of_another_hall_is_not_decided_by_an_address_in_the_own(cup, south):
    cup.do(lambda desk: dispute(desk.acting("me"), 1, A1, 1))
    path = f"/director/table/1/{B1}/dispute/1"
    assert south.post(path, {"because": "x"}).status_code == 403


def test_a_held_line_is_decided_where_it_belongs(cup, south):
    texts = [BoardLog("b1", "Night.1").game(2, 1, 121, 60), BoardLog("b2", "Night").game(1, 2, 121, 61)]
    cup.do(import_lines, [("x", number, text) for number, text in enumerate(texts, 1)], by="me")
    ids = cup.ask(lambda desk: {line.board: line.id for line in desk.session.scalars(select(Line))})
    decide = {"decision": "accept"}
    of_north, of_none = f"/director/decide/{ids['b1']}", f"/director/decide/{ids['b2']}"
    assert south.post(of_north, decide).status_code == 403
    assert south.post(of_none, {**decide, "table": "A2"}).status_code == 403
    assert south.post(of_none, {**decide, "table": "B2"}).status_code == 303


def test_a_hall_s_director_seats_the_own_hall_whatever_the_form_says(cup, south):
    form = {"expected": "2", "hall": "A", "because": "in advance"}
    south.post("/director/seat", form)
    assert {table.table for table in cup.ask(round_view, 2).tables} == {B1, B2}


def test_all_other_forms_are_the_chief_director_s(app, south):
    """Each form of the director's pages, asked for with nothing in it."""
    allowed = {
        *("enter_results", "seat_next_round", "seat_one_table", "withdraw", "enter_or_correct", "enter_dispute"),
        *("decide", "swap", "reseat", "unseat", "import_results", "show_message", "change_clock", "go_to_table"),
        *("admit", "readmit", "assign_board"),
    }
    rules = [rule for rule in app.url_map.iter_rules() if "POST" in rule.methods and rule.rule.startswith("/director")]
    others = [rule for rule in rules if rule.endpoint.partition(".")[2] not in allowed]
    assert len(others) > 15
    token = south.token()
    for rule in others:
        path = re.sub(r"<[^>]+>", "1", rule.rule)
        answer = south.client.post(path, data={"csrf_token": token})
        assert (answer.status_code, "chief director" in answer.text) == (403, True), path


@pytest.mark.deep
def test_a_hall_s_director_is_shown_no_link_and_no_form_that_is_the_chief_director_s(cup, app, south):
    with_doubts(cup)
    for table, pegs in ((B2, [121, 60]), (A2, [121, 60])):
        cup.do(lambda desk, t=table, p=pegs: enter_result(desk.acting("me", "slip"), 1, t, cards(desk.event, p)))
    cup.do(seat_next, by="me")
    found = crawled(south, "/director/", "/director/diary", "/director/corrections", "/bracket")
    shown = "".join(south.get(path).text for path in found)
    actions = re.findall(r'<form method="post" action="(/director[^"]*)"', shown)
    address = app.url_map.bind("")
    endpoints = {address.match(action.partition("?")[0], "POST")[0] for action in actions}
    assert {"round_entry.seat_next_round", "people_pages.admit", "findings.decide"} <= endpoints
    assert endpoints <= set(hall_rights.CONCERNED)


@pytest.mark.parametrize("path", ["", "/export", "/copy", "/summary"])
def test_the_event_s_key_is_the_chief_director_s(south, path):
    assert south.get(f"/director/event{path}").status_code == 403


def test_a_hall_s_password_opens_no_other_hall_and_not_the_event(app, chief):
    for hall, password in (("", SOUTH), ("A", SOUTH), ("B", "fifteen two, fifteen four"), ("C", SOUTH), ("A", "")):
        stranger = Visitor(app)
        answer = stranger.post("/sign-in", {"password": password, "hall": hall})
        assert answer.status_code == 401, (hall, password)


def test_a_new_password_ends_the_hall_s_sessions_and_no_others(chief, south):
    assert south.get("/director/round/1").status_code == 200
    for password in ("another one", ""):
        form = {"hall": "B", "password": password}
        chief.post("/director/event/halls/password", form)
        assert south.get("/director/round/1").status_code == 302
        assert chief.get("/director/round/1").status_code == 200


def test_a_short_password_is_refused(chief):
    form = {"hall": "B", "password": "short"}
    assert chief.post("/director/event/halls/password", form).status_code == 422


def test_the_chief_director_moves_a_player_and_changes_a_hall(cup, chief):
    form = {"hall": "B", "name": "Garden", "tables": "5", "language": "fr"}
    assert chief.post("/director/event/halls/change", form).status_code == 303
    assert "Hall B, Garden" in chief.text("/director/event")
    chief.post("/director/event/halls/across", {"across": "1"})
    assert chief.post("/director/event/halls/move", {"who": "P1", "hall": "B"}).status_code == 303
    assert cup.ask(lambda desk: desk.event.across_halls)


def test_the_chief_director_seats_all_halls_anew_and_takes_a_round_back(desk):
    """Without a hall named it is the whole event, not the hall that an event of one has."""
    entries = [Entry(i + 2, f"P{i}", hall=hall) for i, hall in enumerate(["North"] * 4 + ["South"] * 4)]
    desk.create("acc", entries=entries, rounds=3, seed=1)
    desk.do(seat_next, by="me")
    director = Visitor(pages(desk)).direct()
    form, page = {"because": "late", "round": "1"}, "/director/seats"
    assert director.post("/director/seats/reseat", form).status_code == 303
    assert {table.table for table in desk.ask(round_view).tables} == {A1, A2, B1, B2}
    form["seen"] = re.search(r'name="seen" value="(\d+)"', director.text(page))[1]
    assert director.post("/director/seats/unseat", form).status_code == 303
    assert desk.ask(round_view) is None
