"""Layout of the tap board, a perfboard on the charger module's row of pins: the hole of each lead, its wires."""

from collections.abc import Mapping, Sequence
from math import dist
from typing import Any, NamedTuple

from . import stroke_font
from .drawing import CUT, DRILL, ENGRAVE, NOTE, STRIP, Drawing
from .errors import ParamsError
from .netlist import CellNets, Part, sheet_parts

PITCH_MM = 2.54
_EDGE_MM = 8.0
_SCALE = 2
_LABEL_HEIGHT_MM = 1.8
_REF_HEIGHT_MM = 2.2
_HOLE_RADIUS_MM = 0.5
_PIN_1_RADIUS_MM, _PIN_RADIUS_MM = 1.5, 1.1
_OUTLINE_MARGIN_MM = 1.8
_REF_BESIDE_MM, _REF_RISE_MM = 2.6, 2.5
"""From a narrow part's last lead to its reference on the right, and from its middle up to it."""
_NARROW_PART_MM = 15
"""A part wider than this on the drawing has its reference inside its outline."""
Hole = tuple[int, int]
"""Column and row, from 1, seen from the parts' side."""
_HOLES: dict[str, tuple[Hole, ...]] = {
    CellNets.HEADER: tuple((column, 1) for column in range(1, 9)),
    "R41": ((1, 2), (1, 6)),
    "R42": ((3, 6), (3, 2)),
    "C11": ((4, 6), (6, 6)),
    CellNets.TAP: ((3, 8), (4, 8)),
    CellNets.SWITCH: ((6, 8), (7, 8)),
}
"""Column and row, from 1, of each pin, seen from the parts' side; row 1 is on the module's pins."""


class Lead(NamedTuple):
    """A lead in its hole, and its net."""

    ref: str
    pin: int
    net: str
    hole: Hole


class Wire(NamedTuple):
    """A wire between two leads of a net."""

    net: str
    start: Lead
    end: Lead


def leads(params: Any) -> list[Lead]:
    """Return all leads with their holes. Raises ParamsError as `place_leads`."""
    holes = {part: _HOLES[part.ref] for part in sheet_parts(params, "cell") if part.ref in CellNets.ON_TAP}
    return place_leads("[charger] tap, the tap board", params.charger.tap, holes)


def layout(params: Any) -> Drawing:
    """Draw the tap board at twice its size, with its wires."""
    columns, rows = params.charger.tap
    colours = {CellNets.BAT: CUT, CellNets.GND: NOTE}
    return draw("Tap board, from the parts' side, 2:1", columns, rows, leads(params), colours)


def place_leads(board: str, size: Sequence[int], holes: Mapping[Part, Sequence[Hole]]) -> list[Lead]:
    """Return the leads of parts in their holes, on a board of `size` columns and rows.

    Raises ParamsError, naming the `board`, for two leads in one hole, or one that is off the board.
    """
    leads = [
        Lead(part.ref, pin, net, hole)
        for part, own in holes.items()
        for pin, (net, hole) in enumerate(zip(part.pins, own, strict=True), 1)
    ]
    used = [lead.hole for lead in leads]
    if doubled := {hole for hole in used if used.count(hole) > 1}:
        raise ParamsError(f"{board}: two leads in hole {name(min(doubled))}")
    columns, rows = size
    if any(column not in range(1, columns + 1) or row not in range(1, rows + 1) for column, row in used):
        raise ParamsError(f"{board}: its parts take more than {columns} x {rows} holes")
    return leads


def wires(leads: list[Lead]) -> list[Wire]:
    """Return the shortest wires that join the leads of each net."""
    nets: dict[str, list[Lead]] = {}
    for lead in leads:
        if lead.net:
            nets.setdefault(lead.net, []).append(lead)
    return [wire for net in sorted(nets) for wire in _spanning_tree(net, nets[net])]


def _spanning_tree(net: str, ends: list[Lead]) -> list[Wire]:
    """Return the wires of a minimum spanning tree over a net's leads (Prim's algorithm)."""
    tree, unconnected, wires = [ends[0]], ends[1:], []
    while unconnected:
        _, a, b = min((dist(a.hole, b.hole), a, b) for a in tree for b in unconnected)
        wires.append(Wire(net, a, b))
        tree.append(b)
        unconnected.remove(b)
    return wires


def name(hole: Hole) -> str:
    """Return a hole's name as on the drawing, column letters and row number: A1 is at the top left."""
    column = hole[0] - 1
    return ("" if column < 26 else "A") + chr(ord("A") + column % 26) + str(hole[1])


def draw(title: str, columns: int, rows: int, placed: list[Lead], colours: dict[str, str]) -> Drawing:
    """Draw a perfboard at twice its size: holes, leads with the parts' names, wires on layers by their net (`colours`),
    and the outline along which it is cut, between two rows of holes."""
    width, height = (_SCALE * (_EDGE_MM * 2 + (count - 1) * PITCH_MM) for count in (columns, rows))
    drawing = Drawing(title, width, height)
    for column in range(1, columns + 1):
        drawing.text(NOTE, name((column, 1))[:-1], *_position((column, 0)), _LABEL_HEIGHT_MM)
        for row in range(1, rows + 1):
            drawing.circle(NOTE, *_position((column, row)), _HOLE_RADIUS_MM)
    for row in range(1, rows + 1):
        drawing.text(NOTE, str(row), *_position((0, row)), _LABEL_HEIGHT_MM)
    for net, a, b in wires(placed):
        drawing.line(colours.get(net, ENGRAVE), _position(a.hole), _position(b.hole))
    for ref in dict.fromkeys(lead.ref for lead in placed):
        _draw_part(drawing, [lead for lead in placed if lead.ref == ref])
    left, top = (coordinate - _SCALE * PITCH_MM / 2 for coordinate in _position((1, 1)))
    drawing.rectangle(CUT, left, top, left + _SCALE * columns * PITCH_MM, top + _SCALE * rows * PITCH_MM)
    return drawing


def _position(hole: Hole) -> tuple[float, float]:
    """Return a hole's x and y on the drawing."""
    return _SCALE * (_EDGE_MM + (hole[0] - 1) * PITCH_MM), _SCALE * (_EDGE_MM + (hole[1] - 1) * PITCH_MM)


def _draw_part(drawing: Drawing, part_leads: list[Lead]) -> None:
    """Draw a part: its outline, its leads (pin 1 larger) and its reference, beside a narrow part."""
    points = [_position(lead.hole) for lead in part_leads]
    xs, ys = zip(*points, strict=True)
    margin = _OUTLINE_MARGIN_MM
    drawing.rectangle(STRIP, min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin)
    for lead, (x, y) in zip(part_leads, points, strict=True):
        drawing.circle(DRILL, x, y, _PIN_RADIUS_MM if lead.pin > 1 else _PIN_1_RADIUS_MM)
    ref = part_leads[0].ref
    ref_x, ref_y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    if max(xs) - min(xs) <= _NARROW_PART_MM:
        ref_x, ref_y = max(xs) + _REF_BESIDE_MM + stroke_font.width(ref, _REF_HEIGHT_MM) / 2, ref_y - _REF_RISE_MM
    drawing.text(STRIP, ref, ref_x, ref_y, _REF_HEIGHT_MM)
