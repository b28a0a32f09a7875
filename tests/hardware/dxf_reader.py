"""Read the committed DXF files, with y turned down again."""

from math import hypot
from pathlib import Path
from typing import NamedTuple

import ezdxf

PEG, SCREW, THROUGH = 2.0, 1.7, 3.4


class Round(NamedTuple):
    layer: str
    x: float
    y: float
    r: float


class Read:
    """Circles, closed outlines and open lines of a DXF; `width` and `height` are its outline's."""

    def __init__(self, path: Path) -> None:
        self.document = ezdxf.readfile(path)
        space = self.document.modelspace()
        lines = list(space.query("LWPOLYLINE"))
        points = {line: [(p[0], p[1]) for p in line.get_points()] for line in lines}
        outline = max((n for n in lines if n.closed), key=lambda n: _size(points[n])[0])
        self.left, self.bottom = (min(p[i] for p in points[outline]) for i in (0, 1))
        self.width, self.height = _size(points[outline])
        top = self.bottom + self.height
        self.closed = [
            (n.dxf.layer, [(x, top - y) for x, y in points[n]]) for n in lines if n.closed and n is not outline
        ]
        self.open = [(n.dxf.layer, [(x, top - y) for x, y in points[n]]) for n in lines if not n.closed]
        self.circles = [
            Round(c.dxf.layer, c.dxf.center.x, top - c.dxf.center.y, c.dxf.radius) for c in space.query("CIRCLE")
        ]

    def drilled(self, radius: float) -> list[Round]:
        return [c for c in self.circles if c.layer == "DRILL" and abs(c.r - radius) < 0.01]


def _size(points: list[tuple[float, float]]) -> tuple[float, float]:
    return tuple(max(p[i] for p in points) - min(p[i] for p in points) for i in (0, 1))  # type: ignore[return-value]


def to_segment(x: float, y: float, a: tuple[float, float], b: tuple[float, float]) -> float:
    """How far a point is from a line between two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy or 1)
    along = max(0.0, min(1.0, along))
    return hypot(x - a[0] - along * dx, y - a[1] - along * dy)
