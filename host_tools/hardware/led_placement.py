"""Maps each LED to its hole, and to its place on the uncut metre of strip."""

from typing import Any, NamedTuple

from .csv_writer import csv_text
from .drawing import CUT, DRILL, ENGRAVE, NOTE, STRIP, Drawing
from .plate_geometry import STREETS, Plate

_CELL_MM = 8.0
"""Width of an LED's cell in the drawing of the cuts."""
_CELL_MARGIN_MM = 0.8
_HALF_CELL_HEIGHT_MM = 3.2
_HEADER_MM = 14.0
_LINE_STEP_MM = 26.0
_CELLS_LEFT_MM = 20
"""From the sheet's left edge to a line's first cell."""
_SIDE_MARGINS_MM = 34
"""Left and right of the longest row's cells together."""
_BOTTOM_MARGIN_MM = 6
_TITLE_Y_MM, _TITLE_HEIGHT_MM = 7, 3.6
_STRIP_BELOW_LINE_TOP_MM = 12
_ROW_NAME_X_MM, _ROW_NAME_HEIGHT_MM = 10, 3
_LABEL_HEIGHT_MM = 2.4
_ARROW_CELLS = (3, 6)
"""The arrow in the direction of the data runs from the start of one cell to that of the other."""
_HOLE_NUMBER_HEIGHT_MM = 2
_METRE_LABEL_BELOW_MM, _METRE_LABEL_HEIGHT_MM = 5.5, 1.5
_CUT_ABOVE_MM, _CUT_BELOW_MM = 7, 4
"""From the middle of a strip to the ends of a cut's line."""
_LABEL_ABOVE_MM = 8
"""From the middle of a line up to the labels of its LEDs."""


class Led(NamedTuple):
    """An LED of a track. `row` is 1 to 4, `led` its number in the chain from 0.

    `metre_position` is its place on the uncut metre, from 1; `hole` is None if it is under none and stays dark.
    """

    track: str
    hole: int | None
    row: int
    led: int
    metre_position: int
    x: float
    y: float


def track_leds(plate: Plate, track: int) -> list[Led]:
    """Return all LEDs of a track, in the order data reaches them."""
    holes = {(round(s.x, 3), round(s.y, 3)): hole for hole, s in enumerate(_spots(plate, track), 1)}
    leds: list[Led] = []
    for row, led_count in enumerate(plate.params.strip.rows):
        for index in range(led_count):
            x = plate.column_x(index if row % 2 == 0 else plate.columns - 1 - index)
            y = plate.row_y(row, track)
            hole = holes.get((round(x, 3), round(y, 3)))
            metre_position = len(leds) + row + 1
            leds.append(Led(plate.params.board.teams[track], hole, row + 1, len(leds), metre_position, x, y))
    return _reverse_chain(plate.params, leds) if plate.params.board.reverse else leds


def _spots(plate: Plate, track: int) -> list:
    """Return the holes of a track, from hole 1 on."""
    return [plate.hole(track, hole) for hole in range(1, plate.params.board.holes + 1)]


def _reverse_chain(params: Any, leds: list[Led]) -> list[Led]:
    """Return the chain for data that enters at the game hole: numbers and places on the metre count from there."""
    last, after_metre = len(leds) - 1, params.strip.metre + 1
    return [led._replace(led=last - led.led, metre_position=after_metre - led.metre_position) for led in reversed(leds)]


def placement_csv(plate: Plate) -> str:
    """Return the map as CSV: a line per LED, all tracks."""
    leds = [led for track in range(plate.tracks) for led in track_leds(plate, track)]
    lines = [
        [led.track, led.led, led.row, led.hole or "", led.metre_position, f"{led.x:.3f}", f"{led.y:.3f}"]
        for led in leds
    ]
    return csv_text(["track", "led", "row", "hole", "place_on_metre", "x_mm", "y_mm"], lines)


