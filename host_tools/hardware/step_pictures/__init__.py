"""Draws a picture for each step of the assembly guide, from the board's parts, sizes and heights.

Green is what the step adds, pale what is there already.
"""

from typing import Any

from ..geometry import Plate
from . import case_steps, led_steps

_STEPS = {
    "place": led_steps.place,
    "join": led_steps.join,
    "feed": led_steps.feed,
    "screw": led_steps.screw,
    "plug": led_steps.plug,
    "keys": case_steps.keys,
    "displays": case_steps.displays,
    "diffuser": case_steps.diffuser,
    "baffle": case_steps.baffle,
    "stack": case_steps.stack,
    "carrier": case_steps.carrier,
    "close": case_steps.close,
}


def step_pictures(params: Any) -> dict[str, str]:
    """Return SVG by file name, of a board with the fewest tracks; the step of the displays has two of them."""
    tracks = params.board.tracks[0]
    kinds = next(b.displays for b in params.builds if b.displays and b.tracks == tracks)
    plates = {"displays": Plate(params, tracks, kinds)}
    without = Plate(params, tracks)
    return {f"{name}.svg": draw(plates.get(name, without)).svg() for name, draw in _STEPS.items()}
