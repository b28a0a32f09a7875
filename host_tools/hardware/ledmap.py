"""Maps each LED to its hole, and to its place on the uncut metre of strip."""

import csv
import io
from typing import Any, NamedTuple

from .drawing import CUT, DRILL, ENGRAVE, NOTE, STRIP, Drawing
from .geometry import Plate

_CELL = 8.0
_HEAD = 14.0
_STEP = 26.0


class Led(NamedTuple):
    """An LED of a track. `row` is 1 to 4, `led` its number in the chain from 0, `metre` its place on the metre from 1.

    `hole` is None where it stays dark.
    """

    track: str
    hole: int | None
    row: int
    led: int
    metre: int
    x: float
    y: float


def track_leds(plate: Plate, track: int) -> list[Led]:
    """Return all LEDs of a track, in the order data reaches them."""
    holes = {(round(s.x, 3), round(s.y, 3)): n for n, s in enumerate(_spots(plate, track), 1)}
    leds: list[Led] = []
    for row, count in enumerate(plate.params.strip.rows):
        for k in range(count):
            x = plate.column_x(k if row % 2 == 0 else plate.columns - 1 - k)
            y = plate.row_y(row, track)
            hole = holes.get((round(x, 3), round(y, 3)))
            metre = len(leds) + row + 1
            leds.append(Led(plate.params.board.teams[track], hole, row + 1, len(leds), metre, x, y))
    return _reverse_chain(plate.params, leds) if plate.params.board.reverse else leds


def _spots(plate: Plate, track: int) -> list:
    return [plate.hole(track, hole) for hole in range(1, plate.params.board.holes + 1)]


def _reverse_chain(params: Any, leds: list[Led]) -> list[Led]:
    """Return the chain for data that enters at the game hole: numbers and places on the metre count from there."""
    count, metre = len(leds), params.strip.metre
    return [led._replace(led=count - 1 - led.led, metre=metre + 1 - led.metre) for led in reversed(leds)]


def table(plate: Plate) -> str:
    """Return the map as CSV, a line for each LED of each track."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(["track", "led", "row", "hole", "place_on_metre", "x_mm", "y_mm"])
    for track in range(plate.tracks):
        for led in track_leds(plate, track):
            hole = led.hole or ""
            writer.writerow([led.track, led.led, led.row, hole, led.metre, f"{led.x:.3f}", f"{led.y:.3f}"])
    return buffer.getvalue()


def cuts(plate: Plate) -> Drawing:
    """Draw the metre of strip in four lines: every LED's hole, and the LEDs given up to the cuts."""
    leds = track_leds(plate, 0)
    rows = [[led for led in leds if led.row == row] for row in _rows_in_order(leds)]
    strip = plate.params.strip
    width, height = max(strip.rows) * _CELL + 34, 4 * _STEP + _HEAD + 6
    drawing = Drawing("A strip, cut into the four rows of a track", width, height)
    length = f"{strip.metre} LEDs, {strip.metre * plate.pitch / 1000:.2f} m"
    drawing.text(ENGRAVE, f"{length}: cut through the middle of the crossed ones", drawing.width / 2, 7, 3.6)
    for line, row in enumerate(rows):
        _strip(drawing, row, _HEAD + line * _STEP + 12, last=line == 3)
    return drawing


def _rows_in_order(leds: list[Led]) -> list[int]:
    return sorted({led.row for led in leds}, key=lambda row: min(led.led for led in leds if led.row == row))


def _strip(drawing: Drawing, row: list[Led], y: float, last: bool) -> None:
    """Draw a row's LEDs on the uncut strip, and the LED given up behind it."""
    drawing.text(ENGRAVE, f"Row {row[0].row}", 10, y, 3)
    for n, led in enumerate(row):
        _cell(drawing, 20 + n * _CELL, y, led)
    drawing.text(NOTE, f"LED {row[0].led}", 20 + _CELL / 2, y - 8, 2.4)
    drawing.text(NOTE, f"LED {row[-1].led}", 20 + (len(row) - 0.5) * _CELL, y - 8, 2.4)
    drawing.arrow(NOTE, (20 + 3 * _CELL, y - 8), (20 + 6 * _CELL, y - 8))
    if not last:
        _spare(drawing, 20 + len(row) * _CELL, y, row[-1].metre + 1)


def _cell(drawing: Drawing, x: float, y: float, led: Led) -> None:
    drawing.rectangle(STRIP if led.hole else NOTE, x + 0.8, y - 3.2, x + _CELL - 0.8, y + 3.2)
    drawing.text(STRIP if led.hole else NOTE, str(led.hole or "-"), x + _CELL / 2, y, 2)
    drawing.text(NOTE, str(led.metre), x + _CELL / 2, y + 5.5, 1.5)


def _spare(drawing: Drawing, x: float, y: float, metre: int) -> None:
    """Draw an LED that the cut goes through."""
    drawing.rectangle(CUT, x + 0.8, y - 3.2, x + _CELL - 0.8, y + 3.2)
    drawing.line(CUT, (x + 0.8, y - 3.2), (x + _CELL - 0.8, y + 3.2))
    drawing.line(CUT, (x + 0.8, y + 3.2), (x + _CELL - 0.8, y - 3.2))
    drawing.line(DRILL, (x + _CELL / 2, y - 7), (x + _CELL / 2, y + 4))
    drawing.text(NOTE, str(metre), x + _CELL / 2, y + 5.5, 1.5)
