"""Places footprints from KiCad's installed library on a board."""

from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from math import cos, hypot, radians, sin
from pathlib import Path
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from . import silk_texts
from .sexpr import Quoted, child, children, number, parse

LIBRARY = Path("/usr/share/kicad/footprints")
_FLIPPED = {"F.": "B.", "B.": "F."}
_LEFT_OUT = ("version", "generator", "generator_version", "layer", "embedded_fonts", "uuid", "descr", "tags", "model")
_NAMED = ("pad", "property", "fp_line", "fp_text", "fp_circle", "fp_arc", "fp_poly", "fp_rect")


def available() -> bool:
    """Return whether KiCad's footprints are installed (Debian: kicad-footprints)."""
    return LIBRARY.is_dir()


class Pad(NamedTuple):
    """A pad on the board: half its width and height after rotation, its drill (0: none) and its copper layers."""

    ref: str
    name: str
    net: str
    x: float
    y: float
    half_x: float
    half_y: float
    drill: float
    layers: tuple[str, ...]

    def distance(self, x: float, y: float) -> float:
        """Return the distance in mm from a point to the pad's rectangle; 0 inside."""
        return hypot(max(abs(x - self.x) - self.half_x, 0), max(abs(y - self.y) - self.half_y, 0))


class PlacedFootprint(NamedTuple):
    """A footprint of the library on a board; `nets` by pad name. Degrees turn anticlockwise, seen from the front."""

    ref: str
    value: str
    footprint: str
    x: float
    y: float
    turn: float
    nets: dict[str, str]
    back: bool = False
    fitted: bool = True


@cache
def _library(name: str) -> list:
    """Return a footprint's s-expression from KiCad's library, by its name: `library:footprint`."""
    folder, _, file = name.partition(":")
    return parse((LIBRARY / f"{folder}.pretty" / f"{file}.kicad_mod").read_text(encoding="utf-8"))


def uid(*path: object) -> Quoted:
    """Return a reproducible UUID for an item's path."""
    return Quoted(uuid5(NAMESPACE_URL, "cribbage-board/boards/" + "/".join(map(str, path))))


