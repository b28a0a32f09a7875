"""Draws an enlarged cross-section of the board with its layers labelled."""

from typing import Any

from . import stroke_font
from .drawing import CUT, DRILL, ENGRAVE, NOTE, STRIP, Drawing

_SCALE = 5.0
_LEFT = 12.0
_TOP = 24.0
_CELLS = 4
_ASIDE = {"diffuser": 3, "air": -5}
"""Names of thin layers stand a little off them."""


def section(params: Any) -> Drawing:
    """Draw four holes of a row, five times as large as they are."""
    pitch = 1000 / params.board.leds_per_metre
    right = _LEFT + _CELLS * pitch * _SCALE
    drawing = Drawing("A cut through the board", right + 85, _TOP + _total(params) * _SCALE + 14)
    drawing.text(ENGRAVE, "A cut through four holes, 5:1", drawing.width / 2, 9, 4.5)
    y = _TOP
    for name, thick in _layers(params):
        bottom = y + thick * _SCALE
        _LAYERS[name](drawing, params, pitch * _SCALE, right, y, bottom)
        middle = (y + bottom) / 2
        label_y = middle + _ASIDE.get(name, 0)
        drawing.line(NOTE, (right + 2, middle), (right + 8, label_y))
        words = f"{name} {thick:g} mm"
        drawing.text(NOTE, words, right + 10 + stroke_font.width(words, 3.2) / 2, label_y, 3.2)
        y = bottom
    _rays(drawing, params, pitch * _SCALE)
    return drawing


def _layers(params: Any) -> list[tuple[str, float]]:
    """Return name and thickness (mm) of each layer, from the front."""
    case = params.case
    gap = round(params.screws.standoff - case.diffuser - case.baffle - params.strip.height, 2)
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
    return sum(thick for _, thick in _layers(params))


def _sheet(drawing: Drawing, params: Any, pitch: float, right: float, top: float, bottom: float) -> None:
    drawing.rectangle(CUT, _LEFT, top, right, bottom)


def _faceplate(drawing: Drawing, params: Any, pitch: float, right: float, top: float, bottom: float) -> None:
    half = params.plate.hole / 2 * _SCALE
    _between(drawing, CUT, pitch, half, top, bottom)


def _baffle(drawing: Drawing, params: Any, pitch: float, right: float, top: float, bottom: float) -> None:
    _between(drawing, CUT, pitch, params.case.cell / 2 * _SCALE, top, bottom)


def _between(drawing: Drawing, layer: str, pitch: float, half: float, top: float, bottom: float) -> None:
    """Draw what is left between openings."""
    for n in range(_CELLS + 1):
        left = _LEFT + max((n - 0.5) * pitch + half, 0)
        drawing.rectangle(layer, left, top, min(_LEFT + (n + 0.5) * pitch - half, _LEFT + _CELLS * pitch), bottom)


def _strip(drawing: Drawing, params: Any, pitch: float, right: float, top: float, bottom: float) -> None:
    tape = bottom - 0.4 * _SCALE
    drawing.rectangle(STRIP, _LEFT, tape, right, bottom)
    for n in range(_CELLS):
        x, half = _LEFT + (n + 0.5) * pitch, params.strip.led / 2 * _SCALE
        drawing.rectangle(STRIP, x - half, top, x + half, tape)


def _nothing(drawing: Drawing, params: Any, pitch: float, right: float, top: float, bottom: float) -> None:
    return


def _electronics(drawing: Drawing, params: Any, pitch: float, right: float, top: float, bottom: float) -> None:
    board = bottom - 5 * _SCALE
    drawing.rectangle(DRILL, _LEFT + 8, board, right - 8, board + 1.6 * _SCALE)
    drawing.text(DRILL, "carrier, Pico", (_LEFT + right) / 2, board - 10, 4)


_LAYERS = {
    "faceplate": _faceplate,
    "diffuser": _sheet,
    "baffle": _baffle,
    "air": _nothing,
    "strip with LEDs": _strip,
    "strip plate": _sheet,
    "electronics": _electronics,
    "base": _sheet,
}


def _rays(drawing: Drawing, params: Any, pitch: float) -> None:
    """Draw one LED's light, which goes up its own cell."""
    case = params.case
    x = _LEFT + 1.5 * pitch
    foot = _TOP + (params.plate.thickness + params.screws.standoff - params.strip.height) * _SCALE
    for offset in (-0.8, 0, 0.8):
        drawing.line(ENGRAVE, (x + offset, foot), (x + offset * 4, _TOP - 6))
    for side in (-1, 1):
        wall = x + side * case.cell / 2 * _SCALE
        drawing.line(ENGRAVE, (x, foot), (wall, foot - 4 * _SCALE))


def leak_mm(params: Any) -> float:
    """Return how high (mm) the flattest light under a wall has climbed at the far edge of the neighbour's hole.

    It leaves the near rim of an LED's window and passes under the wall's far edge; it would have to reach the
    faceplate to be seen.
    """
    pitch, case = 1000 / params.board.leds_per_metre, params.case
    gap = params.screws.standoff - case.diffuser - case.baffle - params.strip.height
    rim = params.strip.window / 2
    slope = gap / (pitch - case.cell / 2 - rim)
    return slope * (pitch + params.plate.hole / 2 - rim)
