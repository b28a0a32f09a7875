"""Draws a board for a build's book: its parts from above, those of one step in another colour, with their values."""

from collections.abc import Iterator
from itertools import pairwise

from .. import label_places
from ..drawing import COLOURS, CUT, DRILL, NOTE, STRIP, Drawing
from ..label_places import Box, Label
from ..svg_writer import svg
from .board_file import BoardFile, Pad, PlacedPart

MARGIN_MM = 4.0
LABEL_MM = 1.6
"""Height of the font."""
_EMPTY_PAD_MM = 0.35
_PEN_MM = 0.1
_LONGEST_VALUE = 9
"""Longer values are descriptions."""


def draw_step(board: BoardFile, added: set[str], before: set[str], title: str) -> str:
    """Return the board as SVG: `added` parts green with names and values, those of `before` grey, of others pads."""
    drawing = Drawing(title, board.width + 2 * MARGIN_MM, board.height + 2 * MARGIN_MM)
    drawing.rectangle(CUT, MARGIN_MM, MARGIN_MM, MARGIN_MM + board.width, MARGIN_MM + board.height)
    for x, y, diameter in board.holes:
        drawing.circle(DRILL, x + MARGIN_MM, y + MARGIN_MM, diameter / 2)
    for part in board.parts:
        if part.ref in added or part.ref in before:
            _draw_part(drawing, part, STRIP if part.ref in added else NOTE)
        else:
            for pad in part.pads:
                drawing.circle(NOTE, pad.x + MARGIN_MM, pad.y + MARGIN_MM, _EMPTY_PAD_MM)
    labels = label_places.svg(step_labels(board, added, before), COLOURS[STRIP], LABEL_MM)
    return svg(drawing).replace("</svg>", labels + "</svg>")


def _draw_part(drawing: Drawing, part: PlacedPart, layer: str) -> None:
    """Draw a part's outline and pads on a layer of the drawing."""
    for run in _runs(part):
        drawing.line(layer, *run)
    for pad in part.pads:
        x, y = pad.x + MARGIN_MM, pad.y + MARGIN_MM
        if pad.drill:
            drawing.circle(layer, x, y, min(pad.half_x, pad.half_y))
        else:
            drawing.rectangle(layer, x - pad.half_x, y - pad.half_y, x + pad.half_x, y + pad.half_y)


def step_labels(board: BoardFile, added: set[str], before: set[str]) -> list[Label]:
    """Return the names and values of a step's parts, where they cover no pad, no hole and no part but their own."""
    parts = [part for part in board.parts if part.ref in added]
    blocked = [box for part in board.parts for box in _pad_boxes(part, part.ref in added or part.ref in before)]
    blocked += [_round_box(x + MARGIN_MM, y + MARGIN_MM, diameter / 2) for x, y, diameter in board.holes]
    bodies = {part.ref: _body(part) for part in board.parts if part.ref in added or part.ref in before}
    area = (MARGIN_MM, MARGIN_MM, MARGIN_MM + board.width, MARGIN_MM + board.height)
    labels: list[Label] = []
    for part in sorted(parts, key=lambda part: part.ref):
        text = f"{part.ref} {part.value}" if len(part.value) <= _LONGEST_VALUE else part.ref
        others = [box for ref, box in bodies.items() if ref != part.ref]
        taken = [*blocked, *others, *_strokes(part), *(label.box for label in labels)]
        labels += label_places.place([(text, bodies[part.ref])], taken, area, LABEL_MM)
    return labels


def _pad_boxes(part: PlacedPart, fitted: bool) -> Iterator[Box]:
    for pad in part.pads:
        half_x, half_y = _drawn(pad) if fitted else (_EMPTY_PAD_MM, _EMPTY_PAD_MM)
        x, y = pad.x + MARGIN_MM, pad.y + MARGIN_MM
        yield x - half_x, y - half_y, x + half_x, y + half_y


def _drawn(pad: Pad) -> tuple[float, float]:
    """Return half the sides of a pad as it is drawn: round, where it has a hole."""
    return (min(pad.half_x, pad.half_y),) * 2 if pad.drill else (pad.half_x, pad.half_y)


def _round_box(x: float, y: float, radius: float) -> Box:
    return x - radius, y - radius, x + radius, y + radius


def _body(part: PlacedPart) -> Box:
    """Return the box around a part's silk screen and pads."""
    points = [point for run in _runs(part) for point in run]
    points += [(pad.x + MARGIN_MM, pad.y + MARGIN_MM) for pad in part.pads]
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _strokes(part: PlacedPart) -> Iterator[Box]:
    """Yield a thin box around each stroke of a part's own outline."""
    for run in _runs(part):
        for (ax, ay), (bx, by) in pairwise(run):
            yield min(ax, bx) - _PEN_MM, min(ay, by) - _PEN_MM, max(ax, bx) + _PEN_MM, max(ay, by) + _PEN_MM


def _runs(part: PlacedPart) -> Iterator[list[tuple[float, float]]]:
    """Yield the strokes of a part's silkscreen, as points on the sheet."""
    for run in part.silk:
        yield [(x + MARGIN_MM, y + MARGIN_MM) for x, y in run]
