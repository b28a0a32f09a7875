"""How games add up to a match, and when it ends."""

import pytest

from firmware.rules.events import EVENT_DEAL, EVENT_FORFEIT, EVENT_MOVE, EVENT_SIGNED, EVENT_UNDO
from firmware.rules.match import PLAYING

# preset and changes, games as (winner, hole of each loser), stage after the OK of each, winner of the match
OVER, ON = "over", "on"
SERIES = [
    ("acc", {}, [("B", 100)], [OVER], "B"),
    ("match4", {}, [("A", 100), ("A", 100)], [ON, OVER], "A"),
    ("match4", {}, [("A", 100), ("B", 100), ("B", 100)], [ON, ON, OVER], "B"),
    ("match4", {}, [("A", 90)], [OVER], "A"),
    ("match4", {"games": 5}, [("A", 60)], [OVER], "A"),
    ("match4", {"games": 5}, [("A", 100), ("B", 90), ("A", 90)], [ON, ON, OVER], "A"),
    ("match4", {"games": 4}, [("A", 100), ("A", 100), ("A", 100)], [ON, ON, OVER], "A"),
    ("match4", {"games": 2}, [("A", 100), ("B", 100), ("B", 100)], [ON, ON, OVER], "B"),
    ("match3", {"games": 7}, [("A", 60), ("B", 60), ("A", 100)], [ON, ON, OVER], "A"),
    ("casual", {}, [("A", 100), ("B", 90), ("A", 90)], [ON, ON, OVER], "A"),
    ("casual", {"games": 4}, [("B", 90), ("B", 100), ("B", 100)], [ON, ON, OVER], "B"),
    ("lurch61", {}, [("A", 30), ("B", 30), ("B", 60)], [ON, ON, OVER], "B"),
    ("wins", {}, [("A", 100), ("A", 100), ("B", 100)], [ON, ON, OVER], "A"),
    ("wins", {}, [("A", 30), ("A", 30), ("A", 30)], [ON, ON, OVER], "A"),
    ("wins", {"games": 2}, [("A", 100), ("B", 30)], [ON, OVER], None),
    ("holes", {}, [("A", 120), ("A", 120), ("B", 10)], [ON, ON, OVER], "B"),
    ("auclair", {}, [("B", 60)], [OVER], "B"),
    ("auclair", {"series": "fixed", "games": 2}, [("A", 120), ("B", 60)], [ON, OVER], "B"),
]


@pytest.mark.parametrize(("preset", "changes", "games", "stages", "winner"), SERIES)
def test_match_ends_when_it_is_decided(play, preset, changes, games, stages, winner):
    match = play(preset, **changes)
    observed = []
    for side, loser in games:
        match.game(side, loser, loser).do("next")
        observed.append(OVER if match.match.stage == 2 else ON)
    assert (observed, match.winner) == (stages, winner)


def test_next_game_begins_with_all_pegs_in_their_start_holes(play):
    match = play("match4").game("A", 0, 100).do("next")
    assert (match.fronts, match.backs, match.match.tally.game) == ([0, 0], [0, 0], 2)


def test_round_after_a_match_begins_with_nothing_won(play):
    tally = play("match4").game("A", 0, 60).do("next").do("next").match.tally
    assert (tally.round, tally.game) == (2, 1)
    assert tally.won + tally.points + tally.spread == [0] * 12


def test_drawn_game_counts_as_played_and_gives_nobody_points(play):
    match = play("wins", games=2).put(50, 50).do("timed-out")
    assert (match.winner, match.points, match.spread) == (None, [0, 0], [0, 0])
    match.do("next").game("B", 100).do("next")
    assert (match.match.stage, match.winner) == (2, "B")


def test_best_of_goes_on_until_somebody_leads(play):
    match = play("match4")
    for _ in range(4):
        match.do("timed-out").do("next")
    assert (match.match.stage, match.match.tally.game) == (0, 5)
    match.game("B", 100).do("next")
    assert (match.match.stage, match.winner) == (2, "B")


def test_points_of_a_match_are_those_of_its_games(play):
    match = play("match4", games=9).game("A", 0, 90).do("next").game("B", 100).do("next").game("A", 0, 100)
    tally = match.match.tally
    assert (tally.points[:2], tally.won[:2]) == ([3, 1], [2, 1])


@pytest.mark.parametrize(("teams", "dealer"), [(2, "A"), (2, "B"), (3, "A"), (3, "C"), (4, "B"), (4, "D")])
def test_sides_that_do_not_deal_first_start_on_the_bonus(play, teams, dealer):
    dealt = play("fivecard", teams=teams)
    assert dealt.match.dealing()
    dealt.do("deal", dealer)
    assert not dealt.match.dealing()
    assert dealt.fronts == [0 if "ABCD"[t] == dealer else 3 for t in range(teams)]


@pytest.mark.parametrize("team", [-1, 2, 4])
@pytest.mark.parametrize("kind", [EVENT_MOVE, EVENT_SIGNED, EVENT_UNDO, EVENT_DEAL, EVENT_FORFEIT])
def test_a_team_that_is_not_there_is_refused(play, kind, team):
    match = play("acc").put(7, 5).match
    with pytest.raises(ValueError, match=f"team: 0 to 1, not {team}"):
        match.apply(kind, team, 5, 1000)
    assert (match.game.front[:2], match.tally.moves) == (bytearray([7, 5]), 2)


@pytest.mark.parametrize("amount", [-1, 0, 122, 1000])
@pytest.mark.parametrize("kind", [EVENT_MOVE, EVENT_SIGNED])
def test_holes_that_nobody_can_peg_are_refused(play, kind, amount):
    match = play("acc").put(7, 5).match
    changes = match.changes
    with pytest.raises(ValueError, match=f"amount: 1 to 121 holes, not {amount}"):
        match.apply(kind, 0, amount, 1000)
    assert (match.changes, match.stage) == (changes, PLAYING)
