"""Pictures of the assembly steps that put LEDs on their plate: strips, or street boards."""

from itertools import pairwise

from ..assembly_solids import heights
from ..cutouts import Cut
from ..led_placement import Led, track_leds
from ..plate_geometry import STRIP_TAPE_MM, Plate, Spot
from .oblique_projection import ADDED, BLACK, DATA, PALE, RED, Picture
from .parts import HOUSING, draw_housing, draw_parts, solids_by_prefix

_WIRE_MM = 1.6
_CABLE_MM = 2
_FEED_MM = 34
"""From the strip plate's edge out to the end of the wires that feed a track."""
_FEED_LABEL_MM = 20
"""From the strip plate's edge out to the labels of these wires."""
_SUPPLY_LABEL_RISE_MM = 4
_FEED_HOUSING_MM = 37
_HALF_SUPPLY_GAP_MM = 4.0
"""From the middle of a strip to its 5 V and its ground."""
_CABLE_ARCH_MM = 8
"""How far a cable between street boards rises above their plate."""
_BOARD_LIFT_MM, _SCREW_LIFT_MM = 8, 30
_STREET_FEED_MM = 24
_STREET_FEED_ARCH_MM = 6
"""How far the wire to a street board rises above its plate."""
_DATA_ARROW_COLUMNS = 6
_JOIN_MM, _JOIN_STEP_MM = 5, 6
"""From the plate's edge out to the first track's data wires, and from one track's to the next."""
_ADDED_LED, _PALE_LED = "#fff", "#d4d4d4"


def _rows(plate: Plate) -> list[list[Led]]:
    """Return the strips of all tracks, each in the order data reaches its LEDs."""
    rows: list[list[Led]] = []
    for track in range(plate.tracks):
        for led in track_leds(plate, track):
            if not rows or (rows[-1][0].track, rows[-1][0].row) != (led.track, led.row):
                rows.append([])
            rows[-1].append(led)
    return rows


def _draw_strips(picture: Picture, plate: Plate, added: bool = False) -> float:
    """Draw the strip plate with its strips; return the height in mm of the tapes' upper side.

    `added`: this step puts the strips there; else they are pale.
    """
    draw_parts(picture, solids_by_prefix(plate, "strip-plate"))
    plate_top = -heights(plate.params)["strip-plate"][0]
    tape_top = plate_top + STRIP_TAPE_MM
    strip = plate.params.strip
    for row in sorted(_rows(plate), key=lambda row: row[0].y):
        left, right = sorted((row[0].x, row[-1].x))
        half_length = (right - left + plate.pitch) / 2
        plan = Cut("", (left + right) / 2, row[0].y, half_length, strip.width / 2, False)
        picture.prism(plan, plate_top, tape_top, ADDED if added else PALE)
        led_colour = _ADDED_LED if added else _PALE_LED
        picture.marks(((led.x, led.y) for led in row), strip.led / 2, tape_top, led_colour)
    return tape_top


def place(plate: Plate) -> Picture:
    """Draw the strips on their outlines, each with an arrow in the direction of its data."""
    picture = Picture("Place: each strip on its outline", plate.height)
    top = _draw_strips(picture, plate, added=True)
    rows = _rows(plate)
    for row in rows:
        step = plate.pitch if row[-1].x > row[0].x else -plate.pitch
        x, y = row[2].x, row[2].y
        picture.wire(BLACK, (x, y, top), (x + _DATA_ARROW_COLUMNS * step, y, top), thick=_WIRE_MM, end=True)
    for row in rows[:4]:
        x = max(led.x for led in row)
        direction = "right" if row[-1].x > row[0].x else "left"
        picture.label(f"A{row[0].row}: {len(row)} LEDs, arrows {direction}", x, row[0].y, top)
    longest = max(rows[:4], key=len)
    picture.label("under the game hole", min(led.x for led in longest), longest[0].y, top)
    return picture


def _around(plate: Plate, start: Led, end: Led, top: float, distance: float) -> list[tuple[float, float, float]]:
    """Return the corners of a wire from LED `start` to LED `end` that runs `distance` mm outside the plate's edge."""
    left, _, right, _ = plate.strip_plate()
    edge = right + distance if start.x > plate.width / 2 else left - distance
    return [(start.x, start.y, top), (edge, start.y, top), (edge, end.y, top), (end.x, end.y, top)]


def join(plate: Plate) -> Picture:
    """Draw the data wires from row to row."""
    picture = Picture("Join: data from each row's end to the next row's start", plate.height)
    top = _draw_strips(picture, plate)
    for previous, following in pairwise(_rows(plate)):
        if previous[0].track == following[0].track:
            distance = _JOIN_MM + _JOIN_STEP_MM * plate.params.board.teams.index(previous[0].track)
            spots = _around(plate, previous[-1], following[0], top, distance)
            picture.wire(DATA, *spots, thick=_WIRE_MM, end=True)
            name = previous[0].track
            picture.label(f"{name}{previous[0].row} to {name}{following[0].row}", *spots[1])
    return picture


