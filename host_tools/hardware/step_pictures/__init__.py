"""Draws a picture for each step of a build's book, from the board's parts, sizes and heights.

Green is what the step adds, pale what is there already.
"""

from typing import Any

from ..battery_bay import BANK, CELL
from ..plate_geometry import build_plate
from . import bay_steps, led_steps, mounting_steps, voice_steps

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
    "bay": bay_steps.bay,
    "voice": voice_steps.voice,
    "charger": bay_steps.charger,
    "close": mounting_steps.close,
    "bank": bay_steps.bank,
}
STEP_NAMES = tuple(_STEPS)
_OF_BATTERY = {"bank": BANK, "charger": CELL}
_OF_FORM = {"place": "strip", "join": "strip", "feed": "strip", "screw": "street", "plug": "street"}


def step_names(build: Any) -> list[str]:
    """Return the names of the steps that a build has."""
    return [
        name
        for name in STEP_NAMES
        if _OF_FORM.get(name, build.form) == build.form
        and (name != "displays" or build.displays)
        and (name != "bay" or build.battery)
        and build.battery == _OF_BATTERY.get(name, build.battery)
        and (name != "voice" or build.voice)
    ]


def step_picture(params: Any, build: Any, name: str) -> str:
    """Return the SVG of a step of a build."""
    return _STEPS[name](build_plate(params, build)).svg()
