"""What a meter reads on a carrier whose sockets are empty, with a fault or without."""

from collections.abc import Hashable, Iterator, Sequence
from math import isinf
from typing import NamedTuple

from .. import resistor_colours
from ..netlist import GND, LED_5V, V3, Part
from .circuit import Circuit
from .faults import neighbours

OPEN, BEEP, RISES = "open", "beep", "rise "
_SAME = 0.03
"""Readings that differ by less than this share are the same to a meter with resistors of 1 %."""
_CAPACITORS_SAME = 0.25
_RISING_UF = 1.0
_JUNCTIONS = {"D": ((2, 1),), "NFET": ((1, 3),), "NPN": ((2, 3), (2, 1))}
"""Pins of anode and cathode of what conducts in the diode range."""

_WIRED = ("SW", "CABLE", "SPEAKER", "TOGGLE", "CELL")
"""Parts on wires of their own, not on a board."""

Pin = tuple[str, int]


class Reading(NamedTuple):
    """A measurement between two pins. `way`: ohms, diode (red at the first pin), farads, or held: ohms while the key
    `key` is held. `group`: which list it stands in; "": only asked for when something is wrong."""

    way: str
    first: Pin
    second: Pin
    group: str = ""
    key: str = ""

    @property
    def id(self) -> str:
        """A name of the reading that is unique."""
        return f"{self.way}:{self.first[0]}.{self.first[1]}-{self.second[0]}.{self.second[1]}"


def readings(parts: Sequence[Part]) -> list[Reading]:
    """Return every reading of a build: the listed ones first, then those that part suspects from one another."""
    found = {reading.id: reading for reading in [*_listed(parts), *_along_nets(parts)]}
    return list(found.values())


def _listed(parts: Sequence[Part]) -> Iterator[Reading]:
    """Yield the readings that every builder takes: parts with two leads, connectors, contacts, rails. A charger module
    comes soldered, and its own circuit would be read.

    Where other parts are on the nets of a part, its reading is taken at those: so its own joints are measured too.
    """
    sockets = {net: (part.ref, pin) for part in parts if part.ref in ("U2", "U1")
               for pin, net in enumerate(part.pins, 1) if net}  # fmt: skip
    for part in parts:
        if part.symbol.startswith("CONN"):
            yield from _connector(parts, part, sockets)
        elif part.symbol in ("R", "LINK", "F"):
            yield Reading("ohms", *_ends(parts, part, 1, 2), "resistors")
        elif part.symbol in ("CABLE", "SPEAKER"):
            yield Reading("ohms", _contact(part.pins[0]), _contact(part.pins[1]), "connectors")
        for anode, cathode in _JUNCTIONS.get(part.symbol, ()):
            yield Reading("diode", *_ends(parts, part, anode, cathode), "diodes")
        if part.symbol == "NFET":
            yield Reading("ohms", (part.ref, 2), _ends(parts, part, 2, 3)[0], "contacts")
        if part.ref.startswith("U") and part.symbol != "CHARGER":
            yield from (Reading("ohms", (part.ref, a), (part.ref, b), "contacts") for a, b in neighbours(part)
                        if part.pins[a - 1] and part.pins[b - 1])  # fmt: skip
    yield from _rails(parts)


def _contact(name: str) -> Pin:
    """Return the pin of a connector by its name, as `J10.2`."""
    ref, _, pin = name.partition(".")
    return ref, int(pin)


def _ends(parts: Sequence[Part], part: Part, first: int, second: int) -> tuple[Pin, Pin]:
    """Return where a meter is held for two pins of a part: other parts' pins of the same nets, chips and connectors
    first; its own lead where nothing else is on the net."""
    held = []
    for pin in (first, second):
        others = [(other.ref, number) for other in parts if other.ref != part.ref and other.symbol not in _WIRED
                  for number, net in enumerate(other.pins, 1) if net == part.pins[pin - 1]]  # fmt: skip
        held.append(min(others, key=lambda end: (not end[0].startswith(("C", "J", "U")), end), default=(part.ref, pin)))
    return held[0], held[1]


def _connector(parts: Sequence[Part], part: Part, sockets: dict[str, Pin]) -> Iterator[Reading]:
    """Yield, for each pin of a connector, the reading to the socket it leads to."""
    resistors = [other for other in parts if other.symbol == "R"]
    for pin, net in enumerate(part.pins, 1):
        beyond = [end for other in resistors if net in other.pins for end in other.pins if end != net]
        ends = [end for end in (net, *beyond) if end in sockets and (end == net or end not in (GND, LED_5V, V3))]
        if ends:
            yield Reading("ohms", (part.ref, pin), sockets[ends[0]], "connectors")


def _rails(parts: Sequence[Part]) -> Iterator[Reading]:
    """Yield the readings between the supplies and ground, and of what their capacitors hold."""
    refs = {part.ref for part in parts}
    yield Reading("ohms", ("C1", 1), ("C1", 2), "rails")
    yield Reading("ohms", ("C4", 1), ("C4", 2), "rails")
    yield Reading("ohms", ("U1", 40), ("C1", 1), "rails")
    yield Reading("ohms", ("U1", 36), ("C1", 2), "rails")
    yield Reading("ohms", ("U1", 39), ("C1", 2), "rails")
    yield Reading("farads", ("U2", 14), ("U2", 7), "rails")
    yield Reading("farads", ("U4", 1), ("U4", 2), "rails")
    if "U6" in refs:
        yield Reading("farads", ("J23", 1), ("J23", 7), "rails")
    if "D1" in refs:
        yield Reading("ohms", ("U1", 39), ("D1", 1), "rails")


