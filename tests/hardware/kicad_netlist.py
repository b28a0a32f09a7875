"""Parse a KiCad sheet, find its nets: pins, wires, labels and power symbols that meet in a point; a board's parts."""

from collections import defaultdict
from functools import cache
from pathlib import Path

from host_tools.hardware.pcb.sexpr import child, children, parse

__all__ = ["PAGE", "Sheet", "child", "children", "parse", "parts", "point", "sheet_path"]

PAGE = 30.0
"""A board's top left corner on KiCad's page, in mm from its top and left."""


def sheet_path(folder: Path, name: str) -> Path:
    return folder / f"boards/{name}/{name}.kicad_sch"


def point(node: list) -> tuple[float, float]:
    return round(float(node[1]), 3), round(float(node[2]), 3)


class Sheet:
    """`values` by reference; `nets` by name, each a set of "reference.pin"; `open` the pins marked unconnected.

    `bodies`: the box around each placed symbol's shapes, with its reference; `strokes`: the lines of these shapes;
    `ends`: the pins at each point; `names_at`: what labels and power symbols there say; `wires`, from point to point.
    Millimetres, y down.
    """

    def __init__(self, path: Path) -> None:
        root = parse(path.read_text(encoding="utf-8"))
        self._joined: dict = {}
        library = {symbol[1]: symbol for symbol in children(child(root, "lib_symbols"), "symbol")}
        self.values: dict[str, str] = {}
        self.bodies: list[tuple[str, tuple[float, float, float, float]]] = []
        self.strokes: list[list[tuple[float, float]]] = []
        self.ends = at_points = defaultdict(set)
        named = [(point(child(label, "at")), label[1]) for label in children(root, "label")]
        for symbol in children(root, "symbol"):
            named += self._place(symbol, library[child(symbol, "lib_id")[1]], at_points)
        self.names_at = defaultdict(set)
        for where, name in named:
            self.names_at[where].add(name)
        self.wires = [tuple(point(xy) for xy in children(child(wire, "pts"), "xy")) for wire in children(root, "wire")]
        for a, b in self.wires:
            self._join(a, b)
        names = {self._find(where): name for where, name in named}
        self.nets = defaultdict(set)
        for where, pins in at_points.items():
            if self._find(where) in names:
                self.nets[names[self._find(where)]] |= pins
        crossed = {point(child(mark, "at")) for mark in children(root, "no_connect")}
        self.open = set().union(*(pins for where, pins in at_points.items() if where in crossed))
        self.lost = set().union(*at_points.values()) - set().union(*self.nets.values()) - self.open

    def _place(self, symbol, definition, at_points):
        """Puts a unit of a symbol on the sheet; gives the points that it names as a power symbol."""
        fields = {prop[1]: prop[2] for prop in children(symbol, "property")}
        ref, number = fields["Reference"], child(symbol, "unit")[1]
        unit = next(u for u in children(definition, "symbol") if u[1].endswith(f"_{number}_1"))
        if not ref.startswith("#"):
            assert self.values.setdefault(ref, fields["Value"]) == fields["Value"]
        lines = [[self._on_sheet(symbol, x, y) for x, y in line] for line in outline(unit)]
        self.strokes += [line[n : n + 2] for line in lines for n in range(len(line) - 1)]
        xs, ys = zip(*(corner for line in lines for corner in line), strict=True)
        self.bodies.append((ref, (min(xs), min(ys), max(xs), max(ys))))
        ends = [(child(pin, "number")[1], self._on_sheet(symbol, *point(child(pin, "at"))))
                for pin in children(unit, "pin")]  # fmt: skip
        if ref.startswith("#PWR"):
            assert children(definition, "power")
            return [(end, fields["Value"]) for _, end in ends]
        for pad, end in ends:
            at_points[end].add(f"{ref}.{pad}")
        return []

    @staticmethod
    def _on_sheet(symbol, x, y):
        """A point of a symbol's definition, whose y points up, on the sheet, turned anticlockwise and mirrored."""
        at = child(symbol, "at")
        for _ in range(round(float(at[3])) // 90):
            x, y = -y, x
        if children(symbol, "mirror"):
            x = -x
        return round(float(at[1]) + x, 3), round(float(at[2]) - y, 3)

    def _find(self, where: tuple) -> tuple:
        while self._joined.get(where, where) != where:
            where = self._joined[where]
        return where

    def _join(self, a: tuple, b: tuple) -> None:
        self._joined[self._find(a)] = self._find(b)


def outline(unit):
    """The lines of a unit's shapes, each as its points; of a circle the square around it."""
    for line in children(unit, "polyline"):
        yield [point(xy) for xy in children(child(line, "pts"), "xy")]
    for circle in children(unit, "circle"):
        (x, y), r = point(child(circle, "center")), float(child(circle, "radius")[1])
        yield [(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r), (x - r, y - r)]


@cache
def parts(home: Path, name: str) -> dict[str, tuple]:
    """The placed parts of a board by reference: footprint's name, x, y, turn, and the footprint's node."""
    root = parse((home / f"{name}.kicad_pcb").read_text(encoding="utf-8"))
    placed = {}
    for footprint in children(root, "footprint"):
        position = [float(v) for v in child(footprint, "at")[1:]]
        ref = next(p[2] for p in children(footprint, "property") if p[1] == "Reference")
        placed[ref] = (footprint[1], position[0] - PAGE, position[1] - PAGE, (position[2:] or [0.0])[0], footprint)
    return placed
