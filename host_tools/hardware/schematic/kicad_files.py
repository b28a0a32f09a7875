"""Writes the KiCad project: schematic sheet, symbol library and project file."""

import json
from uuid import NAMESPACE_URL, uuid5

from .symbol_shapes import Shape
from .symbols import Symbol, SymbolPin

VERSION = 20250114
_FONT = "(effects (font (size 1.27 1.27)){})"
_FIELD_MM = 5.08
"""From a symbol's middle up to its reference, and down to its value."""


def uid(*path: object) -> str:
    """Return a reproducible UUID for an item's path."""
    return str(uuid5(NAMESPACE_URL, "cribbage-board/carrier/" + "/".join(map(str, path))))


def quote(text: str) -> str:
    """Return a text as a quoted string of an s-expression."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def number(value: float) -> str:
    return f"{round(value, 4):g}"


def effects(extra: str = "") -> str:
    """Write a text's font, with further attributes such as its justification."""
    return _FONT.format(f" {extra}" if extra else "")


def prop(name: str, value: str, x: float, y: float, extra: str = "", angle: int = 0) -> str:
    """Write a property of a symbol; `extra`: further flags of its text."""
    position = f"(at {number(x)} {number(y)} {angle})"
    return f"(property {quote(name)} {quote(value)} {position} {effects(extra)})"


def symbol(kind: Symbol, prefix: str = "") -> str:
    """Return a symbol's definition; `prefix` is its library's name, in a sheet."""
    hidden = "(hide yes)"
    names, numbers = ("" if shown else hidden for shown in (kind.named, kind.numbered))
    body = [
        prop("Reference", kind.prefix, 0, _FIELD_MM, hidden if kind.power else ""),
        prop("Value", kind.name, 0, -_FIELD_MM),
        prop("Footprint", "", 0, 0, hidden),
        prop("Datasheet", "", 0, 0, hidden),
        prop("Description", "", 0, 0, hidden),
    ]
    body += [_unit(kind, unit) for unit in range(1, len(kind.units) + 1)]
    power = "(power) " if kind.power else ""
    shown = f"(pin_numbers {numbers}) (pin_names (offset 0.5) {names})"
    flags = f"{shown} (exclude_from_sim no) (in_bom yes) (on_board yes)"
    return f"(symbol {quote(prefix + kind.name)} {power}{flags}\n  " + "\n  ".join(body) + ")"


def _unit(kind: Symbol, unit: int) -> str:
    """Write a unit of a symbol: its shapes and pins."""
    items = [_shape(shape) for shape in kind.units[unit - 1]] + [_pin(pin) for pin in kind.pins if pin.unit == unit]
    return f'(symbol "{kind.name}_{unit}_1" {" ".join(items)})'


def _shape(shape: Shape) -> str:
    """Write a line or circle of a symbol."""
    style = f"(stroke (width 0.2) (type default)) (fill (type {shape.fill}))"
    points = [f"{number(x)} {number(y)}" for x, y in shape.points]
    if shape.radius:
        return f"(circle (center {points[0]}) (radius {number(shape.radius)}) {style})"
    return f"(polyline (pts {' '.join(f'(xy {point})' for point in points)}) {style})"


def _pin(pin: SymbolPin) -> str:
    """Write a symbol's pin."""
    position = f"(at {number(pin.x)} {number(pin.y)} {pin.angle}) (length {number(pin.length)})"
    name = f'(name {quote(pin.name or "~")} {effects()}) (number "{pin.pad}" {effects()})'
    return f"(pin {pin.kind} {'inverted' if pin.inverted else 'line'} {position} {name})"


def library(kinds: dict[str, Symbol]) -> str:
    """Return the project's symbol library."""
    head = '(kicad_symbol_lib (version 20241209) (generator "cribboard") (generator_version "9.0")\n'
    return head + "\n".join(symbol(kind) for kind in kinds.values()) + ")\n"


def library_table(folder: str = "") -> str:
    """Return the table that names the projects' library; `folder`: where it is, seen from the project's."""
    return (
        '(sym_lib_table (version 7)\n  (lib (name "carrier") (type "KiCad") '
        f'(uri "${{KIPRJMOD}}/{folder}carrier.kicad_sym") (options "") (descr "Symbols of the carrier board")))\n'
    )


_IGNORED_CHECKS = (
    "lib_footprint_issues",
    "lib_footprint_mismatch",
    "silk_overlap",
    "silk_over_copper",
    "silk_edge_clearance",
)
"""KiCad's checks that are ignored: footprints are copies, and lettering is cut off at pads."""


def project(name: str = "carrier") -> str:
    """Return a project with the design rules of the boards: those of the cheaper board houses, with room to spare."""
    rules = {
        "min_clearance": 0.15,
        "min_copper_edge_clearance": 0.4,
        "min_hole_clearance": 0.25,
        "min_hole_to_hole": 0.25,
        "min_resolved_spokes": 1,
        "min_through_hole_diameter": 0.3,
        "min_track_width": 0.15,
        "min_via_diameter": 0.5,
    }
    severities = dict.fromkeys(_IGNORED_CHECKS, "ignore")
    design = {"rules": rules, "rule_severities": severities}
    meta = {"filename": f"{name}.kicad_pro", "version": 3}
    classes = [{"name": "Default", "clearance": 0.15, "track_width": 0.25, "via_diameter": 0.6, "via_drill": 0.3}]
    net_settings = {"classes": classes, "meta": {"version": 4}}
    settings = {"board": {"design_settings": design}, "meta": meta, "net_settings": net_settings}
    return json.dumps(settings, indent=2) + "\n"
