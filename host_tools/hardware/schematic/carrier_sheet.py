"""The schematic sheet of the carrier."""

from collections.abc import Callable
from typing import Any

from .bus_blocks import BUS, SMALL
from .carrier_netlist import Part, fitted, parts
from .pico_blocks import KEYS, PICO
from .power_blocks import PORT_SENSE, POWER
from .sheet import Sheet, draw

_SHEET = Sheet(
    "carrier",
    (POWER, PORT_SENSE, KEYS, PICO, BUS, SMALL),
    "A3",
    (
        "Drawn for four tracks. R10, R11 and debug serial are fitted only without a fourth track: they share D's pins.",
        "Either JP1 (the Pico's plug feeds everything, 500 mA) or J1, D1 and what is around U3 is fitted, never both.",
        "PORT_1A5, PORT_3A are low where the port offers 1.5 or 3 A at least: Q1 raises U4's limit, U5 tells the Pico.",
    ),
    (12, 211),
)


_FRAMES = ((2, 2), (2, 201), (2, 70), (47, 70), (108, 201), (2, 269))
"""Where the blocks are on an upright sheet, which a build's book prints on a page."""


def carrier_sheet(params: Any, footprint: Callable[[str], str], build: Any = None) -> str:
    """Return the carrier's schematic as KiCad text; `footprint` returns the footprint of an item of the parts list.

    With a `build`, the parts it does not have are marked DNP: do not populate.
    """
    return _draw(_SHEET, params, footprint, fitted(params, build) if build else parts(params))


def circuit(params: Any, footprint: Callable[[str], str], build: Any) -> str:
    """Return the circuit of a build as KiCad text: an upright sheet without the parts that it does not have."""
    blocks = [block._replace(frame=(*at, *block.frame[2:])) for block, at in zip(_SHEET.blocks, _FRAMES, strict=True)]
    return _draw(Sheet("carrier", blocks), params, footprint, fitted(params, build), whole=False)


def _draw(sheet: Sheet, params: Any, footprint: Callable[[str], str], fit: list[Part], whole: bool = True) -> str:
    """Draw a sheet on which the parts `fit` are populated, under the names that they have there."""
    there = {part.ref: part for part in fit}
    return draw(sheet, [there.get(part.ref, part) for part in parts(params)], footprint, set(there), whole)
