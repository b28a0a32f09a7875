"""Tests of season standings over several nights."""

from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools.desk.review.season_nights import read_night
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.scoring.season import Night, season_totals
from host_tools.desk.scoring.standings import Standing
from tests.desk.play_tables import enter


def night(low=False, **points):
    """A night: game points by name; net spread ten times as much."""
    return roster([(name, "", name, worth, 10 * worth) for name, worth in points.items()], low)


def roster(rows, low=False):
    """A night of (id there, member's id, name, points, net)."""
    standings = [
        Standing(number=number, rank=1, id=code, name=name, points=worth, net=net, played=9)
        for number, (code, _, name, worth, net) in enumerate(rows, 1)
    ]
    return Night("Night", standings, {code: member for code, member, *_ in rows}, {}, {}, low)


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
    nights = [night(low=True, ann=22, bo=30), night(low=True, ann=20, bo=5), night(low=True, cid=1)]
    assert [one.id for one in season_totals(nights)] == ["bo", "ann", "cid"]
    assert [one.points for one in season_totals(nights, best=1)] == [1, 5, 20]


def test_players_who_are_level_share_a_rank():
    assert [one.rank for one in season_totals([night(ann=12, bo=12, cid=9)])] == [1, 1, 3]


def test_players_are_known_by_their_names_whatever_their_place_on_the_roster():
    one = roster([("1", "", "Ann", 14, 0), ("2", "", "Bo", 2, 0)])
    two = roster([("1", "", "bo", 9, 0), ("2", "", "ann", 7, 0)])
    assert [(total.name, total.points) for total in season_totals([one, two])] == [("ann", 21), ("bo", 11)]


def test_two_of_one_name_are_told_apart_by_their_ids():
    both = roster([("7", "7", "Ann", 14, 0), ("9", "9", "Ann", 2, 0)])
    assert [(total.id, total.points) for total in season_totals([both, both])] == [("7", 28), ("9", 4)]


def test_a_member_is_known_by_the_roster_s_id_whatever_name_and_place_they_have_that_night():
    one = roster([("7", "7", "Ann", 14, 0), ("2", "", "Bo", 2, 0)])
    two = roster([("1", "", "Bo", 9, 0), ("7", "7", "Anne Miller", 7, 0)])
    found = season_totals([one, two])
    assert [(total.id, total.name, total.points, total.also) for total in found] == [
        ("7", "Anne Miller", 21, ("Ann",)),
        ("1", "Bo", 11, ()),
    ]


def test_one_night_without_the_id_is_the_member_s_where_only_one_has_that_name():
    with_id = roster([("7", "7", "Ann", 14, 0)])
    without = roster([("1", "", "Ann", 5, 0)])
    assert [total.points for total in season_totals([with_id, without])] == [19]
    another = roster([("8", "8", "Ann", 1, 0)])
    assert sorted(total.points for total in season_totals([with_id, without, another])) == [1, 5, 14]


@settings(deadline=None)
@given(st.lists(st.dictionaries(st.sampled_from("abcd"), st.integers(0, 27), min_size=1), max_size=6), st.randoms())
def test_the_order_of_the_nights_changes_nothing(points, random):
    nights = [night(**one) for one in points]
    assert season_totals(nights, best=2) == season_totals(random.sample(nights, len(nights)), best=2)
    assert sum(one.points for one in season_totals(nights)) == sum(sum(one.values()) for one in points)


def test_who_is_skunked_has_taken_a_skunk_and_who_skunks_has_given_one(desk):
    desk.create("acc", 4, rounds=1)
    desk.do(seat_next, by="me")
    enter(desk, 1, 1, [121, 90])
    enter(desk, 1, 2, [121, 91])
    told = sorted((one.points, one.skunks, one.taken) for one in season_totals([desk.ask(read_night)]))
    assert told == [(0, 0, 0), (0, 0, 1), (2, 0, 0), (3, 1, 0)]
