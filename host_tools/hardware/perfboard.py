"""Perfboard layout of the two-track carrier: the hole of each lead, and every wire from hole to hole.

The board is cut so that its screws, the Pico's plug and D3 are where the carrier's are: the left edge and the upper one
half a pitch from the first holes.
"""

from collections.abc import Mapping, Sequence
from math import hypot
from typing import Any, NamedTuple

from . import stroke_font
from .csv_writer import csv_text
from .drawing import CUT, DRILL, ENGRAVE, NOTE, STRIP, Drawing
from .errors import ParamsError
from .schematic.carrier_netlist import Part, is_fitted, parts

BUILD = "two-perfboard"
_COLUMNS, _ROWS = 39, 35
PITCH_MM = 2.54
_EDGE_MM = 8.0
_NUT_RADIUS_MM = 3.5
_SCALE = 2
_WIRE_ENDS_MM = 10
"""Added to the distance between two holes for the ends of a wire."""
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

_AXIAL = {
    "JP1": ((20, 1), (24, 1)),
    "R10": ((24, 9), (20, 9)),
    "R11": ((20, 10), (24, 10)),
    "R9": ((9, 4), (5, 4)),
    "R14": ((9, 5), (5, 5)),
    "R7": ((30, 11), (26, 11)),
    "R15": ((26, 13), (30, 13)),
    "R1": ((9, 29), (13, 29)),
    "R2": ((15, 29), (19, 29)),
    "D2": ((25, 1), (25, 5)),
    "C1": ((32, 1), (32, 3)),
    "C2": ((30, 1), (30, 3)),
    "D3": ((28, 2), (27, 2)),
    "C4": ((33, 8), (33, 10)),
    "C7": ((33, 14), (33, 16)),
    "C5": ((9, 24), (9, 26)),
    "BZ1": ((4, 7), (2, 7)),
}
"""Parts of two leads: the holes of leads 1 and 2."""
_ROWS_OF = {
    "J2": ((7, 32), (1, 0), 3),
    "J3": ((12, 32), (1, 0), 3),
    "J14": ((17, 32), (1, 0), 2),
    "J15": ((21, 32), (1, 0), 2),
    "J7": ((2, 13), (0, 1), 5),
    "J8": ((2, 19), (0, 1), 5),
    "J11": ((27, 19), (0, 1), 3),
}
"""Connectors: the hole of pin 1, the direction of the others, and how many."""


class DualInLine(NamedTuple):
    """Place of a part with two rows of `row_pins` pins, `pitch` holes apart; the first runs `direction` from pin 1."""

    pin_1: Hole
    row_pins: int
    pitch: int
    direction: str


_DUAL = {
    "U1": DualInLine((11, 1), 20, 7, "down"),
    "U4": DualInLine((27, 7), 3, 3, "down"),
    "U2": DualInLine((12, 27), 7, 3, "right"),
}
_PICO_LEFT, _PICO_RIGHT = 9, 20
"""Columns left and right of the Pico's sockets, in which the keys' resistors begin."""
_KEY_RESISTOR_SPAN = 4
"""Holes from one lead of a key's resistor to the other."""


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
    """Return all leads with their holes. Raises ParamsError as `place_leads`, and for a part without a place."""
    build = next(build for build in params.builds if build.id == BUILD)
    there = [part for part in parts(params) if is_fitted(part, build) and part.symbol != "SW"]
    return place_leads("perfboard", (_COLUMNS, _ROWS), {part: _holes(part, params) for part in there})


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


def _holes(part: Part, params: Any) -> list[Hole]:
    """Return the holes of a part's leads. Raises ParamsError for a part without a place."""
    if part.ref in _AXIAL:
        return list(_AXIAL[part.ref])
    if part.ref in _ROWS_OF:
        (column, row), (dx, dy), count = _ROWS_OF[part.ref]
        return [(column + index * dx, row + index * dy) for index in range(count)]
    if part.ref in _DUAL:
        return _dual_holes(_DUAL[part.ref])
    if part.item == "r-1k":
        return _key_resistor_holes(part, params)
    raise ParamsError(f"perfboard: no place for {part.ref}")


