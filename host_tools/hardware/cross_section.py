"""Draws an enlarged cross-section of the board with its layers labelled."""

from typing import Any

from . import stroke_font
from .drawing import CUT, DRILL, ENGRAVE, NOTE, STRIP, Drawing
from .plate_geometry import STRIP_TAPE_MM
from .screw_lengths import light_depth

_SCALE = 5.0
_LEFT = 12.0
_TOP = 24.0
_CELLS = 4
_TITLE_HEIGHT_MM = 7
_LABEL_HEIGHT_MM = 5.5
_LABEL_SHIFT_MM = {"diffuser": 5, "air": -5}
"""How far below the middle of a thin layer its label is, so that labels do not overlap."""
_CARRIER_MM = 1.6
_CARRIER_ABOVE_BASE_MM = 5
"""From the carrier's upper side to the base."""


def section(params: Any) -> Drawing:
    """Draw the cross-section through four holes of a row, at 5:1."""
    pitch = 1000 / params.board.leds_per_metre
    right = _LEFT + _CELLS * pitch * _SCALE
    labels = {name: f"{name} {thickness:g} mm" for name, thickness in _layers(params)}
    widest = max(stroke_font.width(label, _LABEL_HEIGHT_MM) for label in labels.values())
    drawing = Drawing("A cut through the board", right + widest + 15, _TOP + _total(params) * _SCALE + 14)
    drawing.text(ENGRAVE, "A cut through four holes, 5:1", drawing.width / 2, 9, _TITLE_HEIGHT_MM)
    y = _TOP
    for name, thickness in _layers(params):
        bottom = y + thickness * _SCALE
        _layer(drawing, params, name, pitch * _SCALE, y, bottom)
        middle = (y + bottom) / 2
        label_y = middle + _LABEL_SHIFT_MM.get(name, 0)
        drawing.line(NOTE, (right + 2, middle), (right + 8, label_y))
        label_x = right + 10 + stroke_font.width(labels[name], _LABEL_HEIGHT_MM) / 2
        drawing.text(NOTE, labels[name], label_x, label_y, _LABEL_HEIGHT_MM)
        y = bottom
    _rays(drawing, params, pitch * _SCALE)
    return drawing


def _layers(params: Any) -> list[tuple[str, float]]:
    """Return name and thickness (mm) of each layer, from the front."""
    case = params.case
    gap = round(light_depth(params) - case.diffuser - case.baffle - params.strip.height, 2)
    return [
        ("faceplate", params.plate.thickness),
        ("diffuser", case.diffuser),
        ("baffle", case.baffle),
        ("air", gap),
        ("strip with LEDs", params.strip.height),
        ("strip plate", case.strip_plate),
        ("electronics", case.electronics),
        ("base", case.base),
    ]


def _total(params: Any) -> float:
    """Return the board's thickness in mm."""
    return sum(thickness for _, thickness in _layers(params))


def _layer(drawing: Drawing, params: Any, name: str, pitch: float, top: float, bottom: float) -> None:
    """Draw a layer; nothing for air."""
    right = _LEFT + _CELLS * pitch
    if name == "faceplate":
        _between(drawing, pitch, params.plate.hole / 2 * _SCALE, top, bottom)
    elif name == "baffle":
        _between(drawing, pitch, params.case.cell / 2 * _SCALE, top, bottom)
    elif name == "strip with LEDs":
        tape_top = bottom - STRIP_TAPE_MM * _SCALE
        drawing.rectangle(STRIP, _LEFT, tape_top, right, bottom)
        for cell in range(_CELLS):
            led_x, half_led = _LEFT + (cell + 0.5) * pitch, params.strip.led / 2 * _SCALE
            drawing.rectangle(STRIP, led_x - half_led, top, led_x + half_led, tape_top)
    elif name == "electronics":
        carrier_top = bottom - _CARRIER_ABOVE_BASE_MM * _SCALE
        drawing.rectangle(DRILL, _LEFT + 8, carrier_top, right - 8, carrier_top + _CARRIER_MM * _SCALE)
        drawing.text(DRILL, "carrier, Pico", (_LEFT + right) / 2, carrier_top - 10, _LABEL_HEIGHT_MM)
    elif name != "air":
        drawing.rectangle(CUT, _LEFT, top, right, bottom)


def _between(drawing: Drawing, pitch: float, half_opening: float, top: float, bottom: float) -> None:
    """Draw the material between openings: one opening per cell, in its middle."""
    # Webs stand between the middles of cells; half of one at either end.
    for cell in range(_CELLS + 1):
        left = _LEFT + max((cell - 0.5) * pitch + half_opening, 0)
        right = min(_LEFT + (cell + 0.5) * pitch - half_opening, _LEFT + _CELLS * pitch)
        drawing.rectangle(CUT, left, top, right, bottom)


def _rays(drawing: Drawing, params: Any, pitch: float) -> None:
    """Draw light of the second cell's LED: three rays out of its hole, and one to each wall of its cell."""
    case = params.case
    led_x = _LEFT + 1.5 * pitch
    led_top = _TOP + (params.plate.thickness + light_depth(params) - params.strip.height) * _SCALE
    for offset in (-0.8, 0, 0.8):
        drawing.line(ENGRAVE, (led_x + offset, led_top), (led_x + offset * 4, _TOP - 6))
    for side in (-1, 1):
        wall_x = led_x + side * case.cell / 2 * _SCALE
        drawing.line(ENGRAVE, (led_x, led_top), (wall_x, led_top - 4 * _SCALE))


def leak_mm(params: Any) -> float:
    """Return how high (mm) the flattest light under a wall has climbed at the far edge of the neighbour's hole.

    It leaves the near rim of an LED's window and passes under the wall's far edge; it would have to reach the
    faceplate to be seen.
    """
    pitch, case = 1000 / params.board.leds_per_metre, params.case
    gap = light_depth(params) - case.diffuser - case.baffle - params.strip.height
    rim = params.strip.window / 2
    slope = gap / (pitch - case.cell / 2 - rim)
    return slope * (pitch + params.plate.hole / 2 - rim)
