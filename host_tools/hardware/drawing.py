"""A 2D drawing at 1:1: circles and lines on layers, in millimetres, y down. Writers turn it into files."""

from dataclasses import dataclass, field, replace
from math import cos, pi, sin

from . import stroke_font

CUT = "CUT"
DRILL = "DRILL"
ENGRAVE = "ENGRAVE"
NOTE = "NOTE"
STRIP = "STRIP"
COLOURS = {CUT: "#c00000", DRILL: "#0050c0", ENGRAVE: "#202020", NOTE: "#808080", STRIP: "#007040"}
DXF_COLOURS = {CUT: 1, DRILL: 5, ENGRAVE: 7, NOTE: 8, STRIP: 3}
_ARC_STEPS = 8


@dataclass(frozen=True)
class Circle:
    layer: str
    x: float
    y: float
    radius: float


@dataclass(frozen=True)
class Polyline:
    layer: str
    points: tuple[tuple[float, float], ...]
    closed: bool = False


@dataclass(frozen=True)
class Text:
    """A text with its middle at (x, y) and its height, in mm; its strokes are among the drawing's lines."""

    text: str
    x: float
    y: float
    height: float

    def box(self) -> tuple[float, float, float, float]:
        """Return the bounding box: left, top, right, bottom, in millimetres."""
        half = stroke_font.width(self.text, self.height) / 2
        return self.x - half, self.y - self.height / 2, self.x + half, self.y + self.height / 2


@dataclass
class Drawing:
    """The shapes on a sheet of `width` by `height` mm."""

    title: str
    width: float
    height: float
    circles: list[Circle] = field(default_factory=list)
    lines: list[Polyline] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)

    def circle(self, layer: str, x: float, y: float, radius: float) -> None:
        self.circles.append(Circle(layer, x, y, radius))

    def line(self, layer: str, *points: tuple[float, float], closed: bool = False) -> None:
        self.lines.append(Polyline(layer, points, closed))

    def rectangle(self, layer: str, left: float, top: float, right: float, bottom: float, corner: float = 0) -> None:
        """Add a closed rectangle; with a `corner` radius (mm) its corners are rounded by short lines."""
        if not corner:
            self.line(layer, (left, top), (right, top), (right, bottom), (left, bottom), closed=True)
            return
        points: list[tuple[float, float]] = []
        corners = ((right, top, 1, 1, -1), (right, bottom, 2, 1, 1), (left, bottom, 3, -1, 1), (left, top, 4, -1, -1))
        for x, y, quarter, sx, sy in corners:
            points += _arc(x - sx * corner, y - sy * corner, corner, (quarter - 2) * pi / 2)
        self.line(layer, *points, closed=True)

    def text(self, layer: str, text: str, x: float, y: float, height: float, turned: bool = False) -> None:
        """Add a text with its middle at (x, y), `turned` for readers at the opposite side."""
        self.texts.append(Text(text, x, y, height))
        for run in stroke_font.lines(text, x, y, height):
            self.line(layer, *(((2 * x - px, 2 * y - py) for px, py in run) if turned else run))

    def arrow(self, layer: str, start: tuple[float, float], end: tuple[float, float], head: float = 1.2) -> None:
        """Add a line along x or y with an arrow head of `head` mm at its end."""
        dx, dy = ((e > s) - (e < s) for s, e in zip(start, end, strict=True))
        self.line(layer, start, end)
        base = (end[0] - dx * head, end[1] - dy * head)
        barbs = [(base[0] + s * dy * head / 2, base[1] + s * dx * head / 2) for s in (1, -1)]
        self.line(layer, barbs[0], end, barbs[1])

    def moved(self, dx: float, dy: float, width: float, height: float) -> "Drawing":
        """Return a copy moved right and down by `dx`, `dy` mm, on a sheet of `width` by `height` mm."""
        sheet = Drawing(self.title, width, height)
        sheet.circles = [replace(c, x=c.x + dx, y=c.y + dy) for c in self.circles]
        sheet.lines = [replace(line, points=tuple((x + dx, y + dy) for x, y in line.points)) for line in self.lines]
        sheet.texts = [replace(text, x=text.x + dx, y=text.y + dy) for text in self.texts]
        return sheet

    def scale_bar(self, x: float, y: float, length: float = 100) -> None:
        """Add a scale bar of `length` mm with eleven ticks, to check a print's scale with a ruler."""
        self.line(NOTE, (x, y), (x + length, y))
        for i in range(11):
            tick = 3 if i % 5 == 0 else 1.5
            self.line(NOTE, (x + i * length / 10, y), (x + i * length / 10, y - tick))
        self.text(NOTE, f"{length:.0f} mm", x + length + 12, y - 1.5, 3)


def _arc(x: float, y: float, radius: float, start: float) -> list[tuple[float, float]]:
    """Return points along a quarter circle around (x, y); `start` in radians from +x, towards +y."""
    angles = [start + pi / 2 * i / _ARC_STEPS for i in range(_ARC_STEPS + 1)]
    return [(x + radius * cos(a), y + radius * sin(a)) for a in angles]
