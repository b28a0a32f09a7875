"""Connects the placed pins of a block by its wires, and finds what each wire's net is."""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from .block import CHARACTER, Block, Place, Point, pin_ends, unit_of
from .carrier_netlist import Part
from .symbols import GROUNDS, SUPPLIES, Symbol

Segment = tuple[Point, Point]
_STUB = 2
_POWER = {*GROUNDS, *SUPPLIES}


class WireError(ValueError):
    """The tables of a block do not draw the net list's circuit."""


class Pin(NamedTuple):
    """A pin's free end on its block, the direction away from its symbol, and its net."""

    end: Point
    away: Point
    net: str | None


class Label(NamedTuple):
    """A net's name; its text runs from the point to the left or right."""

    net: str
    at: Point
    side: str


class Connections:
    """The wires of a block, split where they meet, with junctions, labels, power symbols and unconnected pins.

    Raises WireError where a wire is neither across nor upright, joins two nets, or leaves one without its name.
    """

    def __init__(self, block: Block, parts: dict[str, Part], kinds: dict[str, Symbol]) -> None:
        self.pins = dict(_pins(block, parts, kinds))
        self.power: list[tuple[str, Point]] = []
        self.labels: list[Label] = []
        self.open: list[Point] = []
        self.flags = list(block.flags)
        runs = [segment for wire in block.wires for segment in self._run(wire)]
        for text in block.labels:
            net, place, *side = text.split()
            self.labels.append(Label(net, _point(place), side[0] if side else "right"))
        runs += self._close(runs)
        self.segments = sorted(self._split(runs))
        self.junctions = self._junctions()
        self._check()

    def _run(self, wire: str) -> Iterator[Segment]:
        """Yield the segments of a wire written as text."""
        words = wire.split()
        here = self._where(words[0])
        for way, word in zip(words[1::2], words[2::2], strict=True):
            there = self._where(word)
            corner = {"-|": (there[0], here[1]), "|-": (here[0], there[1]), "--": here}[way]
            for start, end in ((here, corner), (corner, there)):
                if start[0] != end[0] and start[1] != end[1]:
                    raise WireError(f"{wire}: {start} to {end} is neither across nor upright")
                if start != end:
                    yield start, end
            here = there

    def _where(self, word: str) -> Point:
        """Return the point that a word of a wire means."""
        net, at, place = word.partition("@")
        if at:
            self.power.append((net, _point(place)))
            return _point(place)
        if "," in word:
            return _point(word)
        if word not in self.pins:
            raise WireError(f"{word}: no such pin in this block")
        return self.pins[word].end

    def _close(self, runs: list[Segment]) -> Iterator[Segment]:
        """Give each pin that no wire leads to its power symbol, label or mark; yield the wires that lead there."""
        for pin in self.pins.values():
            if pin.net is None:
                self.open.append(pin.end)
            elif not any(_touches(pin.end, segment) for segment in runs):
                yield from self._stub(pin)

    def _stub(self, pin: Pin) -> Iterator[Segment]:
        """Yield the short wire from a pin to its power symbol or its label; none where the symbol is at the pin."""
        net, (across, down) = str(pin.net), pin.away
        if not across:
            if net not in _POWER or (down > 0) != (net in GROUNDS):
                raise WireError(f"{net}: its name cannot stand at {pin.end}; it wants a wire")
            self.power.append((net, pin.end))
            return
        length = _STUB if net in _POWER else round(len(net) * CHARACTER) + 2
        end = pin.end[0] + length * across, pin.end[1]
        if net in _POWER:
            self.power.append((net, end))
        else:
            self.labels.append(Label(net, end, "left" if across > 0 else "right"))
        yield pin.end, end

    def _split(self, runs: list[Segment]) -> Iterator[Segment]:
        """Yield the wires in pieces, so that they meet at their ends only; a piece that two wires share once."""
        points = {point for segment in runs for point in segment} | self._held() | set(self.flags)
        pieces = set()
        for segment in runs:
            along = sorted({point for point in points if _touches(point, segment)})
            pieces |= set(zip(along, along[1:], strict=False))
        yield from pieces

    def _junctions(self) -> list[Point]:
        """Return the points where three or more of wires, pins and power symbols meet."""
        meeting: dict[Point, int] = defaultdict(int)
        for point in (point for segment in self.segments for point in segment):
            meeting[point] += 1
        for point in [*(pin.end for pin in self.pins.values()), *(at for _, at in self.power), *self.flags]:
            meeting[point] += 1
        return sorted(point for point, count in meeting.items() if count > 2)

    def leave_out(self, absent: set[str], nets: set[str]) -> None:
        """Take the `absent` parts (references) away, what then leads nowhere, and the flags.

        Pins that stay are marked as not connected, unless their net is one of `nets`, which join pins all the same.
        """
        kept = {name: pin for name, pin in self.pins.items() if name.partition(".")[0] not in absent}
        dead: set[Point] = set()
        for points in self._joined():
            found = [pin for pin in self.pins.values() if pin.end in points]
            if not any(pin in kept.values() for pin in found) or found[0].net not in nets:
                dead |= points
        self.pins = kept
        self.open = [pin.end for pin in kept.values() if pin.net is None or pin.end in dead]
        self.power = [(net, at) for net, at in self.power if at not in dead]
        self.labels = [label for label in self.labels if label.at not in dead]
        self.flags = []
        self.segments = [segment for segment in self.segments if segment[0] not in dead]
        self._clip()
        self.junctions = self._junctions()

    def _clip(self) -> None:
        """Take away wires with an end at which nothing is."""
        while True:
            ends = [point for segment in self.segments for point in segment]
            loose = {point for point in ends if ends.count(point) == 1} - self._held()
            if not loose:
                return
            self.segments = [segment for segment in self.segments if not loose & set(segment)]

    def _check(self) -> None:
        """Raise WireError unless the points that wires join are of one net, and have its name."""
        if lost := set(self.flags) - {point for segment in self.segments for point in segment}:
            raise WireError(f"no wire under the flag at {lost}")
        for points in self._joined():
            named = {net for net, at in self.power if at in points}
            named |= {label.net for label in self.labels if label.at in points}
            nets = {pin.net for pin in self.pins.values() if pin.end in points} | named
            if len(nets) != 1:
                raise WireError(f"the wire at {sorted(points)[0]} joins {sorted(map(str, nets))}")
            if not named and nets != {None}:
                raise WireError(f"no label says {nets.pop()} at {sorted(points)[0]}")

    def _held(self) -> set[Point]:
        """Return the points of pins, power symbols and labels."""
        named = {at for _, at in self.power} | {label.at for label in self.labels}
        return named | {pin.end for pin in self.pins.values()}

    def _joined(self) -> list[set[Point]]:
        """Return the points that belong together, by wires or by standing at the same place."""
        points = {point for segment in self.segments for point in segment} | self._held()
        groups = {point: {point} for point in points}
        for start, end in self.segments:
            merged = groups[start] | groups[end]
            for point in merged:
                groups[point] = merged
        return list({id(group): group for group in groups.values()}.values())


