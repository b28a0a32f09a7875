"""Lays out the schematic sheet: each group of parts in a column, each pin with a short wire and its net label."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from . import kicad_files
from .carrier_netlist import Part, fitted, parts
from .symbols import GRID, Symbol, SymbolPin, symbols

_ROOT = kicad_files.uid("sheet")
_TOP = 12 * GRID
_STUB = GRID
_CARRIER_COLUMNS = {
    "Power entry and load switch": 18,
    "Current of the port": 81,
    "Pico and level shifter": 48,
    "Series resistors of the keys": 81,
    "Keys, on the faceplate": 110,
    "Connectors": 138,
    "I²C bus: expander, displays": 110,
    "Debug serial, buzzer, test points": 48,
}
"""x of the middle of each group's column, in steps of the grid."""
_CARRIER_LOWER = {
    "Debug serial, buzzer, test points": 70 * GRID,
    "Current of the port": 74 * GRID,
    "I²C bus: expander, displays": 71 * GRID,
}
"""Top of each group that is below another one."""
_CARRIER_FLAGGED = ("GND", "IN_5V", "VSYS")
_CARRIER_NOTES = (
    "Drawn for four tracks. R10, R11 and the debug serial are fitted only without a fourth track: they share D's pins.",
    "Either JP1 (the Pico's plug feeds everything, 500 mA) or J1 with D1 and what is around U3 is fitted, never both.",
    "PORT_1A5 and PORT_3A are low where the port offers at least 1.5, 3 A: Q1 raises U4's limit, U5 tells the Pico.",
)


class Layout(NamedTuple):
    """How a board's sheet is laid out: its project's name, and x of the middle of each group's column, in steps of the
    grid; `lower`: top of each group that is below another one; `flagged`: nets fed through passive parts, flagged as
    powered, or KiCad's check would miss a source; `notes`: lines at the foot, whose first is at step `notes_y`."""

    project: str
    columns: dict[str, int]
    lower: dict[str, float]
    flagged: tuple[str, ...]
    notes: tuple[str, ...]
    paper: str = "A3"
    notes_y: int = 104


_CARRIER = Layout("carrier", _CARRIER_COLUMNS, _CARRIER_LOWER, _CARRIER_FLAGGED, _CARRIER_NOTES)


def sheet(params: Any, footprint: Callable[[str], str], build: Any = None) -> str:
    """Return the carrier's schematic as KiCad text; `footprint` returns the footprint of an item of the parts list.

    With a `build`, the parts it does not have are marked DNP: do not populate.
    """
    populated = {part.ref for part in (fitted(params, build) if build else parts(params))}
    return sheet_of(_CARRIER, parts(params), populated, footprint)


def sheet_of(layout: Layout, drawn: Sequence[Part], populated: set[str], footprint: Callable[[str], str]) -> str:
    """Return the schematic of the parts `drawn`; those not `populated` (references) are marked DNP."""
    kinds = symbols()
    body = [_symbol_block(kinds)]
    next_y = {group: layout.lower.get(group, _TOP) for group in layout.columns}
    for part in drawn:
        body.append(_part_text(layout, part, kinds[part.symbol], next_y, footprint(part.item), part.ref in populated))
    body += [_flag(layout, index, net, kinds["FLAG"]) for index, net in enumerate(layout.flagged)]
    body += [_title(layout, group) for group in layout.columns]
    body += [_note_text(note, 6 * GRID, (layout.notes_y + 2 * index) * GRID) for index, note in enumerate(layout.notes)]
    head = f'(kicad_sch (version {kicad_files.VERSION}) (generator "cribboard") (generator_version "9.0")\n'
    head += f'(uuid "{_ROOT}")\n'
    head += f'(paper "{layout.paper}")\n(title_block (title "Cribbage board, {layout.project}") (rev "1") '
    head += '(comment 1 "Made from hardware/params.toml"))\n'
    return head + "\n".join(body) + '\n(sheet_instances (path "/" (page "1")))\n)\n'


def _symbol_block(kinds: dict[str, Symbol]) -> str:
    """Write the definitions of all symbols, which a schematic repeats."""
    return "(lib_symbols\n" + "\n".join(kicad_files.symbol(kind, "carrier:") for kind in kinds.values()) + ")"


def _part_text(
    layout: Layout, part: Part, kind: Symbol, next_y: dict[str, float], footprint: str, populated: bool
) -> str:
    """Write a part, with its label above it and its nets, at `next_y` of its group's column, and advance `next_y`."""
    x = layout.columns[part.group] * GRID
    above = max([pin.y for pin in kind.pins]) + GRID
    below = GRID - min([pin.y for pin in kind.pins])
    y = next_y[part.group] + above + GRID
    next_y[part.group] = y + below + (GRID if kind.named else 0)
    label = (x, y - above - GRID / 2)
    items = [_instance(layout.project, part.ref, kind, part.value, x, y, label, footprint, populated)]
    items += [_stub(part.ref, pin, part.pins[pin.number - 1], x, y) for pin in kind.pins]
    return "\n".join(items)


