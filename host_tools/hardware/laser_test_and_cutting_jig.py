"""Draws templates for the workshop: a test piece for the laser, and a jig for cutting strips."""

from typing import Any

from .drawing import CUT, DRILL, ENGRAVE, NOTE, STRIP, Drawing

_OFFSETS_MM = (-0.2, -0.1, 0.0, 0.1)
"""What the test piece adds to each size."""
_EDGE_MM = 6.0
_TEST_LABEL_HEIGHT_MM = 2.4
_KEY_Y, _HOLES_Y, _SCREW_Y, _OFFSET_Y = 16, 34, 46, 53
"""Rows of the test piece, in mm from its top edge."""
_HOLE_X, _CELL_X, _STANDOFF_X = -7.5, -0.9, 6.9
"""Columns of its row of holes, in mm from the middle of a key's cut-out."""
_JIG_LEFT_MM, _JIG_MIDDLE_MM = 14.0, 24.0
"""The jig's outline of the strip: its left end, and its middle from the sheet's top edge."""


def test_piece(params: Any) -> Drawing:
    """Draw key cut-outs, light holes, standoff holes and baffle cells, each a little smaller and larger than drawn.

    The size that fits shows by how much the cutter's kerf setting must change.
    """
    keys, plate, screws, case = params.keys, params.plate, params.screws, params.case
    step = keys.cutout + 8
    drawing = Drawing("Cribbage board, laser test piece, 1:1", 4 * step + 2 * _EDGE_MM, 66)
    drawing.rectangle(CUT, 0, 0, drawing.width, drawing.height, 3)
    for index, offset in enumerate(_OFFSETS_MM):
        x = _EDGE_MM + (index + 0.5) * step
        half_key = (keys.cutout + offset) / 2
        drawing.text(ENGRAVE, f"{keys.cutout + offset:.1f}", x, 5, _TEST_LABEL_HEIGHT_MM)
        drawing.rectangle(CUT, x - half_key, _KEY_Y - half_key, x + half_key, _KEY_Y + half_key)
        for column, diameter in ((_HOLE_X, plate.hole), (_CELL_X, case.cell), (_STANDOFF_X, screws.through)):
            drawing.circle(DRILL, x + column, _HOLES_Y, (diameter + offset) / 2)
        drawing.circle(DRILL, x, _SCREW_Y, (screws.hole + offset) / 2)
        drawing.text(ENGRAVE, f"{offset:+.1f}", x, _OFFSET_Y, _TEST_LABEL_HEIGHT_MM)
    drawing.text(ENGRAVE, "KERF TEST: KEYS, HOLE, CELL, STANDOFF, SCREW", drawing.width / 2, 60.5, 2.2)
    return drawing


def jig(params: Any) -> Drawing:
    """Draw a paper template as long as a row of LEDs, with a square per LED; the crossed square is where to cut."""
    pitch = 1000 / params.board.leds_per_metre
    count = max(params.strip.rows)
    half_led, half_strip = params.strip.led / 2, params.strip.width / 2
    left, middle = _JIG_LEFT_MM, _JIG_MIDDLE_MM
    drawing = Drawing("Cribbage board, jig for cutting strips, 1:1", count * pitch + 2 * left, 62)
    drawing.text(ENGRAVE, "First LED of the piece on square 1, arrows to the right. Cut through the crossed one.",
                 drawing.width / 2, 7, 2.6)  # fmt: skip
    drawing.rectangle(NOTE, left, middle - half_strip, left + count * pitch, middle + half_strip)
    for index in range(count):
        x = left + (index + 0.5) * pitch
        drawing.rectangle(STRIP, x - half_led, middle - half_led, x + half_led, middle + half_led)
        drawing.text(STRIP, str(index + 1), x, middle, 1.8)
    drawing.arrow(NOTE, (left + 2, middle - 9), (left + 16, middle - 9))
    cut_x = left + (min(params.strip.rows) + 0.5) * pitch
    drawing.line(CUT, (cut_x - half_led, middle - half_led), (cut_x + half_led, middle + half_led))
    drawing.line(CUT, (cut_x - half_led, middle + half_led), (cut_x + half_led, middle - half_led))
    drawing.line(DRILL, (cut_x, middle - 12), (cut_x, middle + 12))
    drawing.text(NOTE, f"row 4 keeps {count}: no cut", left + 40, middle + 14, 2.4)
    drawing.text(NOTE, "rows 1 to 3: cut here", cut_x - 30, middle + 14, 2.4)
    drawing.scale_bar(left, 56)
    return drawing
