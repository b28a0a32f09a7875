"""Tests of odd fields: what is said when the event is made, and what a bye is worth."""

import re

import pytest

from host_tools.desk.errors import DeskError
from host_tools.desk.events.entrants import withdraw_player
from host_tools.desk.events.event import unequal_games
from host_tools.desk.formats.event_formats import FORMATS
from host_tools.desk.formats.movements import Field, FinishedTable, ladder_shares, seat_ladder, table_sizes
from host_tools.desk.rounds.correct import correct_event
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.scoring.standings import compute_standings
from tests.desk.cli_runner import Shell
from tests.desk.play_tables import seat_and_play


@pytest.mark.parametrize(
    ("players", "rounds", "told", "even"),
    [
        (11, 9, "11 people, 9 rounds: 2 play 9, the others 8. In 11 rounds all play 10.", [11]),
        (13, 9, "13 people, 9 rounds: 4 play 9, the others 8. In 13 rounds all play 12.", [13]),
        (
            9,
            10,
            "9 people, 10 rounds: 8 play 9, the others 8. In 9 rounds all play 8. In 18 rounds all play 16.",
            [9, 18],
        ),
        (3, 5, "3 people, 5 rounds: 1 plays 4, the others 3. In 3 rounds all play 2. In 6 rounds all play 4.", [3, 6]),
        (25, 9, "25 people, 9 rounds: 16 play 9, the others 8.", []),
        (9, 9, "", []),
        (10, 9, "", []),
    ],
)
def test_what_is_said_of_an_odd_field(players, rounds, told, even):
    shares = unequal_games(FORMATS["acc"], rounds, {"": players})
    assert (shares.told, list(shares.even)) == (told, even)


def test_it_is_what_is_played(desk):
    players, rounds = 9, 10
    desk.create("wins", players, rounds=rounds)
    byes = {}
    for number in range(1, rounds + 1):
        desk.do(seat_next)
        for name in desk.ask(round_view, number).out:
            byes[name] = byes.get(name, 0) + 1
    played = sorted(rounds - byes.get(f"P{i}", 0) for i in range(1, players + 1))
    told = unequal_games(FORMATS["wins"], rounds, {"": players}).told
    count, most, fewest = played.count(played[-1]), played[-1], played[0]
    assert f": {count} play{'s' if count == 1 else ''} {most}, the others {fewest}." in told


def test_halls_are_told_apart():
    told = unequal_games(FORMATS["wins"], 9, {"North": 11, "South": 12, "West": 13}).told
    assert "North: 11 people, 9 rounds: 2 play 9" in told
    assert "West: 13 people, 9 rounds: 4 play 9" in told
    assert "South" not in told


@pytest.mark.parametrize(("pairs", "rounds"), [(3, 1), (3, 5), (5, 10), (7, 9), (11, 10)])
def test_a_ladder_with_an_odd_pair_says_how_few_rounds_a_pair_can_play(pairs, rounds):
    """A pair that wins each game rests most often; one that loses each, never."""
    players = tuple(range(1, pairs + 1))
    byes = dict.fromkeys(players, 0)
    champion, last, out = players[-1], (), ()
    for number in range(1, rounds + 1):
        seating = seat_ladder(Field(players, number, last=last, out=out))
        out = seating.out
        byes[out[0]] += 1
        last = tuple(FinishedTable(table, (1, 0) if champion in table.sides[1] else (0, 1)) for table in seating.tables)
    assert byes[champion] == max(byes.values())
    told = ladder_shares(pairs, rounds).told
    if rounds == 1:
        assert told == "3 pairs, 1 round: one pair rests in it. With 2 or 4 pairs none would."
    else:
        assert f"a pair plays {rounds - byes[champion]} to {rounds}." in told
        assert f"With {pairs - 1} or {pairs + 1} pairs all would play {rounds}." in told
    assert not ladder_shares(pairs + 1, rounds).told


@pytest.mark.parametrize("players", range(2, 22))
def test_tables_of_three_and_two_are_told_where_partners_move(players):
    told = unequal_games(FORMATS["auclair"], 4, {"": players}).told
    sizes = table_sizes(players)
    assert ("at a table of three" in told) == (3 in sizes)
    assert ("at a table of two" in told) == (2 in sizes)
    offered = [int(number) for number in re.findall(r"With (\d+)(?: or (\d+))?", told)[0] if number] if told else []
    assert all(set(table_sizes(number)) == {4} for number in offered if number)
    assert bool(told) == (players % 4 != 0)


@pytest.mark.parametrize(
    ("format", "told"),
    [
        ("wins", "11 people, 9 rounds: 2 play 9, the others 8. In 11 rounds all play 10."),
        (
            "bsg",
            "11 pairs, 10 rounds: in each one pair rests, who has won at the top table, so that a pair plays 8 to 10",
        ),
        ("auclair", "11 people: all play each of 4 rounds, but three at a table of three have no partner. With 12"),
    ],
)
def test_the_command_says_it(tmp_path, format, told):
    roster = tmp_path / "roster.txt"
    roster.write_text("name,partner\n" + "\n".join(f"P{i},Q{i}" for i in range(11)))
    asked = ("create", "Friday", "--roster", roster, "--format", format, "--columns", "name,partner", "--bye-worth", 1)
    assert told in " ".join(Shell(tmp_path)(*asked).stdout.split())


def points(desk):
    return {one.name: one.points for one in desk.ask(compute_standings)}


def test_byes_are_worth_nothing_until_the_club_says_so_and_then_all_of_them(desk):
    desk.create("holes", 3, rounds=3)
    seat_and_play(desk, 1)
    (resting,) = desk.ask(round_view, 1).out
    assert points(desk)[resting] == 0
    desk.do(correct_event, {"bye_worth": "115"})
    assert points(desk)[resting] == 345
    desk.do(correct_event, {"bye_worth": "0"})
    assert points(desk)[resting] == 0
    with pytest.raises(DeskError, match="0 to 121"):
        desk.do(correct_event, {"bye_worth": "122"})


@pytest.mark.parametrize("format", ["acc", "bsg", "auclair"])
def test_nobody_is_seated_when_one_player_is_left(desk, format):
    desk.create(format, 4, rounds=3)
    seat_and_play(desk, 1)
    for number in (2, 3, 4):
        desk.do(withdraw_player, str(number))
    before = points(desk)
    with pytest.raises(DeskError, match=r"one player is left|two|fewest"):
        desk.do(seat_next)
    assert points(desk) == before
