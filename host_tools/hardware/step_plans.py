"""Draws a plan for each mounting step of a build's book: green what it adds, pale what is there already."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from . import label_places
from .assembly_solids import Solid, solids
from .battery_bay import BANK
from .cutouts import Cut
from .led_placement import Led, track_leds
from .plate_geometry import Plate, Spot, build_plate

PALE, ADDED = ("#f6f6f6", "#a8a8a8"), ("#a5dcb8", "#0d5c30")
"""Colours of face and edge."""
_RED, _BLACK, _DATA = "#d02020", "#202020", "#1d62c4"
_LETTERS_MM, _MARGIN_MM = 4.7, 12.0
_HEAD_MM = 3.0
_OUT_MM = 16.0
"""From the strip plate's edge out to a connector."""
_CLEAR_MM = 1.0
"""Between a part and a label."""
_HOUSING_MM = 5.0
_HARNESS_MM = 30.0
"""From keys to the housing of their wires."""


class Plan:
    """A drawing in the plate's mm, which says from where it is seen; `behind`: left and right swapped."""

    def __init__(self, plate: Plate, title: str, behind: bool = False) -> None:
        self._plate, self._title, self._behind = plate, title, behind
        self._shapes: list[str] = []
        self._labels: list[tuple[str, label_places.Box]] = []
        self._blocked: list[label_places.Box] = []
        self._extent: list[tuple[float, float]] = []

    def parts(self, *names: str, added: bool = False, form: str = "strip") -> list[Solid]:
        """Draw the assembly's parts whose names begin so, and return them."""
        found = [part for part in solids(self._plate, form) if part.name.startswith(names)]
        for part in found:
            self.box(part.plan, added)
            for opening in part.openings:
                self._outline(opening, ("#fff", (ADDED if added else PALE)[1]))
        return found

    def box(self, plan: Cut, added: bool = True) -> None:
        """Draw a part's outline."""
        self._outline(plan, ADDED if added else PALE)
        if added and max(plan.half_x, plan.half_y) < 20:
            self._blocked.append(self._around(plan.x, plan.y, plan.half_x + _CLEAR_MM, plan.half_y + _CLEAR_MM))

    def wire(self, colour: str, *spots: tuple[float, float], arrow: bool = False) -> None:
        """Draw a line; `arrow` gives one along x a head."""
        points = [(self._x(x), y) for x, y in spots]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        if arrow:
            (x0, y), x = points[-2], points[-1][0]
            back = x - _HEAD_MM if x > x0 else x + _HEAD_MM
            path += f"M{back:.1f} {y - _HEAD_MM / 2:.1f}L{x:.1f} {y:.1f}L{back:.1f} {y + _HEAD_MM / 2:.1f}"
        self._shapes.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="0.9"/>')
        self._extent += points
        self._blocked += [(min(a[0], b[0]) - 0.6, min(a[1], b[1]) - 0.6, max(a[0], b[0]) + 0.6, max(a[1], b[1]) + 0.6)
                          for a, b in pairwise(points)]  # fmt: skip

    def housing(self, text: str, x: float, y: float) -> None:
        """Draw a connector's housing, and name it."""
        self.box(Cut("", x, y, _HOUSING_MM / 2, _HOUSING_MM, False))
        self.label(text, x, y)

    def label(self, text: str, x: float, y: float) -> None:
        """Name what is at a spot."""
        self._labels.append((text, self._around(x, y, 1, 1)))

    def svg(self) -> str:
        """Return the drawing."""
        xs, ys = zip(*self._extent, strict=True)
        area = (min(xs) - _MARGIN_MM, min(ys) - _MARGIN_MM, max(xs) + _MARGIN_MM, max(ys) + _MARGIN_MM)
        middle, below = (area[0] + area[2]) / 2, max(ys) + _MARGIN_MM / 2
        seen = f"seen from {'behind' if self._behind else 'above'}, front at the bottom"
        labels = [(seen, (middle - 1, below - 1, middle + 1, below + 1)), *self._labels]
        placed = label_places.place(labels, self._blocked, area, _LETTERS_MM)
        left, top, full_width, full_height = area[0], area[1], area[2] - area[0], area[3] - area[1]
        head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{full_width:.1f}mm" height="{full_height:.1f}mm" '
        head += f'viewBox="{left:.1f} {top:.1f} {full_width:.1f} {full_height:.1f}">\n<title>{self._title}</title>\n'
        return head + "\n".join(self._shapes) + "\n" + label_places.svg(placed, "#111", _LETTERS_MM) + "</svg>\n"

    def _x(self, x: float) -> float:
        return self._plate.width - x if self._behind else x

    def _around(self, x: float, y: float, half_x: float, half_y: float) -> label_places.Box:
        return self._x(x) - half_x, y - half_y, self._x(x) + half_x, y + half_y

    def _outline(self, plan: Cut, colours: tuple[str, str]) -> None:
        pen = f'fill="{colours[0]}" stroke="{colours[1]}" stroke-width="0.4"'
        x = self._x(plan.x)
        self._extent += [(x - plan.half_x, plan.y - plan.half_y), (x + plan.half_x, plan.y + plan.half_y)]
        if plan.round:
            self._shapes.append(f'<circle cx="{x:.1f}" cy="{plan.y:.1f}" r="{plan.half_x:.1f}" {pen}/>')
        else:
            self._shapes.append(f'<rect x="{x - plan.half_x:.1f}" y="{plan.y - plan.half_y:.1f}" '
                                f'width="{2 * plan.half_x:.1f}" height="{2 * plan.half_y:.1f}" {pen}/>')  # fmt: skip


