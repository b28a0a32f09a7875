"""Tests that drawing, seating by results and paying name what is open, and go on only with a reason."""

import pytest

from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import read_audit_log
from host_tools.desk.intake.disputes import dispute
from host_tools.desk.intake.import_lines import import_lines
from host_tools.desk.intake.late_corrections import open_corrections
from host_tools.desk.intake.manual_entry import enter_result
from host_tools.desk.review.findings import find_problems
from host_tools.desk.review.readiness import (
    draw_when_settled,
    open_before_draw,
    open_before_seating,
    reasons_not_final,
    seat_when_settled,
    settle_prizes,
)
from host_tools.desk.rounds.bracket_view import bracket_view
from host_tools.desk.rounds.seating import offer_next, seat_next
from tests.desk.board_log import BoardLog, texts
from tests.desk.cli_runner import Shell
from tests.desk.conftest import cards
from tests.desk.play_tables import seat_and_play


def enter(desk, number, table, pegs, **options):
    desk.do(
        lambda desk: enter_result(
            desk.acting("me", options.pop("reason", "")), number, table, cards(desk.event, pegs), **options
        )
    )


def played(desk, format="acc", rounds=1, players=8):
    """A round with one result missing, one held and one disputed."""
    desk.create(format, players, rounds=rounds)
    desk.do(seat_next, by="me")
    enter(desk, 1, 1, [121, 60])
    enter(desk, 1, 2, [121, 80])
    desk.do(import_lines, texts(BoardLog("b3", "Night").game(1, 3, 121, 95, signed=False)), by="me")
    desk.do(dispute, 1, 2, by="me", reason="a slip")
    return desk


def test_the_bracket_is_drawn_with_results_missing_only_for_a_reason(desk):
    played(desk)
    with pytest.raises(DeskError) as refused:
        desk.do(draw_when_settled, 3, by="me")
    told = str(refused.value)
    for what in ("table 4 in round 1: no result", "the losing side has not signed it", "says it is not theirs"):
        assert what in told
    assert not desk.ask(bracket_view).drawn
    desk.do(draw_when_settled, 3, by="me", reason="the hall closes")
    assert desk.ask(bracket_view).drawn
    (entry,) = desk.ask(read_audit_log, "went on")
    assert (entry.reason, entry.detail["to"], len(entry.detail["open"])) == ("the hall closes", "draw", 3)


def test_with_nothing_open_no_reason_is_asked(desk):
    desk.create("acc", 8, rounds=1)
    seat_and_play(desk, 1)
    assert desk.ask(find_problems) == desk.ask(open_before_draw) == []
    desk.do(draw_when_settled, 3, by="me")
    desk.do(seat_when_settled, by="me")
    assert desk.ask(read_audit_log, "went on") == []


def test_a_round_is_seated_by_a_disputed_result_only_for_a_reason(desk):
    desk.create("bsg", 4, rounds=10)
    seat_and_play(desk, 1)
    desk.do(dispute, 1, 1, by="me")
    with pytest.raises(DeskError, match="not theirs"):
        desk.do(seat_when_settled, 2, by="me")
    assert desk.do(seat_when_settled, 2, by="me", reason="they agreed").round == 2


def test_a_round_whose_seats_depend_on_no_result_is_seated_at_once(desk):
    played(desk, rounds=3)
    assert desk.ask(open_before_seating, desk.ask(offer_next)) == []
    assert desk.do(seat_when_settled, by="me").round == 2


def test_check_names_corrections_and_is_empty_when_nothing_waits(desk):
    desk.create("bsg", 4, rounds=10)
    seat_and_play(desk, 1)
    desk.do(seat_next, by="me")
    for table in (1, 2):
        enter(desk, 2, table, [121, 100])
    assert desk.ask(find_problems) == []
    enter(desk, 1, 1, [90, 121], reason="misread")
    (waiting,) = desk.ask(open_corrections)
    (found,) = [one for one in desk.ask(find_problems) if one.kind == "correction"]
    assert found.open
    assert f"correction {waiting.id}" in found.text
    assert waiting.would[0] in found.text
    with pytest.raises(DeskError, match=f"correction {waiting.id}"):
        desk.do(seat_when_settled, by="me")


def test_prizes_name_what_is_open_and_are_paid_all_the_same_for_a_reason(desk):
    played(desk)
    assert any("not theirs" in why for why in desk.ask(reasons_not_final))
    with pytest.raises(DeskError, match="give the reason"):
        desk.do(settle_prizes, by="me", reason="")
    desk.do(settle_prizes, by="me", reason="everybody agrees")
    assert desk.ask(read_audit_log, "went on")[0].detail["to"] == "prizes"


