"""SH1106 driver: a chip as the SSD1306, with 132 columns of memory, of which a display of 128 dots shows the middle."""

from machine import I2C

from .ssd1306 import Displays1306

_SETUP = b"\x00\xd5\x80\xa8\x3f\xd3\x00\x40\xad\x8b\xb0\xb0\xa1\xc8\xda\x12\xd9\xf1\xdb\x40\x81\x00\xa4\xa6\xaf"
"""Those of the SSD1306, but for two: another converter for the panel's voltage (AD 8B), and no addressing mode."""
_HIDDEN_COLUMNS = 2


def open_displays(bus: I2C) -> Displays1306:
    """Return the display methods of the HAL for displays of this chip."""
    return Displays1306(bus, _SETUP, _HIDDEN_COLUMNS)
