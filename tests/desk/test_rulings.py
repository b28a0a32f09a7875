"""Tests of rulings on differing cards, case by case of RULES.md section 7."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.rules.presets import load_preset
from host_tools.desk.scoring.cross_check import (
    AGAINST,
    BLANK,
    BOTH_QUALIFY,
    MENDED,
    ONE_QUALIFIER,
    OPPOSITE,
    SAME_COLUMN,
    WrittenCard,
    cross_check,
)
from host_tools.i18n import message

ACC = load_preset("acc")
BOTH, NEITHER, ONLY_A, ONLY_B = (True, True), (False, False), (True, False), (False, True)


def card(text):
    """2+17: a win worth 2 points, +17; 0-: a loss whose spread is blank; 2: both blank."""
    points, column, spread = int(text[0]), text[1:2], text[2:]
    return WrittenCard(points > 0, points, column, int(spread) if spread else None)


def ruled(a, b, qualifies):
    found = cross_check((card(a), card(b)), qualifies, ACC)
    return [(side.points, side.spread) for side in found.sides], found.rules, found.open


CASES = {
    "one qualifier, a winner who wrote too much": ("2+17", "0-16", ONLY_A, [(2, 16), (0, -16)], ONE_QUALIFIER),
    "one qualifier, a loser who wrote too little": ("2+17", "0-16", ONLY_B, [(2, 17), (0, -17)], ONE_QUALIFIER),
    "both qualify": ("2+17", "0-16", BOTH, [(2, 16), (0, -17)], BOTH_QUALIFY),
    "the loser is side A": ("0-16", "2+17", BOTH, [(0, -17), (2, 16)], BOTH_QUALIFY),
    "one spread blank": ("2+17", "0-", BOTH, [(2, 17), (0, -17)], BLANK),
    "the winner's spread blank": ("2", "0-16", NEITHER, [(2, 16), (0, -16)], BLANK),
    "both wrote a win, opposite columns": ("2+9", "2-9", NEITHER, [(2, 9), (0, -9)], OPPOSITE),
    "both wrote a loss, opposite columns": ("0+31", "0-31", NEITHER, [(3, 31), (0, -31)], OPPOSITE),
    "both wrote a win, same column": ("2+9", "2+9", BOTH, [(0, -9), (0, -9)], SAME_COLUMN),
    "both wrote a loss, same column": ("0-9", "0-9", NEITHER, [(0, -9), (0, -9)], SAME_COLUMN),
    "one win, both in plus": ("2+9", "0+9", NEITHER, [(2, 9), (0, -9)], MENDED),
    "one win, both in minus": ("2-9", "0-9", NEITHER, [(2, 9), (0, -9)], MENDED),
    "already against the winner": ("2+16", "0-17", ONLY_A, [(2, 16), (0, -17)], AGAINST),
    "already against the loser": ("2+16", "0-17", ONLY_B, [(2, 16), (0, -17)], AGAINST),
    "already against both": ("2+16", "0-17", BOTH, [(2, 16), (0, -17)], AGAINST),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_ruling(case):
    a, b, qualifies, counts, name = case
    assert ruled(a, b, qualifies) == (counts, (name,), "")


def test_two_rules_may_apply_to_one_game():
    assert ruled("2+17", "2-16", BOTH) == ([(2, 16), (0, -17)], (OPPOSITE, BOTH_QUALIFY), "")


@pytest.mark.parametrize(
    ("a", "b", "qualifies", "why"),
    [
        ("2+17", "0-16", NEITHER, "neither side is an apparent qualifier"),
        ("2+", "0-", BOTH, message("desk.undecided.blank")),
        ("2", "2", BOTH, "a column left blank"),
        ("2-9", "0+9", BOTH, "the winner’s spread is in the minus column"),
        ("3+31", "0-30", BOTH, "3 game points, and a spread of 30 is worth 2"),
        ("2+31", "0-31", BOTH, "2 game points, and a spread of 31 is worth 3"),
    ],
)
def test_what_no_rule_decides_is_left_to_the_director(a, b, qualifies, why):
    counts, _, found = ruled(a, b, qualifies)
    assert why in found
    assert [points for points, _ in counts] == [int(a[0]), int(b[0])]


def test_cards_that_agree_need_no_rule():
    assert ruled("2+17", "0-17", BOTH) == ([(2, 17), (0, -17)], (), "")


cards = st.builds(
    lambda points, column, spread: WrittenCard(points > 0, points, column, spread),
    st.sampled_from([0, 2, 3]),
    st.sampled_from(["+", "-", ""]),
    st.none() | st.integers(1, 121),
)


@settings(deadline=None)
@given(cards, cards, st.tuples(st.booleans(), st.booleans()))
def test_a_ruling_is_the_same_from_either_side(a, b, qualifies):
    one, other = cross_check((a, b), qualifies, ACC), cross_check((b, a), qualifies[::-1], ACC)
    assert one.sides == other.sides[::-1]
    assert (one.rules, one.open) == (other.rules, other.open)


@settings(deadline=None)
@given(cards, cards, st.tuples(st.booleans(), st.booleans()))
def test_no_qualifier_gains_by_a_difference(a, b, qualifies):
    found = cross_check((a, b), qualifies, ACC)
    for own, side, qualified in zip((a, b), found.sides, qualifies, strict=True):
        in_its_column = own.spread and own.column == ("+" if own.won else "-")
        if qualified and not found.open and in_its_column and own.won == side.won:
            assert side.spread <= own.signed


def test_presets_without_such_rules_leave_differences_to_the_director():
    both_won = WrittenCard(True, 2, "", None, holes=121, against=90)
    for name in ("bsg", "auclair", "holes"):
        found = cross_check((both_won, both_won), BOTH, load_preset(name))
        assert name in found.open