# -- by command --------------------------------------------------------------------------------------------------------


@pytest.fixture
def shell(tmp_path):
    (tmp_path / "p.csv").write_text("name\n" + "".join(f"P{i}\n" for i in range(1, 9)))
    shell = Shell(tmp_path)
    shell.json("create", "Night", "--roster", tmp_path / "p.csv", "--rounds", 3, "--seed", 1, "--fee", 5)
    return shell


def test_who_has_paid_by_the_roster_is_noted_at_once(tmp_path):
    (tmp_path / "p.csv").write_text("name,paid\nAnn,yes\nBo,\nCleo,no\nDan,x\n")
    shell = Shell(tmp_path)
    for name, fee in (("Night", ["--fee", 5]), ("Free", [])):
        told = shell("create", name, "--roster", tmp_path / "p.csv", "--rounds", 3, *fee).stdout
        assert "Paid: 2 of 4." in told
        assert ("Who has paid is not recorded: Free has no fee" in told) == (name == "Free")
    assert [one["name"] for one in shell.json("paid", "Night") if one["paid"]] == ["Ann", "Dan"]


def test_whoever_seats_in_advance_names_the_round(shell):
    """Three who press at once seat one round."""
    assert shell.json("seat", "Night")["round"] == 1
    for _ in range(2):
        assert "to seat round 2 in advance, name it: --round 2" in shell.refused("seat", "Night")
    shell.json("enter", "Night", "--round", 1, "--table", 2, "--scores", "121,90")
    assert "no result yet: round 1, tables 1, 3, 4" in shell("seat", "Night", "--round", 2).stdout
    assert "round 3 of Night is the next to be seated, not 2" in shell.refused("seat", "Night", "--round", 2)


def test_what_is_entered_and_read_is_told_with_names_and_winner(desk, tmp_path):
    desk.create("acc", 4, rounds=3)
    shell = Shell(tmp_path)
    tables = {one["table"]: one["sides"] for one in shell.json("seat", "Night")["tables"]}
    (a,), (b,) = tables[1]["A"], tables[1]["B"]
    place = ("Night", "--round", 1, "--table", 1)
    assert f"table 1 in round 1: {b} beats {a} 121–90 (31)" in shell("enter", *place, "--scores", "90,121").stdout
    assert f"{b} beats {a}" in shell("enter", *place, "--scores", "90,121").stdout
    assert shell.refused("enter", *place, "--scores", "121,90").endswith("give the reason (--correct)")
    (one,), (other,) = tables[2]["A"], tables[2]["B"]
    lines = tmp_path / "lines.txt"
    lines.write_text(BoardLog("b2", "Night").game(1, 2, 121, 85))
    assert f"table 2 in round 1: {one} beats {other} 121–85 (36)" in shell("import", "Night", lines).stdout


def test_commands_go_on_with_because(shell):
    for number in (1, 2, 3):
        shell.json("seat", "Night", "--round", number)
    for table in range(1, 5):
        shell.json("enter", "Night", "--round", 1, "--table", table, "--scores", f"121,{60 + table}")
    assert "--because" in shell.refused("bracket", "Night", "--draw")
    assert shell.json("bracket", "Night", "--draw", "--because", "late")["drawn"]
    assert shell.json("prizes", "Night", "--because", "late")["final"] is False
    assert "Gone on though something was open" in shell("diary", "Night").stdout


def test_disputes_exchanges_and_clocks_by_command(shell):
    made = shell.json("seat", "Night")
    keyed = [one for one in shell.json("check", "Night") if one["kind"] == "missing"]
    assert len(keyed) == len(made["tables"]) == 4
    shell.json("enter", "Night", "--round", 1, "--table", 1, "--scores", "121,90")
    who = made["tables"][0]["ids"]["A"][0]
    (found,) = shell.json("dispute", "Night", "--round", 1, "--table", 1, "--player", who, "--because", "not us")
    assert (found["table"], found["reason"]) == (1, "not us")
    assert shell.json("dispute", "Night", "--withdraw", found["id"]) == []
    assert shell.json("dispute", "Night", "--hold") == []
    assert "name the round and the table" in shell.refused("dispute", "Night", "--round", 1)
    assert "nothing to swap" in shell.refused("exchange", "Night", 1, 2, "--round", 1)
    assert "no whole number of hours" in shell.refused("clock", "Night", "b7")
    assert "no result of a board b7" in shell.refused("clock", "Night", "b7", "--unknown")
