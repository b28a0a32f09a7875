"""Tests of corrections made after the next round was seated or the bracket was drawn."""

import pytest

from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import read_audit_log
from host_tools.desk.intake.decisions import decide_lines
from host_tools.desk.intake.held_line_view import held_lines
from host_tools.desk.intake.import_lines import import_lines
from host_tools.desk.intake.late_corrections import open_corrections, settle_correction
from host_tools.desk.rounds.bracket_view import bracket_view
from host_tools.desk.rounds.change_qualifiers import redraw_bracket, replace_qualifier
from host_tools.desk.rounds.play_off import draw_bracket
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.scoring.standings import compute_standings
from host_tools.i18n import message
from tests.desk.board_log import BoardLog, texts
from tests.desk.play_tables import enter, play, seat_and_play, tables, win


@pytest.fixture
def ladder(desk):
    """Eight pairs; round 1 is in, round 2 seated."""
    desk.create("bsg", 8, rounds=4)
    seat_and_play(desk, 1)
    desk.do(seat_next, by="me")
    return desk


def correct(desk, number, table, pegs):
    return enter(desk, number, table, pegs, reason="sides mixed up")


def names(desk, number):
    return {table: {who for side in sides.values() for who in side} for table, sides in tables(desk, number).items()}


def settle(desk, choice, *args):
    waiting = desk.ask(open_corrections)[-1]
    return desk.do(settle_correction, waiting.id, choice, *args, by="me", reason="as we agreed")


def test_a_correction_says_who_would_sit_where_and_changes_no_seat(ladder):
    before = names(ladder, 2)
    winner, loser = (tables(ladder, 1)[2][side][0] for side in "AB")
    would = {one.name: one.text for one in correct(ladder, 1, 2, [90, 121]).would}
    assert would == {
        winner: f"{winner} would sit in round 2 at table 2, not at table 3",
        loser: f"{loser} would sit in round 2 at table 3, not at table 2",
    }
    assert names(ladder, 2) == before
    (waiting,) = ladder.ask(open_corrections)
    assert (waiting.reason, waiting.by, waiting.choices) == ("sides mixed up", "me", ("leave", "redraw"))
    assert waiting.what == "Round 1, table 2, game 1: 121–88 became 90–121"


def test_a_correction_that_moves_nobody_asks_nothing(ladder):
    assert correct(ladder, 1, 2, [121, 60]).would == []
    assert ladder.ask(open_corrections) == []
    assert ladder.ask(read_audit_log, "corrected")[0].reason == "sides mixed up"


def test_it_is_left_as_it_was(ladder):
    correct(ladder, 1, 2, [90, 121])
    before = names(ladder, 2)
    (waiting,) = ladder.ask(open_corrections)
    settle(ladder, "leave")
    assert names(ladder, 2) == before
    assert ladder.ask(open_corrections) == []
    with pytest.raises(DeskError, match="has no open correction"):
        ladder.do(settle_correction, waiting.id, "leave", by="me")
    assert [(one.what, one.reason) for one in ladder.ask(read_audit_log, "settled")] == [("settled", "as we agreed")]


def test_what_has_not_been_played_is_seated_anew(ladder):
    winner, loser = (tables(ladder, 1)[2][side][0] for side in "AB")
    correct(ladder, 1, 2, [90, 121])
    settle(ladder, "redraw")
    assert winner in names(ladder, 2)[2]
    assert loser in names(ladder, 2)[3]


def test_a_table_that_has_been_played_keeps_its_players(ladder):
    correct(ladder, 1, 2, [90, 121])
    win(ladder, 2, 3, *tables(ladder, 2)[3]["A"])
    kept = names(ladder, 2)[3]
    settle(ladder, "redraw")
    assert names(ladder, 2)[3] == kept
    everybody = [who for table in names(ladder, 2).values() for who in table]
    assert len(everybody) == len(set(everybody)) == 8


def test_a_round_that_is_over_is_not_seated_anew(ladder):
    play(ladder, 2)
    correct(ladder, 1, 2, [90, 121])
    (waiting,) = ladder.ask(open_corrections)
    assert waiting.choices == ("leave",)
    with pytest.raises(DeskError, match="leave, not redraw"):
        settle(ladder, "redraw")


def test_a_correction_where_seats_do_not_depend_on_results_asks_nothing(desk):
    desk.create("acc", 8, rounds=3)
    seat_and_play(desk, 1)
    desk.do(seat_next, by="me")
    assert correct(desk, 1, 1, [90, 121]).would == []
    assert desk.ask(open_corrections) == []


# -- the bracket -------------------------------------------------------------------------------------------------------


@pytest.fixture
def drawn(desk):
    """Eight players of whom two qualify, by the games at tables 1 and 2; the third is who wins at table 3."""
    desk.create("acc", 8, rounds=1)
    desk.do(seat_next, by="me")
    for table, loser in ((1, 60), (2, 80), (3, 95), (4, 110)):
        enter(desk, 1, table, [121, loser])
    desk.do(draw_bracket, 3, by="me")
    return desk


