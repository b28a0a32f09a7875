"""Tests of the pages' content and forms, for every event format."""

import io
import re
import time
from datetime import datetime, timedelta

import pytest

from host_tools.desk.events.entrants import withdraw_player
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.review.findings import find_problems
from host_tools.desk.rounds.round_view import round_view, seats_by_name
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.scoring.standings import compute_standings
from host_tools.i18n import message
from tests.deep_cases import deep
from tests.desk.board_log import BoardLog
from tests.desk.web.conftest import Visitor, pages


def director_of(desk):
    return Visitor(pages(desk)).direct()


def fields(director, path):
    """The form of results as the browser has it."""
    inputs = re.findall(r'name="((?:peg|version|game)-[^"]+)" ?(?:value="([^"]*)")?', director.text(path))
    return {name: value for name, value in inputs if name.count("-") == 2 or not name.startswith("peg")}


def play(director, number, loser=lambda table: 100):
    """Side A wins at every table, games of a series included; `loser`: the other's front peg at a table."""
    path = f"/director/round/{number}"
    while form := fields(director, path):
        for name in form:
            if name.startswith("peg"):
                form[name] = "121" if name.endswith("A") else str(loser(int(name.split("-")[1])))
        assert director.post(path, form).status_code == 303


@pytest.mark.parametrize("format", ["bsg", *deep("auclair", "wins")])
def test_an_event_of_every_kind_is_run_from_its_pages(desk, format):
    desk.create(format, 7, fee=500)
    director = director_of(desk)
    assert message("desk.round.none") in director.text("/director/round/0")
    for number in (1, 2):
        answer = director.post("/director/seat", {"expected": str(number)})
        assert answer.headers["Location"] == f"/director/round/{number}"
        play(director, number)
        assert "tables have reported" in director.text(f"/director/round/{number}")
    assert desk.ask(find_problems) == []
    assert sum(one.won for one in desk.ask(compute_standings)) > 0
    for path in ("/", "/player/1", "/standings", "/wall", "/print/cards", "/print/seating/2", "/director/prizes"):
        director.text(path)


def test_players_who_sit_as_they_like_are_seated_by_the_director(desk):
    desk.create("free", 4, rounds=2)
    director = director_of(desk)
    seat = {"round": "1", "table": "5", "A": "P3", "B": "1"}
    assert director.post("/director/seat-table", seat).status_code == 303
    assert "P1" in director.text("/director/round/1")
    again = director.post("/director/seat-table", {**seat, "table": "6"})
    assert "sits at another table in round 1 already" in again.text


def test_several_tables_at_once_and_one_that_is_refused(night, director):
    form = fields(director, "/director/round/1")
    form |= {"peg-1-A": "121", "peg-1-B": "90", "peg-2-A": "121", "peg-2-B": "121", "peg-3-A": "80"}
    answer = director.post("/director/round/1", form)
    assert answer.status_code == 409
    assert "entered table 1." in answer.text
    assert message("desk.error.score_out", target=121, count=2) in answer.text
    assert '<p class="wrong" id="wrong-3" role="alert">a score is missing: give the front peg' in answer.text
    assert 'name="peg-2-B" value="121"' in answer.text
    assert [one.waiting for one in night.ask(round_view).tables] == [None, 1, 1, 1]


def test_the_second_of_two_sees_what_the_first_has_entered(night, app):
    both = [Visitor(app), Visitor(app)]
    for visitor, name in zip(both, ("Ruth", "Sam"), strict=True):
        visitor.direct(name)
    seen = [fields(visitor, "/director/round/1") for visitor in both]
    first, second = (
        visitor.post("/director/round/1", form | {"peg-3-A": "121", "peg-3-B": pegs})
        for visitor, form, pegs in zip(both, seen, ("90", "89"), strict=True)
    )
    assert (first.status_code, second.status_code) == (303, 409)
    assert "table 3 has side A 121–90; side B 90–121, entered by Ruth. Yours was not taken." in second.text
    assert "You had typed 121–89" in second.text
    assert sorted(one.net for one in night.ask(compute_standings))[0] == -31


def test_a_round_that_counts_twice_says_so_wherever_it_is_shown(night, director, visitor):
    form = {"rounds": "3", "medals": "0", "worth": "1=2"}
    assert director.post("/director/seats/plan", form).status_code == 303
    assert 'name="worth" maxlength="200" value="1=2"' in director.text("/director/seats")
    for path in ("/director/round/1", "/director/live", "/print/seating/1"):
        assert "Game points of this round count 2 times." in director.text(path)
    for path in ("/", "/wall"):
        assert "Game points of this round count 2 times." in visitor.text(path)
    assert '<td class="n">… <span class="quiet">×2</span></td>' in visitor.text("/player/1")
    assert "<td>1 ×2</td>" in visitor.text("/print/cards")


