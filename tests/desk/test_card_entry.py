"""Tests of typed score cards: each side's own, corrected only with a reason."""

import pytest
from sqlalchemy import select

from host_tools.desk.errors import ConflictError, DeskError
from host_tools.desk.intake.import_lines import import_lines
from host_tools.desk.intake.manual_entry import AlreadyEnteredError, enter_result
from host_tools.desk.review.findings import find_problems
from host_tools.desk.rounds.round_view import round_view, table_versions
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.scoring.cross_check import ONE_QUALIFIER
from host_tools.desk.scoring.own_results import own_results
from host_tools.desk.scoring.score_card_view import card_view
from host_tools.desk.scoring.standings import compute_standings
from host_tools.desk.store.model import Card, Seat
from host_tools.i18n import message
from host_tools.results.result_line import parse_line
from tests.desk.board_log import BoardLog, texts
from tests.desk.conftest import cards, once, one_card

KEY = "00" * 16


@once
def night(desk):
    """Eight players on four tables in round 1; at each table side A is met by side B."""
    desk.create("acc", 8, rounds=2)
    desk.do(seat_next, by="me")


def scores(night, table, *pegs, **options):
    def write(desk):
        return enter_result(
            desk.acting("me", options.pop("reason", "")), 1, table, cards(desk.event, list(pegs)), **options
        )

    return night.do(write)


def card(night, table, side, text, **options):
    def write(desk):
        return enter_result(
            desk.acting("me", options.pop("reason", "")), 1, table, {side: one_card(desk.event, text)}, **options
        )

    return night.do(write)


def by_side(night, table):
    """(points, net) of sides A and B as the standings have them."""
    (sides,) = [one.ids for one in night.ask(round_view, 1).tables if one.table == table]
    found = {one.id: (one.points, one.net) for one in night.ask(compute_standings)}
    return [found[sides[letter][0]] for letter in "AB"]


def test_a_typed_result_counts_for_both(night):
    assert scores(night, 3, 121, 90).changed
    assert by_side(night, 3) == [(3, 31), (0, -31)]


def test_the_same_again_changes_nothing(night):
    scores(night, 3, 121, 90)
    assert not scores(night, 3, 121, 90).changed


def test_another_result_needs_a_reason_and_tells_what_it_changes(night):
    scores(night, 3, 121, 90)
    with pytest.raises(AlreadyEnteredError, match="table 3 in round 1 has a result: side A 121–90"):
        scores(night, 3, 121, 91)
    done = scores(night, 3, 90, 121, reason="sides mixed up")
    assert by_side(night, 3) == [(0, -31), (3, 31)]
    assert {(one.points, one.net) for one in done.moved if one.points != (0, 0)} == {
        ((3, 0), (31, -31)),
        ((0, 3), (-31, 31)),
    }


def test_what_was_corrected_is_kept(night):
    scores(night, 3, 121, 90)
    scores(night, 3, 121, 91, reason="misread")

    def kept(desk):
        return [
            (one.side, one.holes, one.reason, bool(one.replaces))
            for one in desk.session.scalars(select(Card).order_by(Card.id))
        ]

    assert night.ask(kept) == [
        ("A", 121, "", False),
        ("B", 90, "", False),
        ("A", 121, "misread", True),
        ("B", 91, "misread", True),
    ]


def test_a_late_correction_leaves_the_seating_that_was_played(night):
    scores(night, 3, 121, 90)
    night.do(seat_next, by="me")

    def seats(desk):
        return [tuple(row) for row in desk.session.execute(select(Seat.round, Seat.player, Seat.table, Seat.side))]

    before = night.ask(seats)
    scores(night, 3, 90, 121, reason="late")
    assert night.ask(seats) == before


def test_cards_that_differ_are_ruled_upon_with_the_rule_named(night):
    scores(night, 1, 121, 30)
    card(night, 3, "A", "2+17")
    assert [one.kind for one in night.ask(find_problems, 1) if one.table == 3] == ["card-missing"]
    card(night, 3, "B", "0-16")
    (found,) = [one for one in night.ask(find_problems, 1) if one.table == 3]
    assert (found.kind, found.rules, found.open) == ("ruled", (message(f"desk.rule.{ONE_QUALIFIER}"),), False)
    assert found.text == "A wrote 2+17, B 0-16; A counts 2 and +16, B 0 and -16"
    assert by_side(night, 3) == [(2, 16), (0, -16)]


def test_a_ruling_moves_a_spread_to_the_column_in_which_it_belongs(night):
    card(night, 3, "A", "2+9")
    card(night, 3, "B", "0+9")
    (sides,) = [one.ids for one in night.ask(round_view, 1).tables if one.table == 3]
    found = {one.id: (one.net, one.plus) for one in night.ask(compute_standings)}
    assert [found[sides[letter][0]] for letter in "AB"] == [(9, 9), (-9, 0)]


def test_a_win_that_a_ruling_finds_is_counted_with_its_skunk(night):
    """Both wrote a loss, in opposite columns: who wrote plus has won."""
    card(night, 3, "A", "0+31")
    card(night, 3, "B", "0-31")
    (sides,) = [one.ids for one in night.ask(round_view, 1).tables if one.table == 3]
    found = {one.id: (one.won, one.lost, one.skunks, one.points) for one in night.ask(compute_standings)}
    assert [found[sides[letter][0]] for letter in "AB"] == [(1, 0, 1, 3), (0, 1, 0, 0)]


