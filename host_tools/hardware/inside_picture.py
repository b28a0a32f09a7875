"""Draws the open board for a build's book: which plug of the lid goes to which connector on the base."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from . import label_places
from .assembly_solids import solids
from .cutouts import Cut
from .label_places import Box
from .led_placement import track_leds
from .netlist import FOURTH_KEYS, build_parts
from .pcb import board_file
from .pcb.board_file import PlacedPart
from .plate_geometry import Plate, build_plate

_LETTERS_PT = 7.0
_ROOM_MM = (178.0, 190.0)
"""On a page of the book: the picture is made as large as that allows."""
_PT_PER_MM = 72 / 25.4
_MARGIN_MM = 6.0
_GAP_MM = 30.0
"""Between base and lid."""
_PEN = 'fill="none" stroke="#a8a8a8" stroke-width="0.6"'
_GREY, _LINE, _INK = "#f1f1f1", "#a8a8a8", "#0d5c30"
_WIRES = {"keys": "#d09a00", "track": "#c03030", "display": "#1d62c4", "beside": "#7a4fa0"}
_BESIDE = ("voice board", "sound module", "speaker", "charger module", "tap board", "cell", "power bank", "switch")
_PLUG_MM = 2.6
_CURVE_POINTS = 60


class Wire(NamedTuple):
    """What is plugged in: the connector, what its wires come from, the colour, and both ends on the picture in mm."""

    ref: str
    origin: str
    kind: str
    start: tuple[float, float]
    end: tuple[float, float]


def draw(params: Any, build: Any) -> str:
    """Return the picture as SVG: the base with the carrier, and before it the lid on its face."""
    plate = build_plate(params, build)
    width, height = plate.width + 2 * _MARGIN_MM, 2 * plate.height + _GAP_MM + 2 * _MARGIN_MM
    shapes = [*_base(plate), *_lid(plate)]
    plugs = wires(params, build)
    for number, wire in enumerate(plugs):
        shapes.append(_curve(wire, number))
    shapes += [_dot(*spot, _WIRES[wire.kind]) for wire in plugs for spot in (wire.start, wire.end)]
    letters = _LETTERS_PT / _PT_PER_MM * max(width / _ROOM_MM[0], height / _ROOM_MM[1])
    labels = label_places.svg(_labels(plate, plugs, (width, height), letters), _INK, letters)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.1f}mm" height="{height:.1f}mm" '
    head += f'viewBox="0 0 {width:.1f} {height:.1f}">\n<title>The open board, and where each plug goes</title>\n'
    return head + "\n".join(shapes) + "\n" + labels + "</svg>\n"


def wires(params: Any, build: Any) -> list[Wire]:
    """Return what is plugged in, one for each connector of a build that takes a plug."""
    plate = build_plate(params, build)
    spots = _connectors(params, build, plate)
    found = [Wire(ref, *_origin(plate, ref, value), spots[ref])
             for ref, value in plugged(params, build).items() if ref in spots]  # fmt: skip
    return [wire for wire in found if wire.kind]


def plugged(params: Any, build: Any) -> dict[str, str]:
    """Return the connectors that take a plug, and what each is for: all but the supply's socket and the rows of pins
    that modules stand in."""
    rows = ("J1", "J23", "J24", "J27")
    connectors = [part for part in build_parts(params, build) if part.ref.rstrip("0123456789") == "J"]
    return {part.ref: part.value for part in connectors if part.ref not in rows}


def _connectors(params: Any, build: Any, plate: Plate) -> dict[str, tuple[float, float]]:
    """Return the middle of each connector's pins on the picture."""
    boards = [("carrier", params.carrier.at)]
    if build.voice:
        boards.append(("voice", params.voice.at))
    spots = {
        part.ref: (_MARGIN_MM + left + x, _MARGIN_MM + top + y)
        for name, (left, top) in boards
        for part in board_file.load(params.folder, name).parts
        for x, y in [_middle(part)]
    }
    for solid in solids(plate):
        if solid.name == "tap board":
            for number, ref in enumerate(("J25", "J26")):
                spots[ref] = (_MARGIN_MM + solid.plan.x, _MARGIN_MM + solid.plan.y + 8 * number - 4)
    return spots


