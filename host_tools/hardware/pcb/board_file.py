"""Reads a circuit board that KiCad has saved: its size, and of each part its place, pads and silk screen."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from math import cos, hypot, radians, sin
from pathlib import Path
from typing import NamedTuple

from ..errors import ParamsError
from .sexpr import child, children, parse

FRONT_SILK = "F.SilkS"
_NEAR_MM = 30.0
"""Farther than this from its pads no part has a rule area: the longest is that of a plug before its socket."""
Point = tuple[float, float]


class Pad(NamedTuple):
    """A pad: its middle, half its width and height after rotation, its drill (0: none), in mm."""

    name: str
    net: str
    x: float
    y: float
    half_x: float
    half_y: float
    drill: float


@dataclass
class PlacedPart:
    """A part on a board, in mm from the board's top left corner, y down; degrees turn anticlockwise from the front."""

    ref: str
    value: str
    footprint: str
    x: float
    y: float
    turn: float
    back: bool
    fields: dict[str, str]
    pads: list[Pad] = field(default_factory=list)
    silk: list[list[Point]] = field(default_factory=list)
    """Its lines on the front's silk screen, each as its points."""
    areas: list[list[Point]] = field(default_factory=list)
    """The outlines of its own rule areas, such as the one below a radio's antenna."""

    def strays(self) -> bool:
        """Return whether a rule area lies apart from the part: KiCad keeps its points on the page, so that a program
        which places a footprint as text leaves the area behind, and the design rule check then looks elsewhere."""
        xs, ys = zip(*((pad.x, pad.y) for pad in self.pads), strict=True)
        return any(
            not (min(xs) - _NEAR_MM < x < max(xs) + _NEAR_MM and min(ys) - _NEAR_MM < y < max(ys) + _NEAR_MM)
            for area in self.areas
            for x, y in area
        )


@dataclass
class BoardFile:
    """A board: its size in mm, its top left corner on KiCad's page, its parts, and the middles and diameters of its
    mounting holes."""

    name: str
    width: float
    height: float
    corner: Point
    parts: list[PlacedPart]
    holes: list[tuple[float, float, float]]

    def part(self, ref: str) -> PlacedPart:
        """Return a part. Raises ParamsError if there is none of that reference."""
        for part in self.parts:
            if part.ref == ref:
                return part
        raise ParamsError(f"{self.name}.kicad_pcb: no {ref} on it")


def load(folder: Path, name: str) -> BoardFile:
    """Read the board of a name below `folder`/boards. Raises ParamsError."""
    return read(folder / "boards" / name / f"{name}.kicad_pcb")


def read(path: Path) -> BoardFile:
    """Read a board. Raises ParamsError."""
    try:
        return _parsed(path.stem, path.read_text(encoding="utf-8"))
    except (OSError, ValueError, IndexError) as error:
        raise ParamsError(f"{path}: not a board that KiCad 9 has saved ({error})") from None


@cache
def _parsed(name: str, text: str) -> BoardFile:
    root = parse(text)
    edges = [item for kind in ("gr_rect", "gr_line") for item in children(root, kind)
             if child(item, "layer")[1] == "Edge.Cuts"]  # fmt: skip
    xs, ys = zip(*(_point(child(item, end)) for item in edges for end in ("start", "end")), strict=True)
    corner = min(xs), min(ys)
    board = BoardFile(name, max(xs) - corner[0], max(ys) - corner[1], corner, [], [])
    for node in children(root, "footprint"):
        part = _part(node, corner)
        if node[1].startswith("MountingHole:"):
            drill = next(pad.drill for pad in part.pads)
            board.holes.append((part.x, part.y, drill))
        else:
            board.parts.append(part)
    return board


def _point(node: list) -> Point:
    return float(node[1]), float(node[2])


def _part(node: list, corner: Point) -> PlacedPart:
    """Convert a footprint's node."""
    at = child(node, "at")
    x, y = float(at[1]) - corner[0], float(at[2]) - corner[1]
    fields = {item[1]: str(item[2]) for item in children(node, "property")}
    part = PlacedPart(fields["Reference"], fields["Value"], str(node[1]), x, y, float(at[3]) if len(at) > 3 else 0.0,
                      child(node, "layer")[1] == "B.Cu", fields)  # fmt: skip
    part.pads = [_pad(pad, part) for pad in children(node, "pad")]
    part.silk = list(_silk(node, part))
    part.areas = [
        [(x - corner[0], y - corner[1]) for x, y in map(_point, children(child(child(zone, "polygon"), "pts"), "xy"))]
        for zone in children(node, "zone")
    ]
    return part


def _moved(part: PlacedPart, x: float, y: float) -> Point:
    """Return a point of a footprint's own coordinates on the board."""
    c, s = cos(radians(part.turn)), sin(radians(part.turn))
    return part.x + x * c + y * s, part.y - x * s + y * c


def _pad(node: list, part: PlacedPart) -> Pad:
    at, size = child(node, "at"), child(node, "size")
    x, y = _moved(part, *_point(at))
    angle = radians(float(at[3]) if len(at) > 3 else 0.0)
    width, height = float(size[1]) / 2, float(size[2]) / 2
    c, s = abs(cos(angle)), abs(sin(angle))
    drills = [float(word) for word in child(node, "drill")[1:3] if str(word).replace(".", "").isdigit()] \
        if children(node, "drill") else [0.0]  # fmt: skip
    net = str(child(node, "net")[2]) if children(node, "net") else ""
    return Pad(str(node[1]), net, x, y, width * c + height * s, width * s + height * c, max(drills))


def _silk(node: list, part: PlacedPart) -> Iterator[list[Point]]:
    """Yield the lines, rectangles and circles of a footprint's silk screen."""
    for kind, run in _RUNS.items():
        for item in children(node, kind):
            if child(item, "layer")[1] == FRONT_SILK:
                first = _point(child(item, "center" if kind == "fp_circle" else "start"))
                yield [_moved(part, x, y) for x, y in run(*first, *_point(child(item, "end")))]


def _line(ax: float, ay: float, bx: float, by: float) -> list[Point]:
    return [(ax, ay), (bx, by)]


def _rectangle(ax: float, ay: float, bx: float, by: float) -> list[Point]:
    return [(ax, ay), (bx, ay), (bx, by), (ax, by), (ax, ay)]


def _circle(x: float, y: float, to_x: float, to_y: float) -> list[Point]:
    """Return points of the circle around (x, y) through (to_x, to_y), one every 15 degrees."""
    radius = hypot(to_x - x, to_y - y)
    return [(x + radius * cos(radians(15 * n)), y + radius * sin(radians(15 * n))) for n in range(25)]


_RUNS = {"fp_line": _line, "fp_rect": _rectangle, "fp_circle": _circle}
