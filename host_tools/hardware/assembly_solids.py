"""Parts of the assembled board as extruded outlines: outline, heights and openings of each.

Heights are in millimetres from the faceplate's front, downwards. Every solid is upright: the same in plan at each of
its heights.
"""

from math import sqrt
from typing import Any, NamedTuple

from . import battery_bay, charger_places, cutouts, screw_lengths
from .battery_bay import BANK, CELL
from .cutouts import Cut
from .pcb import board_file
from .plate_geometry import STREETS, Plate
from .stack_up import PICO_MM

_M3_MM = 3.0
_M2_MM = 2.0
_CARRIER_SCREW_HEAD_MM = 2
_KEY_DEPTH_MM = 12.0
"""From the faceplate's back to the end of a key's socket and wires."""
_KEY_SIDE_MM = 16.0
_PLUG_PLAY_MM = 0.8
"""Between a street board's plug and its opening, both sides together."""
_WASHER_MM = 7.0
_PLUG_MM = 3.5
"""From the row of a connector's pins to its plug's sides."""
_M2_NUT_RADIUS_MM = 2.5
_NUT_RADIUS_MM = 3.5
"""Room around a carrier's mounting hole for the nut."""


class Solid(NamedTuple):
    """A part: its plan as a cut of the same shape, its heights, and the openings in it."""

    name: str
    plan: Cut
    top: float
    bottom: float
    openings: tuple[Cut, ...] = ()


def solids(plate: Plate, form: str = "strip") -> list[Solid]:
    """Return all parts of a board, with `strip` or `street` boards for its LEDs."""
    return [
        *_plates(plate, form),
        *_walls(plate),
        *_fixings(plate, form),
        *_leds(plate, form),
        *_keys(plate),
        *_displays(plate),
        *_carrier(plate),
        *_connectors(plate),
        *(_battery(plate) if plate.bay else []),
        *(_charger(plate) if plate.bay == CELL else []),
        *_voice(plate),
    ]


def heights(params: Any) -> dict[str, tuple[float, float]]:
    """Return top and bottom of each layer, in mm from the faceplate's front."""
    case = params.case
    faceplate = params.plate.thickness
    strip_plate = faceplate + screw_lengths.light_depth(params)
    cavity = strip_plate + case.strip_plate
    base = cavity + case.electronics
    baffle = faceplate + case.diffuser
    return {
        "faceplate": (0, faceplate),
        "diffuser": (faceplate, baffle),
        "baffle": (baffle, baffle + case.baffle),
        "strip-plate": (strip_plate, cavity),
        "base": (base, base + case.base),
    }


def _box(name: str, box: tuple[float, float, float, float]) -> Cut:
    """Return a rectangle (left, top, right, bottom) as a cut."""
    left, top, right, bottom = box
    return Cut(name, (left + right) / 2, (top + bottom) / 2, (right - left) / 2, (bottom - top) / 2, False)


def _plates(plate: Plate, form: str) -> list[Solid]:
    """Return the plates, with their cuts as openings."""
    solids = []
    for name, (top, bottom) in heights(plate.params).items():
        layer = "street-plate" if (name, form) == ("strip-plate", "street") else name
        plan = _box(name, cutouts.outline(plate, layer))
        solids.append(Solid(name, plan, top, bottom, tuple(cutouts.cuts(plate, layer))))
    return solids


def _walls(plate: Plate) -> list[Solid]:
    """Return the ring around everything behind the faceplate, and the posts in it that the rim's screws go through."""
    params, high = plate.params, heights(plate.params)
    top, bottom = high["faceplate"][1], high["base"][0]
    wall, screws = params.case.wall, params.screws
    inner = _box("room", (wall, wall, plate.width - wall, plate.height - wall))
    rim = [s for s in plate.screws() if s.name == "rim"]
    holes = tuple(Cut("hole", s.x, s.y, screws.hole / 2, screws.hole / 2) for s in rim)
    posts = [
        Solid("post", Cut("post", s.x, s.y, screws.post, screws.post), top, bottom, (hole,))
        for s, hole in zip(rim, holes, strict=True)
    ]
    ring = Solid("wall", _box("wall", (0, 0, plate.width, plate.height)), top, bottom, (inner, *holes))
    # A post is one piece with the wall: it is compared with everything but the wall.
    return [ring._replace(openings=(*ring.openings, *(_with_tolerance(post.plan) for post in posts))), *posts]


