"""Draws a picture for each step of the assembly guide, from the board's parts, sizes and heights.

Green is what the step adds, pale what is there already.
"""

from typing import Any

from ..plate_geometry import Plate
from . import led_steps, mounting_steps

_STEPS = {
    "place": led_steps.place,
    "join": led_steps.join,
    "feed": led_steps.feed,
    "screw": led_steps.screw,
    "plug": led_steps.plug,
    "keys": mounting_steps.keys,
    "displays": mounting_steps.displays,
    "diffuser": mounting_steps.diffuser,
    "baffle": mounting_steps.baffle,
    "stack": mounting_steps.stack,
    "carrier": mounting_steps.carrier,
    "close": mounting_steps.close,
}


def step_pictures(params: Any) -> dict[str, str]:
    """Return SVG by file name, of a board with the fewest tracks; the step of the displays has two of them."""
    tracks = params.board.tracks[0]
    kinds = next(b.displays for b in params.builds if b.displays and b.tracks == tracks)
    plates = {"displays": Plate(params, tracks, kinds)}
    without = Plate(params, tracks)
    return {f"{name}.svg": draw(plates.get(name, without)).svg() for name, draw in _STEPS.items()}
