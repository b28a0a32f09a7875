"""Tests of what counts when lines, typed results, disputes and the director's decisions contradict each other."""

import itertools
import json
from datetime import UTC, datetime

import pytest
from sqlalchemy import text

from host_tools.desk.errors import DeskError
from host_tools.desk.events.archive import export_event, restore_event
from host_tools.desk.events.entrants import entrants
from host_tools.desk.intake.board_clocks import correct_clock, doubtful_clocks
from host_tools.desk.intake.decisions import Place, decide_dispute, decide_lines
from host_tools.desk.intake.disputes import change_dispute_rule, dispute, open_disputes, withdraw_dispute
from host_tools.desk.intake.exchanged_tables import likely_exchanges, swap_tables
from host_tools.desk.intake.held_line_view import held_lines
from host_tools.desk.intake.import_lines import import_lines
from host_tools.desk.intake.manual_entry import enter_result
from host_tools.desk.review.findings import find_problems
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.scoring.standings import compute_standings
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Line
from tests.desk.board_log import BoardLog, texts
from tests.desk.conftest import cards, once, one_card

DAY = 86400
START = 1_760_000_000


@once
def night(desk):
    """Eight players, three rounds seated."""
    desk.create("acc", 8, rounds=5)
    for _ in range(3):
        desk.do(seat_next, by="me")


def board(name="b1"):
    return BoardLog(name, "Night")


def read(desk, *lines):
    return desk.do(import_lines, texts(*lines), by="me")


def typed(desk, number, table, pegs, **options):
    return desk.do(
        lambda desk: enter_result(
            desk.acting("me", options.pop("reason", "")), number, table, cards(desk.event, pegs), **options
        )
    )


def decide(desk, line, decision="accepted", **options):
    return desk.do(decide_lines, [line], decision, by="me", **options)


def held(desk):
    return [(one.n, one.board, one.reasons) for one in desk.ask(held_lines)]


def counted(desk):
    """Front pegs of what counts, by (round, table)."""
    seen = {}
    for number in range(1, 6):
        view = desk.ask(round_view, number)
        for one in view.tables if view else ():
            for game in one.games:
                seen[number, one.table] = tuple(game.sides[side].holes for side in sorted(game.sides))
    return seen


def line_id(desk, name, n):
    return desk.ask(lambda desk: next(row.id for row in desk.session.query(Line) if (row.board, row.n) == (name, n)))


def kinds(desk):
    return [one.kind for one in desk.ask(find_problems) if one.open and one.kind != "missing"]


# -- a result that its board takes back ------------------------------------------------------------------------------


def test_a_line_taken_back_counts_nowhere_even_where_the_director_has_put_it(night):
    log = board()
    win = log.game(1, 9, 121, 90)
    read(night, win)
    decide(night, line_id(night, "b1", 1), place=Place(1, 3))
    assert counted(night) == {(1, 3): (121, 90)}
    read(night, log.reopen(1, 9))
    assert counted(night) == {}


def test_a_line_taken_back_before_the_director_accepts_it_cannot_be_accepted(night):
    log = board()
    read(night, log.game(1, 9, 121, 90), log.reopen(1, 9))
    with pytest.raises(DeskError, match="taken it back"):
        decide(night, line_id(night, "b1", 1), place=Place(1, 3))
    assert counted(night) == {}


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_a_line_is_taken_back_under_any_table_and_round_in_any_order_of_reading(night, order):
    """The captain set another table and round between the game and its reopening."""
    log = board()
    lines = [log.game(1, 1, 121, 90), log.reopen(2, 4), log.game(1, 1, 121, 80)]
    for index in order:
        read(night, lines[index])
    assert counted(night) == {(1, 1): (121, 80)}
    assert held(night) == []


def test_what_takes_back_a_line_that_has_not_been_read_is_held_and_told(night):
    log = board()
    lines = [log.game(1, 1, 121, 90), log.reopen(1, 1)]
    (told,) = read(night, lines[1]).held
    assert told.reasons == ("unknown",)
    assert "takes back a result that has not been read" in told.text
    read(night, lines[0])
    assert (held(night), counted(night)) == ([], {})


# -- what was typed --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed_first", [True, False])
def test_a_line_that_contradicts_what_was_typed_for_both_sides_is_held(night, typed_first):
    line = board().game(1, 1, 80, 121)
    steps = [lambda: typed(night, 1, 1, [121, 90]), lambda: read(night, line)]
    for step in steps if typed_first else steps[::-1]:
        step()
    assert counted(night) == {(1, 1): (121, 90)}
    assert held(night) == [(1, "b1", ("differs",))]
    decide(night, line_id(night, "b1", 1))
    assert (counted(night), held(night)) == ({(1, 1): (80, 121)}, [])


