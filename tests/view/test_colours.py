"""Inks: the hue of a team is the same at every level and brightness, and levels stay apart."""

from itertools import pairwise
from math import acos, degrees, hypot

import pytest

from firmware.view.lights.palette import DIM, FAINT, FULL, LEVELS, MID, WHITE, Palette

OKABE_ITO = {0: (0xE6, 0x9F, 0x00), 1: (0x56, 0xB4, 0xE9), 2: (0x00, 0x9E, 0x73), 3: (0xCC, 0x79, 0xA7)}
GAMMA = 2.2
BUDGETS = (140, 157, 200, 300, 500, 752, 1200, 3000, 20000)
EVERY = [(brightness, budget) for brightness in (1, 2, 3, 4, 5) for budget in BUDGETS]
WITHIN_DEGREES = 5
"""In linear RGB; two neighbouring team colours are 27 degrees apart and more."""


def rgb(palette, colour, level):
    green, red, blue = palette.inks[LEVELS * colour + level].to_bytes(3, "big")
    return red, green, blue


def angle(first, other):
    cosine = sum(a * b for a, b in zip(first, other, strict=True)) / (hypot(*first) * hypot(*other))
    return degrees(acos(min(cosine, 1)))


def full_colour(colour):
    return [(channel / 255) ** GAMMA for channel in OKABE_ITO[colour]]


@pytest.mark.parametrize("colour", OKABE_ITO, ids="ABCD"[:4].__getitem__)
def test_hue_never_goes_wrong(colour):
    worst = max(
        (angle(rgb(Palette(brightness, budget), colour, level), full_colour(colour)), level, brightness, budget)
        for brightness, budget in EVERY
        for level in (FAINT, DIM, MID, FULL)
    )
    print(f"worst: {worst[0]:.1f} degrees at level {worst[1]}, brightness {worst[2]}, budget {worst[3]}")
    assert worst[0] <= WITHIN_DEGREES


def test_team_colours_are_well_apart_compared_with_what_a_hue_may_stray():
    apart = [angle(full_colour(rgb), full_colour(other)) for rgb in OKABE_ITO for other in OKABE_ITO if rgb < other]
    assert min(apart) > 2.5 * WITHIN_DEGREES


@pytest.mark.parametrize(("brightness", "budget"), EVERY)
def test_each_level_is_plainly_brighter_than_the_one_below(brightness, budget):
    palette = Palette(brightness, budget)
    for colour in (*OKABE_ITO, WHITE):
        sums = [sum(rgb(palette, colour, level)) for level in (FAINT, DIM, MID, FULL)]
        assert all(brighter >= 1.4 * darker for darker, brighter in pairwise(sums)), (colour, sums)


@pytest.mark.parametrize("budget", BUDGETS)
def test_more_brightness_is_never_less_light(budget):
    fulls = [sum(rgb(Palette(brightness, budget), 0, FULL)) for brightness in (1, 2, 3, 4, 5)]
    assert fulls == sorted(fulls)
    assert budget < 752 or len(set(fulls)) == 5