def _along_nets(parts: Sequence[Part]) -> Iterator[Reading]:
    """Yield the readings from each pin to the next on its net, and across each key, held."""
    by_net: dict[str, list[Pin]] = {}
    for part in parts:
        for pin, net in enumerate(part.pins, 1):
            if net and part.symbol not in _WIRED:
                by_net.setdefault(net, []).append((part.ref, pin))
    for pins in by_net.values():
        anchor = next((pin for pin in pins if pin[0].startswith("C")), pins[0])
        yield from (Reading("ohms", pin, anchor, "nets" if pin[0][0] in "UJ" else "") for pin in pins if pin != anchor)
    for key in (part for part in parts if part.symbol == "SW"):
        connector = next(part for part in parts if part.symbol.startswith("CONN") and key.pins[0] in part.pins)
        ends = [(connector.ref, connector.pins.index(net) + 1) for net in key.pins]
        yield Reading("held", ends[0], ends[1], key=key.ref)


class Bench:
    """A carrier with empty sockets, of which a meter is read."""

    def __init__(self, parts: Sequence[Part], wires: dict[str, tuple[str, str]]) -> None:
        self._diodes = [junction for part in parts for junction in _junctions(part)]
        self._circuit = Circuit(parts, wires)
        self._capacities: dict[frozenset[Hashable], float] = {}
        """Between two joints."""
        for part in parts:
            if part.symbol == "C":
                ends = frozenset(map(self._circuit.joint, part.pins))
                self._capacities[ends] = self._capacities.get(ends, 0.0) + _microfarads(part.value)

    def read(self, reading: Reading) -> str:
        """Return what the meter shows: `open`, `beep`, ohms in words, each after `rise ` where a capacitor charges;
        microfarads; or `diode`."""
        ends = [self._circuit.node(*pin) for pin in (reading.first, reading.second)]
        if None in ends:
            return OPEN
        if reading.way == "farads":
            return self._farads(ends[0], ends[1])
        if reading.way == "diode":
            return self._diode(ends[0], ends[1])
        extra = self._circuit.held_key(reading.key) if reading.way == "held" else []
        return self._ohms(ends[0], ends[1], bool(extra) and self._closes(extra[0], ends))

    def _closes(self, contact: tuple, ends: list) -> bool:
        """Return whether a key's contact joins two pins of its connector."""
        joined = self._circuit.joined
        return all(any(end == own or joined(end, own) for own in contact[:2]) for end in ends)

    def _ohms(self, start: str | None, end: str | None, held: bool) -> str:
        ohms = 0.0 if held else self._circuit.ohms(start, end)
        shown = OPEN if isinf(ohms) else BEEP if ohms < 1 else resistor_colours.text(ohms)
        return shown if shown == BEEP or not self._rises(start, end) else RISES + shown

    def _rises(self, start: str | None, end: str | None) -> bool:
        return self._uf(start, end) >= _RISING_UF

    def _uf(self, start: str | None, end: str | None) -> float:
        """Return the microfarads between two nodes."""
        return self._capacities.get(frozenset(map(self._circuit.joint, (start, end))), 0.0)

    def _farads(self, start: str | None, end: str | None) -> str:
        return OPEN if self._circuit.joined(start, end) else f"{self._uf(start, end):g} µF"

    def _diode(self, start: str | None, end: str | None) -> str:
        """Return `diode` if a junction conducts from start to end, `beep` across a short, else `open`."""
        joined = self._circuit.joined
        if joined(start, end):
            return BEEP
        return "diode" if any(joined(start, a) and joined(end, b) for a, b in self._diodes) else OPEN


def _junctions(part: Part) -> list[tuple[str, str]]:
    """Return the junctions of a part as nodes (anode, cathode)."""
    return [(part.pins[anode - 1], part.pins[cathode - 1]) for anode, cathode in _JUNCTIONS.get(part.symbol, ())]


def _microfarads(value: str) -> float:
    return float(value[:-1]) * {"u": 1, "n": 1e-3}[value[-1]]


def same(one: str, other: str) -> bool:
    """Return whether a meter tells two readings apart no more than its error and the parts' tolerance."""
    if one == other:
        return True
    if one.endswith("µF") and other.endswith("µF"):
        return _near(float(one[:-2]), float(other[:-2]), _CAPACITORS_SAME)
    if one.startswith(RISES) != other.startswith(RISES) or not (one.endswith("Ω") and other.endswith("Ω")):
        return False
    return _near(_ohms(one), _ohms(other), _SAME)


def _ohms(shown: str) -> float:
    return resistor_colours.ohms(shown.removeprefix(RISES).removesuffix("Ω").replace(" ", ""))


def _near(one: float, other: float, share: float) -> bool:
    return abs(one - other) <= share * max(one, other)
