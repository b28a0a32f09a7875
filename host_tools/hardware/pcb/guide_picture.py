"""Draws a board for a build's book: its parts from above, those of one step in another colour, with their values."""

from collections.abc import Iterator

from .. import stroke_font
from ..drawing import CUT, DRILL, NOTE, STRIP, Drawing
from .board_file import BoardFile, PlacedPart

_MARGIN_MM = 4.0
_LABEL_HEIGHT_MM = 1.3
_LABEL_GAP_MM = 0.7
_EMPTY_PAD_MM = 0.35
_LONGEST_VALUE = 9
"""Longer values are descriptions."""
_ABOVE = ("C", "Q", "U4")
"""Parts too small for their names: these stand above them. Names of connectors stand beside them, all others within."""


def draw_step(board: BoardFile, added: set[str], before: set[str], title: str) -> Drawing:
    """Draw the board at 1:1: `added` parts green with names and values, those of `before` grey, of others the pads."""
    drawing = Drawing(title, board.width + 2 * _MARGIN_MM, board.height + 2 * _MARGIN_MM)
    drawing.rectangle(CUT, _MARGIN_MM, _MARGIN_MM, _MARGIN_MM + board.width, _MARGIN_MM + board.height)
    for x, y, diameter in board.holes:
        drawing.circle(DRILL, x + _MARGIN_MM, y + _MARGIN_MM, diameter / 2)
    for part in board.parts:
        if part.ref in added:
            _label(drawing, part, _draw_part(drawing, part, STRIP))
        elif part.ref in before:
            _draw_part(drawing, part, NOTE)
        else:
            for pad in part.pads:
                drawing.circle(NOTE, pad.x + _MARGIN_MM, pad.y + _MARGIN_MM, _EMPTY_PAD_MM)
    return drawing


def _draw_part(drawing: Drawing, part: PlacedPart, layer: str) -> tuple[float, float, float, float]:
    """Draw a part's outline and pads on a layer of the drawing; return left, top, right, bottom of the outline."""
    points = []
    for run in _runs(part):
        drawing.line(layer, *run)
        points += run
    for pad in part.pads:
        x, y = pad.x + _MARGIN_MM, pad.y + _MARGIN_MM
        points.append((x, y))
        if pad.drill:
            drawing.circle(layer, x, y, min(pad.half_x, pad.half_y))
        else:
            drawing.rectangle(layer, x - pad.half_x, y - pad.half_y, x + pad.half_x, y + pad.half_y)
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _label(drawing: Drawing, part: PlacedPart, box: tuple[float, float, float, float]) -> None:
    """Write a part's reference and value within its outline, above it or beside it."""
    left, top, right, bottom = box
    text = f"{part.ref} {part.value}" if len(part.value) <= _LONGEST_VALUE else part.ref
    x, y = (left + right) / 2, (top + bottom) / 2
    if part.ref.startswith("J") and part.ref[1:].isdigit() and bottom - top > right - left:
        x = right + _LABEL_GAP_MM + stroke_font.width(text, _LABEL_HEIGHT_MM) / 2
    elif part.ref.startswith(("J1", *_ABOVE)) or (part.ref.startswith("J") and part.ref[1:].isdigit()):
        y = top - _LABEL_GAP_MM - _LABEL_HEIGHT_MM / 2
    elif part.ref == "D3":
        x = right + _LABEL_GAP_MM + stroke_font.width(text, _LABEL_HEIGHT_MM) / 2
        y = bottom
    drawing.text(STRIP, text, x, y, _LABEL_HEIGHT_MM)


def _runs(part: PlacedPart) -> Iterator[list[tuple[float, float]]]:
    """Yield the strokes of a part's silkscreen, as points on the sheet."""
    for run in part.silk:
        yield [(x + _MARGIN_MM, y + _MARGIN_MM) for x, y in run]