def _dual_holes(place: DualInLine) -> list[Hole]:
    """Return the holes of a dual in-line package, in the order of its pins."""
    (column, row), count, pitch, direction = place
    if direction == "down":
        down = [(column, row + index) for index in range(count)]
        return down + [(column + pitch, row) for column, row in reversed(down)]
    across = [(column + index, row) for index in range(count)]
    return across + [(column, row - pitch) for column, row in reversed(across)]


def rows_apart(ref: str) -> float:
    """Return the distance in mm of the two rows of a part's pins."""
    return _DUAL[ref].pitch * PITCH_MM


def _key_resistor_holes(part: Part, params: Any) -> list[Hole]:
    """Return the two holes of a key's resistor, in the row of its Pico pin; lead 1 is next to the Pico."""
    pico = next(part for part in parts(params) if part.ref == "U1")
    pin = pico.pins.index(part.pins[0]) + 1
    column, row = _dual_holes(_DUAL["U1"])[pin - 1]
    pin_1_column, _ = _DUAL["U1"].pin_1
    if column == pin_1_column:
        return [(_PICO_LEFT, row), (_PICO_LEFT - _KEY_RESISTOR_SPAN, row)]
    return [(_PICO_RIGHT, row), (_PICO_RIGHT + _KEY_RESISTOR_SPAN, row)]


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
        _, a, b = min((_distance(a.hole, b.hole), a, b) for a in tree for b in unconnected)
        wires.append(Wire(net, a, b))
        tree.append(b)
        unconnected.remove(b)
    return wires


def _distance(a: Hole, b: Hole) -> float:
    """Return the distance of two holes, in pitches."""
    return hypot(a[0] - b[0], a[1] - b[1])


def name(hole: Hole) -> str:
    """Return a hole's name as on the drawing, column letters and row number: A1 is at the top left."""
    column = hole[0] - 1
    return ("" if column < 26 else "A") + chr(ord("A") + column % 26) + str(hole[1])


def table(params: Any) -> str:
    """Return the wires as CSV, with a length that leaves 5 mm at each end."""
    lines = [[wire.net, *_end(wire.start), *_end(wire.end), length_mm(wire)] for wire in wires(leads(params))]
    return csv_text(["net", "from_part", "from_hole", "to_part", "to_hole", "length_mm"], lines)


def _end(lead: Lead) -> tuple[str, str]:
    """Return the pin and the hole of a wire's end."""
    return f"{lead.ref}.{lead.pin}", name(lead.hole)


def length_mm(wire: Wire) -> int:
    """Return the length of a wire, with 5 mm at each end."""
    return round(_distance(wire.start.hole, wire.end.hole) * PITCH_MM + _WIRE_ENDS_MM)


def layout(params: Any) -> Drawing:
    """Draw the board with its outline and the holes for the carrier's screws."""
    title = "Carrier on perfboard, two tracks, from the parts' side, 2:1"
    drawing = draw(title, _COLUMNS, _ROWS, leads(params), _COLOURS)
    left, top = (coordinate - _SCALE * PITCH_MM / 2 for coordinate in _position((1, 1)))
    for x, y in screw_holes(params):
        drawing.circle(DRILL, left + _SCALE * x, top + _SCALE * y, _SCALE * params.carrier.hole / 2)
    return drawing


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


def screw_holes(params: Any) -> list[tuple[float, float]]:
    """Return x and y (mm from the cut board's top left corner) of the holes to drill: the carrier's.

    Raises ParamsError if a lead stands where a nut does.
    """
    carrier = params.carrier
    inset = carrier.hole_inset
    spots = [(x, y) for y in (inset, carrier.height - inset) for x in (inset, carrier.width - inset)]
    for x, y in spots:
        for lead in leads(params):
            hole_x, hole_y = (PITCH_MM * (n - 0.5) for n in lead.hole)
            if hypot(x - hole_x, y - hole_y) < _NUT_RADIUS_MM:
                raise ParamsError(f"perfboard: {lead.ref} stands where the nut at {x:g}, {y:g} does")
    return spots


_COLOURS = {"LED_5V": CUT, "IN_5V": CUT, "VBUS": CUT, "GND": NOTE}


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