def _instance(
    project: str,
    ref: str,
    kind: Symbol,
    value: str,
    x: float,
    y: float,
    label: tuple[float, float],
    footprint: str = "",
    populated: bool = True,
) -> str:
    """Write a symbol's instance on the sheet."""
    hidden = "(hide yes)"
    lx, ly = label
    flag = kind.name == "FLAG"
    body = [
        kicad_files.prop("Reference", ref, lx - GRID, ly, hidden if flag else "(justify left)"),
        kicad_files.prop("Value", value, lx + GRID, ly, hidden if flag else "(justify left)"),
        kicad_files.prop("Footprint", footprint, x, y, hidden),
        kicad_files.prop("Datasheet", "", x, y, hidden),
        kicad_files.prop("Description", "", x, y, hidden),
    ]
    body += [f'(pin "{pin.pad}" (uuid "{kicad_files.uid(ref, pin.number)}"))' for pin in kind.pins]
    body.append(f'(instances (project "{project}" (path "/{_ROOT}" (reference "{ref}") (unit 1))))')
    position = f"(at {kicad_files.number(x)} {kicad_files.number(y)} 0) (unit 1)"
    on_board = "yes" if footprint or flag else "no"
    flags = f"(exclude_from_sim no) (in_bom yes) (on_board {on_board}) (dnp {'no' if populated else 'yes'})"
    head = f'(symbol (lib_id "carrier:{kind.name}") {position} {flags} (uuid "{kicad_files.uid(ref)}")\n  '
    return head + "\n  ".join(body) + ")"


def _stub(ref: str, pin: SymbolPin, net: str | None, x: float, y: float) -> str:
    """Write a pin's short wire with its net's label, or a cross on a pin that is not connected (`net` None)."""
    px, py = x + pin.x, y - pin.y
    name = kicad_files.uid(ref, pin.number, "net")
    if net is None:
        return f'(no_connect (at {kicad_files.number(px)} {kicad_files.number(py)}) (uuid "{name}"))'
    end = px - _STUB if pin.angle == 0 else px + _STUB
    side = "right" if pin.angle == 0 else "left"
    return _wire(name, (px, py), (end, py)) + "\n" + _label(name, net, (end, py), side)


def _wire(name: str, start: tuple[float, float], end: tuple[float, float]) -> str:
    """Write a wire between two points."""
    points = " ".join(f"(xy {kicad_files.number(x)} {kicad_files.number(y)})" for x, y in (start, end))
    return f'(wire (pts {points}) (stroke (width 0) (type default)) (uuid "{kicad_files.uid(name, "wire")}"))'


def _label(name: str, net: str, point: tuple[float, float], side: str) -> str:
    """Write a net label at a wire's end."""
    angle = 180 if side == "right" else 0
    place = f"(at {kicad_files.number(point[0])} {kicad_files.number(point[1])} {angle})"
    font = kicad_files.effects(f"(justify {side} bottom)")
    return f'(label {kicad_files.quote(net)} {place} {font} (uuid "{kicad_files.uid(name, "label")}"))'


def _flag(layout: Layout, index: int, net: str, kind: Symbol) -> str:
    """Write a power flag and its net, above the notes."""
    x, y = (8 + 6 * index) * GRID, (layout.notes_y - 6) * GRID
    ref = f"#FLG{index + 1:02}"
    name = kicad_files.uid(ref, "net")
    end = (x, y + GRID)
    return "\n".join(
        [
            _instance(layout.project, ref, kind, "flag", x, y, (x, y)),
            _wire(name, (x, y), end),
            _label(name, net, end, "left"),
        ]
    )


def _title(layout: Layout, group: str) -> str:
    """Write a group's title above its column."""
    x, y = (layout.columns[group] - 8) * GRID, layout.lower.get(group, _TOP) - 3 * GRID
    return _note_text(group, x, y, 2)


def _note_text(words: str, x: float, y: float, size: float = 1.5) -> str:
    """Write a line of text on the sheet, its left end at (x, y)."""
    font = f"(effects (font (size {size} {size})) (justify left))"
    place = f"(at {kicad_files.number(x)} {kicad_files.number(y)} 0)"
    return f'(text {kicad_files.quote(words)} (exclude_from_sim no) {place} {font} (uuid "{kicad_files.uid(words)}"))'
