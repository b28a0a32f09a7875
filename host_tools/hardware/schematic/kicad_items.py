"""Writes the items of a KiCad schematic sheet: symbols with their texts, wires, junctions, labels, marks and notes.

Points are in steps of the sheet's grid, from its top left corner.
"""

from collections.abc import Sequence
from typing import NamedTuple

from .block import TURNS, Place, Point
from .kicad_files import effects, number, prop, quote, uid
from .symbols import STEP, Symbol

ROOT = uid("sheet")


class Text(NamedTuple):
    """A text with its point: to its `side` ("right" of it, "left"), or around it ("middle")."""

    words: str
    at: Point
    side: str = "right"


class Instance(NamedTuple):
    """A symbol on the sheet: its unit, its place, its visible texts (reference, value), and what KiCad notes of it."""

    project: str
    ref: str
    kind: Symbol
    value: str
    place: Place
    unit: int = 1
    ref_text: Text | None = None
    value_text: Text | None = None
    footprint: str = ""
    populated: bool = True


def xy(point: Point) -> str:
    """Write a point in millimetres."""
    return " ".join(number(value * STEP) for value in point)


def symbol(item: Instance) -> str:
    """Write a symbol on the sheet."""
    place, kind = item.place, item.kind
    pins = [pin for pin in kind.pins if pin.unit == item.unit]
    body = [_field(item, "Reference", item.ref, item.ref_text), _field(item, "Value", item.value, item.value_text)]
    body += [_field(item, "Footprint", item.footprint), _field(item, "Datasheet", ""), _field(item, "Description", "")]
    body += [f'(pin "{pin.pad}" (uuid "{uid(item.ref, pin.number)}"))' for pin in pins]
    path = f'(path "/{ROOT}" (reference "{item.ref}") (unit {item.unit}))'
    body.append(f'(instances (project "{item.project}" {path}))')
    mirror = " (mirror y)" if place.mirrored else ""
    where = f"(at {xy((place.x, place.y))} {TURNS[place.way]}){mirror} (unit {item.unit})"
    on_board = "yes" if item.footprint or kind.power else "no"
    flags = f"(exclude_from_sim no) (in_bom yes) (on_board {on_board}) (dnp {'no' if item.populated else 'yes'})"
    head = f'(symbol (lib_id "carrier:{kind.name}") {where} {flags} (uuid "{uid(item.ref, "unit", item.unit)}")\n  '
    return head + "\n  ".join(body) + ")"


def _field(item: Instance, name: str, value: str, text: Text | None = None) -> str:
    """Write a property of a symbol; hidden without a `text`.

    KiCad turns and mirrors a field with its symbol, its alignment too: both are undone here.
    """
    x, y = (STEP * value for value in (text.at if text else (item.place.x, item.place.y)))
    turn = TURNS[item.place.way]
    if not text:
        return prop(name, value, x, y, "(hide yes)")
    flipped = (turn in (90, 180)) != item.place.mirrored
    side = {"right": "left", "left": "right"}.get(text.side, "")
    if flipped and side:
        side = "left" if side == "right" else "right"
    return prop(name, value, x, y, f"(justify {side})" if side else "", 90 if turn % 180 else 0)


def wire(start: Point, end: Point) -> str:
    """Write a wire between two points."""
    points = f"(xy {xy(start)}) (xy {xy(end)})"
    return f'(wire (pts {points}) (stroke (width 0) (type default)) (uuid "{uid("wire", start, end)}"))'


def junction(at: Point) -> str:
    """Write the dot where wires meet."""
    return f'(junction (at {xy(at)}) (diameter 0) (color 0 0 0 0) (uuid "{uid("junction", at)}"))'


def no_connect(at: Point) -> str:
    """Write the cross on a pin that is not connected."""
    return f'(no_connect (at {xy(at)}) (uuid "{uid("open", at)}"))'


def label(net: str, at: Point, side: str) -> str:
    """Write a net's label above its wire, running from the point to a side."""
    angle, justify = (0, "left") if side == "right" else (180, "right")
    font = effects(f"(justify {justify} bottom)")
    return f'(label {quote(net)} (at {xy(at)} {angle}) {font} (uuid "{uid("label", net, at)}"))'


def note(words: str, at: Point, size: float = 1.27) -> str:
    """Write a line of text that begins at a point; `size` in millimetres."""
    font = f"(effects (font (size {size} {size})) (justify left))"
    return f'(text {quote(words)} (exclude_from_sim no) (at {xy(at)} 0) {font} (uuid "{uid("note", words, at)}"))'


def frame(corner: Point, opposite: Point) -> str:
    """Write the dashed frame of a block."""
    style = "(stroke (width 0.15) (type dash)) (fill (type none))"
    return f'(rectangle (start {xy(corner)}) (end {xy(opposite)}) {style} (uuid "{uid("frame", corner)}"))'


def sheet(title: str, paper: str, items: Sequence[str]) -> str:
    """Write a sheet of its items, with its title block; `paper`: its size, as `A3`, or `User` and its millimetres."""
    head = '(kicad_sch (version 20250114) (generator "cribboard") (generator_version "9.0")\n'
    size, _, measures = paper.partition(" ")
    head += (
        f'(uuid "{ROOT}")\n(paper {" ".join([quote(size), measures]).strip()})\n(title_block (title {quote(title)}) '
    )
    head += '(rev "1") (comment 1 "Made from hardware/params.toml"))\n'
    return head + "\n".join(items) + '\n(sheet_instances (path "/" (page "1")))\n)\n'
