"""The holes that the judge's menu shows before a decision is taken: of both teams it concerns, and of nobody else."""

from types import SimpleNamespace

import pytest

from firmware.config import KEY_OK, TEAMS
from firmware.entry.judge_menu import JudgeMenu
from firmware.rules.decisions import DECISION_NAMES
from firmware.rules.events import EVENT_MOVE
from firmware.rules.match import Match
from firmware.rules.presets import load_preset

FRONTS = (20, 10, 5)
ONE, TWO, FIVE = range(3)


@pytest.fixture
def menu():
    match = Match(load_preset("acc"), 3)
    for team, holes in enumerate(FRONTS):
        match.apply(EVENT_MOVE, team, holes, 1000)
    return JudgeMenu(SimpleNamespace(sign_off=True), match, SimpleNamespace(digits=""), actions=None)


def enter(menu, decision, *keys):
    """Choose a decision by its number, then press keys: (team, key)."""
    number = DECISION_NAMES.index(decision) + 1
    for key in (FIVE,) * (number // 5) + (ONE,) * (number % 5) + (KEY_OK,):
        menu.press(key, 0)
    for team, key in keys:
        menu.press(4 * TEAMS.index(team) + key, 0)
    return [menu.new_hole(team) for team in range(3)]


@pytest.mark.parametrize(
    ("decision", "keys", "holes"),
    [
        ("award", [("A", TWO)], [22, 10, 5]),
        ("retract", [("A", TWO)], [18, 10, 5]),
        ("false-claim", [("A", ONE), ("A", TWO)], [22, 10, 5]),
        ("overpeg", [("A", TWO)], [18, 10, 5]),
        ("overpeg", [("A", TWO), ("C", ONE)], [18, 10, 7]),
        ("overpeg", [("B", FIVE), ("C", ONE)], [20, 5, 10]),
        ("exchange", [("A", ONE), ("C", ONE)], [5, 10, 20]),
        ("exchange", [("C", ONE), ("B", ONE)], [20, 5, 10]),
    ],
)
def test_where_each_team_s_peg_would_stand(menu, decision, keys, holes):
    assert enter(menu, decision, *keys) == holes
