"""Plan of the base's corner with a charger module, seen from the faceplate's side, the back wall at the top."""

from . import battery_bay, charger_places, stroke_font
from .battery_bay import CELL, Box
from .drawing import CUT, DRILL, ENGRAVE, NOTE, STRIP, Drawing
from .plate_geometry import Plate
from .tap_board import PITCH_MM

CHARGER_PINS = "USB BAT VS EN GND LBO GND 5V".split()
"""A charger module's row, from its Micro-USB socket on."""
_SCALE = 1.6
_LEFT_OF_SEAM_MM, _FRONT_MM = 28.0, 112.0
_ABOVE_MM = 12.0
"""Outside the back wall."""
_TEXT_MM, _SMALL_MM = 2.4, 1.5
_CELL_PLUG_MM, _CELL_PIN_MM = 10.7, 2.0
"""Middle of the module's plug for the cell, from its Micro-USB edge, and the distance of its pins."""
_BEND_MM = 12.0


class _Plan:
    """A drawing whose coordinates are those of the base, in mm."""

    def __init__(self, plate: Plate) -> None:
        self.left = plate.seam_x - _LEFT_OF_SEAM_MM
        width = plate.width - self.left + 4
        self.drawing = Drawing("Charger module and cell, seen from the faceplate", _SCALE * width,
                               _SCALE * (_FRONT_MM + _ABOVE_MM))  # fmt: skip

    def spot(self, x: float, y: float) -> tuple[float, float]:
        return _SCALE * (x - self.left), _SCALE * (y + _ABOVE_MM)

    def box(self, layer: str, box: Box, *lines: str, below: float = 0.0) -> None:
        """Draw a rectangle with lines of text in its middle, `below` it by mm."""
        left_top = self.spot(box.x - box.half_x, box.y - box.half_y)
        self.drawing.rectangle(layer, *left_top, *self.spot(box.x + box.half_x, box.y + box.half_y))
        for number, text in enumerate(lines):
            self.text(layer, text, box.x, box.y + below + (number - (len(lines) - 1) / 2) * 1.8 * _TEXT_MM)

    def text(self, layer: str, text: str, x: float, y: float, height: float = _TEXT_MM) -> None:
        self.drawing.text(layer, text, *self.spot(x, y), _SCALE * height)

    def right_of(self, layer: str, text: str, x: float, y: float) -> None:
        """Write a small text that begins at x."""
        self.text(layer, text, x + stroke_font.width(text, _SMALL_MM) / 2, y, _SMALL_MM)

    def line(self, layer: str, *spots: tuple[float, float]) -> None:
        self.drawing.line(layer, *(self.spot(*spot) for spot in spots))

    def circle(self, layer: str, x: float, y: float, diameter: float) -> None:
        self.drawing.circle(layer, *self.spot(x, y), _SCALE * diameter / 2)


def plan(plate: Plate) -> Drawing:
    """Draw module, tap board, switch, cell, rails and strap at their places, and the ways of the cables."""
    drawn = _Plan(plate)
    _draw_wall(drawn, plate)
    _draw_cell(drawn, plate)
    _draw_module(drawn, plate)
    _draw_cables(drawn, plate)
    return drawn.drawing


def _draw_wall(drawn: _Plan, plate: Plate) -> None:
    """Draw the back wall with its openings, and the switch behind it."""
    params = plate.params
    wall, half = params.case.wall, params.case.usb[0] / 2
    drawn.line(ENGRAVE, (drawn.left, 0), (plate.width, 0), (plate.width, _FRONT_MM))
    drawn.line(ENGRAVE, (drawn.left, wall), (plate.width - wall, wall), (plate.width - wall, _FRONT_MM))
    for name, x in (("CHARGING", charger_places.charging_plug(params)[0]), ("CABLE", params.charger.cable_at)):
        drawn.box(CUT, Box(x, wall / 2, half, wall / 2))
        drawn.text(CUT, name, x, -3)
    drawn.box(STRIP, charger_places.switch(params), "S1")
    drawn.text(STRIP, "SWITCH", params.charger.switch_at[0], -3)


def _draw_cell(drawn: _Plan, plate: Plate) -> None:
    """Draw the cell between its rails and the stop, with its strap and its leads."""
    params = plate.params
    for box in battery_bay.rails(params, CELL):
        drawn.box(NOTE, box)
    drawn.box(NOTE, battery_bay.strap(params, CELL), "strap", below=-7)
    cell = battery_bay.block(params, CELL)
    drawn.box(STRIP, cell, "BT1", "cell", below=24)
    side = charger_places.module(params).x + charger_places.module(params).half_x
    middle = params.charger.at[1] + _CELL_PLUG_MM
    for layer, text, y in ((NOTE, "-", middle - _CELL_PIN_MM / 2), (CUT, "+", middle + _CELL_PIN_MM / 2)):
        drawn.line(layer, (side, y), (cell.x - cell.half_x, y))
        drawn.text(layer, text, side - 2, y, _SMALL_MM)


def _draw_module(drawn: _Plan, plate: Plate) -> None:
    """Draw the module with its row of pins, its screws and its rest, the tap board on it and the plug in its socket."""
    params = plate.params
    drawn.box(STRIP, charger_places.module(params), "U7", below=2)
    drawn.box(NOTE, charger_places.rest(params))
    for x, y in charger_places.screws(params):
        drawn.circle(DRILL, x, y, params.charger.hole)
    drawn.box(STRIP, charger_places.usb_socket(params), "USB-A")
    drawn.box(NOTE, charger_places.usb_plug(params), "plug")
    drawn.box(ENGRAVE, charger_places.tap_board(params), "tap", "board")
    edge, first = params.charger.header
    for number, name in enumerate(CHARGER_PINS):
        y = params.charger.at[1] + first + number * PITCH_MM
        drawn.circle(DRILL, params.charger.at[0] + edge, y, 1.2)
        drawn.right_of(DRILL, name, params.charger.at[0] + edge + 1.4, y)


def _draw_cables(drawn: _Plan, plate: Plate) -> None:
    """Draw the ways of the supply's cable and of the tap board's wires."""
    params, plug, tap = plate.params, charger_places.usb_plug(plate.params), charger_places.tap_board(plate.params)
    out, end = params.charger.cable_at, plug.y + plug.half_y
    inside, left = out - _BEND_MM / 2, drawn.left
    within = [(plug.x, end), (plug.x, end + _BEND_MM / 2), (inside, end + _BEND_MM / 2), (inside, 2 * _BEND_MM)]
    drawn.line(ENGRAVE, *within, (out, params.case.wall), (out, -7), (left, -7))
    drawn.text(ENGRAVE, "to the Pico", left + 20, -9.5, _SMALL_MM)
    start = tap.x - tap.half_x
    switch = charger_places.switch(params)
    drawn.line(DRILL, (start, tap.y - 3), (left, tap.y - 3))
    drawn.text(DRILL, "J25 to J10", left + 17, tap.y - 5, _SMALL_MM)
    drawn.line(DRILL, (start, tap.y + 5), (switch.x, tap.y + 5), (switch.x, switch.y + switch.half_y))
    drawn.text(DRILL, "J26 to S1", left + 22, tap.y + 7, _SMALL_MM)