def _with_tolerance(plan: Cut) -> Cut:
    """Return an opening for a part: 1 mm larger on each side."""
    return plan._replace(half_x=plan.half_x + 1, half_y=plan.half_y + 1)


def _fixings(plate: Plate, form: str) -> list[Solid]:
    """Return screws, heads and standoffs."""
    params, high = plate.params, heights(plate.params)
    screws = params.screws
    faceplate_bottom, base_bottom = high["faceplate"][1], high["base"][1]
    strip_plate_top, strip_plate_bottom = high["strip-plate"]
    carrier_screw_top = base_bottom - screw_lengths.carrier(params)
    standoff_radius = screws.hex / sqrt(3)
    solids = []
    for s in plate.screws():
        if s.name == "rim":
            solids.append(
                _rod("rim screw", s, _M3_MM, -screws.head_height, base_bottom + screw_lengths.rim_end(params))
            )
        else:
            solids.append(_rod("inner screw, front", s, _M3_MM, -screws.head_height, faceplate_bottom))
            solids.append(_rod("inner screw, back", s, _M3_MM, strip_plate_top, strip_plate_bottom))
            head_bottom = strip_plate_bottom + screws.head_height
            solids.append(_rod("inner screw's head", s, screws.head, strip_plate_bottom, head_bottom))
            plan = Cut("", s.x, s.y, standoff_radius, standoff_radius)
            standoff_bottom = faceplate_bottom + screws.standoff
            solids.append(Solid("standoff", plan, faceplate_bottom, standoff_bottom))
            if screws.washers:
                solids.append(_rod("washers", s, _WASHER_MM, standoff_bottom, strip_plate_top))
    for s in plate.carrier_screws() + plate.voice_screws():
        solids.append(_rod(f"{s.name} screw", s, _M3_MM, carrier_screw_top, base_bottom + _CARRIER_SCREW_HEAD_MM))
    charger_screw_top = base_bottom - screw_lengths.charger(params)
    for s in plate.charger_screws():
        solids.append(_rod("charger screw", s, _M2_MM, charger_screw_top, base_bottom + _CARRIER_SCREW_HEAD_MM))
    if form == "street":
        for s in plate.street_screws():
            top = strip_plate_top - params.street.thickness
            bottom = top + screw_lengths.street(params)
            solids.append(_rod("street screw", s, _M2_MM, top, bottom))
        solids += _street_plugs(plate)
    foot, foot_height = params.case.foot
    for s in plate.feet():
        plan = Cut("foot", s.x, s.y, foot / 2, foot / 2, False)
        solids.append(Solid("foot", plan, base_bottom, base_bottom + foot_height))
    return solids


def _street_plugs(plate: Plate) -> list[Solid]:
    """Return the street boards' plugs with the bend of their wires, through the openings of their plate."""
    street, top = plate.params.street, heights(plate.params)["strip-plate"][0]
    half_x, half_y = ((side - _PLUG_PLAY_MM) / 2 for side in street.plug)
    return [
        Solid("street plug", Cut("", s.x, s.y, half_x, half_y, False), top, top + street.plug_depth)
        for s in plate.street_plugs()
    ]


def _rod(name: str, spot: Any, diameter: float, top: float, bottom: float) -> Solid:
    """Return a cylinder at a spot."""
    return Solid(name, Cut(name, spot.x, spot.y, diameter / 2, diameter / 2), top, bottom)


def _leds(plate: Plate, form: str) -> list[Solid]:
    """Return the rows of LEDs behind the diffuser."""
    params = plate.params
    bottom = heights(params)["strip-plate"][0]
    width, high = params.strip.width, params.strip.height
    if form == "street":
        width, high = params.street.width, params.street.thickness + params.street.led_height
    left, right = plate.column_x(-1) - plate.pitch / 2, plate.column_x(plate.columns - 1) + plate.pitch / 2
    solids = []
    for street in range(STREETS):
        for track in range(plate.tracks):
            y = plate.row_y(street, track)
            plan = _box("row", (left, y - width / 2, right, y + width / 2))
            holes = [Cut("", s.x, s.y, params.street.screw_hole / 2, params.street.screw_hole / 2)
                     for s in plate.street_screws() if form == "street"]  # fmt: skip
            solids.append(Solid(f"row {street + 1} of track {track + 1}", plan, bottom - high, bottom, tuple(holes)))
    return solids