def draw_cuts(plate: Plate) -> Drawing:
    """Draw the metre of strip in four lines: every LED's hole, and the LEDs given up to the cuts."""
    leds = track_leds(plate, 0)
    rows = [[led for led in leds if led.row == row] for row in _rows_in_order(leds)]
    strip = plate.params.strip
    width = max(strip.rows) * _CELL_MM + _SIDE_MARGINS_MM
    height = STREETS * _LINE_STEP_MM + _HEADER_MM + _BOTTOM_MARGIN_MM
    drawing = Drawing("A strip, cut into the four rows of a track", width, height)
    length = f"{strip.metre} LEDs, {strip.metre * plate.pitch / 1000:.2f} m"
    title = f"{length}: cut through the middle of the crossed ones"
    drawing.text(ENGRAVE, title, drawing.width / 2, _TITLE_Y_MM, _TITLE_HEIGHT_MM)
    for line, row in enumerate(rows):
        y = _HEADER_MM + line * _LINE_STEP_MM + _STRIP_BELOW_LINE_TOP_MM
        _draw_strip(drawing, row, y, last=row is rows[-1])
    return drawing


def _rows_in_order(leds: list[Led]) -> list[int]:
    """Return the numbers of the rows, in the order data reaches them."""
    return sorted({led.row for led in leds}, key=lambda row: min(led.led for led in leds if led.row == row))


def _draw_strip(drawing: Drawing, row: list[Led], y: float, last: bool) -> None:
    """Draw a row's LEDs on the uncut strip, and the LED given up behind it."""
    drawing.text(ENGRAVE, f"Row {row[0].row}", _ROW_NAME_X_MM, y, _ROW_NAME_HEIGHT_MM)
    for index, led in enumerate(row):
        _draw_led(drawing, _CELLS_LEFT_MM + index * _CELL_MM, y, led)
    label_y = y - _LABEL_ABOVE_MM
    drawing.text(NOTE, f"LED {row[0].led}", _CELLS_LEFT_MM + _CELL_MM / 2, label_y, _LABEL_HEIGHT_MM)
    drawing.text(NOTE, f"LED {row[-1].led}", _CELLS_LEFT_MM + (len(row) - 0.5) * _CELL_MM, label_y, _LABEL_HEIGHT_MM)
    arrow_start, arrow_end = (_CELLS_LEFT_MM + cell * _CELL_MM for cell in _ARROW_CELLS)
    drawing.arrow(NOTE, (arrow_start, label_y), (arrow_end, label_y))
    if not last:
        _draw_cut_led(drawing, _CELLS_LEFT_MM + len(row) * _CELL_MM, y, row[-1].metre_position + 1)


def _draw_led(drawing: Drawing, x: float, y: float, led: Led) -> None:
    """Draw an LED: its hole's number (`-` for a dark LED), and below it its place on the metre."""
    layer = STRIP if led.hole else NOTE
    drawing.rectangle(layer, *_cell_box(x, y))
    drawing.text(layer, str(led.hole or "-"), x + _CELL_MM / 2, y, _HOLE_NUMBER_HEIGHT_MM)
    _draw_metre_label(drawing, x, y, led.metre_position)


def _cell_box(x: float, y: float) -> tuple[float, float, float, float]:
    """Return left, top, right, bottom of the square of a cell that begins at `x`."""
    right = x + _CELL_MM - _CELL_MARGIN_MM
    return x + _CELL_MARGIN_MM, y - _HALF_CELL_HEIGHT_MM, right, y + _HALF_CELL_HEIGHT_MM


def _draw_metre_label(drawing: Drawing, x: float, y: float, metre_position: int) -> None:
    """Write an LED's place on the metre below its cell."""
    label_y = y + _METRE_LABEL_BELOW_MM
    drawing.text(NOTE, str(metre_position), x + _CELL_MM / 2, label_y, _METRE_LABEL_HEIGHT_MM)


def _draw_cut_led(drawing: Drawing, x: float, y: float, metre_position: int) -> None:
    """Draw an LED that is given up to a cut: crossed, with the cut through its middle."""
    left, top, right, bottom = _cell_box(x, y)
    drawing.rectangle(CUT, left, top, right, bottom)
    drawing.line(CUT, (left, top), (right, bottom))
    drawing.line(CUT, (left, bottom), (right, top))
    middle = x + _CELL_MM / 2
    drawing.line(DRILL, (middle, y - _CUT_ABOVE_MM), (middle, y + _CUT_BELOW_MM))
    _draw_metre_label(drawing, x, y, metre_position)
