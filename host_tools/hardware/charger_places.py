"""Where a cell's charger module stands, with its tap board, switch and cable: on the base, in the back wall.

The module's component side is up, its Micro-USB socket at the back wall, its row of pins on the carrier's side, its
plug for the cell on the cell's side.
"""

from typing import Any

from .battery_bay import Box
from .tap_board import PITCH_MM

HEADER_MM = 2.54
"""Height of a pin header's plastic, between the boards that it joins: here the module's and the tap board."""
PERFBOARD_MM = 1.6
_PARTS_FROM_EDGE_MM = 3.0
"""The module's parts begin behind its row of pins."""


def module(params: Any) -> Box:
    """Return the plan of the module's circuit board."""
    (left, top), (width, length) = params.charger.at, params.charger.module
    return Box(left + width / 2, top + length / 2, width / 2, length / 2)


def module_parts(params: Any) -> Box:
    """Return the plan of the module's parts, between its row of pins, its USB-A socket and its other edges."""
    left, right = params.charger.at[0] + _PARTS_FROM_EDGE_MM, params.charger.at[0] + params.charger.module[0]
    top, bottom = params.charger.at[1], usb_socket(params).y - usb_socket(params).half_y - params.plate.tolerance
    return Box((left + right) / 2, (top + bottom) / 2, (right - left) / 2, (bottom - top) / 2)


def usb_socket(params: Any) -> Box:
    """Return the plan of the module's USB-A socket, which stands out over its board."""
    width, start, end = params.charger.socket
    return Box(module(params).x, params.charger.at[1] + (start + end) / 2, width / 2, (end - start) / 2)


def usb_plug(params: Any) -> Box:
    """Return the plan of the cable's USB-A plug in that socket, as far as it is stiff."""
    width, length = params.charger.plug[:2]
    socket = usb_socket(params)
    mouth = socket.y + socket.half_y + params.plate.tolerance
    return Box(socket.x, mouth + length / 2, width / 2, length / 2)


def tap_board(params: Any) -> Box:
    """Return the plan of the tap board: its row 1 on the module's pins, the others towards the carrier."""
    columns, rows = params.charger.tap
    edge, first = params.charger.header
    right = params.charger.at[0] + edge + PITCH_MM / 2
    top = params.charger.at[1] + first - PITCH_MM / 2
    return Box(right - rows * PITCH_MM / 2, top + columns * PITCH_MM / 2, rows * PITCH_MM / 2, columns * PITCH_MM / 2)


def rest(params: Any) -> Box:
    """Return the plan of the printed rest below the module's end with the USB-A socket."""
    (width, length), middle = params.charger.rest, module(params).x
    return Box(middle, params.charger.at[1] + params.charger.rest_at, width / 2, length / 2)


def screws(params: Any) -> list[tuple[float, float]]:
    """Return the module's two mounting holes, on the base."""
    (left, top), inset = params.charger.at, params.charger.hole_inset
    return [(left + x, top + inset) for x in (inset, params.charger.module[0] - inset)]


def switch(params: Any) -> Box:
    """Return the plan of the switch behind the back wall, with its wires."""
    width, _, depth = params.charger.switch
    start = params.case.wall + params.plate.tolerance
    return Box(params.charger.switch_at[0], start + depth / 2, width / 2, depth / 2)


def charging_plug(params: Any) -> tuple[float, float]:
    """Return the middle of the module's Micro-USB socket: mm from the plate's left, and above the base."""
    return module(params).x, params.carrier.spacer + params.charger.thickness + params.case.usb_middle[0]
