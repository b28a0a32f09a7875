"""Street PCB (one street of thirty holes): placement of its LEDs, in groups of five, and of a connector at each end.

The same board serves every street: in the second and fourth it lies turned by 180 degrees. The last one has one LED
more, for the game hole.
"""

from itertools import pairwise
from typing import Any

from ..plate_geometry import STRIP_PLATE_EDGE
from .circuit_board import BACK, FRONT, Area, CircuitBoard, Hole, Lettering, Point, Track, Via
from .footprints import PlacedFootprint, rotated

_LED = "LED_SMD:LED_SK6812_PLCC4_5.0x5.0mm_P3.2mm"
_CAPACITOR = "Capacitor_SMD:C_0603_1608Metric"
_PLUG = "Connector_JST:JST_PH_B3B-PH-SM4-TB_1x03-1MP_P2.00mm_Vertical"
_PAD = (2.45, 1.6)
"""Middle of an LED's pads: 1 ground, top left; 2 data in, bottom left; 3 5 V, bottom right; 4 data out, top right."""
_DATA_WIDTH_MM = 0.25
_GROUND_WIDTH_MM = 0.5
_5V_WIDTH_MM = 0.8
_GROUND_VIA_Y = 2.0
"""From the board's top edge down to the ground vias."""
_CAPACITOR_ABOVE_EDGE_MM = 2.45
_CAPACITOR_PAD_MM = 0.775
"""From a capacitor's middle to its pads: the ground pad is below the LED's middle."""
_GROUND_ABOVE_MIDDLE_MM = 1.0
"""From the board's middle up to where a capacitor's ground track has reached the ground zone."""
_DATA_CORNER_MM = 2.0
"""From an LED's data input back to where its track leaves the horizontal."""
_DATA_IN_TRACK_ABOVE_EDGE_MM = 1.7
"""From the board's bottom edge up to the track along the back from J1; that of J2 is below the top edge."""
_DATA_OUT_TRACK_Y = 1.0
_DATA_IN_VIA_BELOW_MIDDLE_MM = 3.6
_DATA_OUT_VIA_Y = 2.0
_PLUG_5V_PIN = (-2.0, 0.0)
"""From a connector's middle to its pin 1, before it is turned."""
_5V_VIAS_ABOVE_EDGE_MM = (0.95, 1.85)
"""From the board's bottom edge up to the two vias of a connector's 5 V."""
_ZONE_MARGIN_MM = 0.5
_ZONE_SPLIT_MM = 0.85
"""From the board's middle down to the 5 V zone."""
_ZONE_GAP_MM = 0.4
_TEXT_Y, _TEXT_HEIGHT_MM = 6.0, 1.2
_IN_OUT_X = 31.0
"""From a board's end to the name of the connector there."""
_WIRES, _WIRES_HEIGHT_MM = "1: 5V  2: DATA  3: GND", 1.0
_GND, _5V = "GND", "5V"


