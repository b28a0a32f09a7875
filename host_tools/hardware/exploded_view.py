"""Draws the exploded view: the board's plates one above the other, at a slant."""

from math import cos, pi, sin

from . import cutouts
from .assembly import heights
from .drawing import CUT, DRILL, ENGRAVE, NOTE, Drawing
from .geometry import Plate

_LAYER_STEP_MM = 42.0
"""From one plate down to the next."""
_SLANT = (0.55, 0.30)
"""How far a millimetre of depth goes to the right, and down."""
_LABELS_MM = 100
"""Width of the column of labels."""
_CIRCLE_CORNERS = 8
"""Corners of the polygon that stands for a round hole."""
_NAMES = {
    "faceplate": "faceplate with keys",
    "diffuser": "diffuser",
    "baffle": "baffle, three sheets",
    "strip-plate": "strip plate with LEDs",
    "base": "base with carrier",
}


def exploded(plate: Plate) -> Drawing:
    """Draw all plates with their cuts, the faceplate on top."""
    count = len(_NAMES)
    width = plate.width + plate.height * _SLANT[0] + _LABELS_MM
    height = plate.height * _SLANT[1] + (count - 1) * _LAYER_STEP_MM + 30
    drawing = Drawing("All layers of the board", width, height)
    for n, (layer, name) in enumerate(_NAMES.items()):
        _plate(drawing, plate, layer, 10 + n * _LAYER_STEP_MM)
        top, bottom = heights(plate.params)[layer]
        label_x, label_y = plate.width + plate.height * _SLANT[0] + 50, 14 + n * _LAYER_STEP_MM
        drawing.text(ENGRAVE, name, label_x, label_y, 4)
        drawing.text(NOTE, f"{bottom - top:g} mm", label_x, label_y + 7, 3.4)
    return drawing


def _plate(drawing: Drawing, plate: Plate, layer: str, sheet_y: float) -> None:
    """Draw one plate at a slant, its far edge at `sheet_y` on the sheet."""
    def at(x: float, y: float) -> tuple[float, float]:
        return 5 + x + (plate.height - y) * _SLANT[0], sheet_y + y * _SLANT[1]

    left, top, right, bottom = cutouts.outline(plate, layer)
    drawing.line(CUT, at(left, top), at(right, top), at(right, bottom), at(left, bottom), closed=True)
    for cut in cutouts.cuts(plate, layer):
        if cut.round:
            angles = [n * pi / 4 for n in range(_CIRCLE_CORNERS)]
            points = [(cut.x + cut.half_x * cos(a), cut.y + cut.half_y * sin(a)) for a in angles]
        else:
            corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
            points = [(cut.x + sx * cut.half_x, cut.y + sy * cut.half_y) for sx, sy in corners]
        drawing.line(DRILL, *(at(x, y) for x, y in points), closed=True)
    if layer == "base":
        size = plate.params.carrier
        (x0, y0), (x1, y1) = plate.carrier_spot(0, 0), plate.carrier_spot(size.width, size.height)
        drawing.line(ENGRAVE, at(x0, y0), at(x1, y0), at(x1, y1), at(x0, y1), closed=True)
