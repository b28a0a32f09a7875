"""The built-in presets against RULES.md section 4, its table typed anew."""

import pytest

from firmware.rules.preset import DEFAULT_PRESET
from firmware.rules.presets import PRESET_NAMES, load_preset

# In the order by which the journal knows them; new ones come last.
# id: target, (skunk, double, triple), points of a win at levels 0 to 3, loss, spread kept, series, N
SECTION_4 = {
    "acc": (121, (90, 60, None), (2, 3, 3, 3), 0, True, "single", 1),
    "bondurant": (121, (90, 60, None), (2, 3, 3, 3), 0, True, "single", 1),
    "bsg": (121, (90, 60, None), (2, 3, 3, 3), 0, False, "single", 1),
    "auclair": (121, (90, 60, None), (0, -1, -2, -2), "behind", True, "single", 1),
    "match4": (121, (90, 60, None), (1, 2, 4, 4), 0, False, "best_of", 3),
    "match3": (121, (90, 60, None), (1, 2, 3, 3), 0, False, "best_of", 3),
    "wins": (121, (90, 60, None), (1, 1, 1, 1), 0, False, "fixed", 3),
    "holes": (121, (None, None, None), "holes", "holes", False, "fixed", 3),
    "lurch61": (61, (30, None, None), (1, 2, 2, 2), 0, False, "first_to", 3),
    "fivecard": (61, (None, None, None), (1, 1, 1, 1), 0, False, "best_of", 3),
    "sevencard": (151, (None, None, None), (1, 1, 1, 1), 0, False, "best_of", 3),
    "lowball": (121, (None, None, None), (1, 1, 1, 1), 0, False, "single", 1),
    "casual": (121, (90, 60, None), (1, 2, 4, 4), 0, False, "first_to", 3),
    "best3": (121, (90, 60, None), (1, 1, 1, 1), 0, False, "best_of", 3),
    "best5": (121, (90, 60, None), (1, 1, 1, 1), 0, False, "best_of", 5),
}

ODD_ONES_OUT = {
    "start": (0, {"fivecard": 3}),
    "highest": (29, {"sevencard": 46}),
    "sign_off": (True, {"casual": False}),
    "low_game": (False, {"lowball": True}),
    "low_points": (False, {"auclair": True}),
    "idle_ms": (2000, {"casual": 0}),
    "outright": (0, {}),
    "stink_hole": (False, {}),
    "heels_limit": (None, {}),
    "first_deal": (
        "cut",
        dict.fromkeys(("match4", "lurch61", "casual"), "loser")
        | dict.fromkeys(("fivecard", "sevencard", "best3", "best5", "match3"), "alternate"),
    ),
    "warned": ((19, 25, 26, 27), {"sevencard": (35, 41, 42, 43, 44, 45)}),
}


def test_the_journal_finds_each_preset_at_the_place_it_always_had():
    assert tuple(SECTION_4) == PRESET_NAMES


def test_acc_is_the_default():
    assert DEFAULT_PRESET == "acc"


@pytest.mark.parametrize("name", SECTION_4)
def test_preset_is_worth_what_the_document_says(name):
    preset = load_preset(name)
    win = preset.win if isinstance(preset.win, str) else tuple(preset.win)
    values = (preset.target, tuple(preset.lines), win, preset.loss, preset.spread, preset.series, preset.games)
    assert values == SECTION_4[name]


@pytest.mark.parametrize("field", ODD_ONES_OUT)
def test_house_rule_is_the_same_everywhere_but_where_the_document_differs(field):
    common, others = ODD_ONES_OUT[field]
    values = {name: getattr(load_preset(name), field) for name in PRESET_NAMES}
    assert values == {name: others.get(name, common) for name in PRESET_NAMES}
