"""Draws the exploded view: the board's plates one above the other, at a slant."""

from math import cos, pi, sin

from . import cutouts
from .assembly_solids import heights
from .drawing import CUT, DRILL, ENGRAVE, NOTE, Drawing
from .plate_geometry import Plate

_LAYER_STEP_MM = 42.0
"""From one plate down to the next."""
_SLANT = (0.55, 0.30)
"""How far a millimetre of depth goes to the right, and down."""
_LABELS_MM = 115
"""Width of the column of labels."""
_TOP_MARGIN_MM, _LEFT_MARGIN_MM = 10, 5
_VERTICAL_MARGINS_MM = 30
"""Above the first plate and below the last together."""
_LABEL_RIGHT_MM = 58
"""From the right end of the plates to the middle of the labels."""
_NAME_BELOW_MM, _NAME_HEIGHT_MM = 4, 5
"""From a plate's far edge down to its name, and the name's height."""
_THICKNESS_BELOW_NAME_MM, _THICKNESS_HEIGHT_MM = 8, 4.5
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
    height = plate.height * _SLANT[1] + (count - 1) * _LAYER_STEP_MM + _VERTICAL_MARGINS_MM
    drawing = Drawing("All layers of the board", width, height)
    for index, (layer, name) in enumerate(_NAMES.items()):
        sheet_y = _TOP_MARGIN_MM + index * _LAYER_STEP_MM
        _plate(drawing, plate, layer, sheet_y)
        top, bottom = heights(plate.params)[layer]
        label_x = plate.width + plate.height * _SLANT[0] + _LABEL_RIGHT_MM
        name_y = sheet_y + _NAME_BELOW_MM
        drawing.text(ENGRAVE, name, label_x, name_y, _NAME_HEIGHT_MM)
        thickness = f"{bottom - top:g} mm"
        drawing.text(NOTE, thickness, label_x, name_y + _THICKNESS_BELOW_NAME_MM, _THICKNESS_HEIGHT_MM)
    return drawing


def _plate(drawing: Drawing, plate: Plate, layer: str, sheet_y: float) -> None:
    """Draw one plate at a slant, its far edge at `sheet_y` on the sheet."""

    def at(x: float, y: float) -> tuple[float, float]:
        return _LEFT_MARGIN_MM + x + (plate.height - y) * _SLANT[0], sheet_y + y * _SLANT[1]

    left, top, right, bottom = cutouts.outline(plate, layer)
    drawing.line(CUT, at(left, top), at(right, top), at(right, bottom), at(left, bottom), closed=True)
    for cut in cutouts.cuts(plate, layer):
        if cut.round:
            angles = [corner * pi / 4 for corner in range(_CIRCLE_CORNERS)]
            points = [(cut.x + cut.half_x * cos(a), cut.y + cut.half_y * sin(a)) for a in angles]
        else:
            corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
            points = [(cut.x + sx * cut.half_x, cut.y + sy * cut.half_y) for sx, sy in corners]
        drawing.line(DRILL, *(at(x, y) for x, y in points), closed=True)
    if layer == "base":
        size = plate.params.carrier
        (x0, y0), (x1, y1) = plate.carrier_spot(0, 0), plate.carrier_spot(size.width, size.height)
        drawing.line(ENGRAVE, at(x0, y0), at(x1, y0), at(x1, y1), at(x0, y1), closed=True)