def _pins(block: Block, parts: dict[str, Part], kinds: dict[str, Symbol]) -> Iterator[tuple[str, Pin]]:
    """Yield the name and the pin of each part placed in a block."""
    for name, place in block.places.items():
        ref, unit = unit_of(name)
        for pin, end, away in pin_ends(place, kind_of(parts[ref], kinds, place), unit):
            yield f"{ref}.{pin.pad}", Pin(end, away, parts[ref].pins[pin.number - 1])


def kind_of(part: Part, kinds: dict[str, Symbol], place: Place) -> Symbol:
    """Return the symbol that a part is drawn with. Raises WireError for one of other pins than its kind's."""
    kind, drawn = kinds[part.symbol], kinds[place.symbol or part.symbol]
    if [pin.pad for pin in kind.pins] != [pin.pad for pin in drawn.pins]:
        raise WireError(f"{part.ref}: {drawn.name} has other pins than {kind.name}")
    return drawn


def _point(text: str) -> Point:
    x, y = text.split(",")
    return float(x), float(y)


def _touches(point: Point, segment: Segment) -> bool:
    """Return whether a point is on a wire, its ends included."""
    (x1, y1), (x2, y2) = segment
    x, y = point
    return min(x1, x2) <= x <= max(x1, x2) and min(y1, y2) <= y <= max(y1, y2)