@pytest.mark.parametrize("typed_first", [True, False])
@pytest.mark.parametrize("format", ["wins", "acc"])
def test_a_line_of_other_pegs_is_held_though_it_names_the_same_winner(desk, format, typed_first):
    desk.create(format, 4, rounds=3)
    desk.do(seat_next, by="me")
    line = BoardLog("b1", "Night", preset=format).game(1, 1, 121, 116)
    steps = [lambda: typed(desk, 1, 1, [121, 55]), lambda: read(desk, line)]
    for step in steps if typed_first else steps[::-1]:
        step()
    assert held(desk) == [(1, "b1", ("differs",))]
    assert counted(desk) == {(1, 1): (121, 55)}


def test_one_side_s_card_holds_no_line(night):
    night.do(lambda desk: enter_result(desk.acting("me"), 1, 1, {"A": one_card(desk.event, "2+17")}))
    read(night, board().game(1, 1, 121, 90))
    assert (counted(night), held(night)) == ({(1, 1): (121, 90)}, [])
    assert kinds(night) == ["board-and-cards-differ"]


def test_a_correction_refuses_the_line_it_corrects_and_later_ones_are_held(night):
    log = board()
    read(night, log.game(1, 1, 121, 90))
    typed(night, 1, 1, [121, 91], reason="misread")
    assert (counted(night), held(night)) == ({(1, 1): (121, 91)}, [])
    read(night, board("b2").game(1, 1, 90, 121))
    assert held(night) == [(1, "b2", ("differs",))]
    with pytest.raises(DeskError, match="entered with a reason"):
        decide(night, line_id(night, "b2", 1))


@pytest.mark.parametrize("signed_first", [True, False])
def test_a_signed_line_outweighs_an_unsigned_one(night, signed_first):
    lines = [board("b1").game(1, 1, 121, 90), board("b2").game(1, 1, 80, 121, signed=False)]
    for line in lines if signed_first else lines[::-1]:
        read(night, line)
    assert counted(night) == {(1, 1): (121, 90)}
    assert held(night) == [(1, "b2", ("unsigned",))]


@pytest.mark.parametrize("format", ["bsg", "acc"])
def test_two_cards_of_a_skunk_written_as_a_plain_win_are_told(desk, format):
    desk.create(format, 8, rounds=10 if format == "bsg" else 3)
    desk.do(seat_next, by="me")
    desk.do(
        lambda desk: enter_result(
            desk.acting("me"), 1, 1, {"A": one_card(desk.event, "2+31"), "B": one_card(desk.event, "0-31")}
        )
    )
    (found,) = [one for one in desk.ask(find_problems) if one.kind == "cards-differ"]
    assert "worth 3" in found.text


# -- one decision releases what follows ------------------------------------------------------------------------------


def test_paper_that_fills_a_gap_releases_what_the_board_says_of_later_rounds(night):
    log = board()
    read(night, log.game(2, 1, 121, 80), log.game(3, 1, 121, 70))
    assert held(night) == [(1, "b1", ("order",)), (2, "b1", ("order",))]
    typed(night, 1, 1, [121, 90])
    assert held(night) == []
    assert counted(night) == {(1, 1): (121, 90), (2, 1): (121, 80), (3, 1): (121, 70)}


@pytest.mark.parametrize("typed_first", [True, False])
def test_a_board_a_round_ahead_stays_held_when_paper_says_the_same_game(night, typed_first):
    """Its round 2 is round 1, which has been typed: it would count twice."""
    steps = [lambda: typed(night, 1, 1, [121, 80]), lambda: read(night, board().game(2, 1, 121, 80))]
    for step in steps if typed_first else steps[::-1]:
        step()
    assert held(night) == [(1, "b1", ("order",))]
    assert counted(night) == {(1, 1): (121, 80)}


def test_a_round_played_twice_is_decided_once(night):
    """The round key was forgotten after round 1; later somebody sets the board right."""
    night.do(seat_next, by="me")
    log = board()
    lines = [log.game(1, 1, 121, 90), log.game(1, 1, 121, 80), log.game(2, 1, 121, 70), log.game(4, 1, 121, 60)]
    read(night, *lines)
    assert [one[2] for one in held(night)] == [("twice",), ("twice",), ("order",), ("order",)]
    decide(night, line_id(night, "b1", 2), place=Place(2))
    assert held(night) == []
    assert counted(night) == {(1, 1): (121, 90), (2, 1): (121, 80), (3, 1): (121, 70), (4, 1): (121, 60)}
    decide(night, line_id(night, "b1", 2), "refused")
    assert (2, "b1", ("twice",)) not in held(night)
    assert (3, 1) not in counted(night)


