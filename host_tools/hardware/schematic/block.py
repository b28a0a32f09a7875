"""What a block of the schematic is made of: where its parts stand, which pins its wires join, and its labels.

Everything is in steps of the sheet's grid, from the block's top left corner, y down. A wire is written as TikZ writes a
path: `--` a straight line, `-|` first across and then up or down, `|-` first up or down and then across. What it leads
to is a pin (`U4.6`: its pad), a point (`30,18`) or a power symbol at a point (`GND@30,18`):

    "U4.6 -- 30,18 |- C4.1"

A pin that no wire leads to gets the power symbol of its net, a short wire with its net's label, or the mark of a pin
that is not connected.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .symbols import STEP, Symbol, SymbolPin

Point = tuple[float, float]
TURNS = {"right": 0, "up": 90, "left": 180, "down": 270}
"""Degrees anticlockwise for the way from a two-pin part's first pin to its second."""
CHARACTER = 0.95
"""Steps that a character of the smallest text takes, at most on average."""


class Place(NamedTuple):
    """Where the middle of a part's symbol is, and the `way` its right side looks; `mirrored`: left and right exchanged.

    `texts`: where its reference and value are: "above" (one line, in the middle), "right" or "left" (two lines), or the
    point in steps from the middle where the line begins; empty: as suits it. `symbol`: another one than its kind's, of
    the same pins.
    """

    x: float
    y: float
    way: str = "right"
    texts: str | Point = ""
    mirrored: bool = False
    symbol: str = ""


class Block(NamedTuple):
    """A part of the sheet with its frame: left, top, width and height.

    `places`: by reference, of one unit of a part by its letter, as `U3A`. `labels`: "NET x,y", or "NET x,y left" where
    the text ends there. `flags`: points of nets fed through passive parts, which KiCad's check would take for unfed.
    """

    title: str
    frame: tuple[int, int, int, int]
    places: Mapping[str, Place]
    wires: Sequence[str] = ()
    labels: Sequence[str] = ()
    flags: Sequence[Point] = ()


def unit_of(name: str) -> tuple[str, int]:
    """Return the reference and the unit, from 1, that a name such as `U3A` means."""
    return (name[:-1], ord(name[-1]) - ord("A") + 1) if name[-1].isalpha() else (name, 1)


def turned(place: Place, x: float, y: float) -> Point:
    """Return the sheet's vector, in steps with y down, for one in a symbol's millimetres with y up."""
    across, up = (-x if place.mirrored else x) / STEP, y / STEP
    for _ in range(TURNS[place.way] // 90):
        across, up = -up, across
    return round(across, 3), round(-up, 3)


def pin_ends(place: Place, kind: Symbol, unit: int) -> list[tuple[SymbolPin, Point, Point]]:
    """Return the pins of a unit with their free ends, and the direction from there away from the symbol."""
    found = []
    for pin in (pin for pin in kind.pins if pin.unit == unit):
        dx, dy = turned(place, pin.x, pin.y)
        away = {0: (-STEP, 0.0), 90: (0.0, -STEP), 180: (STEP, 0.0), 270: (0.0, STEP)}[pin.angle]
        found.append((pin, (place.x + dx, place.y + dy), turned(place, *away)))
    return found


def extent(place: Place, kind: Symbol, unit: int) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of a unit's shapes on its block."""
    boxes = [shape.extent() for shape in kind.units[unit - 1]]
    corners = [turned(place, box[i], box[j]) for box in boxes for i, j in ((0, 1), (2, 3))]
    xs, ys = zip(*corners, strict=True)
    return place.x + min(xs), place.y + min(ys), place.x + max(xs), place.y + max(ys)
