"""Outlines of the schematic's symbols, after IEC 60617: millimetres, y up, around the symbol's middle."""

from typing import NamedTuple

Point = tuple[float, float]


class Shape(NamedTuple):
    """A line through `points`, or a circle of `radius` mm around the only one; `fill` as KiCad calls it."""

    points: tuple[Point, ...]
    fill: str = "none"
    radius: float = 0.0

    def extent(self) -> tuple[float, float, float, float]:
        """Return the least x and y, then the greatest."""
        xs, ys = zip(*self.points, strict=True)
        return (min(xs) - self.radius, min(ys) - self.radius, max(xs) + self.radius, max(ys) + self.radius)


def line(*points: Point) -> Shape:
    return Shape(points)


def solid(*points: Point) -> Shape:
    return Shape((*points, points[0]), "outline")


def body(*points: Point) -> Shape:
    """A closed outline, filled with the colour of bodies."""
    return Shape((*points, points[0]), "background")


def box(left: float, bottom: float, right: float, top: float) -> Shape:
    return body((left, bottom), (right, bottom), (right, top), (left, top))


def circle(x: float, y: float, radius: float, fill: str = "none") -> Shape:
    return Shape(((x, y),), fill, radius)


_TRIANGLE = body((1.27, 1.27), (1.27, -1.27), (-1.27, 0))
_PLATES = (line((-0.6, -1.7), (-0.6, 1.7)), line((0.6, -1.7), (0.6, 1.7)))
_CONTACTS = (circle(-1.9, 0, 0.4), circle(1.9, 0, 0.4))

RESISTOR = (box(-2.54, -0.95, 2.54, 0.95),)
FUSE = (*RESISTOR, line((-2.54, 0), (2.54, 0)))
CAPACITOR = _PLATES
ELECTROLYTIC = (
    box(-1.0, -1.7, -0.45, 1.7),
    solid((0.45, -1.7), (1.0, -1.7), (1.0, 1.7), (0.45, 1.7)),
    line((-2.2, 1.2), (-1.4, 1.2)),
    line((-1.8, 0.8), (-1.8, 1.6)),
)
DIODE = (_TRIANGLE, line((-1.27, -1.27), (-1.27, 1.27)))
SCHOTTKY = (_TRIANGLE, line((-0.8, 0.9), (-0.8, 1.27), (-1.27, 1.27), (-1.27, -1.27), (-1.74, -1.27), (-1.74, -0.9)))
SUPPRESSOR = (_TRIANGLE, line((-0.8, 1.5), (-1.27, 1.27), (-1.27, -1.27), (-1.74, -1.5)))
LED = (
    *DIODE,
    line((-0.5, 1.6), (-1.5, 2.6)),
    line((0.6, 1.6), (-0.4, 2.6)),
    solid((-1.5, 2.6), (-1.3, 2.0), (-0.9, 2.4)),
    solid((-0.4, 2.6), (-0.2, 2.0), (0.2, 2.4)),
)
LINK = (circle(-1.5, 0, 0.4), circle(1.5, 0, 0.4), line((-1.5, 0.4), (-0.9, 0.9), (0.9, 0.9), (1.5, 0.4)))
BUTTON = (*_CONTACTS, line((-2.3, 0.9), (2.3, 0.9)), line((0, 0.9), (0, 1.7)), line((-0.6, 1.7), (0.6, 1.7)))
TOGGLE = (*_CONTACTS, line((-1.53, 0.15), (1.9, 1.5)))
CELL = (
    line((-0.6, -1.7), (-0.6, 1.7)),
    line((0.6, -0.85), (0.6, 0.85)),
    line((-2.2, 1.2), (-1.4, 1.2)),
    line((-1.8, 0.8), (-1.8, 1.6)),
)
BUZZER = (box(-1.27, -3.4, -0.3, 0.9), box(0.1, -2.9, 0.7, 0.4), box(1.1, -3.4, 2.07, 0.9))
SPEAKER = (box(-1.27, -3.4, 0.4, 0.9), body((0.4, 0.3), (2.6, 1.9), (2.6, -4.4), (0.4, -2.8)))
NFET = (
    line((-2.54, 0), (-0.6, 0)),
    line((-0.6, -1.7), (-0.6, 1.7)),
    line((0, 1.9), (0, 0.9)),
    line((0, 0.5), (0, -0.5)),
    line((0, -0.9), (0, -1.9)),
    line((0, 1.4), (2.54, 1.4), (2.54, 2.54)),
    line((0, -1.4), (2.54, -1.4), (2.54, -2.54)),
    line((0, 0), (2.54, 0), (2.54, -1.4)),
    solid((0.1, 0), (1.1, 0.45), (1.1, -0.45)),
    circle(1.0, 0, 3.0),
)
NPN = (
    line((-2.54, 0), (0, 0)),
    line((0, -1.6), (0, 1.6)),
    line((0, 0.7), (2.54, 2.2), (2.54, 2.54)),
    line((0, -0.7), (2.54, -2.2), (2.54, -2.54)),
    solid((2.2, -2.0), (1.6, -1.2), (1.15, -1.9)),
    circle(1.0, 0, 3.0),
)
TEST_POINT = (circle(0, 2.07, 0.8),)
COMPARATOR = (body((-5.08, 5.08), (-5.08, -5.08), (5.08, 0)),)
BUFFER = (body((-5.08, 5.08), (-5.08, -5.08), (5.08, 0)),)
SUPPLY_PINS = (box(-3.81, -5.08, 3.81, 5.08),)
GROUND = (
    line((0, 0), (0, -1.27)),
    line((-1.27, -1.27), (1.27, -1.27)),
    line((-0.8, -1.75), (0.8, -1.75)),
    line((-0.35, -2.23), (0.35, -2.23)),
)
SUPPLY = (line((0, 0), (0, 1.9)), line((-1.0, 1.9), (1.0, 1.9)))
POWER_FLAG = (line((0, 0), (0, 1.1)), body((0, 1.1), (1.0, 1.8), (0, 2.5), (-1.0, 1.8)))