def step_names(build: Any) -> list[str]:
    """Return the names of the steps of a build that have a plan."""
    there = {"strips": build.form == "strip", "streets": build.form == "street", "displays": bool(build.displays),
             "bay": bool(build.battery), "voice": build.voice, "bank": build.battery == BANK}  # fmt: skip
    return [name for name in _STEPS if there.get(name, True)]


def step_plan(params: Any, build: Any, name: str) -> str:
    """Return the SVG of a step of a build."""
    return _STEPS[name](build_plate(params, build)).svg()


def _rows(plate: Plate, track: int) -> list[list[Led]]:
    leds = track_leds(plate, track)
    return [[led for led in leds if led.row == row] for row in range(1, 5)]


def _strips(plate: Plate) -> Plan:
    """Draw the strips with the way of their data, and the feeds of the first track."""
    drawn = Plan(plate, "Strips: the way of data, and the two connectors of track A")
    drawn.parts("strip-plate")
    left, _, right, _ = plate.strip_plate()
    for track in range(plate.tracks):
        rows = _rows(plate, track)
        for row in rows:
            (x1, x2), y = (row[0].x, row[-1].x), row[0].y
            drawn.box(Cut("", (x1 + x2) / 2, y, (abs(x2 - x1) + plate.pitch) / 2, plate.params.strip.width / 2, False))
            drawn.wire(_BLACK, (x1, y - 3.5), (x1 + (40 if x2 > x1 else -40), y - 3.5), arrow=True)
        for one, other in pairwise(rows):
            out = right + 6 + 6 * track if one[-1].x > plate.width / 2 else left - 6 - 6 * track
            drawn.wire(_DATA, (one[-1].x, one[-1].y), (out, one[-1].y), (out, other[0].y), (other[0].x, other[0].y))
    for side, first, second, text in ((left, 1, 3, "5 V, data, GND"), (right, 2, 4, "5 V, GND")):
        rows, sign = _rows(plate, 0), -1 if side == left else 1
        at = side + sign * (_OUT_MM + 6 * plate.tracks)
        end = side - sign * plate.pitch
        for colour, offset in ((_RED, -4.0), (_BLACK, 4.0)):
            y1, y2 = rows[first - 1][0].y + offset, rows[second - 1][0].y + offset
            turn = side + sign * (2.5 if colour == _RED else 4.2)
            drawn.wire(colour, (at, y1), (end, y1))
            drawn.wire(colour, (turn, y1), (turn, y2), (end, y2))
        drawn.housing(text, at, rows[first - 1][0].y)
    start = _rows(plate, 0)[0][0]
    drawn.wire(_DATA, (left - _OUT_MM - 6 * plate.tracks, start.y), (start.x, start.y))
    for track in range(plate.tracks):
        for row in _rows(plate, track):
            text = f"{plate.params.board.teams[track]}{row[0].row}: {len(row)} LEDs"
            drawn.label(text, row[len(row) // 2].x, row[0].y)
    return drawn


def _streets(plate: Plate) -> Plan:
    """Draw the street boards with their screws, and the cables behind them."""
    drawn = Plan(plate, "Street boards, and the cables behind their plate")
    drawn.parts("strip-plate", form="street")
    boards = drawn.parts("row", added=True, form="street")
    drawn.parts("street screw", form="street")
    plugs = plate.street_plugs()

    def plug(street: int, track: int, right: int) -> Spot:
        return plugs[2 * (street * plate.tracks + track) + right]

    for track in range(plate.tracks):
        for street in range(3):
            right = (street + 1) % 2
            start, end = plug(street, track, right), plug(street + 1, track, right)
            out = start.x + (3 + 3 * track) * (1 if right else -1)
            drawn.wire(_DATA, (start.x, start.y), (out, start.y), (out, end.y), (end.x, end.y))
        first, at = plug(0, track, 0), plate.strip_plate()[0] - _OUT_MM
        drawn.wire(_RED, (at, first.y), (first.x, first.y))
        drawn.housing(f"feed {plate.params.board.teams[track]}", at, first.y)
    for street, board in enumerate(boards[:: plate.tracks], 1):
        side = "left" if street % 2 else "right"
        more = ", one LED more" if street == 4 else ""
        drawn.label(f"street {street}: IN {side}{more}", board.plan.x, board.plan.y)
    return drawn


def _keys(plate: Plate) -> Plan:
    """Draw the keys from behind with their wires: ground from key to key, one of each key's own to the housing."""
    drawn = Plan(plate, "Keys from behind: blue each key's own wire, black ground", behind=True)
    drawn.parts("faceplate")
    for name in (*plate.params.board.teams[: plate.tracks], ""):
        group = sorted((s for s in plate.key_spots() if s.name.rpartition(" ")[0] == name), key=lambda spot: spot.x)
        inward = 1 if group[0].y < plate.height / 2 else -1
        x, y = sum(spot.x for spot in group) / len(group), group[0].y + inward * _HARNESS_MM
        for number, spot in enumerate(group):
            drawn.box(Cut("", spot.x, spot.y, 8, 8, False))
            drawn.wire(_DATA, (spot.x + 3.8, spot.y + 2 * inward), (x + 2 * (number - 1.5), y))
        drawn.wire(_BLACK, *((spot.x - 3, spot.y + 5 * inward) for spot in group), (x + 6, y))
        drawn.housing(f"{f'keys {name}' if name else 'OK and MENU'}: housing-{len(group) + 1}", x, y)
    return drawn


def _displays(plate: Plate) -> Plan:
    drawn = Plan(plate, "Displays from behind, in their frames", behind=True)
    drawn.parts("faceplate", "key")
    drawn.parts("display", added=True)
    for spot in plate.display_spots():
        width, height = plate.params.display.kinds[spot.name].module
        drawn.box(Cut("", spot.x, spot.y, width / 2, height / 2, False))
        where = "in front: address 0x3C" if spot.y > plate.height / 2 else "opposite: address 0x3D"
        drawn.label(where, spot.x, spot.y)
    return drawn


def _stack(plate: Plate) -> Plan:
    drawn = Plan(plate, "The lid from behind, with the strip plate on its standoffs", behind=True)
    drawn.parts("faceplate", "key")
    drawn.parts("strip-plate", added=True)
    for spot in (spot for spot in plate.screws() if spot.name == "inner"):
        drawn.box(Cut("", spot.x, spot.y, 3.5, 3.5))
    drawn.label("four screw-short, on standoff and washers", spot.x, spot.y)
    return drawn


def _carrier(plate: Plate) -> Plan:
    drawn = Plan(plate, "Carrier on the base, from above")
    drawn.parts("base")
    _named(drawn, "carrier", "Pico")
    spot = plate.carrier_screws()[-1]
    drawn.label("four screw-carrier, each with spacer and nut", spot.x, spot.y)
    return drawn


def _bay(plate: Plate) -> Plan:
    drawn = Plan(plate, "Bay: rails, and the strap through its slots")
    drawn.parts("base", "carrier", "Pico")
    strap = drawn.parts("strap over", added=True)
    rails = drawn.parts("bay rail", added=True)
    for part in rails:
        drawn.label("bay-rail, glued", part.plan.x, part.plan.y)
    drawn.label("bay-strap", strap[0].plan.x, strap[0].plan.y)
    return drawn


def _voice(plate: Plate) -> Plan:
    drawn = Plan(plate, "Voice board and speaker on the base")
    drawn.parts("base", "carrier", "Pico")
    drawn.parts("speaker's ring", added=True)
    _named(drawn, "voice board", "speaker")
    return drawn


def _close(plate: Plate) -> Plan:
    drawn = Plan(plate, "Close: walls, rim screws, and the feet under the base")
    drawn.parts("base", "wall", added=True)
    drawn.parts("carrier", "Pico")
    foot = drawn.parts("foot", added=True)[-1].plan
    drawn.label("six feet, under the base", foot.x, foot.y)
    screws = [spot for spot in plate.screws() if spot.name == "rim"]
    for spot in screws:
        drawn.box(Cut("", spot.x, spot.y, 3, 3))
    drawn.label(f"{len(screws)} screw-rim", screws[-1].x, screws[-1].y)
    drawn.label("walls, four corners", plate.width, 0.3 * plate.height)
    return drawn


def _bank(plate: Plate) -> Plan:
    drawn = Plan(plate, "The bank in its bay, its sockets at the window of the back wall")
    drawn.parts("base", "carrier", "Pico", "bay rail")
    _named(drawn, "power bank")
    return drawn


def _named(drawn: Plan, *names: str) -> None:
    """Draw parts that a step adds, and name them."""
    for name in names:
        for part in drawn.parts(name, added=True):
            if part.name == name:
                drawn.label(name, part.plan.x, part.plan.y)


_STEPS: dict[str, Callable[[Plate], Plan]] = {
    "strips": _strips, "streets": _streets, "keys": _keys, "displays": _displays, "stack": _stack,
    "carrier": _carrier, "bay": _bay, "voice": _voice, "close": _close, "bank": _bank,
}  # fmt: skip
STEP_NAMES = tuple(_STEPS)
