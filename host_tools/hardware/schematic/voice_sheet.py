"""The schematic sheet of the voice board."""

from collections.abc import Callable
from typing import Any

from .sheet import Layout, sheet_of
from .voice_netlist import FEED, GND, MODULE_GROUP, SPEAKER_GROUP, SUPPLY, SUPPLY_GROUP, board_parts

_LAYOUT = Layout(
    "voice",
    {SUPPLY_GROUP: 18, MODULE_GROUP: 56, SPEAKER_GROUP: 96},
    {},
    (GND, FEED, SUPPLY),
    (
        "J20 and J21 are wired to the carrier's J19 and pins 2 to 4 of J10, with R33 to R35 of 1 kilohm.",
        "Neither end of the speaker is ground.",
    ),
    paper="A4",
    notes_y=74,
)


def voice_sheet(params: Any, footprint: Callable[[str], str]) -> str:
    """Return the schematic as KiCad text; `footprint` returns the footprint of an item of the parts list."""
    parts = board_parts(params)
    return sheet_of(_LAYOUT, parts, {part.ref for part in parts}, footprint)