def test_two_who_seat_the_next_round_seat_one(night, director):
    form = {"expected": "2", "because": "in advance"}
    assert director.post("/director/seat", form).status_code == 303
    late = director.post("/director/seat", form)
    assert (late.status_code, "round 3 of Night is the next" in late.text) == (409, True)


def test_a_correction_needs_its_reason_keeps_what_was_and_says_what_it_changes(night, director):
    path = "/director/table/1/3"

    def enter(a, b, reason=""):
        version = re.search(r'name="version" value="(\d+)"', director.text(path))[1]
        form = {"version": version, "peg-A": a, "peg-B": b, "ended": "played", "reason": reason, "game": "1"}
        return director.post(path, form)

    assert enter("121", "90").status_code == 303
    refused = enter("90", "121")
    assert (refused.status_code, "To correct it, give the reason" in refused.text) == (409, True)
    assert 'name="peg-A"' in refused.text
    assert enter("90", "121", "sides mixed up").status_code == 303
    page = director.text(path)
    assert "points 3 → 0" in page
    assert "(replaced)" in page
    assert "“sides mixed up”" in page
    assert "entered by Ruth" in page


def test_cards_that_differ_are_shown_with_their_rule(night, director):
    path = "/director/table/1/3"
    for side, column, spread in (("A", "+", "17"), ("B", "-", "16")):
        version = re.search(r'name="version" value="(\d+)"', director.text(path))[1]
        card = {"side": side, "points": "2" if side == "A" else "0", "column": column, "spread": spread}
        assert director.post(path, {**card, "version": version, "game": "1"}).status_code == 303
    assert "the qualifier takes the figure worse for it" in director.text(path)
    assert "cards differ" in director.text("/director/round/1")
    assert "A wrote 2+17, B 0-16" in director.text("/director/check")


def test_boards_are_read_from_files_and_pasted_lines(night, director):
    first, second = (BoardLog(f"b{table}", "Night").game(1, table, 121, 90) for table in (1, 2))
    data = {"lines": f"{first}\nhello", "files": (io.BytesIO(f"{first}\n{second}".encode()), "b1.log")}
    said = director.post("/director/read", data, content_type="multipart/form-data").text
    assert message("cli.import.done", new="<b>2</b>", again=1, refused=1) in said
    assert "pasted:2: not a whole JSON object" in said
    assert [one.waiting for one in night.ask(round_view).tables] == [None, None, 1, 1]


def test_no_board_on_usb_is_told(director, monkeypatch):
    monkeypatch.setattr("serial.tools.list_ports.comports", list)
    answer = director.post("/director/read", {"usb": "1"})
    assert (answer.status_code, "no board is connected by USB" in answer.text) == (422, True)


def test_a_line_no_rule_decides_about_waits_for_the_director_s_word(night, director):
    log = BoardLog("b2", "Other")
    director.post("/director/read", {"lines": log.game(1, 2, 121, 90)})
    page = director.text("/director/check")
    assert "of another event" in page
    line = re.search(r"/director/decide/(\d+)", page)[1]
    word = {"decision": "accept", "because": "board not told", "round": "1", "table": "4"}
    assert director.post(f"/director/decide/{line}", word).status_code == 303
    assert [one.waiting for one in night.ask(round_view).tables] == [1, 1, 1, None]
    assert "of another event" not in director.text("/director/check")


def test_the_stamp_differs_after_every_change(night, director):
    stamps = [director.text("/stamp")]

    def changed():
        stamps.append(director.text("/stamp"))
        return len(set(stamps)) == len(stamps)

    form = fields(director, "/director/round/1") | {"peg-1-A": "121", "peg-1-B": "90"}
    director.post("/director/round/1", form)
    assert changed()
    log = BoardLog("b2", "Other")
    director.post("/director/read", {"lines": log.game(1, 2, 121, 90)})
    assert changed()
    word = {"decision": "accept", "because": "board not told"}
    line = re.search(r"/director/decide/(\d+)", director.text("/director/check"))[1]
    director.post(f"/director/decide/{line}", word)
    assert changed()
    director.post("/director/withdraw", {"who": "P4", "because": "ill"})
    assert changed()
    director.post("/director/seat", {"expected": "2"})
    assert changed()
    assert director.text("/stamp") == stamps[-1]


