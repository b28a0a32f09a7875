"""The printed parts as solids, where build123d is installed."""

from itertools import combinations
from math import pi

import pytest

from host_tools.hardware import assembly_solids, builds, case, charger_places, params
from host_tools.hardware.params import ParamsError
from host_tools.hardware.plate_geometry import Plate, build_plate


@pytest.mark.parametrize("name", ["two", "four", "two+large-display", "three+voice", "four+battery", "two+cell"])
def test_solids_are_valid_and_made_the_same_each_time(parameters, name):
    for part in case.printed(build_plate(parameters, builds.named(parameters, name))):
        assert part.solid.is_valid
        assert case.stl(part) == case.stl(part)


def test_part_larger_than_the_printer_is_named(change):
    small = params.load(change("case.printer_bed", [120, 120, 120]))
    with pytest.raises(ParamsError, match="printer_bed: baffle is 125 x 25 x 9 mm"):
        case.printed(Plate(small, 2))


def test_ring_around_the_speaker_has_its_play_and_its_wall(parameters):
    ring = case.printed(Plate(parameters, 2, voice=True))[-1]
    size = ring.solid.bounding_box().size
    assert (ring.quantity, round(size.X, 2), round(size.Y, 2), size.Z) == (1, 43.8, 43.8, 6.0)
    assert ring.solid.volume == pytest.approx(6 * pi * (21.9**2 - 20.3**2), rel=1e-3)


@pytest.mark.parametrize(
    ("form", "voice", "bay"),
    [("strip", False, ""), ("street", False, ""), ("strip", True, ""), ("strip", False, "bank"),
     ("strip", False, "cell")],
)  # fmt: skip
def test_no_solid_of_the_assembly_is_inside_another(parameters, form, voice, bay):
    """The board of two tracks as solids: what two of them share has no volume."""
    parts = assembly_solids.solids(Plate(parameters, 2, bay=bay, voice=voice), form)
    solids = [(part.name, case.solid(part)) for part in parts]
    assert all(solid.is_valid for _, solid in solids)
    boxes = [solid.bounding_box() for _, solid in solids]
    shared = []
    for (i, (a, shape)), (j, (b, other)) in combinations(enumerate(solids), 2):
        low = [max(p, q) for p, q in zip(boxes[i].min, boxes[j].min, strict=True)]
        high = [min(p, q) for p, q in zip(boxes[i].max, boxes[j].max, strict=True)]
        if all(h - v > 1e-6 for v, h in zip(low, high, strict=True)):
            common = shape & other
            if common is not None and getattr(common, "volume", 0) > 1e-3:
                shared.append((a, b, common.volume))
    assert shared == []


@pytest.mark.parametrize(("name", "own"), [
    ("two", set()),
    ("two+large-display", {"display-frame-large_x1.stl", "display-frame-small_x1.stl"}),
    ("three+voice", {"speaker-ring_x1.stl"}),
    ("four+battery", {"bay-rail_x2.stl"}),
    ("two+display+cell", {"display-frame-small_x2.stl", "bay-rail_x3.stl", "charger-rest_x1.stl"}),
])  # fmt: skip
def test_each_option_has_its_printed_parts(made, name, own):
    corners = {f"wall-{v}-{h}_x1.stl" for v in ("top", "bottom") for h in ("left", "right")}
    assert {path.name for path in made(name, "print_files").glob("*.stl")} == {"baffle_x8.stl"} | corners | own


def test_a_power_bank_slides_in_through_the_window_of_the_back_wall(parameters):
    """On its way in it touches neither walls nor anything else; where there is no bay, the wall is in its way."""
    bay, without = Plate(parameters, 2, bay="bank"), Plate(parameters, 2)
    parts = assembly_solids.solids(bay)
    bank = next(part for part in parts if part.name == "power bank")
    outside = bank._replace(plan=bank.plan._replace(y=bank.plan.y / 2 - 30, half_y=bank.plan.y / 2 + 30))
    way = case.solid(outside)
    # Walls are built with z up from the base; solids of the assembly with z down from the faceplate's front.
    base_top = assembly_solids.heights(parameters)["base"][0]
    walls = {plate: [part.solid for part in case.printed(plate) if part.name.startswith("wall")]
             for plate in (bay, without)}  # fmt: skip
    from build123d import Pos

    lifted = Pos(0, 0, base_top) * way
    assert not any(volume(lifted & wall) > 1 for wall in walls[bay])
    assert any(volume(lifted & wall) > 1 for wall in walls[without])


def test_plugs_and_switch_of_a_charger_module_pass_through_the_back_wall(parameters):
    """The largest mould of a plug, at the Micro-USB socket and at the cable's opening, and a thread of 1/4 in."""
    from build123d import Box, Cylinder, Pos, Rot

    charger, (width, height), wall = parameters.charger, parameters.case.usb_plug, 4 * parameters.case.wall
    charging, above = charger_places.charging_plug(parameters)
    through = [Pos(x, 0, above) * Box(width, wall, height) for x in (charging, charger.cable_at)]
    through.append(Pos(charger.switch_at[0], 0, charger.switch_at[1]) * Rot(90, 0, 0) * Cylinder(6.35 / 2, wall))
    walls = {bay: [part.solid for part in case.printed(Plate(parameters, 2, bay=bay)) if part.name.startswith("wall")]
             for bay in ("", "cell")}  # fmt: skip
    for shape in through:
        assert not any(volume(shape & part) > 1e-3 for part in walls["cell"])
        assert any(volume(shape & part) > 1 for part in walls[""])


def volume(common):
    return getattr(common, "volume", 0) if common is not None else 0
