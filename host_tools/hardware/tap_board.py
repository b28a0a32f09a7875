"""Layout of the tap board, a perfboard on the charger module's row of pins: the hole of each lead, its wires."""

from typing import Any

from .drawing import CUT, NOTE, Drawing
from .perfboard import Hole, Lead, draw, place_leads
from .schematic.cell_netlist import BAT, GND, HEADER, ON_TAP, SWITCH, TAP, board_parts

_HOLES: dict[str, tuple[Hole, ...]] = {
    HEADER: tuple((column, 1) for column in range(1, 9)),
    "R41": ((1, 2), (1, 6)),
    "R42": ((3, 6), (3, 2)),
    "C11": ((4, 6), (6, 6)),
    TAP: ((3, 8), (4, 8)),
    SWITCH: ((6, 8), (7, 8)),
}
"""Column and row, from 1, of each pin, seen from the parts' side; row 1 is on the module's pins."""


def leads(params: Any) -> list[Lead]:
    """Return all leads with their holes. Raises ParamsError as `perfboard.place_leads`."""
    holes = {part: _HOLES[part.ref] for part in board_parts() if part.ref in ON_TAP}
    return place_leads("[charger] tap, the tap board", params.charger.tap, holes)


def layout(params: Any) -> Drawing:
    """Draw the tap board at twice its size, with its wires."""
    columns, rows = params.charger.tap
    return draw("Tap board, from the parts' side, 2:1", columns, rows, leads(params), {BAT: CUT, GND: NOTE})
