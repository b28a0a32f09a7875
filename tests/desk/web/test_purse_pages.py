"""Tests of the form for what is paid in and out."""

import re
from html import unescape

import pytest

from host_tools.desk.formats.purse_model import Purse
from host_tools.desk.money.purse_config import purses_of, set_purses

RULES = """
[[purse]]
fee = 10
draw = 2.5
pot = 80
shares = [50, 30, 20]
[[purse]]
name = "Q-pool"
fee = 5
qualifiers = true
[[purse]]
name = "Best"
field = 25
added = 100
[[purse]]
name = "Two"
fee = 7
sums = [50, 25.5]
[[purse]]
name = "Hands"
fee = 1
hands = { 29 = 60, 28 = 40 }
rolls_over = true
carried = 3.25
carried_from = "Friday"
"""
PATH = "/director/prizes/purses"


def stored(desk):
    return desk.ask(lambda desk: purses_of(desk.event))


def fields(director, query=""):
    """The form as the browser has it."""
    page = director.text(PATH + query)
    form = dict(re.findall(r'<input (?:type="hidden" )?name="(\w+-\d+)"[^>]*value="([^"]*)"', page))
    chosen = re.findall(r'<select name="(\w+-\d+)">.*?<option value="(\w*)" selected>', page)
    seen = re.search(r'name="seen" value="(\d+)"', page)[1]
    return {name: unescape(value) for name, value in (form | dict(chosen) | {"seen": seen}).items()}


def send(director, **changes):
    form = fields(director) | {name.replace("_", "-"): value for name, value in changes.items()}
    return director.post(PATH, form)


def test_every_purse_comes_back_as_it_is(night, director):
    night.do(set_purses, RULES, by="me")
    before = stored(night)
    assert send(director).headers["Location"] == "/director/prizes"
    assert stored(night) == before


def test_purses_are_set_added_and_taken_away(night, director):
    send(
        director,
        fee_0="7,50",
        kind_0="shares",
        rule_0="60 40",
        name_1="Skunks",
        fee_1="1",
        kind_1="sums",
        rule_1="10 5",
    )
    assert stored(night) == [
        Purse("entry", fee=750, kind="shares", rule=[60, 40]),
        Purse("Skunks", fee=100, kind="sums", rule=[1000, 500], play_off=False),
    ]
    send(director, name_1="", fee_1="", rule_1="")
    assert [purse.name for purse in stored(night)] == ["entry"]
    assert "Purses set" in director.text("/director/diary")


def test_values_are_listed_with_spaces_semicolons_or_commas(night, director):
    send(director, kind_0="shares", rule_0="50, 30; 15 5,")
    assert [purse.rule for purse in stored(night)] == [[50, 30, 15, 5]]
    send(director, kind_0="sums", rule_0="50, 25,50")
    assert [purse.rule for purse in stored(night)] == [[5000, 2550]]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"fee_0": "ten"}, "purse Entry: Fee: an amount is in dollars, such as 5 or 7.50, not ten"),
        ({"fee_1": "5"}, "a purse that is not the entry needs a name"),
        ({"name_1": "Skunks", "fee_1": "x"}, "purse Skunks: Fee: an amount"),
        ({"fee_0": "nan"}, "an amount is in dollars, such as 5 or 7.50, not nan"),
        ({"kind_0": "shares", "rule_0": ""}, "the numbers are missing, shares by place, such as 50 30 20"),
        ({"kind_0": "shares", "rule_0": "50 x"}, "a whole number is needed, not x"),
        ({"kind_0": "hands", "rule_0": "19=5"}, "hands"),
        ({"kind_0": "hands", "rule_0": "29=60 29=10"}, "counts that a hand can have with their parts"),
        ({"kind_0": "hands", "rule_0": "29"}, "counts that a hand can have with their parts"),
        ({"draw_0": "11"}, "no more than the fee"),
        ({"name_1": "entry", "rule_1": "1"}, "a name of its own"),
    ],
)
def test_what_is_wrong_is_told_and_what_was_typed_stays(night, director, wrong, told):
    before = stored(night)
    answer = send(director, **wrong)
    assert (answer.status_code, told in answer.text) == (422, True)
    for name, value in wrong.items():
        if not name.startswith("kind"):
            assert f'name="{name.replace("_", "-")}"' in answer.text
            assert f'value="{value}"' in answer.text
    assert stored(night) == before
