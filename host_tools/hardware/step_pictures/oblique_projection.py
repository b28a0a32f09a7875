"""Oblique projection of boxes, cylinders, holes and wires as SVG: plates lie flat, far edges go up and right.

Parts are painted in the order they are added, later ones over earlier ones.
"""

from collections.abc import Iterable, Sequence
from html import escape
from math import cos, pi, sin

from ..cutouts import Cut

Point = tuple[float, float]
Spot = tuple[float, float, float]
"""x, y on the plate, and the height above it, in millimetres."""

Colours = tuple[str, str, str]
PALE: Colours = ("#f6f6f6", "#e2e2e2", "#a8a8a8")
ADDED: Colours = ("#a5dcb8", "#63b583", "#0d5c30")
"""Colours of top, sides and lines: of parts mounted before, and of parts that this step adds."""
RED, BLACK, DATA = "#d02020", "#202020", "#1d62c4"

_SLANT = (0.42, 0.55)
"""How far a millimetre of depth goes to the right, and up."""
_EDGE = 8.0
_LABEL = 9.0
_LABEL_STEP = 12.0
_LETTER = 4.9
"""Mean width of a letter of a label."""
_CORNERS = 12
"""Corners of the polygon that stands for a circle."""
_ARROW_HEAD_MM = 4


class Picture:
    """A drawing of a plate `depth` mm deep; with `width` (mm) it is seen from behind, left and right swapped.

    Labels stand in columns on both sides, each with a line to its spot.
    """

    def __init__(self, title: str, depth: float, width: float = 0.0) -> None:
        self._title = title
        self._depth = depth
        self._mirrored_width = width
        self._shapes: list[str] = []
        self._extent: list[Point] = []
        self._labels: list[tuple[str, Point]] = []
        self._symbols: dict[str, str] = {}

    def prism(self, plan: Cut, low: float, high: float, colours: Colours = PALE, holes: Iterable[Cut] = ()) -> None:
        """Draw an upright part between two heights, and its holes on top."""
        top, side, line = colours
        upper, lower = (self._project_outline(plan, height) for height in (high, low))
        pen = f'stroke="{line}" stroke-width="0.4" stroke-linejoin="round"'
        self._shapes.append(f'<path d="{_path(_hull(upper + lower))}" fill="{side}" {pen}/>')
        self._shapes.append(f'<path d="{_path(upper)}" fill="{top}" {pen}/>')
        for hole in holes:
            self._draw_hole(hole, high, side)
        self._extent += upper + lower

    def marks(self, spots: Iterable[Point], half: float, height: float, colour: str) -> None:
        """Draw squares of 2 `half` mm, flat at a height."""
        for x, y in spots:
            self._draw_hole(Cut("", x, y, half, half, False), height, colour)

    def wire(self, colour: str, *spots: Spot, thick: float = 1.0, end: bool = False) -> None:
        """Draw a line through spots; `end` gives it an arrow's head."""
        points = [self._project(*spot) for spot in spots]
        path = "M" + "L".join(_pair(point) for point in points)
        tip = f'<path d="{_arrow_head(*points[-2:])}" fill="{colour}"/>' if end else ""
        self._shapes.append(
            f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{thick:g}" stroke-linejoin="round"/>{tip}'
        )
        self._extent += points

    def axis(self, x: float, y: float, low: float, high: float) -> None:
        """Draw a dashed line along which parts are put together."""
        start, end = _pair(self._project(x, y, low)), _pair(self._project(x, y, high))
        self._shapes.append(f'<path d="M{start}L{end}" stroke="#555" stroke-width="0.5" stroke-dasharray="3 2"/>')

    def label(self, text: str, *spot: float) -> None:
        """Name the part at a spot."""
        self._labels.append((text, self._project(*spot)))

    def svg(self) -> str:
        """Return the drawing as SVG, as large as its contents need."""
        left, top = (min(point[k] for point in self._extent) - _EDGE for k in (0, 1))
        right, bottom = (max(point[k] for point in self._extent) + _EDGE for k in (0, 1))
        quarter = left + (right - left) / 4
        left_labels = [label for label in self._labels if label[1][0] < quarter]
        right_labels = [label for label in self._labels if label[1][0] >= quarter]
        words = [*_draw_labels(left_labels, left - 2, top, "end"), *_draw_labels(right_labels, right + 2, top, "start")]
        bottom = max(bottom, top + _LABEL_STEP * (max(len(left_labels), len(right_labels)) + 1))
        left, right = left - _labels_width(left_labels), right + _labels_width(right_labels)
        box = f"{left:.1f} {top:.1f} {right - left:.1f} {bottom - top:.1f}"
        size = f'width="{2 * (right - left):.0f}" height="{2 * (bottom - top):.0f}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{box}" font-family="sans-serif">'
        paper = f'<path d="M{left:.1f} {top:.1f}H{right:.1f}V{bottom:.1f}H{left:.1f}Z" fill="#fff"/>'
        defs = "<defs>" + "".join(self._symbols.values()) + "</defs>"
        title = f"<title>{escape(self._title)}</title>"
        return "\n".join([head, title, defs, paper, *self._shapes, *words, "</svg>\n"])

    def _draw_hole(self, hole: Cut, height: float, colour: str) -> None:
        """Draw a hole; all of a size share one outline."""
        name = f"{'c' if hole.round else 'r'}{hole.half_x:.2f}-{hole.half_y:.2f}".replace(".", "_")
        x, y = self._project(0, 0, 0)
        around = [(px - x, py - y) for px, py in self._project_outline(hole._replace(x=0.0, y=0.0), 0)]
        self._symbols.setdefault(name, f'<path id="{name}" d="{_path(around)}"/>')
        x, y = self._project(hole.x, hole.y, height)
        self._shapes.append(f'<use href="#{name}" x="{x:.1f}" y="{y:.1f}" fill="{colour}"/>')

    def _project_outline(self, plan: Cut, height: float) -> list[Point]:
        """Project the outline of a part at a height."""
        if plan.round:
            turns = [2 * pi * k / _CORNERS for k in range(_CORNERS)]
            corners = [(cos(a), sin(a)) for a in turns]
        else:
            corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
        return [self._project(plan.x + sx * plan.half_x, plan.y + sy * plan.half_y, height) for sx, sy in corners]

    def _project(self, x: float, y: float, height: float) -> Point:
        """Project a spot to a point of the drawing."""
        x = self._mirrored_width - x if self._mirrored_width else x
        return x + (self._depth - y) * _SLANT[0], (y - self._depth) * _SLANT[1] - height


