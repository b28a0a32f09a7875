"""Draws templates for the workshop: a test piece for the laser, and a jig for cutting strips."""

from typing import Any

from .drawing import CUT, DRILL, ENGRAVE, NOTE, STRIP, Drawing

_STEPS = (-0.2, -0.1, 0.0, 0.1)
_EDGE = 6.0


def test_piece(params: Any) -> Drawing:
    """Draw key cut-outs, light holes, standoff holes and baffle cells, each a little smaller and larger than drawn.

    The size that fits tells what the cutter's kerf setting must add or take away.
    """
    keys, plate, screws, case = params.keys, params.plate, params.screws, params.case
    step = keys.cutout + 8
    drawing = Drawing("Cribbage board, laser test piece, 1:1", 4 * step + 2 * _EDGE, 66)
    drawing.rectangle(CUT, 0, 0, drawing.width, drawing.height, 3)
    for n, offset in enumerate(_STEPS):
        x = _EDGE + (n + 0.5) * step
        half = (keys.cutout + offset) / 2
        drawing.text(ENGRAVE, f"{keys.cutout + offset:.1f}", x, 5, 2.4)
        drawing.rectangle(CUT, x - half, 16 - half, x + half, 16 + half)
        for column, diameter in ((-7.5, plate.hole), (-0.9, case.cell), (6.9, screws.through)):
            drawing.circle(DRILL, x + column, 34, (diameter + offset) / 2)
        drawing.circle(DRILL, x, 46, (screws.hole + offset) / 2)
        drawing.text(ENGRAVE, f"{offset:+.1f}", x, 53, 2.4)
    drawing.text(ENGRAVE, "KERF TEST: KEYS, HOLE, CELL, STANDOFF, SCREW", drawing.width / 2, 60.5, 2.2)
    return drawing


def jig(params: Any) -> Drawing:
    """Draw a paper strip as long as a row: LEDs lie on its squares, the crossed one is cut through its middle."""
    pitch = 1000 / params.board.leds_per_metre
    count = max(params.strip.rows)
    half = params.strip.led / 2
    left, middle = 14.0, 24.0
    drawing = Drawing("Cribbage board, jig for cutting strips, 1:1", count * pitch + 2 * left, 62)
    width = params.strip.width / 2
    drawing.text(ENGRAVE, "First LED of the piece on square 1, arrows to the right. Cut through the crossed one.",
                 drawing.width / 2, 7, 2.6)  # fmt: skip
    drawing.rectangle(NOTE, left, middle - width, left + count * pitch, middle + width)
    for n in range(count):
        x = left + (n + 0.5) * pitch
        drawing.rectangle(STRIP, x - half, middle - half, x + half, middle + half)
        drawing.text(STRIP, str(n + 1), x, middle, 1.8)
    drawing.arrow(NOTE, (left + 2, middle - 9), (left + 16, middle - 9))
    x = left + (min(params.strip.rows) + 0.5) * pitch
    drawing.line(CUT, (x - half, middle - half), (x + half, middle + half))
    drawing.line(CUT, (x - half, middle + half), (x + half, middle - half))
    drawing.line(DRILL, (x, middle - 12), (x, middle + 12))
    drawing.text(NOTE, f"row 4 keeps {count}: no cut", left + 40, middle + 14, 2.4)
    drawing.text(NOTE, "rows 1 to 3: cut here", x - 30, middle + 14, 2.4)
    drawing.scale_bar(left, 56)
    return drawing
