"""Splits the faceplate into tiles, for machine beds it does not fit."""

from math import cos, pi, sin
from typing import NamedTuple

from .drawing import CUT, Drawing, Polyline
from .plate_geometry import Plate

_ARC_STEPS = 8
"""Lines per rounded corner."""


class Piece(NamedTuple):
    """A piece of the plate: its rectangle on the whole one, and its drawing."""

    left: float
    top: float
    right: float
    bottom: float
    drawing: Drawing


def pieces(plate: Plate, whole: Drawing) -> list[Piece]:
    """Return the plate in two pieces, split at the vertical seam; in four if these are too long for the small bed."""
    xs = [0, plate.seam_x, plate.width]
    ys: list[float] = [0, plate.height]
    if plate.height > max(plate.params.plate.small_bed):
        ys.insert(1, plate.seam_y)
    boxes = [(xs[i], ys[j], xs[i + 1], ys[j + 1]) for j in range(len(ys) - 1) for i in range(2)]
    return [Piece(*box, _piece(plate, whole, box, f"{number} of {len(boxes)}")) for number, box in enumerate(boxes, 1)]


def _piece(plate: Plate, whole: Drawing, box: tuple[float, float, float, float], part: str) -> Drawing:
    """Return the part of the drawing within a box (left, top, right, bottom), moved to the origin."""
    left, top, right, bottom = box
    drawing = Drawing(f"{whole.title}, part {part}", whole.width, whole.height)
    drawing.circles = [c for c in whole.circles if left < c.x < right and top < c.y < bottom]
    drawing.lines = [line for line in whole.lines if all(left < x < right and top < y < bottom for x, y in line.points)]
    drawing.texts = [text for text in whole.texts if left < text.x < right and top < text.y < bottom]
    drawing.lines.insert(0, Polyline(CUT, tuple(_outline(plate, box)), closed=True))
    return drawing.moved(-left, -top, right - left, bottom - top)


def _outline(plate: Plate, box: tuple[float, float, float, float]) -> list[tuple[float, float]]:
    """Return the points of a tile's outline: the plate's own corners are rounded, those on a seam are square."""
    left, top, right, bottom = box
    points = []
    for x, y, first_quarter in ((right, top, -1), (right, bottom, 0), (left, bottom, 1), (left, top, 2)):
        if x in (0, plate.width) and y in (0, plate.height):
            points += _rounded_corner(x, y, first_quarter, plate.params.plate.corner)
        else:
            points.append((x, y))
    return points


def _rounded_corner(x: float, y: float, first_quarter: int, radius: float) -> list[tuple[float, float]]:
    """Return points along the arc that replaces corner (x, y); it begins at `first_quarter` quarter turns from +x."""
    centre_x = x - radius if x else radius
    centre_y = y - radius if y else radius
    angles = [pi / 2 * (first_quarter + i / _ARC_STEPS) for i in range(_ARC_STEPS + 1)]
    return [(centre_x + radius * cos(a), centre_y + radius * sin(a)) for a in angles]