def test_what_no_rule_decides_waits_for_the_director(night):
    for table in (1, 2):
        scores(night, table, 121, 30)
    card(night, 3, "A", "2+17")
    card(night, 3, "B", "0-16")
    (found,) = [one for one in night.ask(find_problems, 1) if one.table == 3]
    assert found.kind == "cards-differ"
    assert found.open
    assert by_side(night, 3) == [(2, 17), (0, -16)]
    scores(night, 3, 121, 104, reason="heard both")
    assert by_side(night, 3) == [(2, 17), (0, -17)]
    assert [one for one in night.ask(find_problems, 1) if one.table == 3] == []


def test_totals_are_conserved_where_cards_agree(night):
    for table, pegs in ((1, (121, 30)), (2, (90, 121)), (3, (121, 120)), (4, (61, 121))):
        scores(night, table, *pegs)
    table = night.ask(compute_standings)
    assert sum(one.net for one in table) == 0
    assert sum(one.won for one in table) == sum(one.lost for one in table) == 4


def test_a_board_and_a_card_that_differ_are_shown_and_the_board_counts(night):
    line = BoardLog("b1", "Night").game(1, 3, 121, 90)
    night.do(import_lines, texts(line), by="me")
    card(night, 3, "B", "0-30")
    (found,) = [one for one in night.ask(find_problems, 1) if one.table == 3]
    assert found.kind == "board-and-cards-differ"
    assert by_side(night, 3) == [(3, 31), (0, -31)]


def test_the_director_corrects_a_board(night):
    night.do(import_lines, texts(BoardLog("b1", "Night").game(1, 3, 121, 90)), by="me")
    scores(night, 3, 121, 91, reason="false claim found afterwards")
    assert by_side(night, 3) == [(2, 30), (0, -30)]
    assert [one for one in night.ask(find_problems, 1) if one.table == 3] == []


def test_a_result_code_is_held_against_the_board_s_line(desk):
    desk.create("acc", 8, rounds=2, key=KEY)
    desk.do(seat_next, by="me")
    line = BoardLog("b1", "Night", bytes.fromhex(KEY)).game(1, 3, 121, 90)
    right = parse_line(line).code
    wrong = f"{(int(right) + 1) % 10000:04d}"
    scores(desk, 3, 121, 90, code=wrong)
    (found,) = [one for one in desk.ask(find_problems, 1) if one.table == 3]
    assert (found.kind, found.open) == ("code", False)
    desk.do(import_lines, texts(line), by="me")
    (found,) = [one for one in desk.ask(find_problems, 1) if one.table == 3]
    assert (found.kind, found.open) == ("code", True)
    scores(desk, 3, 121, 90, code=right, reason="misread code")
    assert [one for one in desk.ask(find_problems, 1) if one.table == 3] == []


@pytest.mark.parametrize(
    ("pegs", "options", "why"),
    [
        ((121, 121), [], message("desk.error.score_out", target=121, count=2)),
        ((120, 90), [], message("desk.error.score_out", target=121, count=0)),
        ((122, 90), [], message("desk.error.score_hole", score=122, target=121)),
        ((121, 90), ["timed-out"], message("desk.error.score_ended", target=121)),
        ((100, 90), ["forfeit"], message("desk.error.score_forfeit")),
        ((121,), [], message("desk.error.score_sides", count=1)),
    ],
)
def test_scores_no_game_ends_with_are_refused(night, pegs, options, why):
    with pytest.raises(DeskError, match=why):
        night.ask(lambda desk: cards(desk.event, pegs, *options))


@pytest.mark.parametrize("text", ["", "x", "1+3", "2+0", "2+122", "2*17", "-2+3"])
def test_cards_nobody_can_have_written_are_refused(night, text):
    with pytest.raises(DeskError, match="card"):
        night.ask(lambda desk: one_card(desk.event, text))


def test_forfeit_and_time_out(night):
    def ended(end, forfeits=""):
        def write(desk):
            ended = cards(desk.event, [100, 95], end, forfeits)
            return [(ended[side].won, ended[side].points, ended[side].spread) for side in "AB"]

        return night.ask(write)

    assert ended("timed-out") == [(True, 2, 5), (False, 0, 5)]
    assert ended("forfeit", "A") == [(False, 0, 0), (True, 2, 0)]


def test_a_table_where_nobody_sits_is_refused(night):
    with pytest.raises(DeskError, match="nobody has been seated at table 9 in round 1"):
        scores(night, 9, 121, 90)


def test_who_saw_an_older_state_is_told(night):
    seen = night.ask(table_versions, 1)[3]
    scores(night, 3, 121, 90, version=seen)
    with pytest.raises(ConflictError, match="table 3 in round 1 has changed since you looked"):
        scores(night, 3, 121, 80, version=seen, reason="mine")
    scores(night, 3, 121, 80, version=night.ask(table_versions, 1)[3], reason="mine")
    assert by_side(night, 3)[0] == (3, 41)


def test_a_card_that_names_no_pegs_tells_its_player_none(night):
    card(night, 3, "A", "2+17")
    card(night, 3, "B", "0-17")
    (table,) = [one for one in night.ask(round_view, 1).tables if one.table == 3]
    (told,) = night.ask(lambda desk: own_results(desk, card_view(desk, table.ids["A"][0])))
    assert (told.points, told.pegs) == (2, "")


def test_a_player_s_card(night):
    scores(night, 3, 121, 90)
    night.do(seat_next, by="me")
    (table,) = [one for one in night.ask(round_view, 1).tables if one.table == 3]
    view = night.ask(card_view, table.ids["A"][0])
    assert (view.points, view.won, view.net) == (3, 1, 31)
    first = view.lines[0]
    assert (first.round, first.opponents, first.result, first.plus) == (1, table.sides["B"], "W", 31)
    assert view.lines[1].result == ""
