"""Resistances and voltages between pins of a net list, faults included."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import inf

from .. import resistor_colours
from ..netlist import Part
from ..resistor_network import Resistor, resistance

_KEY_OHMS = 0.1
_LINK_OHMS = 1e-3
_WIRES = ("LINK", "CABLE", "F")
SPEAKER_OHMS = 7.0
"""Of the coil of a speaker of 8 Ω; a meter takes a resettable fuse for a wire."""
_Around = dict[str, list[tuple[str, float]]]


class Circuit:
    """The parts as a network of resistors.

    The pins of a connector are nodes of their own, joined to the board by their joints: what is plugged in hangs on
    them. `wires`: the two connector pins that each key is wired to, as `key_wires` gives them of the net list without
    faults.
    """

    def __init__(self, parts: Sequence[Part], wires: Mapping[str, tuple[str, str]]) -> None:
        self.parts = {part.ref: part for part in parts}
        self._wires = wires
        self.resistors: list[Resistor] = []
        for part in parts:
            if part.symbol == "R":
                self.resistors.append((part.pins[0], part.pins[1], resistor_colours.ohms(part.value)))
            elif part.symbol in _WIRES:
                self.resistors.append((part.pins[0], part.pins[1], 0.0))
            elif part.symbol == "SPEAKER":
                self.resistors.append((part.pins[0], part.pins[1], SPEAKER_OHMS))
            elif part.symbol.startswith("CONN"):
                self._add_connector(part)
        self._groups = _components(self.resistors)
        self._wired = _components([resistor for resistor in self.resistors if resistor[2] < 1])
        self._around = _neighbourhood(self.resistors)

    def _add_connector(self, part: Part) -> None:
        for number, net in enumerate(part.pins, 1):
            wire = f"{part.ref}.{number}"
            self.resistors.append((wire, net, 0.0))

    def node(self, ref: str, pin: int) -> str | None:
        """Return the node that a pin is on; None if its part is missing or the pin is not connected."""
        part = self.parts.get(ref)
        if part is None:
            return None
        return f"{ref}.{pin}" if part.symbol.startswith("CONN") else part.pins[pin - 1]

    def ohms(self, start: str | None, end: str | None) -> float:
        """Return the resistance between two nodes without supply, that of wires left out; infinite if nothing joins
        them."""
        if start is None or end is None:
            return inf
        if self.joined(start, end):
            return 0.0
        group = self._groups.get(start)
        if group is None or self._groups.get(end) is not group:
            return inf
        return _resistance(group, start, end)

    def joint(self, node: str | None) -> Hashable:
        """Return what is the same for all nodes that wires and joints connect with this one."""
        group = self._wired.get(node or "")
        return node if group is None else id(group)

    def joined(self, start: str | None, end: str | None) -> bool:
        """Return whether two nodes are connected by a wire or a joint."""
        return start is not None and self.joint(start) == self.joint(end)

    def reached(self, nodes: Iterable[str], fixed: Mapping[str, float]) -> set[str]:
        """Return the nodes that resistors connect with `nodes`, up to the `fixed` ones."""
        return set(_reach(self._around, nodes, fixed))

    def volts(self, node: str | None, fixed: Mapping[str, float], extra: Iterable[Resistor] = ()) -> float | None:
        """Return the voltage of a node; `fixed`: nodes held at a voltage; `extra`: more resistors.

        None if nothing that is held reaches it.
        """
        if node is None or node in fixed:
            return fixed.get(node) if node else None
        return _volts(_joined_with(self._around, extra), node, fixed)

    def held_key(self, ref: str) -> list[Resistor]:
        """Return the contact of a key that is held, between the ends of its wires; none if the key is missing."""
        key = self.parts.get(ref)
        if key is None:
            return []
        own = [net if net.startswith(f"{ref}.") else wire for net, wire in zip(key.pins, self._wires[ref], strict=True)]
        return [(own[0], own[1], _KEY_OHMS)]


def key_wires(parts: Sequence[Part]) -> dict[str, tuple[str, str]]:
    """Return the connector pins, as `J7.2`, that each key's two pins are wired to: its own, and ground beside it."""
    connectors = [part for part in parts if part.symbol.startswith("CONN")]
    wires = {}
    for key in (part for part in parts if part.symbol == "SW"):
        connector = next(part for part in connectors if key.pins[0] in part.pins)
        first, second = (f"{connector.ref}.{connector.pins.index(net) + 1}" for net in key.pins)
        wires[key.ref] = (first, second)
    return wires


