"""Voice PCB (holds the sound module): footprint placement and copper zones; routing is automatic."""

from typing import Any

from ..bom import Bom
from ..schematic.voice_netlist import GND, board_parts
from .circuit_board import BACK, FRONT, Area, CircuitBoard, Hole, Lettering
from .footprints import PlacedFootprint
from .placed_parts import placed_parts
from .router import Router
from .voice_places import LEFT_ROW_X, PLACES, ROW_MM, ROWS_Y

NAME = "voice"
_ZONE_MARGIN_MM = 0.6
_STITCH_STEP = 10


def voice(params: Any, bom: Bom) -> CircuitBoard:
    """Lay out and route the voice board. Raises RoutingError."""
    board = placed(params, bom)
    ground = {f"{pad.ref}.{pad.name}" for pad in board.pads() if pad.net == GND}
    width, clearance = params.carrier.tracks
    router = Router(board, width, clearance, ground)
    router.route()
    router.stitch(GND, _STITCH_STEP)
    return board


def placed(params: Any, bom: Bom) -> CircuitBoard:
    """Lay out the voice board, without its tracks."""
    size, carrier = params.voice, params.carrier
    board = CircuitBoard(NAME, size.width, size.height, carrier.thickness)
    board.parts = _parts(params, bom)
    inset, edge = size.hole_inset, _ZONE_MARGIN_MM
    board.holes = [Hole(x, y, carrier.hole) for y in (inset, size.height - inset) for x in (inset, size.width - inset)]
    right, bottom = size.width - edge, size.height - edge
    outline = ((edge, edge), (right, edge), (right, bottom), (edge, bottom))
    board.areas = [Area(GND, layer, outline) for layer in (FRONT, BACK)]
    board.lettering = _lettering(params)
    return board


def _parts(params: Any, bom: Bom) -> list[PlacedFootprint]:
    """Return all parts on the board; the module and the speaker have no footprint on it."""
    places = PLACES | {"J23": (LEFT_ROW_X, ROWS_Y, 0), "J24": (LEFT_ROW_X + params.voice.rows, ROWS_Y, 0)}
    return placed_parts(board_parts(), places, bom)


def _lettering(params: Any) -> list[Lettering]:
    """Return the texts printed on the board: its name, and how the module lies."""
    middle = LEFT_ROW_X + params.voice.rows / 2
    below = ROWS_Y + ROW_MM
    return [
        Lettering("CRIBBAGE BOARD, VOICE, REV 1", params.voice.width / 2, params.voice.height - 1.9, 0.9),
        Lettering("SOUND MODULE", middle, ROWS_Y + 6, 1.0),
        Lettering("1: VCC", LEFT_ROW_X + 4.6, ROWS_Y, 0.9),
        Lettering("BUSY", middle + 5.4, ROWS_Y, 0.9),
        Lettering("5 V", 10.2, 12.7, 0.9),
        Lettering("SPEAKER", 42.9, 34.3, 0.9),
        Lettering("SPK2", LEFT_ROW_X + 4.2, below, 0.9),
    ]
