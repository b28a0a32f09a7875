"""Scenario tests: whole events of each format, round by round to their prizes."""

import re

import pytest

from host_tools.desk.cli.simulate_command import simulate
from host_tools.desk.errors import DeskError
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.formats.event_formats import FORMATS
from host_tools.desk.money.prizes import compute_payout
from host_tools.desk.money.special_awards import draw_winner
from host_tools.desk.rounds.bracket_view import bracket_view
from host_tools.desk.rounds.movement_input import NotReadyError
from host_tools.desk.rounds.play_off import draw_bracket
from host_tools.desk.rounds.seating import seat_next, seat_table
from host_tools.desk.scoring.score_card_view import card_view
from host_tools.desk.scoring.standings import compute_standings
from host_tools.desk.store.model import Event
from host_tools.i18n import message
from tests.desk.conftest import nine_rounds, once
from tests.desk.play_tables import enter_all, seat_and_play, tables, win


def test_the_summer_games_move_winners_up_and_losers_stay(desk):
    desk.create("bsg", entries=[Entry(2 + i, f"{name}1", partner=f"{name}2") for i, name in enumerate("abcdef")])
    desk.do(seat_next, by="me")
    sides = tables(desk)
    a, b, c, d, e, f = (sides[table][side][0] for table in (1, 2, 3) for side in "AB")
    win(desk, 1, 1, a)
    win(desk, 1, 2, d)
    win(desk, 1, 3, e)
    desk.do(seat_next, by="me")
    met = {table: {who for side in sides.values() for who in side} for table, sides in tables(desk).items()}
    assert met == {1: {b, e}, 2: {c, a}, 3: {f, d}}


def test_the_next_round_waits_for_the_results_it_depends_on(desk):
    desk.create("bsg", 6)
    desk.do(seat_next, by="me")
    win(desk, 1, 2, *tables(desk)[2]["A"])
    with pytest.raises(NotReadyError, match="round 1 is not decided at table 1, 3"):
        desk.do(seat_next, by="me")


def test_who_won_against_whom_tells_apart_who_won_as_often(desk):
    """Three games a round; P1 and P2 win five each, P4 and P3 four each."""
    desk.create("wins", 4, rounds=3)
    more = {("P1", "P2"), ("P1", "P4"), ("P2", "P3"), ("P2", "P4"), ("P3", "P1"), ("P4", "P3")}
    for number in (1, 2, 3):
        desk.do(seat_next, by="me")
        for table, sides in tables(desk, number).items():
            (a,), (b,) = sides.values()
            better, worse = (a, b) if (a, b) in more else (b, a)
            for game, winner in enumerate((better, worse, better), 1):
                win(desk, number, table, winner, game=game)
    ranked = [(one.rank, one.name, one.won) for one in desk.ask(compute_standings)]
    assert ranked == [(1, "P1", 5), (2, "P2", 5), (3, "P4", 4), (4, "P3", 4)]


def test_a_legion_night_of_twenty(desk):
    """Wins, wins, loses on 103, loses on 117: 22 points. The purse pays $64, $38, $26."""
    desk.create("auclair", 20)
    for number, (won, loser) in enumerate(((True, 110), (True, 100), (False, 103), (False, 117)), 1):
        desk.do(seat_next, by="me")
        pegs = {}
        for table, sides in tables(desk, number).items():
            pegs[table, 1] = (121, loser) if won != ("P7" in sides["B"]) else (loser, 121)
        desk.do(enter_all, number, pegs)
    card = desk.ask(card_view, "P7")
    assert card.points == 22
    assert [line.points for line in card.lines] == [0, 0, 18, 4]
    partners = [line.partner for line in card.lines]
    assert len(set(partners)) == 4
    winner = desk.do(lambda desk: draw_winner(desk.acting("me")).name)
    (paid,) = desk.ask(compute_payout).purses
    assert paid.division.prizes == (6400, 3800, 2600)
    assert sum(one.cents for one in paid.prizes if one.what == "place") == 12800
    assert [(one.name, one.cents) for one in paid.prizes if one.what == "draw"] == [(winner, 2000)]
    assert (paid.division.supplies, paid.division.club) == (2000, 3200)


