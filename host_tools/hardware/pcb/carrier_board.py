"""Carrier PCB (holds the Pico): footprint placement and copper zones; routing is automatic."""

from typing import Any

from ..bom import Bom
from ..schematic.carrier_netlist import parts
from ..schematic.symbols import symbols
from .circuit_board import BACK, FRONT, Area, CircuitBoard, Hole, Lettering
from .footprints import PlacedFootprint
from .router import Router

_PLACES = {
    # Power: inlet at the back edge, load switch, bulk capacitors.
    "D2": (93.98, 13.97, 180),
    "C1": (83.82, 18.415, 0),
    "C2": (83.82, 22.225, 0),
    "D1": (53.34, 5.08, 0),
    "JP1": (53.34, 9.525, 0),
    "U4": (91.44, 30.48, 270),
    "R7": (86.36, 31.115, 180),
    "R8": (86.36, 34.29, 180),
    "R15": (76.2, 26.67, 0),
    "D3": (71.12, 31.75, 0),
    "Q1": (83.82, 40.005, 0),
    "Q2": (83.82, 46.355, 0),
    "R12": (83.82, 51.435, 0),
    "R13": (83.82, 54.61, 0),
    "C4": (88.9, 62.23, 0),
    "C7": (88.9, 72.39, 0),
    # What the port offers.
    "R5": (78.74, 6.985, 180),
    "R6": (78.74, 10.16, 180),
    "U3": (72.39, 38.1, 0),
    "C6": (63.5, 48.26, 0),
    "R16": (66.04, 57.15, 0),
    "R17": (66.04, 60.325, 0),
    "R18": (66.04, 63.5, 0),
    "R19": (66.04, 66.675, 0),
    "R38": (66.04, 69.85, 0),
    # The Pico, its plug at the back edge, and what belongs to its pins.
    "R9": (22.86, 11.43, 180),
    "R10": (59.69, 15.24, 180),
    "R11": (49.53, 18.415, 0),
    "R14": (22.86, 54.61, 180),
    "BZ1": (12.065, 70.485, 0),
    # The I²C bus: expander, pull-ups, displays, test points.
    "U5": (17.145, 24.765, 0),
    "C8": (13.97, 15.24, 0),
    "R39": (66.04, 73.025, 0),
    "R40": (79.375, 57.15, 270),
    "J12": (53.34, 57.15, 270),
    "J18": (60.96, 57.15, 270),
    "TP1": (72.39, 18.415, 0),
    "TP2": (76.835, 18.415, 0),
    "TP3": (72.39, 22.86, 0),
    "TP4": (76.835, 22.86, 0),
    # Level shifter and the tracks' connectors.
    "U2": (29.21, 64.77, 90),
    "C5": (20.32, 58.42, 0),
    "R1": (22.86, 69.85, 0),
    "R2": (35.56, 69.85, 0),
    "R3": (48.26, 69.85, 0),
    "R4": (48.26, 73.66, 0),
    "J2": (11.43, 82.55, 0),
    "J3": (22.86, 82.55, 0),
    "J4": (34.29, 82.55, 0),
    "J5": (45.72, 82.55, 0),
    "J14": (57.15, 82.55, 0),
    "J15": (66.04, 82.55, 0),
    "J16": (74.93, 82.55, 0),
    "J17": (83.82, 82.55, 0),
    # The keys' connectors.
    "J10": (5.08, 10.16, 270),
    "J13": (5.08, 26.67, 270),
    "J7": (5.08, 38.1, 270),
    "J8": (5.08, 54.61, 270),
    "J9": (66.04, 19.05, 270),
    "J11": (66.04, 35.56, 270),
}
"""Per reference, x and y of the middle of pin 1 in mm from the top left corner, and the rotation in degrees."""
STEPS = {
    "surface": ("J1", "U4", "U5"),
    "flat": ("R", "JP1", "D1", "D2"),
    "sockets": ("U1", "U2", "U3", "C1", "C2", "C5", "C6", "C8"),
    "upright": ("Q", "D3", "C4", "C7", "BZ1"),
    "connectors": (*(f"J{n}" for n in range(2, 19)), "TP"),
}
"""Parts that are soldered in each step, by reference or by its letters: low parts first."""
SOCKETED = ("U1", "U2", "U3")
"""Parts that are pushed into sockets after the last of these steps."""
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
    size = params.carrier
    board = CircuitBoard("carrier", size.width, size.height, size.thickness)
    board.parts = _parts(params, bom)
    inset = size.hole_inset
    board.holes = [Hole(x, y, size.hole) for y in (inset, size.height - inset) for x in (inset, size.width - inset)]
    board.areas = _areas(size)
    board.lettering = _lettering(params)
    ground = {f"{pad.ref}.{pad.name}" for pad in board.pads() if pad.net == "/GND"}
    width, clearance = size.tracks
    router = Router(board, width, clearance, ground - _GROUNDED | _pads_in_areas())
    router.route()
    router.stitch("/GND", _STITCH_STEP)
    return board


def step_refs(board: CircuitBoard, step: str) -> set[str]:
    """Return the references of the parts that are soldered in a step."""
    prefixes = STEPS[step]
    return {part.ref for part in board.parts if part.ref in prefixes or part.ref.rstrip("0123456789") in prefixes}


def _pads_in_areas() -> set[str]:
    """Return the pads of the 5 V nets that their copper zones connect; one pad per net is left for the tracks."""
    inlet = {"J1.A9", "J1.B9", "D2.1", "C2.1", "D1.2", "JP1.2", "U4.1"}
    strips = {"U4.6", "C7.1", *(f"J{n}.1" for n in (2, 3, 4, 5, 14, 15, 16, 17))}
    return inlet | strips


def _parts(params: Any, bom: Bom) -> list[PlacedFootprint]:
    """Return all parts on the board with their footprints, places and nets."""
    kinds = symbols()
    places = _PLACES | _key_resistor_places(params)
    places |= {"J1": (params.carrier.usb_x, 3.4, 180), "U1": (params.carrier.pico_x - _PICO_ROWS / 2, 1.905, 0)}
    placed = []
    for part in parts(params):
        if footprint := bom.footprint(part.item):
            pads = {pin.pad: part.pins[pin.number - 1] for pin in kinds[part.symbol].pins}
            names = {pin.pad: pin.name for pin in kinds[part.symbol].pins}
            nets = {pad: f"/{net}" if net else f"unconnected-({part.ref}-{names[pad]}-Pad{pad})"
                    for pad, net in pads.items()}  # fmt: skip
            x, y, turn = places[part.ref]
            placed.append(PlacedFootprint(part.ref, part.value, footprint, x, y, turn, nets))
    return placed


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
        Area("/GND", FRONT, outline),
        Area("/GND", BACK, outline),
        Area("/IN_5V", FRONT, inlet, 2),
        Area("/LED_5V", FRONT, strips, 2),
    ]


def _lettering(params: Any) -> list[Lettering]:
    """Return the texts printed on the board: its name, and the names of connectors."""
    texts = [Lettering("CRIBBAGE BOARD, CARRIER, REV 1", 35.5, 75.9, 1.0)]
    texts.append(Lettering("DISPLAYS", 57.0, 52.9, 0.9))
    texts += [
        Lettering(f"TRACK {team}", x, 77.9, 0.9) for team, x in zip("ABCD", (13.9, 25.4, 36.8, 48.2), strict=True)
    ]
    return texts
