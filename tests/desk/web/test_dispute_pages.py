"""Tests of results that players dispute on their phones, and of what the director does about them."""

import re
from html import unescape

import pytest
from sqlalchemy import select

from host_tools.desk.events.audit_log import read_audit_log
from host_tools.desk.events.public_scores import change_score_delay
from host_tools.desk.intake.disputes import open_disputes
from host_tools.desk.intake.import_lines import import_lines
from host_tools.desk.intake.manual_entry import enter_result
from host_tools.desk.live.next_matches import assign_table
from host_tools.desk.review.findings import find_problems
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.store.model import Line
from tests.desk.board_log import BoardLog, texts
from tests.desk.conftest import cards, once, one_card
from tests.desk.web.conftest import ELSEWHERE, Visitor

KEY = "0f" * 16


@once
def night(desk):
    """Eight players on four tables in the first of three rounds; boards seal their results."""
    desk.create("acc", 8, rounds=3, key=KEY)
    desk.do(seat_next, by="me")


@pytest.fixture
def read(night):
    """Tables 1 and 2 have reported by their boards: side A has won at both, by 31 and by 1."""
    for table, loser in ((1, 90), (2, 120)):
        night.do(
            import_lines, texts(BoardLog(f"b{table}", "Night", bytes.fromhex(KEY)).game(1, table, 121, loser)), by="me"
        )
    return night


def seated(night, table, side="A"):
    """The id of a player of the table."""
    return night.ask(round_view, 1).tables[table - 1].ids[side][0]


def code_of(night, table):
    return night.ask(lambda desk: desk.session.scalar(select(Line.code).where(Line.table == table)))


def text_of(page):
    return unescape(re.sub(r"<[^>]+>|\s+", " ", page))


def says(phone, who, **form):
    path = f"/player/{who}/not-mine/1/1"
    return phone.client.post(path, data=form, headers={"Origin": "http://localhost"}, **phone.place)


def test_a_phone_shows_a_result_as_soon_as_it_counts(read, phone):
    for table, side, told in (
        (1, "A", "121–90 against {}, table 1: you won, 3 points."),
        (1, "B", "90–121 against {}, table 1: you lost, 0 points."),
        (2, "A", "121–120 against {}, table 2: you won, 2 points."),
    ):
        other = read.ask(round_view).tables[table - 1].sides["B" if side == "A" else "A"][0]
        page = " ".join(text_of(phone.text(f"/player/{seated(read, table, side)}")).split())
        assert f"Round 1: {told.format(other)}" in page
    assert "Not mine" not in phone.text(f"/player/{seated(read, 3)}")


def test_the_last_result_stays_when_the_next_round_is_seated(read, phone):
    read.do(seat_next, by="me")
    assert "table 1: you won" in phone.text(f"/player/{seated(read, 1)}")


def test_a_result_without_pegs_is_told_too(night, phone):
    for side, text in (("A", "2+17"), ("B", "0-17")):
        night.do(lambda desk, s=side, t=text: enter_one(desk, s, t))
    assert "you won, 2 points" in phone.text(f"/player/{seated(night, 3)}")


def enter_one(desk, side, text):
    enter_result(desk.acting("Sam"), 1, 3, {side: one_card(desk.event, text)})


def test_not_mine_is_an_open_finding_with_both_names(read, phone, director):
    who = seated(read, 1)
    assert says(phone, who, code=code_of(read, 1)).headers["Location"] == f"/player/{who}"
    assert "The director sees that this is not your result" in phone.text(f"/player/{who}")
    dispute = read.ask(open_disputes)[0]
    assert (dispute.round, dispute.table, dispute.who) == (1, 1, f"P{who}")
    assert set(dispute.players) == {f"P{seated(read, 1, side)}" for side in "AB"}
    assert "disputed" in {found.kind for found in read.ask(find_problems)}
    check = director.text("/director/check")
    assert all(f"P{seated(read, 1, side)}" in check for side in "AB")
    other = phone.text(f"/player/{seated(read, 1, 'B')}")
    assert f"P{who} has said that this is not theirs" in other


def cookie_name(visitor):
    return visitor.client.application.config["SESSION_COOKIE_NAME"]


def test_who_has_said_so_by_mistake_takes_it_back_and_nobody_else_can(read, app, phone):
    who = seated(read, 1)
    says(phone, who, code=code_of(read, 1))
    (undo,) = re.findall(r'action="([^"]+mine-after-all[^"]+)"', phone.text(f"/player/{who}"))
    neighbour = Visitor(app, **ELSEWHERE)
    assert "mine-after-all" not in neighbour.text(f"/player/{who}")
    origin = {"headers": {"Origin": "http://localhost"}}
    assert neighbour.client.post(undo, **origin, **neighbour.place).status_code == 403
    assert len(read.ask(open_disputes)) == 1
    cookie = phone.client.get_cookie(cookie_name(phone)).value
    assert phone.client.post(undo, **origin, **phone.place).status_code == 303
    assert read.ask(open_disputes) == []
    # A second press is sent before the answer to the first.
    phone.client.set_cookie(cookie_name(phone), cookie)
    assert phone.client.post(undo, **origin, **phone.place).status_code == 303
    assert len(read.ask(read_audit_log, "dispute withdrawn")) == 1
    assert "Not mine" in phone.text(f"/player/{who}")


def test_a_page_of_elsewhere_cannot_say_it_for_a_player(read, phone):
    path = f"/player/{seated(read, 1)}/not-mine/1/1"
    for origin in ("http://elsewhere.example", "null"):
        sent = phone.client.post(path, data={"code": code_of(read, 1)}, headers={"Origin": origin}, **phone.place)
        assert sent.status_code == 400
    assert read.ask(open_disputes) == []


