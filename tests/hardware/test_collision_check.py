"""What passes through what, over all layers, with the largest tolerance."""

from copy import deepcopy
from math import cos, pi

import pytest

from host_tools.hardware import assembly_solids, case, collision_check, screw_lengths
from host_tools.hardware.plate_geometry import Plate

WORST = 0.2


def collisions(params, tracks, form, tolerance=WORST):
    return collision_check.collisions(assembly_solids.solids(Plate(params, tracks), form), tolerance)


@pytest.mark.parametrize("form", ["strip", "street"])
@pytest.mark.parametrize("tracks", [2, 3, 4])
def test_nothing_stands_in_anything(parameters, tracks, form):
    assert parameters.plate.tolerance == WORST
    assert collisions(parameters, tracks, form) == []


@pytest.mark.parametrize("kinds", [["small"], ["small", "small"], ["large", "small"], ["large", "large"]])
@pytest.mark.parametrize("form", ["strip", "street"])
@pytest.mark.parametrize("tracks", [2, 3, 4])
def test_displays_stand_clear_of_everything(parameters, tracks, form, kinds):
    plate = Plate(parameters, tracks, kinds)
    parts = assembly_solids.solids(plate, form)
    assert sum(part.name.startswith("display") for part in parts) == len(kinds)
    assert collision_check.collisions(parts, WORST) == []


def test_display_on_the_field_is_found(parameters):
    wrong = deepcopy(parameters)
    wrong.display.edge = 1.0
    every = collision_check.collisions(assembly_solids.solids(Plate(wrong, 2, ["small"])), WORST)
    assert any("wall and display 1" in line for line in every), every


@pytest.mark.parametrize(
    ("section", "name", "value", "said"),
    [
        ("screws", "through", 3.2, "and standoff"),
        ("screws", "hole", 3.0, "rim screw"),
        ("screws", "post", 5.5, "post and carrier"),
        ("case", "electronics", 19.0, "Pico"),
        ("case", "wall", 4.0, "wall and carrier"),
        ("carrier", "at", [6.0, 3.5], "post and carrier"),
        ("street", "screw_hole", 2.0, "street screw"),
        ("strip", "width", 14.0, "row 1 of track 1 and row 1 of track 2"),
    ],
)
def test_each_kind_of_collision_is_found(parameters, section, name, value, said):
    """The first is how the plates were drawn once: 5.5 mm standoffs in holes of 3.2 mm."""
    wrong = deepcopy(parameters)
    setattr(getattr(wrong, section), name, value)
    every = collisions(wrong, 2, "street" if section == "street" else "strip")
    assert any(said in line for line in every), every


def test_layers_lie_on_one_another_without_a_gap_but_for_the_light_s(parameters):
    high = assembly_solids.heights(parameters)
    assert high["faceplate"][1] == high["diffuser"][0]
    assert high["diffuser"][1] == high["baffle"][0]
    assert high["strip-plate"][0] - high["faceplate"][1] == parameters.screws.standoff + parameters.screws.washers
    gap = high["strip-plate"][0] - parameters.strip.height - high["baffle"][1]
    assert 0 < gap <= parameters.case.gap
    assert high["base"][0] - high["faceplate"][1] == case.depth(parameters)


def test_rim_screws_are_long_enough_and_end_above_the_table(parameters):
    """All sheets thick and the walls high, or all thin and low: a nut of 2.4 mm holds, soft feet are higher."""
    held = assembly_solids.heights(parameters)["base"][1]
    assert screw_lengths.rim(parameters) == 50
    assert held + 0.6 + 2.4 < 50 + 0.5
    assert 50 + 0.5 - (held - 0.6) < 7.6 * 0.9 - 0.4


@pytest.mark.parametrize(("base", "strip_plate"), [(3.0, 3.0), (6.0, 3.0), (3.0, 4.0), (4.0, 3.5)])
def test_screws_follow_the_thickness_of_what_they_hold(parameters, base, strip_plate):
    other = deepcopy(parameters)
    other.case.base, other.case.strip_plate, other.case.electronics = base, strip_plate, 23
    assert screw_lengths.carrier(other) >= base + 3 + 1.6 + 2.4
    assert screw_lengths.street(other) >= 0.8 + strip_plate + 1.6
    short = screw_lengths.short(other)
    assert short - strip_plate - 1.0 >= 2, "turns of thread in the standoff"
    assert 2 * short - strip_plate - 1.0 - 1.5 < 12, "two screws meet in the standoff"


def test_standoffs_pass_between_printed_baffle_tiles(parameters):
    """A tile is as high as its tracks; what is left of the gap between streets is the standoffs'."""
    left = parameters.board.row_gap - parameters.board.track_gap
    assert left >= parameters.screws.hex / cos(pi / 6) + 2 * WORST
