"""The schematic sheet of the voice board."""

from collections.abc import Callable

from .block import Block, Place
from .sheet import Sheet, draw
from .voice_netlist import board_parts

_SUPPLY = Block(
    "Supply",
    (10, 10, 122, 44),
    {
        "J20": Place(16, 18, texts="left", mirrored=True),
        "F1": Place(45, 18),
        "D4": Place(62, 18, mirrored=True),
        "C9": Place(78, 21, "down", symbol="C_POLARIZED"),
        "C10": Place(90, 21, "down"),
    },
    (
        "J20.1 -- V_FEED@32,18 -- F1.1",
        "F1.2 -- D4.2",
        "D4.1 -- C9.1 -- C10.1 -- V_5V@110,18",
        "62,34 -- V_GND@62,36",
    ),
    ("V_FUSED 51,18",),
    ((24, 18), (101, 18), (62, 34)),
)
_MODULE = Block(
    "Sound module and speaker",
    (10, 57, 122, 68),
    {
        "J21": Place(16, 22, texts="left", mirrored=True),
        "U6": Place(54, 22, texts=(3, -3)),
        "J22": Place(100, 22),
        "LS1": Place(98, 36, texts="right"),
    },
    (
        *(f"J21.{contact} -- U6.{pin}" for contact, pin in ((1, 16), (2, 2), (3, 3))),
        "U6.6 -- 88,22 -- J22.1",
        "U6.8 -- 84,24 -- J22.2",
        "88,22 |- LS1.1",
        "84,24 |- LS1.2",
        "U6.7 -- U6.10",
        "54,40 -- V_GND@54,42",
    ),
    ("V_BUSY 27,22", "V_RX 27,24", "V_TX 27,26", "V_SPK_1 69,22", "V_SPK_2 69,24"),
)
_SOCKETS = Block("Sockets of the module", (135, 10, 88, 54), {"J23": Place(28, 16), "J24": Place(66, 16)},
                 ("J23.7 -- V_GND@12,40", "J24.7 -- V_GND@56,40"))  # fmt: skip
_SHEET = Sheet(
    "voice",
    (_SUPPLY, _MODULE, _SOCKETS),
    "A4",
    (
        "J20 and J21 are wired to the carrier's J19 and pins 2 to 4 of J10, with R33 to R35 of 1 kilohm.",
        "Neither end of the speaker is ground.",
    ),
    (12, 129),
)


def voice_sheet(footprint: Callable[[str], str]) -> str:
    """Return the schematic as KiCad text; `footprint` returns the footprint of an item of the parts list."""
    return draw(_SHEET, board_parts(), footprint)
