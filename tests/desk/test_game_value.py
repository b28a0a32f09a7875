"""Tests of game values: the worked cases of RULES.md section 4, under every preset."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.rules.outcome import NOBODY
from firmware.rules.presets import PRESET_NAMES, load_preset
from host_tools.results.game_value import game_value

# preset, scores, end, who forfeits; then won, points, spread, level of each side
CASES = [
    ("acc", (121, 91), "played", NOBODY, [(True, 2, 30, 0), (False, 0, -30, 0)]),
    ("acc", (90, 121), "played", NOBODY, [(False, 0, -31, 0), (True, 3, 31, 1)]),
    ("acc", (60, 121), "played", NOBODY, [(False, 0, -61, 0), (True, 3, 61, 2)]),
    ("match4", (121, 60), "played", NOBODY, [(True, 4, 0, 2), (False, 0, 0, 0)]),
    ("match3", (121, 60), "played", NOBODY, [(True, 3, 0, 2), (False, 0, 0, 0)]),
    ("best3", (121, 60), "played", NOBODY, [(True, 1, 0, 2), (False, 0, 0, 0)]),
    ("best5", (60, 121), "played", NOBODY, [(False, 0, 0, 0), (True, 1, 0, 2)]),
    ("auclair", (121, 103), "played", NOBODY, [(True, 0, 18, 0), (False, 18, -18, 0)]),
    ("holes", (121, 88), "played", NOBODY, [(True, 121, 0, 0), (False, 88, 0, 0)]),
    ("lurch61", (30, 61), "played", NOBODY, [(False, 0, 0, 0), (True, 2, 0, 1)]),
    ("lowball", (121, 40), "played", NOBODY, [(False, 0, 0, 0), (True, 1, 0, 0)]),
    # In front by a skunk, but not played to the target: a plain win, with the margin.
    ("acc", (100, 60), "timed-out", NOBODY, [(True, 2, 40, 0), (False, 0, -40, 0)]),
    ("match4", (20, 100), "timed-out", NOBODY, [(False, 0, 0, 0), (True, 1, 0, 0)]),
    ("auclair", (100, 60), "timed-out", NOBODY, [(True, 0, 40, 0), (False, 61, -40, 0)]),
    ("holes", (100, 60), "timed-out", NOBODY, [(True, 100, 0, 0), (False, 60, 0, 0)]),
    ("lowball", (100, 60), "timed-out", NOBODY, [(False, 0, 0, 0), (True, 1, 0, 0)]),
    ("acc", (80, 80), "timed-out", NOBODY, [(None, 0, 0, 0), (None, 0, 0, 0)]),
    # The side in front forfeits.
    ("acc", (100, 20), "forfeit", 0, [(False, 0, 0, 0), (True, 2, 0, 0)]),
    ("best3", (5, 100), "forfeit", 1, [(True, 1, 0, 0), (False, 0, 0, 0)]),
    ("auclair", (100, 60), "forfeit", 1, [(True, 0, 0, 0), (False, 61, 0, 0)]),
    ("holes", (100, 60), "forfeit", 0, [(False, 0, 0, 0), (True, 115, 0, 0)]),
    ("lowball", (10, 60), "forfeit", 0, [(False, 0, 0, 0), (True, 1, 0, 0)]),
    # More than two sides.
    ("acc", (121, 100, 90), "played", NOBODY, [(True, 3, 52, 1), (False, 0, -21, 0), (False, 0, -31, 0)]),
    ("acc", (100, 90, 60), "timed-out", NOBODY, [(True, 2, 50, 0), (False, 0, -10, 0), (False, 0, -40, 0)]),
    ("acc", (100, 90, 60), "forfeit", 0, [(False, 0, 0, 0), (True, 2, 0, 0), (False, 0, 0, 0)]),
]
PEGS = st.tuples(st.integers(0, 60), st.integers(0, 60))


@pytest.mark.parametrize(("preset", "scores", "end", "forfeits", "worth"), CASES)
def test_a_game_is_worth_what_the_rules_say(preset, scores, end, forfeits, worth):
    sides = game_value(load_preset(preset), scores, end, forfeits)
    assert [(side.won, side.points, side.spread, side.level) for side in sides] == worth
    assert tuple(side.holes for side in sides) == scores


@settings(deadline=None, max_examples=200)
@given(name=st.sampled_from(PRESET_NAMES), pegs=PEGS, team=st.integers(0, 1))
def test_no_game_that_was_not_played_out_is_a_skunk(name, pegs, team):
    preset = load_preset(name)
    timed_out = game_value(preset, pegs, "timed-out")
    assert {side.level for side in timed_out} == {0}
    assert (timed_out[0].won is None) == (pegs[0] == pegs[1])
    forfeit = game_value(preset, pegs, "forfeit", team)
    assert (forfeit[team].won, forfeit[1 - team].won) == (False, True)
    assert {side.spread for side in forfeit} == {0}
    assert {side.level for side in forfeit} == {0}
