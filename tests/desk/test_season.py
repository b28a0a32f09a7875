"""Several nights added up."""

from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools.desk.scoring import Standing, season_totals


def night(**points):
    """A night's standings: game points by name; net spread ten times as much."""
    return [Standing(1, name, name, worth, 0, 0, 0, 10 * worth, 0, 9) for name, worth in points.items()]


def test_the_best_nights_count_and_twelve_make_rating_points():
    nights = [night(ann=14, bo=11), night(ann=6, bo=12), night(ann=13)]
    assert [(one.rank, one.id, one.nights, one.points, one.rating) for one in season_totals(nights)] == [
        (1, "ann", 3, 33, 27),
        (2, "bo", 2, 23, 12),
    ]
    assert [(one.id, one.points, one.net) for one in season_totals(nights, best=1)] == [
        ("ann", 14, 140),
        ("bo", 12, 120),
    ]


def test_in_a_low_season_the_fewest_points_win_among_those_who_came_as_often():
    nights = [night(ann=22, bo=30), night(ann=20, bo=5), night(cid=1)]
    assert [one.id for one in season_totals(nights, low=True)] == ["bo", "ann", "cid"]
    assert [one.points for one in season_totals(nights, best=1, low=True)] == [1, 5, 20]


def test_players_who_are_level_share_a_rank():
    assert [one.rank for one in season_totals([night(ann=12, bo=12, cid=9)])] == [1, 1, 3]


def test_players_are_known_by_their_names_whatever_their_place_on_the_roster():
    one = [Standing(1, "1", "Ann", 14, 0, 0, 0, 0, 0, 9), Standing(2, "2", "Bo", 2, 0, 0, 0, 0, 0, 9)]
    two = [Standing(1, "1", "bo", 9, 0, 0, 0, 0, 0, 9), Standing(2, "2", "ann", 7, 0, 0, 0, 0, 0, 9)]
    assert [(total.name, total.points) for total in season_totals([one, two])] == [("ann", 21), ("bo", 11)]


def test_two_of_one_name_are_told_apart_by_their_ids():
    both = [Standing(1, "7", "Ann", 14, 0, 0, 0, 0, 0, 9), Standing(2, "9", "Ann", 2, 0, 0, 0, 0, 0, 9)]
    assert [(total.id, total.points) for total in season_totals([both, both])] == [("7", 28), ("9", 4)]


@settings(deadline=None)
@given(st.lists(st.dictionaries(st.sampled_from("abcd"), st.integers(0, 27), min_size=1), max_size=6), st.randoms())
def test_the_order_of_the_nights_changes_nothing(points, random):
    nights = [night(**one) for one in points]
    assert season_totals(nights, best=2) == season_totals(random.sample(nights, len(nights)), best=2)
    assert sum(one.points for one in season_totals(nights)) == sum(sum(one.values()) for one in points)
