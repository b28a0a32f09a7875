"""Tests of odd fields: what is said when the event is made, and what a bye is worth."""

import pytest
from desk.cli_runner import Shell
from desk.play_tables import seat_and_play

from host_tools.desk.errors import DeskError
from host_tools.desk.events.entrants import withdraw_player
from host_tools.desk.events.event import unequal_games
from host_tools.desk.formats.event_formats import FORMATS
from host_tools.desk.rounds.correct import correct_event
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.scoring.standings import compute_standings


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
    assert unequal_games(FORMATS["acc"], rounds, players) == (told, even)


@pytest.mark.parametrize(("players", "rounds"), [(11, 9), (9, 10), (3, 5)])
def test_it_is_what_is_played(desk, players, rounds):
    desk.create("wins", players, rounds=rounds)
    byes = {}
    for number in range(1, rounds + 1):
        desk.do(seat_next)
        for name in desk.ask(round_view, number).out:
            byes[name] = byes.get(name, 0) + 1
    played = sorted(rounds - byes.get(f"P{i}", 0) for i in range(1, players + 1))
    told, _ = unequal_games(FORMATS["wins"], rounds, players)
    count, most, fewest = played.count(played[-1]), played[-1], played[0]
    assert f": {count} play{'s' if count == 1 else ''} {most}, the others {fewest}." in told


def test_the_command_says_it(tmp_path):
    roster = tmp_path / "roster.txt"
    roster.write_text("\n".join(f"P{i}" for i in range(11)))
    said = Shell(tmp_path)("create", "Friday", "--roster", roster, "--format", "wins", "--bye-worth", 1).stdout
    assert "11 people, 9 rounds: 2 play 9, the others 8. In 11 rounds all play 10." in said


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


@pytest.mark.parametrize("format", ["acc", "bsg", "auclair", "wins", "holes"])
def test_nobody_is_seated_when_one_player_is_left(desk, format):
    desk.create(format, 4, rounds=3)
    seat_and_play(desk, 1)
    for number in (2, 3, 4):
        desk.do(withdraw_player, str(number))
    before = points(desk)
    with pytest.raises(DeskError, match=r"one player is left|two|fewest"):
        desk.do(seat_next)
    assert points(desk) == before
