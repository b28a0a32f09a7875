"""Tests of rounds whose game points count more than once."""

import pytest

from host_tools.desk.errors import DeskError
from host_tools.desk.events.event_plan import change_plan, end_event, parse_round_worth, worth_text
from host_tools.desk.review.open_games import open_games
from host_tools.desk.rounds.correct import correct_event
from host_tools.desk.rounds.play_off import draw_bracket
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.scoring.own_results import own_results
from host_tools.desk.scoring.score_card_view import card_view
from host_tools.desk.scoring.standings import compute_standings
from tests.desk.cli_runner import Shell
from tests.desk.play_tables import seat_and_play, tables, win


def points(desk):
    return {one.name: one.points for one in desk.ask(compute_standings)}


def all_cards(desk):
    return [desk.ask(card_view, one.id) for one in desk.ask(compute_standings)]


def test_a_night_whose_rounds_count_6_to_10_has_40_points_for_who_wins_all(desk):
    """As a bar's league of teams plays it: five games, the first worth 6 points, the last 10."""
    desk.create("wins", 6, rounds=5)
    desk.do(change_plan, worth=parse_round_worth("1=6 2=7 3=8 4=9 5=10"))
    for number in range(1, 6):
        desk.do(seat_next)
        for table, sides in tables(desk, number).items():
            win(desk, number, table, "P1" if ["P1"] in sides.values() else sides["A"][0])
    found = points(desk)
    assert found["P1"] == 40
    assert sum(found.values()) == 3 * 40
    assert {card.name: card.points for card in all_cards(desk)} == found
    assert [line.points for line in desk.ask(card_view, "P1").lines] == [6, 7, 8, 9, 10]


def test_a_last_round_that_counts_twice(desk):
    desk.create("acc", 4, rounds=2)
    seat_and_play(desk, 1, 2)
    once = points(desk)
    desk.do(change_plan, worth={2: 2})
    added = {name: points(desk)[name] - once[name] for name in once}
    of_round = {line.opponents[0]: line for card in all_cards(desk) for line in card.lines if line.round == 2}
    assert sorted(added.values()) == [0, 0, 3, 3]
    assert {name for name, more in added.items() if more} == {
        card.name for card in all_cards(desk) if card.lines[1].points == 6
    }
    assert all(line.times == 2 for line in of_round.values())
    assert [desk.ask(round_view, number).times for number in (1, 2)] == [1, 2]
    (told,) = desk.ask(lambda one: own_results(one, card_view(one, next(name for name in added if added[name]))))
    assert told.points == 6
    desk.do(change_plan, worth={2: 1})
    assert points(desk) == once
    assert desk.ask(lambda one: one.event.round_worth) == ""


def test_byes_and_missed_rounds_count_as_often_as_their_round(desk):
    desk.create("holes", 3, rounds=3)
    desk.do(correct_event, {"bye_worth": "115"})
    desk.do(change_plan, worth={1: 3})
    seat_and_play(desk, 1)
    (resting,) = desk.ask(round_view, 1).out
    assert points(desk)[resting] == 3 * 345


def test_head_to_head_counts_what_a_round_is_worth(desk):
    """P1 and P2 win once each against the other; what the second meeting counts more decides."""
    desk.create("wins", 2, rounds=2)
    desk.do(change_plan, worth={2: 2})
    for number, winner in ((1, "P1"), (2, "P2")):
        desk.do(seat_next)
        win(desk, number, 1, winner)
    assert [(one.rank, one.name, one.points) for one in desk.ask(compute_standings)] == [(1, "P2", 2), (2, "P1", 1)]


def test_what_open_games_can_change_counts_their_round(desk):
    """P1 leads by 2 points, and a skunk is 3: it no longer decides where the first round counts three times."""
    desk.create("acc", 2, rounds=2)
    desk.do(seat_next)
    win(desk, 1, 1, "P1", loser=100)
    desk.do(seat_next)
    assert desk.ask(open_games).places == {"P1": (1, 2), "P2": (1, 2)}
    desk.do(change_plan, worth={1: 3})
    assert desk.ask(open_games).places == {"P1": (1, 1), "P2": (2, 2)}


def test_games_of_the_play_off_count_once_whatever_their_number(desk):
    desk.create("acc", 4, rounds=2)
    desk.do(change_plan, worth={2: 2})
    seat_and_play(desk, 1)
    desk.do(end_event)
    assert desk.ask(lambda one: one.event.rounds) == 1
    before = points(desk)
    desk.do(draw_bracket, 3)
    assert points(desk) == before


@pytest.mark.parametrize("text", ["9", "9=", "=2", "9=0", "9=21", "9=2 9=3", "0=2", "nine=2", "9=-1", "9=2=2"])
def test_what_is_no_worth_is_refused(text):
    with pytest.raises(DeskError, match="such as 9=2"):
        parse_round_worth(text)


def test_worth_is_written_as_it_is_read():
    assert worth_text(parse_round_worth("9=2, 3=4;")) == "3=4 9=2"
    assert parse_round_worth("") == {}


def test_a_round_that_is_not_planned_cannot_count_more(desk):
    desk.create("acc", 4, rounds=2)
    with pytest.raises(DeskError, match="2 are planned"):
        desk.do(change_plan, worth={3: 2})


def test_the_command_takes_it_and_says_it(tmp_path):
    roster = tmp_path / "roster.txt"
    roster.write_text("\n".join(f"P{i}" for i in range(6)))
    shell = Shell(tmp_path)
    shell("create", "Friday", "--roster", roster, "--rounds", 5)
    assert "5 rounds; ties are not played off. Game points count more in rounds: 5=2." in " ".join(
        shell("plan", "Friday", "--worth", "5=2").stdout.split()
    )
    assert "Game points count more" not in shell("plan", "Friday", "--worth", "").stdout
