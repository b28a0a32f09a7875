"""Tests of players who did not come: one side, or nobody."""

import pytest

from host_tools.desk.errors import ConflictError, DeskError
from host_tools.desk.events.entrants import admit_player
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.intake.manual_entry import enter_no_show, enter_result, table_of
from host_tools.desk.review.decision_preview import NotDecidedError, previewing
from host_tools.desk.review.findings import find_problems
from host_tools.desk.rounds.missing_results import tables_missing_results
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.scoring.standings import compute_standings
from host_tools.desk.web.template_filters import result_text
from tests.desk.conftest import cards
from tests.desk.play_tables import enter_all, tables


def standings(desk):
    return {one.name: one for one in desk.ask(compute_standings)}


def table_view(desk, table=1, number=1):
    return next(one for one in desk.ask(round_view, number).tables if one.table == table)


def test_who_did_not_come_forfeits_all_games_that_have_no_result(desk):
    desk.create("wins", 4, rounds=3)
    desk.do(seat_next)
    desk.do(lambda desk: enter_result(desk, 1, 1, cards(desk.event, (121, 90)), game=1))
    view = table_view(desk)
    told = desk.do(enter_no_show, 1, 1, {"A"}, view.version)
    assert {one.name: one.points for one in told.moved}[view.sides["B"][0]] == (0, 2), "of all games, not the last"
    there, away = standings(desk)[view.sides["B"][0]], standings(desk)[view.sides["A"][0]]
    assert (there.won, away.won, away.lost) == (2, 1, 2)
    with pytest.raises(DeskError, match="has its results"):
        desk.do(enter_no_show, 1, 1, {"B"})
    with pytest.raises(ConflictError):
        desk.do(enter_no_show, 1, 2, {"A"}, 99)


@pytest.mark.parametrize("format", ["acc", "bsg", "auclair", "bondurant", "wins", "holes"])
def test_where_nobody_came_nobody_wins_and_the_event_goes_on(desk, format):
    desk.create(format, 8, rounds=3)
    desk.do(seat_next)
    first, *others = tables(desk, 1)
    played = desk.ask(round_view, 1)
    pegs = {one.table: (121, 100, 90, 80)[: len(one.sides)] for one in played.tables if one.table in others}
    desk.do(enter_all, 1, {(table, game): pegs[table] for table in others for game in range(1, played.games + 1)})
    view = table_view(desk, first)
    desk.do(enter_no_show, 1, first, set(view.sides))
    assert desk.ask(tables_missing_results) == []
    assert desk.ask(find_problems, 1) == []
    absent = [standings(desk)[name] for names in view.sides.values() for name in names]
    games = desk.ask(round_view, 1).games
    assert {(one.won, one.lost, one.points, one.net) for one in absent} == {
        (0, games, 31 if format == "auclair" else 0, 0)
    }
    assert {result_text(game) for game in table_view(desk, first).games} == {"nobody won"}
    assert desk.do(seat_next).round == 2


def test_a_table_is_named_by_its_players(desk):
    desk.create("wins", 4, rounds=3)
    desk.do(seat_next)
    sides = table_view(desk, 2).sides
    assert desk.ask(table_of, [sides["B"][0]], None) == (1, 2, {"B"})
    assert desk.ask(table_of, [sides["A"][0], sides["B"][0]], 1) == (1, 2, {"A", "B"})
    with pytest.raises(DeskError, match="do not sit at one table in round 1: note each table by itself"):
        desk.ask(table_of, [sides["A"][0], table_view(desk, 1).sides["A"][0]], None)


def test_who_has_no_table_is_told_so(desk):
    desk.create("acc", 5, rounds=5)
    with pytest.raises(DeskError, match="no round of Night has been seated; who will not play leaves by `withdraw`"):
        desk.ask(table_of, ["P1"], None)
    desk.do(seat_next)
    (out,) = desk.ask(round_view, 1).out
    with pytest.raises(DeskError, match=f"{out} has no table in round 1; name another round with `--round`"):
        desk.ask(table_of, [out], None)
    with pytest.raises(DeskError, match=r"P0, P[1-5] have no table in round 1; name another round"):
        desk.do(lambda desk: table_of(desk, [admit_player(desk, Entry(0, "P0")).name, out], 1))
    with pytest.raises(DeskError, match="round 2 of Night has not been seated"):
        desk.ask(table_of, ["P3"], 2)


def test_what_it_would_change_is_shown_first(desk):
    desk.create("wins", 4, rounds=3)
    desk.do(seat_next)

    def tried(desk):
        with previewing(desk):
            enter_no_show(desk, 1, 1, {"A"})

    with pytest.raises(NotDecidedError, match="3"):
        desk.do(tried)
    assert not table_view(desk).games
