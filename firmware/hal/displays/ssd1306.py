"""SSD1306 and SSD1309 driver for two displays of 128 by 64 dots on the I²C bus."""

from machine import I2C

from ...interpreter import const, micropython, ptr8
from ..i2c import DISPLAY_ADDRESS

_SLICE = const(16)
_DOTS_AT = const(7)
_CONTRAST_AT = const(21)
_SETUP = b"\x00\xd5\x80\xa8\x3f\xd3\x00\x40\x8d\x14\x20\x02\xa1\xc8\xda\x12\xd9\xf1\xdb\x40\x81\x00\xa4\xa6\xaf"
"""Commands: clock, lines, offset, first line, charge pump, pages, both directions, pins, timing, contrast, on."""


@micropython.viper
def fill_packet(packet: ptr8, dots: ptr8, column: int):
    """Copy the 16 bytes of `dots` from `column` on into the packet, behind its commands."""
    i = int(_DOTS_AT)
    end = i + int(_SLICE)
    while i < end:
        packet[i] = dots[column]
        i += 1
        column += 1


class Displays1306:
    """The display methods of the HAL, on the I²C bus `bus`.

    For chips alike, `setup` are the commands that begin, and `first_column` is that of the chip's memory which is seen.
    """

    def __init__(self, bus: I2C, setup: bytes = _SETUP, first_column: int = 0) -> None:
        self._bus = bus
        self._setup = bytearray(setup)
        self._first_column = first_column
        # Each of the three bytes that place a slice is a command of its own (0x80); the rest are dots (0x40).
        self._slice = bytearray(b"\x80\xb0\x80\x00\x80\x10\x40" + bytes(_SLICE))

    def set(self, number: int, contrast: int) -> None:
        """Set up display `number` with a contrast of 1 to 255, 0: dark (HAL: `set_display`). Raises OSError."""
        setup = self._setup
        setup[_CONTRAST_AT] = contrast
        setup[len(setup) - 1] = 0xAF if contrast else 0xAE
        self._bus.writeto(DISPLAY_ADDRESS + number, setup)

    def draw(self, number: int, page: int, column: int, dots) -> None:
        """Send 16 bytes of row `page` from `column` on: `dots` holds the row (HAL: `draw_display`). Raises OSError."""
        packet = self._slice
        packet[1] = 0xB0 | page
        place = column + self._first_column
        packet[3] = place & 15
        packet[5] = 0x10 | (place >> 4)
        fill_packet(packet, dots, column)
        self._bus.writeto(DISPLAY_ADDRESS + number, packet)


def open_displays(bus: I2C) -> Displays1306:
    """Return the display methods of the HAL for displays of this chip."""
    return Displays1306(bus)
