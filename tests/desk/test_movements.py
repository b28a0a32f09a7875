"""Tests of movements: the sources' examples, and invariants of all of them for every size of field."""

from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools.desk.formats.bracket import bracket, bracket_size, qualifiers
from host_tools.desk.formats.movements import (
    Field,
    FinishedTable,
    MovementError,
    Table,
    most_rounds,
    seat_auclair,
    seat_circle,
    seat_ladder,
    table_sizes,
)

A, B, C, D, E, F = range(1, 7)


def played(seating, choose):
    """Every table of a seating with its sides in an order that `choose` gives."""
    return tuple(FinishedTable(table, tuple(choose(range(len(table.sides))))) for table in seating.tables)


def evening(seat, players, rounds, choose):
    """The seatings of an evening whose results `choose` makes up."""
    field = Field(tuple(range(1, players + 1)))
    partners = Counter()
    for number in range(1, rounds + 1):
        seating = seat(field)
        yield field, seating
        for table in seating.tables:
            partners.update(frozenset(side) for side in table.sides if len(side) == 2)
        field = Field(
            field.players, number + 1, last=played(seating, choose), out=seating.out, partners=Counter(partners)
        )


def seated(seating):
    return sorted([player for table in seating.tables for player in table.players] + list(seating.out))


# -- bsg --------------------------------------------------------------------------------------------------------------


def test_ladder_moves_winners_up_as_the_summer_games_do():
    last = (
        FinishedTable(Table(1, ((A,), (B,))), (0, 1)),
        FinishedTable(Table(2, ((C,), (D,))), (1, 0)),
        FinishedTable(Table(3, ((E,), (F,))), (0, 1)),
    )
    seating = seat_ladder(Field((A, B, C, D, E, F), 2, last=last))
    assert [set(table.players) for table in seating.tables] == [{B, E}, {C, A}, {F, D}]


@pytest.mark.deep
@settings(deadline=None, max_examples=25)
@given(st.integers(2, 25), st.randoms(use_true_random=False))
def test_ladder_seats_every_pair_once_and_rests_nobody_twice_running(pairs, random):
    rested = ()
    for _, seating in evening(seat_ladder, pairs, 10, lambda sides: random.sample(sides, 2)):
        assert seated(seating) == list(range(1, pairs + 1))
        assert len(seating.out) == pairs % 2
        assert not set(seating.out) & set(rested) or pairs == 1
        rested = seating.out


def test_ladder_goes_on_when_a_pair_has_left():
    last = (FinishedTable(Table(1, ((A,), (B,))), (0, 1)), FinishedTable(Table(2, ((C,), (D,))), (0, 1)))
    seating = seat_ladder(Field((A, B, C, D), 2, absent=frozenset({B}), last=last))
    assert seated(seating) == [A, C, D]
    assert len(seating.out) == 1


# -- acc --------------------------------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=50)
@given(st.integers(2, 40))
def test_circle_meets_everyone_once_a_lap_and_never_a_third_time(players):
    met = Counter()
    everyone = tuple(range(1, players + 1))
    lap = most_rounds(players) // 2
    for number in range(1, 2 * lap + 1):
        seating = seat_circle(Field(everyone, number))
        assert seated(seating) == list(everyone)
        assert len(seating.out) == players % 2
        met.update(frozenset(table.players) for table in seating.tables)
        if number == lap:
            assert met == Counter(dict.fromkeys(map(frozenset, combinations(everyone, 2)), 1))
    assert set(met.values()) == {2}
    with pytest.raises(MovementError, match="at most 2 times"):
        seat_circle(Field(everyone, 2 * lap + 1))


@settings(deadline=None, max_examples=50)
@given(st.integers(2, 40))
def test_circle_gives_each_both_sides_about_as_often(players):
    sides = Counter()
    for number in range(1, most_rounds(players) // 2 + 1):
        for table in seat_circle(Field(tuple(range(1, players + 1)), number)).tables:
            sides.update({table.sides[0][0]: 1, table.sides[1][0]: -1})
    assert max(map(abs, sides.values()), default=0) <= 3


def test_circle_lets_the_opponent_of_one_who_left_sit_out():
    seating = seat_circle(Field((1, 2, 3, 4), 1, absent=frozenset({4})))
    assert seated(seating) == [1, 2, 3]
    assert len(seating.out) == 1


# -- auclair ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "sizes"),
    [(4, [4]), (20, [4] * 5), (7, [4, 3]), (9, [4, 3, 2]), (10, [4, 4, 2]), (5, [3, 2]), (3, [3]), (2, [2])],
)
def test_auclair_table_sizes(players, sizes):
    assert table_sizes(players) == sizes