def feed(plate: Plate) -> Picture:
    """Draw the connectors of the first track: the left one carries data, the right one does not."""
    picture = Picture("Feed: two connectors for each track", plate.height)
    top = _draw_strips(picture, plate)
    rows = [row for row in _rows(plate) if row[0].track == plate.params.board.teams[0]]
    by_x = {row[0].row: sorted(row, key=lambda led: led.x) for row in rows}
    left, _, right, _ = plate.strip_plate()
    _feed_side(picture, "housing-3, rows 1 and 3", (by_x[1][0], by_x[3][0]), top, left, -1)
    _feed_side(picture, "housing-2, rows 2 and 4", (by_x[2][-1], by_x[4][-1]), top, right, 1)
    start = rows[0][0]
    picture.wire(DATA, (left - _FEED_MM, start.y, top), (start.x, start.y, top), thick=_WIRE_MM, end=True)
    picture.label(f"data, to row {start.row} only", left - _FEED_LABEL_MM, start.y, top)
    picture.label("red 5 V, black ground", right + _FEED_LABEL_MM, by_x[2][-1].y - _SUPPLY_LABEL_RISE_MM, top)
    return picture


def _feed_side(picture: Picture, name: str, leds: tuple[Led, Led], top: float, edge: float, direction: int) -> None:
    """Draw 5 V and ground from a connector to the ends of two rows. `direction`: -1 left, 1 right."""
    first, second = leds
    for index, (colour, offset) in enumerate(((RED, -_HALF_SUPPLY_GAP_MM), (BLACK, _HALF_SUPPLY_GAP_MM))):
        turn_x = edge + direction * (8 + 5 * index)
        from_y, to_y = first.y + offset, second.y + offset
        picture.wire(colour, (edge + direction * _FEED_MM, from_y, top), (first.x, from_y, top), thick=_WIRE_MM)
        picture.wire(colour, (turn_x, from_y, top), (turn_x, to_y, top), (second.x, to_y, top), thick=_WIRE_MM)
    housing_x = edge + direction * _FEED_HOUSING_MM
    draw_housing(picture, housing_x, first.y, top)
    picture.label(name, housing_x, first.y, top + HOUSING)


def screw(plate: Plate) -> Picture:
    """Draw the street boards and their screws."""
    picture = Picture("Screw: the street boards on their plate", plate.height)
    draw_parts(picture, solids_by_prefix(plate, "strip-plate", form="street"))
    rows = solids_by_prefix(plate, "row", form="street")
    draw_parts(picture, rows, added=True, lift=_BOARD_LIFT_MM)
    draw_parts(picture, solids_by_prefix(plate, "street screw", form="street"), added=True, lift=_SCREW_LIFT_MM)
    for street, row in enumerate(rows[:: plate.tracks], 1):
        side = "left" if street % 2 else "right"
        suffix = " (one LED more)" if street == 4 else ""
        picture.label(f"street {street}{suffix}: IN {side}", row.plan.x + row.plan.half_x, row.plan.y,
                      _BOARD_LIFT_MM - row.top)  # fmt: skip
    screw = plate.street_screws()[1]
    picture.label("two screw-street in each", screw.x, screw.y, _SCREW_LIFT_MM - rows[0].top)
    return picture


def plug(plate: Plate) -> Picture:
    """Draw the cables between street boards, those of each track 5 mm further out than the track before."""
    picture = Picture("Plug: cables on the back of the plate", plate.height, plate.width)
    draw_parts(picture, solids_by_prefix(plate, "strip-plate", form="street"), front=False)
    top = heights(plate.params)["strip-plate"][1]
    for track in range(plate.tracks):
        for street in range(3):
            side = (street + 1) % 2
            start, end = _plug(plate, street, track, side), _plug(plate, street + 1, track, side)
            x = start.x + (5 * track if side else -5 * track)
            arch = top + _CABLE_ARCH_MM
            picture.wire(DATA, (start.x, start.y, top), (x, start.y, arch), (x, end.y, arch),
                         (end.x, end.y, top), thick=_CABLE_MM)  # fmt: skip
            if track == 0:
                picture.label(f"street-cable: OUT {street + 1} to IN {street + 2}", start.x, start.y, top)
        _street_feed(picture, plate, track, top)
    return picture


def _plug(plate: Plate, street: int, track: int, side: int) -> Spot:
    """Return the place of a street board's connector; side 0 is the left one."""
    return plate.street_plugs()[2 * (street * plate.tracks + track) + side]


def _street_feed(picture: Picture, plate: Plate, track: int, top: float) -> None:
    """Draw the wire that feeds a track's first street board."""
    first = _plug(plate, 0, track, 0)
    arch = top + _STREET_FEED_ARCH_MM
    end = (plate.strip_plate()[0] - _STREET_FEED_MM, first.y, arch)
    picture.wire(RED, end, (first.x, first.y, arch), (first.x, first.y, top), thick=_CABLE_MM)
    draw_housing(picture, end[0], first.y, arch)
    picture.label(f"street-feed {plate.params.board.teams[track]}: IN of 1", *end)