def test_a_player_is_found_by_name_and_by_id(visitor):
    assert visitor.get("/player?who=p3").headers["Location"] == "/player/3"
    assert visitor.get("/player?who=3").headers["Location"] == "/player/3"
    assert "nobody has the id or name Zed" in visitor.text("/player?who=Zed", 422)
    assert "has not been seated" in visitor.text("/print/seating/9", 404)


@pytest.mark.parametrize(
    ("asked", "shown"),
    [("cote", "/player/1"), ("COTÉ", "/player/1"), ("côté rémi", "/player/1"), ("chance", "/player/2"), ("e", [])]
    + [("Geneviev", "/player/2"), ("Lachanse", ["Geneviève Lachance"]), ("ré", ["Rémi Côté", "Andréa Roy"])],
)
def test_one_whose_name_has_what_was_typed_is_shown_at_once(desk, asked, shown):
    """Accents and case aside; who is only called alike, and several, are offered without an error."""
    names = ("Rémi Côté", "Geneviève Lachance", "Andréa Roy")
    visitor = Visitor(pages(desk.create("acc", entries=[Entry(i, name) for i, name in enumerate(names, 2)], rounds=2)))
    answer = visitor.get(f"/player?who={asked}")
    if isinstance(shown, str):
        assert (answer.status_code, answer.headers["Location"]) == (303, shown)
    else:
        assert re.findall(r"<span>([^<]+)</span>", answer.text) == shown
        assert ('class="wrong"' in answer.text, answer.status_code) == (not shown, 200 if shown else 422)


def test_nothing_asks_for_results_where_none_is_missing(night, director):
    assert "Enter what is typed" in director.text("/director/round/1")
    play(director, 1)
    assert "Enter what is typed" not in director.text("/director/round/1")


def test_standings_on_pages_are_never_old(night, director):
    assert ">+31<" not in director.text("/standings")
    form = fields(director, "/director/round/1") | {"peg-1-A": "121", "peg-1-B": "90"}
    director.post("/director/round/1", form)
    table = director.text("/standings")
    assert ">+31<" in table
    assert 'class="n minor">yes<' not in table, "who is not ranked stands apart, under a heading"


@pytest.mark.parametrize("players", [20, 21])
def test_the_wall_shows_everybody_in_turn(desk, players):
    desk.create("acc", players, rounds=2)
    desk.do(seat_next, by="me")
    visitor, path, shown = Visitor(pages(desk)), "/wall", []
    while path != "/wall?sheet=0":
        page = visitor.text(path)
        shown += re.findall(r'class="who">([^<]+)', page)
        assert page.count('class="who"') <= 20
        path = re.search(r'data-following="([^"]+)"', page)[1]
    seats = [seat.name for seat in seats_by_name(desk.ask(round_view))]
    assert shown == seats + [one.name for one in desk.ask(compute_standings)]


def test_a_card_to_write_on_for_everybody(night, director):
    night.do(withdraw_player, "P4", by="me")
    night.do(seat_next, by="me")
    page = director.text("/print/cards?paper=letter")
    assert page.count('<section class="card">') == 8
    assert page.count("sits out") == 1
    assert 'class="letter"' in page
    assert 'class="a4"' in director.text("/print/cards?paper=napkin")


def test_times_are_those_of_the_hall(night, director, monkeypatch):
    """The desk's computer stands there."""
    monkeypatch.setenv("TZ", "XYZ+05:30")
    time.tzset()
    form = fields(director, "/director/round/1") | {"peg-1-A": "121", "peg-1-B": "90"}
    director.post("/director/round/1", form)
    entered, shown = re.search(
        r'<time datetime="([^"]+)">([^<]+)</time>', director.text("/director/table/1/1")
    ).groups()
    monkeypatch.undo()
    time.tzset()
    assert entered.endswith("+00:00")
    hall = datetime.fromisoformat(entered) - timedelta(hours=5, minutes=30)
    assert shown == hall.strftime("%H:%M")


@pytest.mark.parametrize("path", ["/", "/sign-in", "/director/round/0"])
def test_a_page_says_that_the_database_is_gone(desk, tmp_path, path):
    desk.create("acc", 4, rounds=3)
    director = director_of(desk)
    desk.store.close()
    (tmp_path / "Night.cribbage").write_text("gone")
    answer = director.get(path)
    assert (answer.status_code, "file is not a database" in answer.text) == (422, True)
