"""Draws the schematic sheet of a board from its net list and the tables of its blocks."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from . import kicad_items
from .block import CHARACTER, Block, Place, Point, extent, unit_of
from .carrier_netlist import Part
from .connections import Connections, WireError, kind_of
from .kicad_files import symbol as definition
from .kicad_items import Instance, Text
from .symbols import FLAG, GROUNDS, STEP, Symbol, symbols

_TITLE_MM = 2.0
_MARGIN = 2
_ABOVE, _BESIDE = 1.3, 1.0
"""Steps from a symbol's outline to its texts."""
_LINE = 0.9
"""Steps from the middle of a symbol up to its reference beside it, and down to its value."""


class Sheet(NamedTuple):
    """A board's sheet: the name of its project, its blocks, its size (empty: as its blocks are) and its notes, with the
    point where they begin."""

    project: str
    blocks: Sequence[Block]
    paper: str = ""
    notes: Sequence[str] = ()
    notes_at: Point = (0, 0)


def draw(
    sheet: Sheet,
    parts: Sequence[Part],
    footprint: Callable[[str], str],
    populated: set[str] | None = None,
    whole: bool = True,
) -> str:
    """Return the schematic as KiCad text; parts that are not `populated` (references; None: all are) are marked DNP,
    or, where it is not the `whole` sheet, left out with the wires that lead to them alone.

    `footprint` returns the footprint of an item of the parts list. Raises WireError where the blocks do not draw the
    net list: each pin of each part once, on its net.
    """
    kinds = symbols()
    populated = {part.ref for part in parts} if populated is None else populated
    _check_complete(sheet, parts, kinds)
    pen = _Pen(sheet.project, {part.ref: part for part in parts}, kinds, populated, footprint, whole)
    items = ["(lib_symbols\n" + "\n".join(definition(kind, "carrier:") for kind in kinds.values()) + ")"]
    blocks = [block for block in sheet.blocks if whole or populated & {unit_of(name)[0] for name in block.places}]
    items += [item for block in blocks for item in pen.block(block)]
    x, y = sheet.notes_at
    items += [kicad_items.note(words, (x, y + 2 * n)) for n, words in enumerate(sheet.notes)]
    return kicad_items.sheet(f"Cribbage board, {sheet.project}", sheet.paper or _around(blocks), items)


def _around(blocks: Sequence[Block]) -> str:
    """Return a sheet's size that goes around blocks."""
    right, bottom = (max(block.frame[n] + block.frame[n + 2] for block in blocks) for n in (0, 1))
    return f"User {(right + _MARGIN) * STEP:.2f} {(bottom + _MARGIN) * STEP:.2f}"


def _check_complete(sheet: Sheet, parts: Sequence[Part], kinds: dict[str, Symbol]) -> None:
    """Raise WireError unless each unit of each part has one place."""
    placed = [unit_of(name) for block in sheet.blocks for name in block.places]
    wanted = [(part.ref, n) for part in parts for n in range(1, len(kinds[part.symbol].units) + 1)]
    if sorted(placed) != sorted(wanted):
        raise WireError(f"placed once too often or not at all: {sorted(set(placed) ^ set(wanted)) or sorted(placed)}")


class _Pen:
    """Writes blocks as items of a sheet; numbers the power symbols and flags."""

    def __init__(self, project: str, parts: dict[str, Part], kinds: dict[str, Symbol], populated: set[str],
                 footprint: Callable[[str], str], whole: bool) -> None:  # fmt: skip
        self._project, self._parts, self._kinds = project, parts, kinds
        self._populated, self._footprint = populated, footprint
        self._absent = set() if whole else parts.keys() - populated
        ends = Counter(net for part in parts.values() if part.ref not in self._absent for net in part.pins)
        self._nets = {str(net) for net, count in ends.items() if count > 1}
        self._powers = self._flags = 0

    def block(self, block: Block) -> Iterator[str]:
        """Yield the items of a block."""
        left, top, width, height = block.frame
        self._left, self._top = left, top
        yield kicad_items.frame((left, top), (left + width, top + height))
        yield kicad_items.note(block.title, (left + 2, top + 2.5), _TITLE_MM)
        for name, place in block.places.items():
            if unit_of(name)[0] not in self._absent:
                yield kicad_items.symbol(self._part(name, place))
        connections = Connections(block, self._parts, self._kinds)
        if self._absent:
            connections.leave_out(self._absent, self._nets)
        yield from self._wires(connections)
        for at in connections.flags:
            yield kicad_items.symbol(self._flag(self._moved(at)))

    def _moved(self, point: Point) -> Point:
        """Return a point of the block as one of the sheet."""
        return point[0] + self._left, point[1] + self._top

    def _wires(self, connections: Connections) -> Iterator[str]:
        """Yield wires, junctions, labels, power symbols and marks."""
        for start, end in connections.segments:
            yield kicad_items.wire(self._moved(start), self._moved(end))
        for point in connections.junctions:
            yield kicad_items.junction(self._moved(point))
        for label in connections.labels:
            yield kicad_items.label(label.net, self._moved(label.at), label.side)
        for net, at in connections.power:
            yield kicad_items.symbol(self._power(net, self._moved(at)))
        for point in connections.open:
            yield kicad_items.no_connect(self._moved(point))

    def _part(self, name: str, place: Place) -> Instance:
        """Return a part's symbol, or one unit of it."""
        ref, unit = unit_of(name)
        part = self._parts[ref]
        kind = kind_of(part, self._kinds, place)
        x, y = self._moved((place.x, place.y))
        moved = place._replace(x=x, y=y)
        texts = _texts(moved, kind, unit, (name, part.value))
        return Instance(self._project, ref, kind, part.value, moved, unit, *texts, self._footprint(part.item),
                        ref in self._populated)  # fmt: skip

    def _power(self, net: str, at: Point) -> Instance:
        """Return a power symbol with its net's name."""
        self._powers += 1
        text = Text(net, (at[0], at[1] + (2.7 if net in GROUNDS else -2.4)), "middle")
        return Instance(self._project, f"#PWR{self._powers:03}", self._kinds[net], net, Place(*at), value_text=text)

    def _flag(self, at: Point) -> Instance:
        """Return a flag that says to KiCad's check that a net is fed."""
        self._flags += 1
        text = Text(FLAG, (at[0], at[1] - 2.8), "middle")
        return Instance(self._project, f"#FLG{self._flags:02}", self._kinds[FLAG], FLAG, Place(*at), value_text=text)


def _texts(place: Place, kind: Symbol, unit: int, words: tuple[str, str]) -> tuple[Text, Text]:
    """Return reference and value beside a symbol: above it in one line, or on a side in two."""
    left, top, right, bottom = extent(place, kind, unit)
    flat = place.way in ("right", "left") and not kind.numbered
    style = place.texts or ("above" if flat else "right")
    if style == "above":
        split = (left + right) / 2 + (len(words[0]) - len(words[1])) * CHARACTER / 2
        y = top - _ABOVE
        return Text(words[0], (split - CHARACTER / 2, y), "left"), Text(words[1], (split + CHARACTER / 2, y))
    if not isinstance(style, str):
        x, y = place.x + style[0], place.y + style[1]
        return Text(words[0], (x, y)), Text(words[1], (x + (len(words[0]) + 1) * CHARACTER, y))
    x, y = right + _BESIDE if style == "right" else left - _BESIDE, (top + bottom) / 2
    return Text(words[0], (x, y - _LINE), style), Text(words[1], (x, y + _LINE), style)