def street(params: Any, last: bool = False) -> CircuitBoard:
    """Lay out and route the board of a street; the `last` one ends with the game hole."""
    pitch = 1000 / params.board.leds_per_metre
    columns = led_columns(params, last)
    edge = first_led(params)
    # From the first column to the last there is a pitch less than columns; the last group has no gap behind it.
    length = edge * 2 + (params.board.street + params.board.street // params.board.group - 2 + last) * pitch
    size = params.street
    board = CircuitBoard("street-last" if last else "street", length, size.width, size.thickness)
    led_xs = [edge + column * pitch for column in columns]
    for number, x in enumerate(led_xs, 1):
        _add_led(board, number, x)
    for number, (x, next_x) in enumerate(pairwise(led_xs), 1):
        _add_data_track(board, number, x, next_x)
    _add_plugs(board, params, led_xs)
    board.holes = [Hole(edge + column * pitch, size.width / 2, size.screw_hole) for column in size.screw_columns]
    _add_areas(board)
    _add_lettering(board)
    return board


def first_led(params: Any) -> float:
    """Return the x of the first LED's middle from the board's end, which is the strip plate's."""
    return 1000 / params.board.leds_per_metre / 2 + STRIP_PLATE_EDGE


def led_columns(params: Any, last: bool) -> list[int]:
    """Return the columns that have an LED: all but one between two groups."""
    group = params.board.group
    columns = [hole + hole // group for hole in range(params.board.street)]
    return [*columns, columns[-1] + 1] if last else columns


def _add_led(board: CircuitBoard, number: int, x: float) -> None:
    """Place an LED, and its capacitor below it; the ground of both is above, the capacitor's between the LED's pads."""
    middle, capacitor_y = board.height / 2, board.height - _CAPACITOR_ABOVE_EDGE_MM
    capacitor_x = x + _CAPACITOR_PAD_MM
    capacitor_nets = {"1": _5V, "2": _GND}
    nets = {"1": _GND, "2": f"D{number}", "3": _5V, "4": f"D{number + 1}"}
    board.parts.append(PlacedFootprint(f"D{number}", "SK6812", _LED, x, middle, 0, nets))
    board.parts.append(PlacedFootprint(f"C{number}", "100n", _CAPACITOR, capacitor_x, capacitor_y, 180, capacitor_nets))
    board.tracks.append(Track(_GND, FRONT, _GROUND_WIDTH_MM, ((x, capacitor_y), (x, middle - _GROUND_ABOVE_MIDDLE_MM))))
    left, top = x - _PAD[0], middle - _PAD[1]
    board.tracks.append(Track(_GND, FRONT, _GROUND_WIDTH_MM, ((left, top), (left, _GROUND_VIA_Y))))
    board.vias.append(Via(_GND, left, _GROUND_VIA_Y))


def _add_data_track(board: CircuitBoard, number: int, x: float, next_x: float) -> None:
    """Add the data track from LED `number`, whose output is at its top right, to the next LED's input, bottom left."""
    top, bottom = board.height / 2 - _PAD[1], board.height / 2 + _PAD[1]
    start, end = (x + _PAD[0], top), (next_x - _PAD[0], bottom)
    corner = (end[0] - _DATA_CORNER_MM, top)
    points: tuple[Point, ...] = (start, corner, end) if corner[0] > start[0] else (start, end)
    board.tracks.append(Track(f"D{number + 1}", FRONT, _DATA_WIDTH_MM, points))


def _add_plugs(board: CircuitBoard, params: Any, led_xs: list[float]) -> None:
    """Place the connectors on the back: J1, data in, at the first LED; J2, data out, at the last.

    The last street has no J2: the data ends there. Pins: 5 V, data, ground.
    """
    inset = params.street.plug_column * 1000 / params.board.leds_per_metre
    middle = board.height / 2
    data_in = (led_xs[0] - _PAD[0], middle + _PAD[1])
    via = (data_in[0], middle + _DATA_IN_VIA_BELOW_MIDDLE_MM)
    _add_plug(board, "J1", led_xs[0] + inset, "D1", data_in, via, board.height - _DATA_IN_TRACK_ABOVE_EDGE_MM)
    if board.name == "street":
        data_out = (led_xs[-1] + _PAD[0], middle - _PAD[1])
        via = (data_out[0], _DATA_OUT_VIA_Y)
        _add_plug(board, "J2", led_xs[-1] - inset, f"D{len(led_xs) + 1}", data_out, via, _DATA_OUT_TRACK_Y)


def _add_plug(board: CircuitBoard, ref: str, x: float, net: str, pad: Point, via: Point, track_y: float) -> None:
    """Place a connector; its data goes along the back at `track_y` to a via, and from there to an LED's pad."""
    middle = board.height / 2
    nets = {"1": _5V, "2": net, "3": _GND, "MP": _GND}
    board.parts.append(PlacedFootprint(ref, "PH, 3 pins", _PLUG, x, middle, 180, nets, back=True))
    board.tracks.append(Track(net, BACK, _DATA_WIDTH_MM, ((x, middle), (x, track_y), (via[0], track_y), via)))
    board.vias.append(Via(net, *via))
    board.tracks.append(Track(net, FRONT, _DATA_WIDTH_MM, (via, pad)))
    pin_x = x + rotated(*_PLUG_5V_PIN, 180)[0]
    via_ys = [board.height - above for above in _5V_VIAS_ABOVE_EDGE_MM]
    board.tracks.append(Track(_5V, BACK, _5V_WIDTH_MM, ((pin_x, middle), (pin_x, via_ys[0]))))
    board.vias += [Via(_5V, pin_x, y) for y in via_ys]


def _add_areas(board: CircuitBoard) -> None:
    """Add the copper zones: ground on the back and above the LEDs, 5 V below them."""
    edge, split = _ZONE_MARGIN_MM, board.height / 2 + _ZONE_SPLIT_MM
    right, bottom = board.width - edge, board.height - edge
    board.areas = [
        Area(_GND, BACK, ((edge, edge), (right, edge), (right, bottom), (edge, bottom))),
        Area(_GND, FRONT, ((edge, edge), (right, edge), (right, split - _ZONE_GAP_MM), (edge, split - _ZONE_GAP_MM))),
        Area(_5V, FRONT, ((edge, split), (right, split), (right, bottom), (edge, bottom)), 2),
    ]


def _add_lettering(board: CircuitBoard) -> None:
    """Add the lettering: name and revision, and which connector is data in, which data out."""
    x = board.width / 2
    name = "STREET 4, GAME HOLE" if board.name == "street-last" else "STREET 1-3"
    board.lettering = [Lettering(f"CRIBBAGE BOARD, {name}, REV 1", x, _TEXT_Y, _TEXT_HEIGHT_MM, "B.SilkS")]
    board.lettering.append(Lettering(f"IN {_WIRES}", _IN_OUT_X, _TEXT_Y, _WIRES_HEIGHT_MM, "B.SilkS"))
    if board.name == "street":
        board.lettering.append(
            Lettering(f"OUT {_WIRES}", board.width - _IN_OUT_X, _TEXT_Y, _WIRES_HEIGHT_MM, "B.SilkS")
        )