def _middle(part: PlacedPart) -> tuple[float, float]:
    xs, ys = [pad.x for pad in part.pads], [pad.y for pad in part.pads]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _origin(plate: Plate, ref: str, value: str) -> tuple[str, str, tuple[float, float]]:
    """Return what is plugged into a connector, its kind and its place on the picture."""
    kind, _, name = value.partition(" ")
    if kind == "keys" or value == "shared keys":
        return (value if kind == "keys" else "OK and MENU"), "keys", _key_end(plate, name if kind == "keys" else "")
    if kind == "track":
        return value, "track", _strip_end(plate, *name.split(", "))
    if kind == "display":
        spot = plate.display_spots()[0 if name == "in front" else 1]
        return value, "display", (_MARGIN_MM + spot.x, _lid_y(plate, spot.y))
    beside = {solid.name: solid.plan for solid in solids(plate) if solid.name in _BESIDE}
    value, home = {"J22": ("speaker", "speaker"), "J26": ("switch S1", "switch")}.get(ref, (value, ""))
    if ref in ("J19", FOURTH_KEYS):
        home = "voice board" if "voice board" in beside else "tap board"
        value = {"J19": "J20", FOURTH_KEYS: "J21" if home == "voice board" else "J25"}[ref]
    plan = beside.get(home)
    return value, "beside" if plan else "", (_MARGIN_MM + plan.x, _MARGIN_MM + plan.y) if plan else (0.0, 0.0)


def _key_end(plate: Plate, team: str) -> tuple[float, float]:
    """Return the middle of a team's keys; "" are the shared ones."""
    keys = [s for s in plate.key_spots() if s.name.startswith(f"{team} ") or (not team and " " not in s.name)]
    return _MARGIN_MM + sum(s.x for s in keys) / len(keys), _lid_y(plate, keys[0].y)


def _strip_end(plate: Plate, team: str, side: str) -> tuple[float, float]:
    """Return the end of a track's first row on the side of its connector."""
    row = [
        led
        for led in track_leds(plate, plate.params.board.teams.index(team))
        if led.row == (1 if side == "left" else 2)
    ]
    left, _, right, _ = plate.strip_plate()
    return _MARGIN_MM + (left if side == "left" else right), _lid_y(plate, row[0].y)


def _lid_y(plate: Plate, y: float) -> float:
    """Return the place of a y of the faceplate, which lies turned over before the base."""
    return _MARGIN_MM + plate.height + _GAP_MM + plate.height - y


def _base(plate: Plate) -> Iterator[str]:
    """Yield base, walls, carrier with its parts' outlines, and what stands beside it."""
    wall = plate.params.case.wall
    yield _rectangle(_MARGIN_MM, _MARGIN_MM, plate.width, plate.height, _GREY)
    yield _rectangle(_MARGIN_MM + wall, _MARGIN_MM + wall, plate.width - 2 * wall, plate.height - 2 * wall, "#fafafa")
    for solid in solids(plate):
        if solid.name in _BESIDE:
            yield _plan(solid.plan)
    left, top = plate.params.carrier.at
    carrier = plate.params.carrier
    yield _rectangle(_MARGIN_MM + left, _MARGIN_MM + top, carrier.width, carrier.height, "#e3efe6")
    for part in board_file.load(plate.params.folder, "carrier").parts:
        if part.ref in ("U1", "D3") or part.ref.startswith("J"):
            for run in part.silk:
                points = "L".join(f"{_MARGIN_MM + left + x:.2f} {_MARGIN_MM + top + y:.2f}" for x, y in run)
                yield f'<path d="M{points}" {_PEN}/>'