def _components(resistors: Iterable[Resistor]) -> dict[str, tuple[Resistor, ...]]:
    """Return for each node all resistors that are connected with it, however far."""
    member: dict[str, list[Resistor]] = {}
    nodes: dict[int, set[str]] = {}
    for resistor in resistors:
        a, b, _ = resistor
        one, other = member.setdefault(a, []), member.setdefault(b, [])
        nodes.setdefault(id(one), {a})
        nodes.setdefault(id(other), {b})
        if one is not other:
            one += other
            moved = nodes.pop(id(other))
            nodes[id(one)] |= moved
            for node in moved:
                member[node] = one
        one.append(resistor)
    made = {id(group): tuple(sorted(group)) for group in {id(group): group for group in member.values()}.values()}
    return {node: made[id(group)] for node, group in member.items()}


@lru_cache(maxsize=100_000)
def _resistance(group: tuple[Resistor, ...], start: str, end: str) -> float:
    return resistance(group, start, end)


def _neighbourhood(resistors: Iterable[Resistor]) -> _Around:
    """Return the neighbours of each node with the conductance to them."""
    around: _Around = {}
    for a, b, ohms in resistors:
        around.setdefault(a, []).append((b, 1 / max(ohms, _LINK_OHMS)))
        around.setdefault(b, []).append((a, 1 / max(ohms, _LINK_OHMS)))
    return around


def _joined_with(around: _Around, extra: Iterable[Resistor]) -> _Around:
    """Return the neighbours with more resistors; `around` is left as it is."""
    more = _neighbourhood(extra)
    return {**around, **{node: around.get(node, []) + added for node, added in more.items()}} if more else around


def _volts(around: _Around, node: str, fixed: Mapping[str, float]) -> float | None:
    """Solve the node and what is connected with it, up to held nodes: each is the mean of its neighbours, by
    conductance."""
    unknown = _reach(around, [node], fixed)
    if not any(other in fixed for one in unknown for other, _ in around.get(one, ())):
        return None
    return _solve([_equation(one, unknown, around, fixed) for one in unknown])


def _reach(around: _Around, nodes: Iterable[str], fixed: Mapping[str, float]) -> list[str]:
    """Return nodes and all that are connected with them, up to the fixed ones; the given first."""
    reached = [node for node in nodes if node not in fixed]
    for node in reached:
        reached += {other for other, _ in around.get(node, ()) if other not in fixed and other not in reached}
    return reached


def _equation(one: str, unknown: list[str], around: _Around, fixed: Mapping[str, float]) -> list[float]:
    """Return Kirchhoff's equation of a node: its coefficients, and the currents that flow in from held nodes."""
    row = [0.0] * (len(unknown) + 1)
    for other, siemens in around[one]:
        row[unknown.index(one)] += siemens
        if other in fixed:
            row[-1] += siemens * fixed[other]
        else:
            row[unknown.index(other)] -= siemens
    return row


def _solve(rows: list[list[float]]) -> float:
    """Return the first unknown of linear equations, by elimination from the last; the matrix is diagonally dominant."""
    for index in range(len(rows) - 1, 0, -1):
        pivot = rows[index]
        for row in rows[:index]:
            if row[index]:
                factor = row[index] / pivot[index]
                for column in (*range(index), -1):
                    row[column] -= factor * pivot[column]
    return rows[0][-1] / rows[0][0]
