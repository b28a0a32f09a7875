"""Tests of the pages' forms by which the director goes on though something is open, tries a decision, mends a clock."""

import re
from datetime import UTC, datetime

from sqlalchemy import text

from host_tools.desk.events.archive import export_event
from host_tools.desk.events.audit_log import read_audit_log
from host_tools.desk.intake.disputes import dispute
from host_tools.desk.intake.held_line_view import held_lines
from host_tools.desk.intake.import_lines import import_lines
from host_tools.desk.rounds.bracket_view import bracket_view
from host_tools.desk.rounds.seating import seat_next
from tests.desk.board_log import BoardLog, texts
from tests.desk.play_tables import enter, seat_and_play
from tests.desk.web.conftest import Visitor, pages

HANDS = "[[purse]]\nfee = 5\nhands = { 29 = 100 }\n"


def signed_in(desk):
    return Visitor(pages(desk)).direct()


def plain(html):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_the_play_off_is_drawn_with_something_open_only_for_a_reason(desk):
    desk.create("acc", 8, rounds=1)
    desk.do(seat_next, by="me")
    for table in (1, 2, 3):
        enter(desk, 1, table, [121, 60 + table])
    director = signed_in(desk)
    page = plain(director.text("/bracket"))
    assert "Who qualifies depends on this, which is open: table 4 in round 1: no result" in page
    assert "1 game is open; it can still change seeds 1 to 2." in page
    assert "Who qualifies depends" not in Visitor(pages(desk)).text("/bracket")
    refused = director.post("/director/draw", {"best_of": 3})
    assert (refused.status_code, desk.ask(bracket_view).drawn) == (422, False)
    assert "no result" in refused.text
    director.post("/director/draw", {"best_of": 3, "because": "the hall closes"})
    assert desk.ask(bracket_view).drawn
    assert desk.ask(read_audit_log, "went on")[0].reason == "the hall closes"


def test_a_round_is_seated_by_what_is_open_only_for_a_reason(desk):
    desk.create("bsg", 4, rounds=10)
    seat_and_play(desk, 1)
    desk.do(dispute, 1, 1, by="me")
    director = signed_in(desk)
    assert "Who sits where depends on this" in plain(director.text("/director/round/1"))
    assert director.post("/director/seat", {"expected": 2}).status_code == 422
    seated = director.post("/director/seat", {"expected": 2, "because": "agreed"})
    assert seated.status_code == 303


def test_prizes_are_paid_all_the_same_for_a_reason(night):
    enter(night, 1, 1, [121, 90])
    director = signed_in(night)
    assert "Pay all the same" in director.text("/director/prizes")
    director.post("/director/prizes/settle", {"because": "all agree"})
    assert night.ask(read_audit_log, "went on")[0].detail["to"] == "prizes"
    page = plain(director.text("/director/prizes"))
    assert "Prizes are paid as they stand now, says Ruth, though this is open: “all agree”" in page
    assert "Not final" not in page
    enter(night, 1, 2, [121, 90])
    night.do(dispute, 1, 2, by="me")
    assert "Pay all the same" in director.text("/director/prizes"), "something else is open now"


def test_a_decision_is_tried_from_its_form_and_nothing_is_changed(night):
    night.do(import_lines, texts(BoardLog("b1", "Night").game(1, 1, 121, 60, signed=False)), by="me")
    (line,) = night.ask(held_lines)
    director, before = signed_in(night), night.ask(export_event)
    assert "What would change?" in director.text("/director/check")
    told = director.post(f"/director/decide/{line.line}", {"would": "accept"})
    assert told.status_code == 200
    assert "would have place 1 (3 pts)" in told.text
    assert "Nothing has been changed yet" in told.text
    typed = {"peg-A": "121", "peg-B": "60", "game": 1, "version": 1, "would": 1}
    told = director.post("/director/table/1/2", typed)
    assert "would have place 1 (3 pts)" in told.text
    assert night.ask(export_event) == before
    somebody = Visitor(pages(night))
    assert somebody.post(f"/director/decide/{line.line}", {"would": "accept"}).status_code == 401
    assert night.ask(export_event) == before


def test_a_clock_is_corrected_where_check_tells_of_it(night):
    began = int(datetime.now(UTC).timestamp()) - 86400 + 300
    night.do(import_lines, texts(BoardLog("b1", "Night").game(1, 1, 121, 60, began=began)), by="me")
    director = signed_in(night)
    page = director.text("/director/check")
    assert "The clock of board b1 looks 24 hours slow: 1 result is held for it" in plain(page)
    assert 'name="hours" type="number" value="24"' in page
    assert "how many hours" in director.post("/director/clock", {"board": "b1"}).text
    director.post("/director/clock", {"board": "b1", "hours": "24"})
    assert night.ask(held_lines) == []
    with night.store.engine.connect() as connection:
        assert connection.execute(text("SELECT offset_s FROM board_clock")).scalar() == 86400


def test_a_newcomer_takes_a_place_by_name(night):
    seat_and_play(night, 2)
    director = signed_in(night)
    director.post("/director/people/leave", {"who": "P3"})
    assert "whoever left first" in director.text("/director/people")
    director.post("/director/people/admit", {"name": "Mia", "from": 3, "place": "3"})
    assert night.ask(read_audit_log, "admitted")[0].detail["place of"] == "3"


def test_who_did_not_come_forfeits_by_one_press(night, director):
    page = director.text("/director/table/1/2")
    version = re.search(r'name="version" value="(\d+)"', page)[1]
    assert 'name="absent" value="AB"' in page
    data = {"absent": "A", "version": version}
    assert director.post("/director/table/1/2/no-show", data).status_code == 303
    assert "did not come" in director.text("/director/table/1/2")
    assert 'name="absent"' not in director.text("/director/table/1/2")
    again = director.post("/director/table/1/2/no-show", data)
    assert again.status_code in (409, 422)


def test_points_are_taken_off_once_and_a_player_is_expelled_by_forms(night, director):
    page = "/director/people/correct/1"
    data = {"what": "penalty", "points": "2", "because": "moved a peg"}
    assert director.post("/director/people/penalty/1", data).status_code == 303
    assert "penalty, moved a peg" in director.text("/player/1")
    number = re.search(r"penalty-back/(\d+)", director.text(page))[1]
    assert director.post(f"/director/people/penalty-back/{number}").status_code == 303
    assert "moved a peg" not in director.text("/player/1")
    tried = director.post("/director/people/expel/1", {"games": "annulled", "because": "why", "would": "1"})
    assert tried.status_code == 200
    assert "expelled" not in director.text("/director/people")
    assert director.post("/director/people/expel/1", {"games": "annulled", "because": "why"}).status_code == 303
    assert "expelled" in director.text("/director/people")


def test_a_round_is_seated_in_advance_only_for_a_reason(night, director):
    page = director.text("/director/round/1")
    assert "round 1 has no result yet" in page
    refused = director.post("/director/seat", {"expected": "2"})
    assert (refused.status_code, "round 1 has no result yet" in refused.text) == (422, True)
    data = {"expected": "2", "because": "all at once"}
    assert director.post("/director/seat", data).status_code == 303
