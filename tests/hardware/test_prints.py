"""Pictures at 1:1: measured as a ruler on the print would. Those on paper are in the book (test_book)."""

from xml.etree import ElementTree

import pytest

SVG = "{http://www.w3.org/2000/svg}"


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
