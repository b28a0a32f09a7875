"""The printed parts, read back from their STL files, where build123d is installed."""

import re
from collections import Counter
from math import hypot

import pytest

from host_tools.hardware import cross_section
from tests.hardware.dxf_reader import Read

BUILDS = ("two", "three", "four")
PITCH = 1000 / 144


def triangles(path):
    """Each triangle as three corners, rounded to a ten-thousandth."""
    import struct

    data = path.read_bytes()
    (count,) = struct.unpack_from("<I", data, 80)
    assert len(data) == 84 + 50 * count
    for n in range(count):
        numbers = struct.unpack_from("<9f", data, 84 + 50 * n + 12)
        yield tuple(tuple(round(v, 4) for v in numbers[i : i + 3]) for i in (0, 3, 6))


def sizes(parameters):
    points = [p for triangle in parameters for p in triangle]
    return [max(p[i] for p in points) - min(p[i] for p in points) for i in range(3)]


@pytest.mark.parametrize("name", BUILDS)
def test_parts_and_their_quantities(made, name):
    names = {path.name for path in made(name, "print_files").glob("*.stl")}
    walls = {f"wall-{v}-{h}_x1.stl" for v in ("top", "bottom") for h in ("left", "right")}
    assert names == walls | {"baffle_x8.stl"}


@pytest.mark.parametrize("name", BUILDS)
def test_every_part_is_closed_and_fits_the_printer(made, parameters, name):
    for path in made(name, "print_files").glob("*.stl"):
        solid = list(triangles(path))
        edges = Counter()
        for a, b, c in solid:
            edges.update([(a, b), (b, c), (c, a)])
        assert all(edges[b, a] == count == 1 for (a, b), count in edges.items()), path.name
        assert all(size <= bed for size, bed in zip(sizes(solid), parameters.case.printer_bed, strict=True))


@pytest.mark.parametrize("name", BUILDS)
def test_walls_go_once_around_the_plate(made, name):
    plate = Read(made(name, "cut_files") / "faceplate.dxf")
    walls = {path.name[5:-7]: sizes(list(triangles(path))) for path in made(name, "print_files").glob("wall-*.stl")}
    assert walls["top-left"][0] + walls["top-right"][0] == pytest.approx(plate.width, abs=0.01)
    assert walls["top-left"][1] + walls["bottom-left"][1] == pytest.approx(plate.height, abs=0.01)
    assert {round(size[2], 2) for size in walls.values()} == {42.0}


@pytest.mark.parametrize("name", BUILDS)
def test_a_wall_stands_between_any_two_holes_of_a_tile(made, name):
    """Between neighbours' middles there are two upright faces: of the wall that parts them, and at full height."""
    solid = list(triangles(made(name, "print_files") / "baffle_x8.stl"))
    upright = [t for t in solid if len({p[0] for p in t}) == 1 or len({p[1] for p in t}) == 1]
    heights = {(min(p[2] for p in t), max(p[2] for p in t)) for t in upright}
    assert heights == {(-4.5, 4.5)}
    faces = sorted({t[0][0] for t in upright if len({p[0] for p in t}) == 1})
    middles = [(i - 8.5) * PITCH for i in range(18)]
    for a, b in zip(middles, middles[1:], strict=False):
        between = [x for x in faces if a < x < b]
        assert len(between) == 2
        assert between[1] - between[0] == pytest.approx(PITCH - 5.4, abs=0.001)


def test_no_straight_light_reaches_a_neighbour(parameters):
    """From anywhere on an LED's window, under the wall, to anywhere in the neighbour's hole."""
    room = parameters.screws.standoff + parameters.screws.washers
    gap = parameters.case.gap
    assert 0 < room - parameters.case.diffuser - parameters.case.baffle - parameters.strip.height <= gap
    foot, face = parameters.case.cell / 2, room - parameters.strip.height
    steps = [parameters.strip.window / 2 * i / 20 for i in range(-20, 21)]
    for start in steps:
        for end in (PITCH + parameters.plate.hole / 2 * i / 20 for i in range(-20, 21)):
            at_wall = [face * (x - start) / (end - start) for x in (foot, PITCH - foot)]
            assert max(at_wall) > gap, "light passes under the wall"
    assert cross_section.leak_mm(parameters) < face
    assert hypot(parameters.case.cell, parameters.case.cell) / 2 > parameters.strip.window / 2


def test_step_files_have_no_date(made):
    paths = list(made("two", "print_files").glob("*.step"))
    assert {path.name for path in paths} == {"walls.step", "baffle-row_x16.step"}
    for path in paths:
        text = path.read_text(encoding="ascii")
        assert set(re.findall(r"\d{4}-\d\d-\d\dT", text)) == {"2000-01-01T"}
        assert text.count("MANIFOLD_SOLID_BREP") == (4 if path.name == "walls.step" else 1)


@pytest.mark.parametrize("name", BUILDS)
def test_openings_are_where_the_plugs_are(made, parameters, name):
    """The back walls have a face at each side of each plug, as high as it is above the base."""
    edges = set()
    for side in ("left", "right"):
        for triangle in triangles(made(name, "print_files") / f"wall-top-{side}_x1.stl"):
            edges |= {(round(x, 2), round(z, 2)) for x, y, z in triangle if abs(y) < 0.01}
    carrier, width, height = parameters.carrier, *parameters.case.usb
    above = carrier.spacer + carrier.thickness
    for x, z in ((carrier.pico_x, above + carrier.pico_stack + 1.0 + 1.6), (carrier.usb_x, above + 1.6)):
        for dx in (-width / 2, width / 2):
            for dz in (-height / 2, height / 2):
                corner = (round(carrier.at[0] + x + dx, 2), round(z + dz, 2))
                assert any(abs(corner[0] - ex) < 0.02 and abs(corner[1] - ez) < 0.02 for ex, ez in edges), corner
