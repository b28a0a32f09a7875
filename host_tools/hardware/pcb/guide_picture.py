"""Draws a board for the guide: its parts from above, those of one step in another colour."""

from collections.abc import Iterator

from ..drawing import CUT, DRILL, NOTE, STRIP, Drawing
from .circuit_board import CircuitBoard
from .footprints import PlacedFootprint, lines, pads

_MARGIN_MM = 4.0
_REF_HEIGHT_MM = 1.6


def draw_step(board: CircuitBoard, refs: set[str], title: str) -> Drawing:
    """Draw the board at 1:1; parts named in `refs` are green with their names, those of other steps grey."""
    drawing = Drawing(title, board.width + 2 * _MARGIN_MM, board.height + 2 * _MARGIN_MM)
    drawing.rectangle(CUT, _MARGIN_MM, _MARGIN_MM, _MARGIN_MM + board.width, _MARGIN_MM + board.height)
    for hole in board.holes:
        drawing.circle(DRILL, hole.x + _MARGIN_MM, hole.y + _MARGIN_MM, hole.diameter / 2)
    for part in board.parts:
        _draw_part(drawing, part, STRIP if part.ref in refs else NOTE)
    return drawing


def _draw_part(drawing: Drawing, part: PlacedFootprint, layer: str) -> None:
    """Draw a part's outline and pads on a layer of the drawing; on layer STRIP with its reference in the middle."""
    points = []
    for run in _runs(part):
        drawing.line(layer, *run)
        points += run
    for pad in pads(part):
        x, y = pad.x + _MARGIN_MM, pad.y + _MARGIN_MM
        points.append((x, y))
        if pad.drill:
            drawing.circle(layer, x, y, min(pad.half_x, pad.half_y))
        else:
            drawing.rectangle(layer, x - pad.half_x, y - pad.half_y, x + pad.half_x, y + pad.half_y)
    if layer == STRIP and points:
        xs, ys = zip(*points, strict=True)
        drawing.text(layer, part.ref, (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, _REF_HEIGHT_MM)


def _runs(part: PlacedFootprint) -> Iterator[list[tuple[float, float]]]:
    """Yield the strokes of a part's silkscreen, as points on the sheet."""
    for run in lines(part, "F.SilkS"):
        yield [(x + _MARGIN_MM, y + _MARGIN_MM) for x, y in run]
