"""Custom presets: data with the fields of the built-in ones, refused with the name of the field that is wrong."""

import math
from itertools import pairwise

import pytest

from firmware.messages import CodedError
from firmware.rules.preset import PRESET_FIELDS, Preset
from firmware.rules.presets import PRESET_NAMES, fields_of, load_preset

NUMBERS = ("target", "start", "outright", "games", "highest", "idle_ms")
SWITCHES = ("spread", "sign_off", "stink_hole")
WORDS = ("low_wins", "series", "first_deal")

OF_A_WRONG_TYPE = [
    *((field, value) for field in NUMBERS for value in (True, False, 61.0, "61", None, [61])),
    *((field, value) for field in SWITCHES for value in (0, 1, "true", None)),
    *((field, value) for field in WORDS for value in (True, 1, None, "sometimes", ["no"])),
    *((field, value) for field in ("skunk", "double", "triple", "heels_limit") for value in (True, 60.0, "60", [])),
    *(("win", value) for value in (True, 1, "hole", None, [], [1, 2, 3], [1, 2, 3, True], [1, 2, 3, 4.0], {"1": 2})),
    *(("loss", value) for value in (True, 1.5, "hole", None, [0], {})),
]

# Changes that one by one would do, and the field to be named.
CONTRADICTIONS = [
    ({"target": 30}, "target"),
    ({"target": 201}, "target"),
    ({"target": 90}, "skunk"),
    ({"skunk": 121}, "skunk"),
    ({"skunk": -1}, "skunk"),
    ({"double": 90}, "double"),
    ({"double": 95}, "double"),
    ({"skunk": None}, "double"),
    ({"triple": 60}, "triple"),
    ({"double": None, "triple": 30}, "triple"),
    ({"start": 121}, "start"),
    ({"start": -1}, "start"),
    ({"heels_limit": 0}, "heels_limit"),
    ({"heels_limit": 121}, "heels_limit"),
    ({"highest": 0}, "highest"),
    ({"highest": 61}, "highest"),
    ({"idle_ms": 499}, "idle_ms"),
    ({"idle_ms": 60001}, "idle_ms"),
    ({"games": 0}, "games"),
    ({"games": 2}, "games"),
    ({"win": [201, 1, 1, 1]}, "win"),
    ({"loss": -201}, "loss"),
    ({"outright": 3}, "outright"),
    ({"outright": 4}, "outright"),
    ({"low_wins": "game"}, "skunk"),
    ({"series": "first_to", "games": 3, "win": [0, 1, 1, 1]}, "series"),
    ({"series": "best_of", "games": 3, "win": "holes"}, "series"),
    ({"series": "first_to", "games": 3, "loss": "behind"}, "series"),
    ({"series": "best_of", "games": 3, "low_wins": "points"}, "series"),
]

PLAYABLE = [
    {"target": 181, "skunk": 120, "double": None},
    {"target": 31, "skunk": None, "double": None},
    {"triple": 30, "outright": 3},
    {"skunk": 0, "double": None},
    {"idle_ms": 0},
    {"series": "first_to", "games": 99},
    {"stink_hole": True, "heels_limit": 115},
]


def acc_with(**changes):
    return fields_of("acc") | changes


def refusal_of(fields):
    try:
        load_preset(fields)
    except CodedError as refused:
        return str(refused)
    raise AssertionError(f"taken: {fields}")


@pytest.mark.parametrize("changes", PLAYABLE)
def test_playable_changes_are_taken(changes):
    preset = load_preset(acc_with(**changes))
    assert preset.name == "custom"
    assert {field: preset.fields[field] for field in changes} == changes


def test_missing_field_is_named_first():
    for field in set(PRESET_FIELDS) - {"first_deal"}:
        fields = fields_of("acc")
        del fields[field]
        assert refusal_of(fields) == f"{field}: missing"


def test_preset_that_leaves_out_its_first_deal_cuts():
    fields = fields_of("match4")
    del fields["first_deal"]
    assert load_preset(fields).first_deal == "cut"
    assert "first_deal" not in fields


def test_unknown_field_is_named_first_with_those_that_are_known():
    for field in ("", "targets", "Target", "name", "v"):
        words = refusal_of(acc_with(**{field: 1}))
        assert words.startswith(f"{field}: unknown")
        assert all(known in words for known in PRESET_FIELDS)


def test_what_cannot_be_is_refused_with_the_field_s_name_first():
    """Values of a wrong type, and what contradicts other fields."""
    wrong = [({field: value}, field) for field, value in OF_A_WRONG_TYPE]
    for changes, field in wrong + CONTRADICTIONS:
        assert refusal_of(acc_with(**changes)).startswith(f"{field}: "), changes


def test_choice_that_is_neither_a_name_nor_an_object_is_refused_with_the_names():
    for choice in ("", "ACC", "custom", None, 1, True, [], ["acc"], 1.5):
        words = refusal_of(choice)
        assert words.startswith("preset: ")
        assert all(name in words for name in PRESET_NAMES)


def assert_can_be_played(preset: Preset):
    assert 0 <= preset.start < preset.target
    lines = [preset.target, *(-math.inf if line is None else line for line in preset.lines)]
    assert all(low < high or low == high == -math.inf for high, low in pairwise(lines))
    assert all(type(preset.fields[field]) is bool for field in SWITCHES)
    assert all(type(preset.fields[field]) is int for field in NUMBERS)
    if preset.series in ("first_to", "best_of"):
        assert preset.win[0] >= 1