def test_a_line_read_after_the_decision_follows_from_it_too(night):
    log = board()
    read(night, log.game(1, 1, 121, 90), log.game(1, 1, 121, 80))
    decide(night, line_id(night, "b1", 2), place=Place(2))
    read(night, log.game(2, 1, 121, 70))
    assert (held(night), counted(night)[3, 1]) == ([], (121, 70))


def at(desk, number, seconds):
    """As if a round had been seated then."""
    stamp = datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
    with desk.store.engine.begin() as connection:
        connection.execute(text("UPDATE sitting SET at = :at WHERE round = :round"), {"at": stamp, "round": number})


@pytest.mark.parametrize(("off", "reason", "told"), [(-DAY, "older", "slow"), (DAY, "later", "fast")])
def test_a_clock_a_day_off_is_one_decision_for_all_its_lines(night, off, reason, told):
    for number in (1, 2, 3):
        at(night, number, START + 1800 * number)
    log = board()
    lines = [log.game(n, 1, 121, 60 + n, began=START + 1800 * n + 300 + off, at=None) for n in (1, 2)]
    read(night, *lines)
    assert reason in held(night)[0][2]
    assert len(held(night)) == 2
    (clock,) = night.ask(doubtful_clocks)
    assert (clock.board, clock.offset_s) == ("b1", -off)
    assert f"24 hours {told}" in clock.text
    night.do(correct_clock, "b1", clock.offset_s, by="me", reason="asked the captain")
    assert held(night) == []
    read(night, log.game(3, 1, 121, 63, began=START + 1800 * 3 + 300 + off, at=None))
    assert (held(night), len(counted(night))) == ([], 3)


def test_a_corrected_clock_still_tells_an_old_game(night):
    for number in (1, 2, 3):
        at(night, number, START + 1800 * number)
    night.do(lambda desk: import_lines(desk.acting("me"), texts(board("b2").game(1, 2, 121, 90))))
    night.do(correct_clock, "b2", DAY, by="me")
    log = board("b2")
    log.game(1, 2, 121, 90)
    read(night, log.game(2, 2, 121, 80, began=START - 2 * DAY, at=None))
    assert held(night) == [(2, "b2", ("older",))]


def test_of_a_board_whose_clock_is_not_believed_times_tell_nothing(night):
    at(night, 1, START)
    log = board()
    read(night, log.game(1, 1, 121, 90, began=7, at=None))
    night.do(correct_clock, "b1", None, by="me")
    assert (held(night), counted(night)) == ([], {(1, 1): (121, 90)})
    with pytest.raises(DeskError, match="no result of a board b9"):
        night.do(correct_clock, "b9", 0, by="me")


# -- disputes --------------------------------------------------------------------------------------------------------


def player_at(desk, number, table, side="A"):
    code = desk.ask(round_view, number).tables[table - 1].ids[side][0]
    return desk.ask(lambda desk: next(n for n, one in entrants(desk).items() if one.code == code))


@pytest.mark.parametrize("hold", [False, True])
def test_a_disputed_line_counts_meanwhile_or_not_and_waits_for_the_director(night, hold):
    night.do(change_dispute_rule, hold, by="me")
    read(night, board().game(1, 1, 121, 90))
    who = player_at(night, 1, 1)
    one = night.do(dispute, 1, 1, by="phone", player=who)
    assert night.do(dispute, 1, 1, by="phone", player=who) == one
    (found,) = night.ask(open_disputes)
    assert (len(found.players), found.held, found.who) == (2, hold, night.ask(lambda desk: entrants(desk)[who].name))
    assert len(counted(night)) == (0 if hold else 1)
    assert "disputed" in kinds(night)
    night.do(decide_dispute, one, True, by="me")
    assert (kinds(night), counted(night)) == ([], {(1, 1): (121, 90)})
    with pytest.raises(DeskError, match="the director has decided"):
        night.do(dispute, 1, 1, by="phone", player=who)
    night.do(dispute, 1, 1, by="me", reason="a slip")
    assert "disputed" in kinds(night)


def test_a_dispute_reopens_what_had_been_accepted_where_disputed_lines_are_held(night):
    night.do(change_dispute_rule, True, by="me")
    read(night, board().game(1, 9, 121, 90))
    decide(night, line_id(night, "b1", 1), place=Place(1, 1))
    number = night.do(dispute, 1, 1, by="phone", player=player_at(night, 1, 1))
    assert counted(night) == {}
    night.do(withdraw_dispute, number, by="phone")
    assert kinds(night) != ["disputed"]
    night.do(withdraw_dispute, number, by="phone")  # It has been withdrawn, and stays so.
    with pytest.raises(DeskError, match="no open dispute"):
        night.do(withdraw_dispute, number + 1, by="phone")