def _keys(plate: Plate) -> list[Solid]:
    """Return the switches behind the faceplate, with sockets and wires."""
    top = plate.params.plate.thickness
    bottom, half = top + _KEY_DEPTH_MM, _KEY_SIDE_MM / 2
    return [Solid(f"key {s.name}", Cut("", s.x, s.y, half, half, False), top, bottom) for s in plate.key_spots()]


def _displays(plate: Plate) -> list[Solid]:
    """Return the displays in their frames, with plugs and wires."""
    display, top = plate.params.display, plate.params.plate.thickness
    around = display.frame + display.play
    solids = []
    for number, spot in enumerate(plate.display_spots(), 1):
        width, height = display.kinds[spot.name].module
        plan = Cut("", spot.x, spot.y, width / 2 + around, height / 2 + around, False)
        solids.append(Solid(f"display {number}", plan, top, top + display.depth))
    return solids


def _carrier(plate: Plate) -> list[Solid]:
    """Return the main board with its parts, and the Pico on its sockets at the back wall."""
    params, carrier = plate.params, plate.params.carrier
    lower = heights(params)["base"][0] - carrier.spacer
    upper = lower - carrier.thickness
    left, top = carrier.at
    holes = tuple(Cut("", s.x, s.y, carrier.hole / 2, carrier.hole / 2) for s in plate.carrier_screws())
    plan = _box("carrier", (left, top, left + carrier.width, top + carrier.height))
    openings = tuple(Cut("", s.x, s.y, _NUT_RADIUS_MM, _NUT_RADIUS_MM) for s in plate.carrier_screws())
    width, length, pico_height = PICO_MM
    middle = left + carrier.pico_x
    pico = _box("pico", (middle - width / 2, top, middle + width / 2, top + length))
    pico_lower = upper - carrier.pico_stack
    return [
        Solid("carrier", plan, upper, lower, holes),
        Solid("carrier's parts", plan, upper - carrier.tallest, upper, (*openings, _with_tolerance(pico))),
        Solid("Pico", pico, pico_lower - pico_height, pico_lower),
    ]


def _battery(plate: Plate) -> list[Solid]:
    """Return the power bank or the cell between its rails, and the strap over it and under the base."""
    params, bay = plate.params, plate.params.bay
    name = {BANK: "power bank", CELL: "cell"}[plate.bay]
    base_top, base_bottom = heights(params)["base"]
    top, thick = base_top - getattr(params, plate.bay).size[2], bay.strap[1]
    strap = Cut("", *battery_bay.strap(params, plate.bay), False)
    return [
        Solid(name, Cut("", *battery_bay.block(params, plate.bay), False), top, base_top),
        *(Solid("bay rail", Cut("", *box, False), base_top - bay.rail[1], base_top)
          for box in battery_bay.rails(params, plate.bay)),
        Solid(f"strap over the {name}", strap, top - thick, top),
        Solid("strap under the base", strap, base_bottom, base_bottom + battery_bay.STRAP_LAYERS * thick),
    ]  # fmt: skip


