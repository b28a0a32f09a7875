"""The schematic sheet of a charger module with a cell, and of the tap board on it."""

from collections.abc import Callable

from .block import Block, Place
from .cell_netlist import board_parts
from .sheet import Sheet, draw

_MODULE = Block(
    "Charger module, cell, switch",
    (10, 9, 146, 29),
    {
        "BT1": Place(36, 14, "down"),
        "S1": Place(74, 18, "down", texts="left"),
        "U7": Place(106, 11, texts=(-8, -3)),
    },
    (
        "BT1.1 -- C_BAT@58,11 -- U7.2",
        "U7.4 -- S1.1",
        "U7.5 -- U7.7",
        "106,21 -- C_GND@106,23",
        "130,18 -- C_GND@130,20",
    ),
    ("C_EN 84,15",),
    ((48, 11), (130, 18)),
)
_TAP = Block(
    "Tap board",
    (10, 39, 146, 42),
    {
        "J27": Place(24, 9, texts=(-4, -3), mirrored=True),
        "R41": Place(52, 13),
        "R42": Place(68, 16, "down"),
        "C11": Place(84, 16, "down"),
        "J25": Place(118, 13),
        "J26": Place(118, 27),
    },
    (
        "J27.2 -- C_BAT@38,13 -- R41.1",
        "R41.2 -- R42.1 -- C11.1 -- J25.1",
        "J27.4 -- 40,21 |- J26.1",
        "J27.5 -- 32,25 |- J27.7",
        "32,33 -- C_GND@32,35",
    ),
    ("C_SENSE 92,13", "C_EN 52,27"),
)
_SHEET = Sheet(
    "cell",
    (_MODULE, _TAP),
    "A5",
    (
        "J27 is soldered on the module. J25 is wired to the carrier's J10,",
        "1 to 2 and 2 to 5, behind R33 of 1 kilohm there.",
        "The module's USB-A socket feeds the Pico's plug by a cable.",
        "S1 closed: the converter is off.",
    ),
    (12, 85),
)


def cell_sheet(footprint: Callable[[str], str]) -> str:
    """Return the schematic as KiCad text; `footprint` returns the footprint of an item of the parts list."""
    return draw(_SHEET, board_parts(), footprint)