@settings(deadline=None, max_examples=50)
@given(st.integers(2, 16), st.randoms(use_true_random=False))
def test_auclair_seats_everyone_once_a_round_and_winners_move_on_and_pair_with_losers(players, random):
    before = None
    for field, seating in evening(seat_auclair, players, 5, lambda sides: random.sample(sides, len(sides))):
        assert seated(seating) == list(range(1, players + 1))
        assert [len(table.players) for table in seating.tables] == table_sizes(players)
        if before:
            for place, table in enumerate(seating.tables):
                came, stayed = field.last[place - 1], field.last[place]
                if len(came.table.players) == len(stayed.table.players) == len(table.players) == 4:
                    for side in table.sides:
                        assert len(set(side) & set(came.side(0))) == 1
                        assert len(set(side) & set(stayed.side(1))) == 1
                if len(stayed.table.players) == 3:
                    assert set(stayed.side(2)) <= set(table.players)
        before = seating


@pytest.mark.deep
@settings(deadline=None, max_examples=25)
@given(st.integers(4, 16), st.randoms(use_true_random=False))
def test_auclair_repeats_partners_only_where_every_way_does(players, random):
    """Against an exhaustive search over all ways the movement leaves to make partners, of the whole round."""
    for field, seating in evening(seat_auclair, players, 8, lambda sides: random.sample(sides, len(sides))):
        chosen = sum(times for _, _, times in seating.repeats)
        assert chosen == min(_ways(field, seating))


def _ways(field, seating):
    """Partners repeated in every arrangement of this round's tables: winners that came with losers that stayed."""
    stayers = {player for done in field.last if len(done.table.players) == 4 for player in done.side(1)}
    options = []
    for table in seating.tables:
        if len(table.players) != 4:
            continue
        a, *rest = table.players
        pairings = [({a, b}, set(table.players) - {a, b}) for b in rest]
        if field.last:
            pairings = [pair for pair in pairings if all(len(side & stayers) == 1 for side in pair)]
        options.append([sum(field.partners[frozenset(side)] for side in pair) for pair in pairings])
    return [sum(choice) for choice in product(*options)]


def test_auclair_says_which_partners_had_to_be_repeated():
    last = (FinishedTable(Table(1, ((1, 2), (3, 4))), (0, 1)),)
    partners = Counter({frozenset({3, 1}): 2, frozenset({4, 2}): 1, frozenset({3, 2}): 1, frozenset({4, 1}): 1})
    seating = seat_auclair(Field((1, 2, 3, 4), 5, last=last, partners=partners))
    assert sorted(seating.repeats) == [(3, 2, 1), (4, 1, 1)]


# -- play-offs --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entrants", "qualify", "byes"), [(60, 15, 1), (108, 27, 5), (121, 31, 1), (124, 31, 1), (132, 33, 31)]
)
def test_play_off_numbers(entrants, qualify, byes):
    assert qualifiers(entrants) == qualify
    first = bracket(qualify, {})[0]
    assert sorted(meeting.high for meeting in first if meeting.bye) == list(range(1, byes + 1))
    assert sum(meeting.bye for meeting in first) == byes


@settings(deadline=None, max_examples=50)
@given(st.integers(2, 300))
def test_seeds_of_a_pair_add_up_to_the_bracket_and_one_more(qualified):
    first = bracket(qualified, {})[0]
    size = bracket_size(qualified)
    assert {meeting.high for meeting in first if meeting.bye} == set(range(1, size - qualified + 1))
    assert all(meeting.high + meeting.low == size + 1 for meeting in first if not meeting.bye)


@settings(deadline=None, max_examples=50)
@given(st.integers(2, 64))
def test_favourites_meet_as_late_as_they_can(qualified):
    won = {}
    for _ in range(7):
        for stage in bracket(qualified, won):
            won |= {(one.round, one.table): one.high for one in stage if one.high and one.low}
    stages = bracket(qualified, won)
    assert (stages[-1][0].high, stages[-1][0].low, stages[-1][0].winner) == (1, 2, 1)
    assert all({one.high for one in stage} == set(range(1, len(stage) + 1)) for stage in stages)
