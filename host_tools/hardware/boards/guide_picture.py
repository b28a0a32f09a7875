"""Draws a board for the guide: its parts from above, those of one step in another colour."""

from collections.abc import Iterator

from ..drawing import CUT, DRILL, NOTE, STRIP, Drawing
from .circuit_board import CircuitBoard
from .footprints import PlacedFootprint, lines, pads

_EDGE = 4.0


def step(board: CircuitBoard, refs: set[str], title: str) -> Drawing:
    """Draw the board at 1:1; parts named in `refs` are green with their names, those of other steps grey."""
    drawing = Drawing(title, board.width + 2 * _EDGE, board.height + 2 * _EDGE)
    drawing.rectangle(CUT, _EDGE, _EDGE, _EDGE + board.width, _EDGE + board.height)
    for hole in board.holes:
        drawing.circle(DRILL, hole.x + _EDGE, hole.y + _EDGE, hole.diameter / 2)
    for part in board.parts:
        _part(drawing, part, STRIP if part.ref in refs else NOTE)
    return drawing


def _part(drawing: Drawing, part: PlacedFootprint, layer: str) -> None:
    points = []
    for run in _runs(part):
        drawing.line(layer, *run)
        points += run
    for pad in pads(part):
        x, y = pad.x + _EDGE, pad.y + _EDGE
        points.append((x, y))
        if pad.drill:
            drawing.circle(layer, x, y, min(pad.half_x, pad.half_y))
        else:
            drawing.rectangle(layer, x - pad.half_x, y - pad.half_y, x + pad.half_x, y + pad.half_y)
    if layer == STRIP and points:
        xs, ys = zip(*points, strict=True)
        drawing.text(layer, part.ref, (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, 1.6)


def _runs(part: PlacedFootprint) -> Iterator[list[tuple[float, float]]]:
    """Yield the strokes of a part's lettering layer, on the sheet."""
    for run in lines(part, "F.SilkS"):
        yield [(x + _EDGE, y + _EDGE) for x, y in run]
