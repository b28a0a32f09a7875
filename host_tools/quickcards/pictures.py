"""Pictures on the quick-reference cards: a track's lights, and a board of the worked example."""

from reportlab.lib.colors import HexColor
from reportlab.platypus import Flowable

from firmware.config import SCORE_KEYS
from firmware.view.lights.hole_coordinates import column
from firmware.view.lights.palette import WHITE
from host_tools.i18n.firmware_constants import BACK
from host_tools.quickcards.light_patterns import OTHER_TRACK, Sign, Step, lit_holes

_SEAT_PT = 12
_INK = HexColor("#1c140d")
_PLATE = HexColor("#3a2416")
_BORE = HexColor("#6d4a30")
_LIT = {0: HexColor("#f2b33d"), WHITE: HexColor("#ffffff")}
_CAP = HexColor("#f3e8d2")
_PRESSED = HexColor("#9fd08a")
_RADII = (0.3, 0.48, 0.72, 1.0)
"""Radius of a light by its level, in radii of a hole: brightness is shown as size, also in black and white."""

_STREETS = (30, 60, 90, 121)


class Lights(Flowable):
    """Picture of a piece of a track, or of all its four streets, with the lights of a scene."""

    WIDTH = 120.0

    def __init__(self, sign: Sign) -> None:
        super().__init__()
        self.sign = sign
        self.whole = sign.last - sign.first > 30
        self.width, self.height = self.WIDTH, 28.0 if self.whole else 13.0

    def draw(self) -> None:
        """Draw the plate, its holes, and the lights on them."""
        self.canv.setFillColor(_PLATE)
        self.canv.roundRect(0, 0, self.width, self.height, 3, stroke=0, fill=1)
        lit = lit_holes(self.sign)
        for hole in range(self.sign.first, self.sign.last + 1):
            x, y, radius = self._hole_position(hole)
            self.canv.setFillColor(_BORE)
            self.canv.circle(x, y, radius * 0.55, stroke=0, fill=1)
            if hole in lit:
                colour, level = lit[hole]
                self.canv.setFillColor(_LIT[colour])
                self.canv.circle(x, y, radius * _RADII[level], stroke=0, fill=1)

    def _hole_position(self, hole: int) -> tuple[float, float, float]:
        """Return x, y and radius of a hole."""
        if not self.whole:
            step = (self.width - 10) / (self.sign.last - self.sign.first)
            return 5 + step * (hole - self.sign.first), self.height / 2, 3.0
        street = next(row for row, last in enumerate(_STREETS) if hole <= last)
        return 7 + 3.1 * column(hole), self.height - 5 - 6 * street, 1.9


class ExampleBoard(Flowable):
    """Picture of a board from above: two tracks with a scene's lights, a team's keys, and who sits there."""

    WIDTH = 172.0
    HEIGHT = 62.0
    KEYS = (*(f"+{score}" for score in SCORE_KEYS), BACK, "OK")

    def __init__(self, step: Step, here: str) -> None:
        super().__init__()
        self.step, self.here = step, here
        self.width, self.height = self.WIDTH, self.HEIGHT

    def draw(self) -> None:
        """Draw the tracks, the keys below them with those pressed in colour, and the seat below the keys."""
        for row, sign in enumerate((OTHER_TRACK, self.step.sign)):
            self._draw_track(sign, self.height - 14 - 15 * row)
        wide = self.width / len(self.KEYS)
        for place, legend in enumerate(self.KEYS):
            self._draw_key(place * wide, wide, legend)
        self.canv.setFillColor(_INK)
        self.canv.setFont("Vera", _SEAT_PT)
        self.canv.drawCentredString(self.width / 2, 1, self.here)

    def _draw_track(self, sign: Sign, y: float) -> None:
        track = Lights(sign)
        self.canv.saveState()
        self.canv.translate(0, y)
        self.canv.scale(self.width / track.width, 1)
        track.canv = self.canv
        track.draw()
        self.canv.restoreState()

    def _draw_key(self, x: float, wide: float, legend: str) -> None:
        pressed = legend in self.step.pressed
        self.canv.setFillColor(_PRESSED if pressed else _CAP)
        self.canv.setStrokeColor(_INK)
        self.canv.setLineWidth(1.4 if pressed else 0.6)
        self.canv.roundRect(x + 1, 13, wide - 2, 17, 4, stroke=1, fill=1)
        self.canv.setFillColor(_INK)
        size = 11 if len(legend) < 3 else 8.5
        self.canv.setFont("VeraBd", size)
        self.canv.drawCentredString(x + wide / 2, 21.5 - 0.36 * size, legend)
