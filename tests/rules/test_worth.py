"""What a finished game is worth: levels of each loser, game points, spread (RULES.md sections 3, 4 and 10)."""

import pytest

# preset, the loser's hole, points of winner and loser, level
TWO_SIDES = [
    ("acc", 91, [2, 0], 0),
    ("acc", 90, [3, 0], 1),
    ("acc", 61, [3, 0], 1),
    ("acc", 60, [3, 0], 2),
    ("acc", 0, [3, 0], 2),
    ("bsg", 120, [2, 0], 0),
    ("bondurant", 90, [3, 0], 1),
    ("auclair", 103, [0, 18], 0),
    ("auclair", 117, [0, 4], 0),
    ("auclair", 61, [-1, 60], 1),
    ("auclair", 60, [-2, 61], 2),
    ("match4", 91, [1, 0], 0),
    ("match4", 61, [2, 0], 1),
    ("match4", 60, [4, 0], 2),
    ("match3", 60, [3, 0], 2),
    ("match3", 30, [3, 0], 2),
    ("wins", 60, [1, 0], 2),
    ("holes", 88, [121, 88], 0),
    ("lurch61", 31, [1, 0], 0),
    ("lurch61", 30, [2, 0], 1),
    ("fivecard", 10, [1, 0], 0),
    ("sevencard", 20, [1, 0], 0),
    ("casual", 60, [4, 0], 2),
]

# preset, where the losers B, C (and D) stand, points, spread, level
MORE_SIDES = [
    ("acc", (91, 91), [2, 0, 0], [60, -30, -30], 0),
    ("acc", (91, 90), [3, 0, 0], [61, -30, -31], 1),
    ("acc", (60, 120), [3, 0, 0], [62, -61, -1], 2),
    ("match4", (120, 60, 90), [4, 0, 0, 0], None, 2),
    ("auclair", (100, 90, 60), [-2, 21, 31, 61], [113, -21, -31, -61], 2),
    ("holes", (100, 7), [121, 100, 7], None, 0),
]


@pytest.mark.parametrize(("preset", "loser", "points", "level"), TWO_SIDES)
def test_win_is_worth_what_the_loser_s_hole_says(play, preset, loser, points, level):
    over = play(preset).do("deal", "B").game("A", 0, loser)
    assert (over.points, over.level, over.winner) == (points, level, "A")


@pytest.mark.parametrize(("preset", "losers", "points", "spread", "level"), MORE_SIDES)
def test_each_loser_is_judged_on_its_own_and_the_worst_sets_the_win(play, preset, losers, points, spread, level):
    over = play(preset, teams=len(losers) + 1).game("A", 0, *losers)
    assert (over.points, over.level) == (points, level)
    assert spread is None or over.spread == spread


@pytest.mark.parametrize(("hole", "level"), [(91, 0), (90, 1), (61, 1), (60, 2), (31, 2), (30, 3), (0, 3)])
def test_triple_line_is_a_third_level(play, hole, level):
    assert play("match3", triple=30, outright=3).game("A", 0, hole).level == level


@pytest.mark.parametrize(("triple", "hole", "over"), [(30, 30, True), (30, 31, False), (None, 30, False)])
def test_triple_skunk_wins_the_match_outright_only_where_it_is_agreed(play, triple, hole, over):
    ended = play("match3", games=9, triple=triple, outright=3 if triple else 0).game("A", 0, hole).do("next")
    assert (ended.match.stage == 2) is over
    assert ended.winner == ("A" if over else None)


def test_spread_of_a_win_by_one_hole_is_one(play):
    assert play("acc").game("A", 0, 120).spread == [1, -1]


@pytest.mark.parametrize(
    ("fronts", "winner"), [((0, 50), "B"), ((0, 50, 80), "B"), ((0, 50, 50), None), ((0, 7, 9, 8), "B")]
)
def test_lowball_is_lost_by_the_side_that_gets_there_and_won_by_the_lowest(play, fronts, winner):
    over = play("lowball", teams=len(fronts)).game("A", *fronts)
    points = [int("ABCD"[t] == winner) for t in range(len(fronts))]
    assert (over.winner, over.points) == (winner, points)


def test_night_of_four_auclair_games_totals_22(play):
    night = play("auclair")
    night.game("A", 0, 100).do("next").do("next")
    assert night.match.tally.points[0] == 0
    total = 0
    for winner, fronts in (("A", (0, 95)), ("A", (0, 95)), ("B", (103, 0)), ("B", (117, 0))):
        total += play("auclair").game(winner, *fronts).points[0]
    assert total == 22


@pytest.mark.parametrize("target", [61, 121, 151, 181, 200])
def test_lurch_is_less_than_half_the_way(play, target):
    half = (target - 1) // 2
    for hole, level in ((half, 1), (half + 1, 0)):
        over = play("lurch61", target=target, skunk=half).game("A", 0, hole)
        assert over.level == level
