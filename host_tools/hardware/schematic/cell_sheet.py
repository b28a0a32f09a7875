"""The schematic sheet of a charger module with a cell."""

from collections.abc import Callable
from typing import Any

from .cell_netlist import BAT, GND, MODULE_GROUP, TAP_GROUP, board_parts
from .sheet import Layout, sheet_of

_LAYOUT = Layout(
    "cell",
    {TAP_GROUP: 22, MODULE_GROUP: 70},
    {},
    (GND, BAT),
    (
        "J25 is wired to pins 2 and 5 of the carrier's J10, behind R33 of 1 kilohm; J27 is soldered on the module.",
        "The module's USB-A socket feeds the Pico's plug by a cable. S1 closed: the converter is off.",
    ),
    paper="A4",
    notes_y=74,
)


def cell_sheet(params: Any, footprint: Callable[[str], str]) -> str:
    """Return the schematic as KiCad text; `footprint` returns the footprint of an item of the parts list."""
    parts = board_parts(params)
    return sheet_of(_LAYOUT, parts, {part.ref for part in parts}, footprint)
