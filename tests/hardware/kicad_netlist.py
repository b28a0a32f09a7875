"""Parse a KiCad sheet and find its nets: pins, wires and labels that meet in a point."""

from collections import defaultdict
from pathlib import Path

from host_tools.hardware.pcb.sexpr import child, children, parse

__all__ = ["Sheet", "child", "children", "parse", "point"]


def point(node: list) -> tuple[float, float]:
    return round(float(node[1]), 3), round(float(node[2]), 3)


class Sheet:
    """`values` by reference; `nets` by name, each a set of "reference.pin"; `open` the pins marked unconnected."""

    def __init__(self, path: Path) -> None:
        root = parse(path.read_text(encoding="utf-8"))
        self._joined: dict = {}
        library = {symbol[1]: self._pins(symbol) for symbol in children(child(root, "lib_symbols"), "symbol")}
        self.values: dict[str, str] = {}
        at_points = defaultdict(set)
        for symbol in children(root, "symbol"):
            self._place(symbol, library, at_points)
        for wire in children(root, "wire"):
            a, b = (point(xy) for xy in children(child(wire, "pts"), "xy"))
            self._join(a, b)
        names = {self._find(point(child(label, "at"))): label[1] for label in children(root, "label")}
        self.nets = defaultdict(set)
        for where, pins in at_points.items():
            if self._find(where) in names:
                self.nets[names[self._find(where)]] |= pins
        crossed = {point(child(mark, "at")) for mark in children(root, "no_connect")}
        self.open = set().union(*(pins for where, pins in at_points.items() if where in crossed))
        self.lost = set().union(*at_points.values()) - set().union(*self.nets.values()) - self.open

    @staticmethod
    def _pins(symbol: list) -> dict[str, tuple[float, float]]:
        pins = {}
        for unit in children(symbol, "symbol"):
            for pin in children(unit, "pin"):
                pins[child(pin, "number")[1]] = point(child(pin, "at"))
        return pins

    def _place(self, symbol: list, library: dict, at_points: dict) -> None:
        x, y = point(child(symbol, "at"))
        fields = {prop[1]: prop[2] for prop in children(symbol, "property")}
        if not fields["Reference"].startswith("#"):
            assert fields["Reference"] not in self.values
            self.values[fields["Reference"]] = fields["Value"]
        for number, (px, py) in library[child(symbol, "lib_id")[1]].items():
            at_points[round(x + px, 3), round(y - py, 3)].add(f"{fields['Reference']}.{number}")

    def _find(self, where: tuple) -> tuple:
        while self._joined.get(where, where) != where:
            where = self._joined[where]
        return where

    def _join(self, a: tuple, b: tuple) -> None:
        self._joined[self._find(a)] = self._find(b)