def _labels_width(labels: Sequence[tuple[str, Point]]) -> float:
    """Return the width (mm) that a column of labels takes, from its longest one."""
    return max((len(text) for text, _ in labels), default=0) * _LETTER + (2 * _EDGE if labels else 0)


def _draw_labels(labels: Sequence[tuple[str, Point]], x: float, top: float, anchor: str) -> list[str]:
    """Draw labels below one another, none over another, with lines to what they name."""
    shapes, y = [], top + _LABEL_STEP / 2
    for text, target in sorted(labels, key=lambda label: label[1][1]):
        y = max(y, target[1])
        shapes.append(f'<path d="M{_pair(target)}L{_pair((x, y))}" stroke="#555" stroke-width="0.5"/>')
        shapes.append(f'<circle cx="{target[0]:.1f}" cy="{target[1]:.1f}" r="1.2" fill="#555"/>')
        gap = 2 if anchor == "start" else -2
        place = f'x="{x + gap:.1f}" y="{y + _LABEL / 3:.1f}" text-anchor="{anchor}" font-size="{_LABEL:g}"'
        shapes.append(f'<text {place} fill="#111">{escape(text)}</text>')
        y += _LABEL_STEP
    return shapes


def _pair(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"


def _path(points: Sequence[Point]) -> str:
    return "M" + "L".join(_pair(p) for p in points) + "Z"


def _arrow_head(start: Point, end: Point) -> str:
    """Return the path of an arrow's head at `end`, coming from `start`."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    dx, dy = _ARROW_HEAD_MM * dx / length, _ARROW_HEAD_MM * dy / length
    return _path([end, (end[0] - dx + dy / 2, end[1] - dy - dx / 2), (end[0] - dx - dy / 2, end[1] - dy + dx / 2)])


def _hull(points: Sequence[Point]) -> list[Point]:
    """Return the convex outline around points (Andrew's monotone chain)."""
    points_sorted = sorted(set(points))
    return _half_hull(points_sorted) + _half_hull(points_sorted[::-1])


def _half_hull(points: Sequence[Point]) -> list[Point]:
    """Return the lower hull of sorted points, without its last point."""
    chain: list[Point] = []
    for point in points:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain[:-1]


def _turn(a: Point, b: Point, c: Point) -> float:
    """Return the cross product of ab and ac: above 0 if a, b, c turn to one side, below 0 if to the other."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