def _charger(plate: Plate) -> list[Solid]:
    """Return the charger module with its sockets and the plug in one, its rest, its tap board, and the switch."""
    params, charger, places = plate.params, plate.params.charger, charger_places
    floor = heights(params)["base"][0]
    lower = floor - params.carrier.spacer
    upper = lower - charger.thickness
    tap_lower = upper - places.HEADER_MM
    tap_upper = tap_lower - places.PERFBOARD_MM
    usb = upper - charger.socket_high / 2
    middle, tall = floor - charger.switch_at[1], charger.switch[1] / 2
    spots = plate.charger_screws()
    holes = tuple(Cut("", s.x, s.y, charger.hole / 2, charger.hole / 2) for s in spots)
    nuts = tuple(Cut("", s.x, s.y, _M2_NUT_RADIUS_MM, _M2_NUT_RADIUS_MM) for s in spots)
    boxes = [
        ("charger module", places.module(params), upper, lower),
        ("charger module's parts", places.module_parts(params), upper - charger.high, upper),
        ("charger module's USB-A socket", places.usb_socket(params), upper - charger.socket_high, upper),
        ("plug in the charger module", places.usb_plug(params), usb - charger.plug[2] / 2, usb + charger.plug[2] / 2),
        ("charger module's rest", places.rest(params), lower, floor),
        ("tap board", places.tap_board(params), tap_upper, tap_lower),
        ("tap board's plugs", places.tap_board(params), tap_upper - params.carrier.plugged, tap_upper),
        ("switch", places.switch(params), middle - tall, middle + tall),
    ]
    openings = {"charger module": holes, "charger module's parts": nuts}
    return [
        Solid(name, Cut(name, *box, False), top, bottom, openings.get(name, ())) for name, box, top, bottom in boxes
    ]


def _connectors(plate: Plate) -> list[Solid]:
    """Return what is plugged into the carrier, with the bend of its wires: higher than the parts around it."""
    params = plate.params
    upper = heights(params)["base"][0] - params.carrier.spacer - params.carrier.thickness
    low, high = upper - params.carrier.plugged, upper - params.carrier.tallest
    solids = []
    for part in board_file.load(params.folder, "carrier").parts:
        ref, turn = part.ref, part.turn
        if part.footprint.startswith("Connector_JST:") and low < high:
            length = _CONNECTOR_MM.get(ref, 5.0)
            dx, dy = (length, 0.0) if turn == 0 else (0.0, length)
            left, top = plate.carrier_spot(part.x, part.y)
            box = (left - _PLUG_MM, top - _PLUG_MM, left + dx + _PLUG_MM, top + dy + _PLUG_MM)
            solids.append(Solid(f"plug {ref}", _box("", box), low, high))
    return solids


def _voice(plate: Plate) -> list[Solid]:
    """Return the voice board with its parts and plugs, the sound module on its sockets, and the speaker in its ring."""
    params, voice = plate.params, plate.params.voice
    if not plate.voice:
        return []
    floor = heights(params)["base"][0]
    lower = floor - params.carrier.spacer
    upper = lower - params.carrier.thickness
    left, top = voice.at
    plan = _box("voice board", (left, top, left + voice.width, top + voice.height))
    holes = tuple(Cut("", s.x, s.y, params.carrier.hole / 2, params.carrier.hole / 2) for s in plate.voice_screws())
    nuts = tuple(Cut("", s.x, s.y, _NUT_RADIUS_MM, _NUT_RADIUS_MM) for s in plate.voice_screws())
    width, length = voice.module
    row, other = (board_file.load(params.folder, "voice").part(ref) for ref in ("J23", "J24"))
    ys = [pad.y for pad in row.pads]
    x, y = left + (row.x + other.x) / 2, top + (min(ys) + max(ys)) / 2
    module = _box("sound module", (x - width / 2, y - length / 2, x + width / 2, y + length / 2))
    module_lower = upper - voice.stack
    radius = voice.speaker[0] / 2
    outer = radius + voice.play + voice.ring[0]
    middle_x, middle_y = voice.speaker_at
    speaker, around = Cut("speaker", middle_x, middle_y, radius, radius), Cut("ring", middle_x, middle_y, outer, outer)
    room = speaker._replace(half_x=radius + voice.play, half_y=radius + voice.play)
    return [
        Solid("voice board", plan, upper, lower, holes),
        Solid("voice board's parts", plan, upper - params.carrier.tallest, upper, (*nuts, _with_tolerance(module))),
        Solid("sound module", module, module_lower - voice.module_high, module_lower),
        Solid("speaker", speaker, floor - voice.speaker[1], floor),
        Solid("speaker's ring", around, floor - voice.ring[1], floor, (room,)),
    ]


_CONNECTOR_MM = {"J7": 10.0, "J8": 10.0, "J9": 10.0, "J10": 10.0, "J12": 7.5, "J18": 7.5}
_CONNECTOR_MM |= {"J14": 2.5, "J15": 2.5, "J16": 2.5, "J17": 2.5, "J19": 2.5}
"""From the first pin to the last, of connectors that have not three."""
