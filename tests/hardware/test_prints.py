"""SVG and PDF at 1:1: measured as a ruler on the print would."""

import re
from xml.etree import ElementTree

import pytest

from tests.hardware.dxf_reader import Read

SVG = "{http://www.w3.org/2000/svg}"
POINTS_PER_MM = 72 / 25.4
BUILDS = ("two", "three", "four")


def longest_flat_line(lines):
    """The longest straight level line of two points; of the notes only the scale bar is such a one."""
    return max(abs(b[0] - a[0]) for a, b in lines if abs(a[1] - b[1]) < 0.01)


def svg_lines(group):
    for path in group.iter(f"{SVG}path"):
        points = [tuple(map(float, p.split())) for p in path.get("d").strip("MZ").split("L")]
        if len(points) == 2:
            yield points


def test_svg_is_one_to_one(folder):
    root = ElementTree.parse(folder / "pictures/faceplate.svg").getroot()
    size = [float(root.get(side).removesuffix("mm")) for side in ("width", "height")]
    assert [float(v) for v in root.get("viewBox").split()] == [0, 0, *size]
    notes = root.find(f".//{SVG}g[@id='NOTE']")
    assert longest_flat_line(svg_lines(notes)) == pytest.approx(100, abs=0.001)


def test_svg_s_holes_are_a_pitch_apart(folder):
    root = ElementTree.parse(folder / "pictures/faceplate.svg").getroot()
    drilled = root.find(f".//{SVG}g[@id='DRILL']")
    holes = [c for c in drilled.iter(f"{SVG}circle") if float(c.get("r")) == 2]
    assert len(holes) == 121 * 2
    first_row = sorted(float(c.get("cx")) for c in holes[:30])
    steps = [round(b - a, 2) for a, b in zip(first_row, first_row[1:], strict=False)]
    assert sorted(set(steps)) == [6.94, 6.95, 13.89]
    assert steps.count(13.89) == 5


@pytest.mark.parametrize("plate", ["faceplate", "strip-plate"])
@pytest.mark.parametrize("name", BUILDS)
def test_pdf_is_one_to_one(made, name, plate):
    text = (made(name) / f"cut/{plate}.pdf").read_bytes().decode("ascii")
    scale = float(re.search(r"^([\d.]+) 0 0 -\1 0 [\d.]+ cm$", text, re.MULTILINE).group(1))
    assert scale == pytest.approx(POINTS_PER_MM, abs=1e-5)
    lines = re.findall(r"^([\d.-]+) ([\d.-]+) m ([\d.-]+) ([\d.-]+) l S$", text, re.MULTILINE)
    points = [((float(a), float(b)), (float(c), float(d))) for a, b, c, d in lines]
    assert any(abs(b[0] - a[0]) == pytest.approx(100, abs=0.001) for a, b in points)
    page = [float(v) / POINTS_PER_MM for v in re.search(r"MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", text).groups()]
    drawn = Read(made(name) / f"cut/{plate}.dxf")
    assert page == pytest.approx([drawn.width + 20, drawn.height + 22], abs=0.001), "its margins, and the bar below"


@pytest.mark.parametrize("name", BUILDS)
def test_pdf_s_table_of_places_is_right(made, name):
    raw = (made(name) / "cut/faceplate.pdf").read_bytes()
    start = int(re.search(rb"startxref\n(\d+)\n%%EOF\n$", raw).group(1))
    assert raw[start:].startswith(b"xref\n0 6\n")
    for number, place in enumerate(re.findall(rb"(\d{10}) 00000 n", raw[start:]), 1):
        assert raw[int(place) :].startswith(b"%d 0 obj" % number)
    length = int(re.search(rb"/Length (\d+)", raw).group(1))
    stream = raw.index(b"stream\n") + len(b"stream\n")
    assert raw[stream + length :].startswith(b"\nendstream")