def test_a_dispute_about_what_was_typed_ends_with_its_correction(night):
    typed(night, 1, 1, [121, 90])
    number = night.do(dispute, 1, 1, by="phone", player=player_at(night, 1, 1, "B"))
    with pytest.raises(DeskError, match="correct it"):
        night.do(decide_dispute, number, False, by="me")
    typed(night, 1, 1, [90, 121], reason="sides mixed up")
    assert kinds(night) == []


@pytest.mark.parametrize(
    ("place", "who", "why"), [((1, 1), (1, 2), "sits there"), ((1, 2), (1, 2), "nothing to dispute")]
)
def test_a_dispute_names_a_result_of_the_own_table(night, place, who, why):
    read(night, board().game(1, 1, 121, 90))
    with pytest.raises(DeskError, match=why):
        night.do(dispute, *place, by="phone", player=player_at(night, *who))


def test_disputes_and_clocks_travel_with_the_event(night):
    read(night, board().game(1, 1, 121, 90))
    night.do(dispute, 1, 1, by="me", reason="a slip")
    night.do(correct_clock, "b1", DAY, by="me")
    whole = night.ask(export_event)
    with night.store.write() as session:
        copy = restore_event(session, "Copy", whole)
        assert [one.text for one in open_disputes(Desk(session, copy))] == [
            one.text for one in night.ask(open_disputes)
        ]
        assert json.loads(export_event(Desk(session, copy)))["tables"]["board_clock"]["rows"]


# -- boards put back on each other's tables --------------------------------------------------------------------------


def exchanged(desk):
    """Round 1 right; from round 2 on the boards of tables 1 and 2 stand on each other's."""
    b1, b2 = board("b1"), board("b2")
    read(desk, b1.game(1, 1, 121, 61), b2.game(1, 2, 121, 62))
    read(desk, b1.game(2, 1, 121, 71), b2.game(2, 2, 121, 72), b1.game(3, 1, 121, 81), b2.game(3, 2, 121, 82))
    return b1, b2


def test_a_card_that_fits_the_other_board_names_the_exchange_and_one_press_swaps_it(night):
    b1, b2 = exchanged(night)
    typed(night, 2, 1, [121, 72])
    (found,) = night.ask(likely_exchanges)
    assert (found.round, found.tables, found.sure) == (2, (1, 2), True)
    night.do(swap_tables, 2, (1, 2), by="me", reason="after dinner")
    assert counted(night) == {
        **{(1, 1): (121, 61), (1, 2): (121, 62), (2, 1): (121, 72), (2, 2): (121, 71)},
        **{(3, 1): (121, 82), (3, 2): (121, 81)},
    }
    assert kinds(night) == []
    night.do(seat_next, by="me")
    read(night, b1.game(4, 1, 121, 91), b2.game(4, 2, 121, 92))
    assert (4, 1) not in counted(night)
    assert {one[0] for one in held(night)} == {4}


def test_a_result_typed_in_the_round_after_that_its_board_says_is_named(night):
    """The board stayed at round 1, whose own game nobody played; accepting the line for round 2 ends the doubt."""
    read(night, board("b1").game(1, 1, 121, 61))
    typed(night, 2, 1, [121, 61])
    [(found, line)] = [(one, one.line) for one in night.ask(find_problems) if one.kind == "forgotten-round"]
    assert (found.round, found.table, found.open) == (2, 1, True)
    night.do(decide_lines, [line], "accepted", by="me", place=Place(2, 1, 1))
    assert "forgotten-round" not in [one.kind for one in night.ask(find_problems)]
    assert (1, 1) not in counted(night)
    assert counted(night)[2, 1] == (121, 61)


def test_two_disputed_tables_look_exchanged(night):
    exchanged(night)
    for table in (1, 2):
        night.do(dispute, 2, table, by="phone", player=player_at(night, 2, table))
    (found,) = night.ask(likely_exchanges)
    assert (found.tables, found.sure) == ((1, 2), False)
    night.do(swap_tables, found.round, found.tables, by="me")
    assert kinds(night) == []


def test_a_swap_needs_something_to_swap(night):
    with pytest.raises(DeskError, match="nothing to swap"):
        night.do(swap_tables, 1, (1, 2), by="me")


def test_standings_follow_from_what_counts(night):
    exchanged(night)
    assert sum(one.played for one in night.ask(compute_standings)) == 12