def test_a_legion_night_with_odd_tables(desk):
    desk.create("auclair", 9)
    seat_and_play(desk, 1, 2, 3, 4)
    assert all(one.played == 4 for one in desk.ask(compute_standings))


after_nine_rounds = once(nine_rounds)


def test_a_play_off_from_draw_to_champion(after_nine_rounds):
    desk = after_nine_rounds
    before = desk.ask(compute_standings)
    desk.do(draw_bracket, 3, by="me")
    view = desk.ask(bracket_view)
    assert (view.drawn, view.qualifiers, view.byes, len(view.rounds)) == (True, 6, 2, 3)
    assert [one.names[0] for one in view.rounds[0] if one.bye] == [before[0].name, before[1].name]
    for number in (10, 11, 12):
        desk.do(seat_next, by="me")
        with pytest.raises(DeskError, match=r"not decided|has 3 rounds"):
            desk.do(seat_next, by="me")
        won = {1: (90, 121), 2: (121, 90), 3: (121, 90)}
        desk.do(enter_all, number, {(table, game): won[game] for table in tables(desk, number) for game in won})
    final = desk.ask(bracket_view).rounds[-1][0]
    assert (final.seeds, final.won, final.winner) == ((1, 2), (2, 1), before[0].name)
    assert desk.ask(compute_standings) == before


def test_a_round_robin_lasts_until_all_have_met(desk):
    desk.create("robin", 7)
    assert desk.ask(lambda desk: desk.event.rounds) == 7
    seat_and_play(desk, *range(1, 8))
    assert {one.played for one in desk.ask(compute_standings)} == {6}
    with pytest.raises(DeskError, match="all 7 rounds of Night have been seated"):
        desk.do(seat_next, by="me")


def test_free_seating_takes_players_where_they_sit(desk):
    desk.create("free", 4, rounds=2)
    with pytest.raises(DeskError, match="sit as they like"):
        desk.do(seat_next, by="me")
    desk.do(seat_table, 1, 5, [[3], [1]], by="me")
    win(desk, 1, 5, "P3")
    with pytest.raises(DeskError, match=message("desk.error.sits", name="P1", round=1)):
        desk.do(seat_table, 1, 6, [[2], [1]], by="me")
    desk.do(seat_table, 1, 6, [[2], [4]], by="me")
    assert desk.ask(compute_standings)[0].name == "P3"


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"players": 1}, message("cli.event.two_players")),
        ({"players": 4, "rounds": 9}, message("cli.event.met", players=4, largest=6, rounds=9)),
        ({"players": 40, "rounds": 23}, message("cli.event.rounds", format="acc", fewest=1, largest=22, rounds=23)),
        ({"players": 40, "tables": 15}, message("cli.event.tables", players=40, needed=20, tables=15)),
        (
            {"format": "bsg", "players": 4, "rounds": 100},
            message("cli.event.rounds", format="bsg", fewest=1, largest=99, rounds=100),
        ),
        (
            {"format": "auclair", "players": 11, "tables": 2},
            message("cli.event.tables", players=11, needed=3, tables=2),
        ),
    ],
)
def test_events_that_cannot_be_played_are_refused(desk, options, why):
    with pytest.raises(DeskError, match=re.escape(why)):
        desk.create(**options)


@pytest.mark.parametrize("format", ["auclair", "holes"])
def test_totals_are_conserved_in_every_format(desk, format):
    with desk.store.write() as session:
        event: Event = simulate(session, "Night", format, 6, None, 5, "me")
        rounds = event.rounds
    table = desk.ask(compute_standings)
    assert sum(one.net for one in table) == 0
    assert sum(one.won for one in table) == sum(one.lost for one in table)
    assert {one.played for one in table} == {rounds * FORMATS[format].games}