def rotated(x: float, y: float, degrees: float) -> tuple[float, float]:
    """Return a point rotated about the origin, y down; positive degrees turn anticlockwise."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return x * c + y * s, -x * s + y * c


def pads(part: PlacedFootprint) -> Iterator[Pad]:
    """Yield the pads of a placed footprint that have copper."""
    for node in children(_library(part.footprint), "pad"):
        position, size = child(node, "at"), child(node, "size")
        px, py = float(position[1]), float(position[2]) * (-1 if part.back else 1)
        dx, dy = rotated(px, py, part.turn)
        angle = (float(position[3]) if len(position) > 3 else 0) + part.turn
        width, height = float(size[1]) / 2, float(size[2]) / 2
        c, s = abs(cos(radians(angle))), abs(sin(radians(angle)))
        drills = [float(v) for v in child(node, "drill")[1:3] if v != "oval"] if children(node, "drill") else [0.0]
        layers = ("F.Cu", "B.Cu") if drills[0] else ("B.Cu",) if part.back else ("F.Cu",)
        net = "" if node[2] == "np_thru_hole" else part.nets.get(node[1], "")
        yield Pad(part.ref, node[1], net, part.x + dx, part.y + dy, width * c + height * s, width * s + height * c,
                  max(drills), layers)  # fmt: skip


def lines(part: PlacedFootprint, layer: str) -> Iterator[list[tuple[float, float]]]:
    """Yield the lines, rectangles and circles of a layer of a placed footprint, as runs of points."""
    for item in _library(part.footprint):
        if isinstance(item, list) and item[0] in _RUNS and child(item, "layer")[1] == layer:
            start, end = (child(item, name)[1:3] for name in ("center" if item[0] == "fp_circle" else "start", "end"))
            run = _RUNS[item[0]](*map(float, (*start, *end)))
            turned = [rotated(x, y, part.turn) for x, y in run]
            yield [(part.x + x, part.y + y) for x, y in turned]


def _circle(x: float, y: float, to_x: float, to_y: float) -> list[tuple[float, float]]:
    """Return points of the circle around (x, y) through (to_x, to_y), one every 15 degrees."""
    radius = hypot(to_x - x, to_y - y)
    angles = [radians(15 * n) for n in range(25)]
    return [(x + radius * cos(a), y + radius * sin(a)) for a in angles]


_RUNS: dict[str, Any] = {
    "fp_line": lambda ax, ay, bx, by: [(ax, ay), (bx, by)],
    "fp_rect": lambda ax, ay, bx, by: [(ax, ay), (bx, ay), (bx, by), (ax, by), (ax, ay)],
    "fp_circle": _circle,
}


def footprint_node(part: PlacedFootprint, codes: dict[str, int], board: str) -> list:
    """Return the footprint as an s-expression for the board's file, with its nets and reproducible UUIDs.

    `codes`: number of each net in that file; `board`: its name.
    """
    footprint = deepcopy(_library(part.footprint))
    body = [item for item in footprint[2:] if item[0] not in _LEFT_OUT and not _is_on_drawing_layer(item)]
    if part.back:
        body = [_flip(item) for item in body]
    for index, item in enumerate(body):
        _replace_uuids(item, part, board, index)
        if item[0] in _NAMED and not children(item, "uuid"):
            item.append(["uuid", uid(board, part.ref, index)])
    for pad in children(body, "pad"):
        _connect(pad, part, codes)
    side = "B.Cu" if part.back else "F.Cu"
    position = ["at", number(part.x), number(part.y), number(part.turn)]
    head = ["footprint", Quoted(part.footprint), ["layer", Quoted(side)], ["uuid", uid(board, part.ref)], position]
    for item in children(body, "property"):
        _set_property(item, part)
    return head + body


def _is_on_drawing_layer(item: list) -> bool:
    """Return whether an item is on a layer that is for drawings only and not on a finished board."""
    return item[0].startswith("fp_") and child(item, "layer")[1] in ("F.Fab", "Dwgs.User", "Cmts.User")


def _replace_uuids(node: Any, part: PlacedFootprint, board: str, *path: int) -> None:
    """Replace every random UUID within a node by one made of board, part and its `path` (indexes from the body on)."""
    if not isinstance(node, list):
        return
    for index, inner in enumerate(node):
        if isinstance(inner, list) and inner and inner[0] == "uuid":
            inner[1] = uid(board, part.ref, *path, index)
        else:
            _replace_uuids(inner, part, board, *path, index)


def _connect(pad: list, part: PlacedFootprint, codes: dict[str, int]) -> None:
    """Add its part's rotation and its net to a pad."""
    position = child(pad, "at")
    angle = (float(position[3]) if len(position) > 3 else 0) + part.turn
    position[3:] = [number(angle % 360)] if angle % 360 else []
    net = part.nets.get(pad[1])
    if net and pad[2] != "np_thru_hole":
        pad.append(["net", str(codes[net]), Quoted(net)])


def _set_property(item: list, part: PlacedFootprint) -> None:
    """Set the text of a reference or value property, and its place on the silk screen."""
    values = {"Reference": part.ref, "Value": part.value}
    if item[1] in values:
        item[2] = Quoted(values[item[1]])
    place = silk_texts.silk_texts(part.footprint, part.value, part.turn).get(item[1])
    if place:
        child(item, "at")[1:] = [number(place.x), number(place.y), number(silk_texts.angle(place, part.turn))]
        child(item, "layer")[1] = Quoted("F.SilkS")
        item[:] = [node for node in item if not isinstance(node, list) or node[0] not in ("hide", "effects")]
        item.append(silk_texts.effects())


def _flip(item: Any) -> Any:
    """Return a list for the board's back: y upside down, layers exchanged."""
    if not isinstance(item, list):
        return Quoted(_FLIPPED[item[:2]] + item[2:]) if isinstance(item, Quoted) and item[:2] in _FLIPPED else item
    if item and item[0] in ("at", "start", "end", "mid", "center", "xy") and len(item) > 2:
        return [item[0], item[1], number(-float(item[2])), *[number(-float(v)) for v in item[3:]]]
    flipped = [_flip(inner) for inner in item]
    if flipped and flipped[0] == "effects" and not children(flipped, "justify"):
        flipped.append(["justify", "mirror"])
    return flipped
