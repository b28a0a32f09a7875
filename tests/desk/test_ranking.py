"""Tests of ranking: each criterion in turn, and shared places where none is left."""

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools.desk.cli.standings_commands import standings_html, standings_table
from host_tools.desk.formats.event_formats import FORMATS, Criterion
from host_tools.desk.scoring.ranking import (
    COLUMNS,
    CRITERIA,
    HEAD_TO_HEAD,
    Totals,
    columns_of,
    rank_players,
    tied_before,
)
from host_tools.desk.scoring.standings import Standing
from host_tools.i18n import LANGUAGES, message, use_language

ACC = FORMATS["acc"].ranking


def places(lines, criteria, meetings=None):
    return [(rank, line.number) for rank, line in rank_players(lines, criteria, meetings or {})]


def test_every_criterion_that_a_format_can_name_is_known():
    assert set(CRITERIA) == set(get_args(Criterion))


@pytest.mark.parametrize(("kind", "without"), [("acc", set()), ("bsg", {"net", "plus"})])
def test_every_column_is_shown_wherever_standings_are(kind, without, monkeypatch):
    """A row of `Totals` and its words are all that a column takes."""
    monkeypatch.setenv("COLUMNS", "200")
    columns = [column.field for column in columns_of(FORMATS[kind])]
    assert {column.field for column in COLUMNS} - set(columns) == without
    for language in LANGUAGES:
        with use_language(language):
            headings = [message(f"cli.column.{column}") for column in columns]
            late = Standing(number=1, rank=1, id="1", name="Ann", ranked=False)
            table = standings_table("Night", FORMATS[kind], [late])
            assert table.headings[3:] == headings
            page = standings_html("Night", FORMATS[kind], [])
            assert all(f"<th>{heading}" in page for heading in headings)


def test_three_on_thirteen_points_and_six_wins():
    lines = [Totals(number, points=13, won=6, net=net) for number, net in ((1, 37), (2, 97), (3, 46))]
    assert places(lines, ACC) == [(1, 2), (2, 3), (3, 1)]


def test_plus_points_then_head_to_head_break_ties():
    level = {"points": 10, "won": 5, "net": 20}
    assert places([Totals(1, **level, plus=80), Totals(2, **level, plus=90)], ACC) == [(1, 2), (2, 1)]
    level["plus"] = 80
    assert places([Totals(1, **level), Totals(2, **level)], ACC, {(1, 2): 0, (2, 1): 2}) == [(1, 2), (2, 1)]
    assert places([Totals(1, **level), Totals(2, **level)], ACC) == [(1, 1), (1, 2)]


def test_head_to_head_counts_only_where_all_who_are_level_have_met():
    level = [Totals(number, won=3) for number in (1, 2, 3)]
    met = {(1, 2): 1, (2, 1): 0, (1, 3): 1, (3, 1): 0}
    assert places(level, ("games won", "head-to-head"), met) == [(1, 1), (1, 2), (1, 3)]
    assert places(level, ("games won", "head-to-head"), met | {(2, 3): 1, (3, 2): 0}) == [(1, 1), (2, 2), (3, 3)]


def test_the_fewest_points_win_an_auclair_night():
    lines = [Totals(1, points=22, net=3), Totals(2, points=-2, net=70), Totals(3, points=22, net=9)]
    assert places(lines, FORMATS["auclair"].ranking) == [(1, 2), (2, 3), (3, 1)]


def test_bondurant_counts_skunks_before_spread():
    level = {"points": 12, "won": 5}
    lines = [Totals(1, **level, skunks=1, net=90), Totals(2, **level, skunks=2, net=10)]
    assert places(lines, FORMATS["bondurant"].ranking) == [(1, 2), (2, 1)]


lines = st.builds(Totals, st.just(0), points=st.integers(0, 3), won=st.integers(0, 2), net=st.integers(-2, 2))


@settings(deadline=None)
@given(st.lists(lines, max_size=12), st.randoms(use_true_random=False))
def test_order_does_not_depend_on_the_order_of_the_roster(found, random):
    for number, line in enumerate(found):
        line.number = number
    shuffled = random.sample(found, len(found))
    assert places(found, ACC) == places(shuffled, ACC)
    ranks = [rank for rank, _ in places(found, ACC)]
    assert ranks == sorted(ranks)
    assert all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)


def test_only_who_is_level_is_asked_whom_they_have_met():
    """All results of a large event are not read for one tie."""
    lines = {number: Totals(number, won=won, played=3) for number, won in enumerate((3, 1, 1, 2), 1)}
    assert tied_before(HEAD_TO_HEAD, lines, ("games won", HEAD_TO_HEAD)) == [2, 3]
    assert tied_before(HEAD_TO_HEAD, lines, ("games won", "play-off")) == []
    many = {number: Totals(number, played=1) for number in range(1, 6)}
    assert tied_before(HEAD_TO_HEAD, many, (HEAD_TO_HEAD,)) == []