def test_the_code_of_another_table_is_none_of_this_one(read, phone):
    who, codes = seated(read, 1), {code_of(read, 1), code_of(read, 2)}
    wrong = next(code for code in ("0000", "0001", "0002") if code not in codes)
    for code in (wrong, "", code_of(read, 2)):
        answer = says(phone, who, code=code)
        assert (answer.status_code, "No board of your table has shown that code" in answer.text) == (403, True)
    assert read.ask(open_disputes) == []
    assert says(phone, who, code=code_of(read, 1)).status_code == 303


def test_the_code_of_a_board_that_was_carried_from_this_table_is_enough(read, phone):
    """It has shown its code to who sat there, and its result counts at another table now."""
    read.do(assign_table, "b2", 1, by="me")
    assert says(phone, seated(read, 1), code=code_of(read, 2)).status_code == 303


def test_a_typed_result_is_disputed_without_a_code(night, phone):
    night.do(lambda desk: enter_result(desk.acting("me"), 1, 1, cards(desk.event, [121, 90])))
    who = seated(night, 1)
    assert 'name="code"' not in phone.text(f"/player/{who}/not-mine/1/1")
    assert says(phone, who).status_code == 303
    assert len(night.ask(open_disputes)) == 1


def test_codes_cannot_be_tried_one_after_the_other_by_one_phone(read, app, phone):
    """At whatever tables; and it locks out nobody else."""
    for attempt in range(4):
        assert says(phone, seated(read, 1 + attempt % 2), code=f"{attempt}x").status_code == 403
    assert says(phone, seated(read, 2), code=code_of(read, 2)).status_code == 429
    assert says(Visitor(app), seated(read, 1, "B"), code=code_of(read, 1)).status_code == 303


def test_after_many_wrong_codes_of_others_only_who_has_not_tried_may_try(read, app):
    phones = [Visitor(app, REMOTE_ADDR=f"192.168.1.{number}") for number in range(100, 114)]
    statuses = [says(one, seated(read, 1), code="x").status_code for one in phones[:12]]
    assert statuses == [403] * 12
    assert says(phones[0], seated(read, 1), code=code_of(read, 1)).status_code == 429
    assert says(phones[12], seated(read, 1), code=code_of(read, 1)).status_code == 303
    assert says(phones[13], seated(read, 1), code="x").status_code == 403
    assert says(phones[13], seated(read, 1), code=code_of(read, 1)).status_code == 429


def test_only_what_the_own_page_shows_can_be_disputed(read, phone):
    who = seated(read, 1)
    for place in ("1/2", "2/1"):
        assert "not there any more" in phone.text(f"/player/{who}/not-mine/{place}", 404)
    assert phone.client.post(f"/player/{who}/not-mine/1/1", **phone.place).status_code == 400
    read.do(change_score_delay, None, by="me")
    assert "you won" not in phone.text(f"/player/{who}")
    assert "not there any more" in phone.text(f"/player/{who}/not-mine/1/1", 404)


def form_of(page, action):
    """The address and hidden fields of the first form whose address has `action`."""
    found = re.search(rf'<form method="post" action="([^"]*{action}[^"]*)".*?</form>', page, re.DOTALL)
    return found[1], dict(re.findall(r'name="(other|game)" value="([^"]*)"', found[0]))


@pytest.mark.parametrize(("stands", "waiting"), [(True, None), (False, 1)])
def test_the_director_decides_a_dispute_at_its_table(read, phone, director, stands, waiting):
    says(phone, seated(read, 1), code=code_of(read, 1))
    path = "/director/table/1/1"
    action, _ = form_of(director.text(path), "/dispute/")
    form = {"because": "asked both"} | ({"stands": "1"} if stands else {})
    assert director.post(action, form).headers["Location"] == path
    assert read.ask(open_disputes) == []
    assert read.ask(round_view).tables[0].waiting == waiting


def test_the_director_enters_a_slip_and_whether_disputed_results_count(read, director):
    path = "/director/table/1/2"
    director.post("/director/disputes", {"rule": "hold"})
    slip = {"game": "1", "who": "", "because": "slip of table 2"}
    assert director.post(f"{path}/dispute", slip).status_code == 303
    assert read.ask(open_disputes)[0].held
    assert read.ask(round_view).tables[1].waiting == 1
    director.post("/director/disputes", {"rule": "count"})
    assert read.ask(round_view).tables[1].waiting is None


def test_exchanged_tables_are_swapped_by_one_press(read, phone, director):
    for table in (1, 2):
        says(phone, seated(read, table), code=code_of(read, table))
    path = "/director/table/1/2"
    page = director.text(path)
    assert "Tables 1 and 2 look exchanged" in page
    winner = f"P{seated(read, 1)}"
    action, fields = form_of(page, "/swap")
    told = director.post(action, fields | {"would": "1"}).text
    assert f"<li>{winner} would have place 2 (2 pts) instead of place 1 (3 pts)" in told
    assert ">121–90<" in director.text("/director/round/1"), "looking changes nothing"
    answer = director.post(action, fields, follow_redirects=True)
    assert "The results of tables 1 and 2 are swapped" in answer.text
    assert read.ask(open_disputes) == []
    assert f"{winner}: " in answer.text
    assert "121–120" in " ".join(text_of(director.text("/director/table/1/1")).split())
    again = director.post(action, fields)
    assert (again.status_code, "has changed since you looked" in again.text) == (409, True)
    assert "121–120" in " ".join(text_of(director.text("/director/table/1/1")).split())
