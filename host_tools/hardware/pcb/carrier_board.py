"""Carrier PCB (holds the Pico): footprint placement and copper zones; routing is automatic."""

from typing import Any

from ..bom import Bom
from ..schematic.carrier_netlist import GND, IN_5V, LED_5V, parts
from .carrier_places import PLACES
from .circuit_board import BACK, FRONT, Area, CircuitBoard, Hole, Lettering
from .footprints import PlacedFootprint
from .placed_parts import placed_parts
from .router import Router

_PICO_ROWS = 17.78
"""Distance of the Pico's two rows of pins."""
_STITCH_STEP = 10
"""Steps of the router's grid between two vias that join the ground zones."""
_ZONE_MARGIN_MM = 0.6
_LEFT_KEYS = ("D_5", "D_BACK", "A_1", "A_2", "A_5", "A_BACK", "B_1", "B_2")
_LEFT_ROWS = (5.08, 8.255, 34.29, 37.465, 40.64, 43.815, 46.99, 50.165)
_RIGHT_KEYS = ("D_2", "D_1", "C_BACK", "C_5", "C_2", "C_1", "MENU", "OK", "B_BACK", "B_5")
_RIGHT_TOP, _KEY_STEP = 21.59, 3.175
_GROUNDED = {"C1.2", "C2.2"}
"""Ground pads that are routed by tracks; the copper zones connect all other ground pads."""


def carrier(params: Any, bom: Bom) -> CircuitBoard:
    """Lay out and route the carrier board. Raises RoutingError."""
    board = placed(params, bom)
    ground = {f"{pad.ref}.{pad.name}" for pad in board.pads() if pad.net == GND}
    width, clearance = params.carrier.tracks
    router = Router(board, width, clearance, ground - _GROUNDED | _pads_in_areas())
    router.route()
    router.stitch(GND, _STITCH_STEP)
    return board


def placed(params: Any, bom: Bom) -> CircuitBoard:
    """Lay out the carrier board, without its tracks."""
    size = params.carrier
    board = CircuitBoard("carrier", size.width, size.height, size.thickness)
    board.parts = _parts(params, bom)
    inset = size.hole_inset
    board.holes = [Hole(x, y, size.hole) for y in (inset, size.height - inset) for x in (inset, size.width - inset)]
    board.areas = _areas(size)
    board.lettering = _lettering()
    return board


def _pads_in_areas() -> set[str]:
    """Return the pads of the 5 V nets that their copper zones connect; one pad per net is left for the tracks."""
    inlet = {"J1.A9", "J1.B9", "D2.1", "C2.1", "D1.2", "JP1.2", "U4.1"}
    strips = {"U4.6", "C7.1", *(f"J{n}.1" for n in (2, 3, 4, 5, 14, 15, 16, 17))}
    return inlet | strips


def _parts(params: Any, bom: Bom) -> list[PlacedFootprint]:
    """Return all parts on the board with their footprints, places and nets."""
    places = PLACES | _key_resistor_places(params)
    places |= {"J1": (params.carrier.usb_x, 3.4, 180), "U1": (params.carrier.pico_x - _PICO_ROWS / 2, 1.905, 0)}
    return placed_parts(parts(params), places, bom)


def _key_resistor_places(params: Any) -> dict[str, tuple[float, float, float]]:
    """Return (x, y, degrees) of each key's resistor, by its reference, beside its pin of the Pico.

    R15, the other resistor of 1 kΩ, is the warning light's.
    """
    by_net = {part.pins[0]: part.ref for part in parts(params) if part.item == "r-1k" and part.ref != "R15"}
    left = {by_net[net]: (22.86, y, 180.0) for net, y in zip(_LEFT_KEYS, _LEFT_ROWS, strict=True)}
    right = {by_net[net]: (49.53, _RIGHT_TOP + n * _KEY_STEP, 0.0) for n, net in enumerate(_RIGHT_KEYS)}
    return left | right


def _areas(size: Any) -> list[Area]:
    """Return the copper zones: ground on both sides; 5 V on the front, from socket to load switch to connectors."""
    edge = _ZONE_MARGIN_MM
    right, bottom = size.width - edge, size.height - edge
    outline = ((edge, edge), (right, edge), (right, bottom), (edge, bottom))
    inlet = ((61.6, 3.2), (81.5, 3.2), (81.5, 5.4), (98.2, 5.4), (98.2, 29.6), (91.95, 29.6), (91.95, 25.2),
             (80.6, 25.2), (80.6, 15.4), (61.6, 15.4))  # fmt: skip
    strips = ((91.95, 31.4), (98.2, 31.4), (98.2, 78.2), (93.5, 86.2), (8.6, 86.2), (8.6, 77.2), (80.0, 77.2),
              (86.6, 77.2), (86.6, 57.2), (91.95, 57.2))  # fmt: skip
    return [
        Area(GND, FRONT, outline),
        Area(GND, BACK, outline),
        Area(IN_5V, FRONT, inlet, 2),
        Area(LED_5V, FRONT, strips, 2),
    ]


def _lettering() -> list[Lettering]:
    """Return the texts printed on the board: its name, and the names of the connectors in its front row."""
    texts = [Lettering("CRIBBAGE BOARD, CARRIER, REV 1", 35.5, 75.9, 1.0)]
    for side, xs in (("LEFT", (13.9, 25.4, 36.8, 48.2)), ("RIGHT", (58.4, 67.3, 76.2, 85.1))):
        texts += [Lettering(f"{team} {side}", x, 77.9, 0.9) for team, x in zip("ABCD", xs, strict=True)]
    return texts