def _lid(plate: Plate) -> Iterator[str]:
    """Yield the faceplate from behind with the strip plate, its rows and the keys."""
    yield _rectangle(_MARGIN_MM, _lid_y(plate, plate.height), plate.width, plate.height, _GREY)
    left, top, right, bottom = plate.strip_plate()
    yield _rectangle(_MARGIN_MM + left, _lid_y(plate, bottom), right - left, bottom - top, "#fafafa")
    for team in range(plate.tracks):
        for row in range(4):
            leds = [led for led in track_leds(plate, team) if led.row == row + 1]
            y = _lid_y(plate, leds[0].y)
            ends = sorted((leds[0].x, leds[-1].x))
            yield f'<path d="M{_MARGIN_MM + ends[0]:.1f} {y:.1f}L{_MARGIN_MM + ends[1]:.1f} {y:.1f}" {_PEN}/>'
    half = plate.params.keys.cutout / 2
    for spot in plate.key_spots():
        yield _rectangle(_MARGIN_MM + spot.x - half, _lid_y(plate, spot.y) - half, 2 * half, 2 * half, "#e0e0e0")


def _plan(plan: Cut) -> str:
    if plan.round:
        spot = f'cx="{_MARGIN_MM + plan.x:.1f}" cy="{_MARGIN_MM + plan.y:.1f}" r="{plan.half_x:.1f}"'
        return f'<circle {spot} fill="#ececf4" stroke="{_LINE}" stroke-width="0.4"/>'
    left, top = _MARGIN_MM + plan.x - plan.half_x, _MARGIN_MM + plan.y - plan.half_y
    return _rectangle(left, top, 2 * plan.half_x, 2 * plan.half_y, "#ececf4")


def _rectangle(x: float, y: float, width: float, height: float, fill: str) -> str:
    box = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<rect {box} fill="{fill}" stroke="{_LINE}" stroke-width="0.5"/>'


def _dot(x: float, y: float, colour: str) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_PLUG_MM / 2:.1f}" fill="{colour}"/>'


def _curve(wire: Wire, number: int) -> str:
    """Draw the wires of a plug as one curve; neighbours bend differently, so that each can be followed."""
    (x1, y1), (x2, y2), (x3, y3), (x4, y4) = _corners(wire, number)
    curve = f"M{x1:.1f} {y1:.1f}C{x2:.1f} {y2:.1f} {x3:.1f} {y3:.1f} {x4:.1f} {y4:.1f}"
    return f'<path d="{curve}" fill="none" stroke="{_WIRES[wire.kind]}" stroke-width="1.1"/>'


def _corners(wire: Wire, number: int) -> list[tuple[float, float]]:
    """Return the ends of a wire's curve with its control points between them."""
    (x1, y1), (x2, y2) = wire.start, wire.end
    bend = (0.3 + 0.05 * (number % 5)) * (y2 - y1)
    return [(x1, y1), (x1, y1 + bend), (x2, y2 - bend), (x2, y2)]


def _points(wire: Wire, number: int) -> Iterator[tuple[float, float]]:
    """Yield points along a wire's curve."""
    corners = _corners(wire, number)
    for step in range(1, _CURVE_POINTS):
        t = step / _CURVE_POINTS
        shares = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        x, y = (sum(share * corner[axis] for share, corner in zip(shares, corners, strict=True)) for axis in (0, 1))
        yield x, y


def _labels(plate: Plate, plugs: list[Wire], size: tuple[float, float], letters: float) -> list[label_places.Label]:
    """Return a label at both ends of each plug, and the names of both halves."""
    dots = [_around(*spot) for wire in plugs for spot in (wire.start, wire.end)]
    dots += [_around(*spot) for number, wire in enumerate(plugs) for spot in _points(wire, number)]
    half = plate.params.keys.cutout / 2
    keys = [(_MARGIN_MM + key.x, _lid_y(plate, key.y)) for key in plate.key_spots()]
    dots += [(x - half, y - half, x + half, y + half) for x, y in keys]
    width, height = size
    ends = [(wire.ref, _around(*wire.end)) for wire in plugs]
    ends += [(f"{wire.origin}: {wire.ref}", _around(*wire.start)) for wire in plugs]
    names = [("base, from above, back wall at the top", _around(0.72 * width, _MARGIN_MM + 0.62 * plate.height)),
             ("lid on its face, OK and MENU to the base", _around(width / 2, height - _MARGIN_MM - 5))]  # fmt: skip
    return label_places.place([*ends, *names], dots, (0.0, 0.0, width, height), letters)


def _around(x: float, y: float) -> Box:
    half = _PLUG_MM / 2
    return x - half, y - half, x + half, y + half