def who(desk, table, side="A"):
    return tables(desk, 1)[table][side][0]


def qualified(desk):
    return set(desk.ask(bracket_view).rounds[0][0].names)


def put_in(desk, out, coming):
    numbers = {one.name: int(one.id) for one in desk.ask(compute_standings)}
    desk.do(replace_qualifier, numbers[out], numbers[coming], by="me", reason="won the extra game")


def test_after_the_draw_it_is_told_who_would_have_qualified(drawn):
    out, coming = who(drawn, 2), who(drawn, 3)
    told = {one.text for one in correct(drawn, 1, 2, [121, 118]).would}
    assert told == {
        f"{out} would not have qualified, and is seed 2",
        f"{coming} would have qualified, as seed 2",
    }
    assert qualified(drawn) == {who(drawn, 1), out}
    (waiting,) = drawn.ask(open_corrections)
    assert waiting.choices == ("leave", "redraw", "extra game")


def test_the_bracket_is_drawn_anew_while_nobody_has_played_in_it(drawn):
    drawn.do(seat_next, by="me")
    correct(drawn, 1, 2, [121, 118])
    settle(drawn, "redraw")
    assert qualified(drawn) == {who(drawn, 1), who(drawn, 3)}
    drawn.do(seat_next, by="me")
    assert names(drawn, 2)[1] == qualified(drawn)


def test_an_extra_game_is_played_and_its_winner_is_put_in(drawn):
    out, coming = who(drawn, 2), who(drawn, 3)
    correct(drawn, 1, 2, [121, 118])
    settle(drawn, "extra game", [out, coming])
    assert names(drawn, 2)[1] == {out, coming}
    before = [(one.name, one.points, one.net) for one in drawn.ask(compute_standings)]
    win(drawn, 2, 1, coming)
    assert [(one.name, one.points, one.net) for one in drawn.ask(compute_standings)] == before
    put_in(drawn, out, coming)
    assert qualified(drawn) == {who(drawn, 1), coming}
    drawn.do(seat_next, by="me")
    assert names(drawn, 3)[1] == qualified(drawn)
    assert drawn.ask(open_corrections) == []


def test_who_has_played_in_the_bracket_keeps_the_place(drawn):
    drawn.do(seat_next, by="me")
    win(drawn, 2, 1, who(drawn, 2))
    with pytest.raises(DeskError, match="has played in the bracket already"):
        put_in(drawn, who(drawn, 2), who(drawn, 3))
    correct(drawn, 1, 2, [121, 118])
    (waiting,) = drawn.ask(open_corrections)
    assert "redraw" not in waiting.choices


@pytest.fixture
def semi_finals(desk):
    """Sixteen players of whom four qualify; the semi-finals are in, the final is seated."""
    desk.create("acc", 16, rounds=1)
    desk.do(seat_next, by="me")
    for table in range(1, 9):
        enter(desk, 1, table, [121, 60 + 7 * table])
    desk.do(draw_bracket, 3, by="me")
    desk.do(seat_next, by="me")
    for table in (1, 2):
        for game in (1, 2):
            enter(desk, 2, table, [121, 80], game)
    desk.do(seat_next, by="me")
    return desk


def test_a_bracket_whose_final_is_seated_is_not_drawn_anew(semi_finals):
    with pytest.raises(DeskError, match=message("event.bracket.played_in")):
        semi_finals.do(redraw_bracket, by="me")
    assert names(semi_finals, 3)


def test_a_correction_in_the_bracket_says_who_would_go_on(semi_finals):
    first, second = (tables(semi_finals, 2)[1][side][0] for side in "AB")
    for game in (2, 1):
        enter(semi_finals, 2, 1, [80, 121], game, reason="misread")
    told = [line for one in semi_finals.ask(open_corrections) for line in one.would]
    assert f"{second} would go on from table 1 of round 2" in told
    assert names(semi_finals, 3)[1] >= {first}
    assert semi_finals.ask(bracket_view).rounds[0][0].winner == first
    settle(semi_finals, "redraw")
    assert second in names(semi_finals, 3)[1]
    assert semi_finals.ask(bracket_view).rounds[0][0].winner == second


# -- boards ------------------------------------------------------------------------------------------------------------


def test_a_game_that_its_board_takes_back_says_what_that_would_have_changed(desk):
    desk.create("bsg", 4, rounds=3)
    desk.do(seat_next, by="me")
    log = BoardLog("b1", "Night")
    log.preset = "bsg"
    desk.do(import_lines, texts(log.game(1, 1, 121, 90)), by="me")
    win(desk, 1, 2, *tables(desk)[2]["A"])
    desk.do(seat_next, by="me")
    before = names(desk, 2)
    log.reopen(1, 1, 1)
    log.game(1, 1, 100, 121)
    would = desk.do(import_lines, texts(*log.lines[1:]), by="me").would
    for line in desk.ask(held_lines):
        would += desk.do(decide_lines, [line.line], "accepted", by="me").would
    assert would
    assert names(desk, 2) == before
    assert desk.ask(round_view, 1).tables[0].games[0].sides["B"].won
    assert desk.ask(open_corrections)
