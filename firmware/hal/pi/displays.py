"""SSD1306 displays of a Raspberry Pi, by Adafruit's `adafruit_ssd1306` through Blinka, on I²C 1 (SDA 2, SCL 3).

The driver sends a whole picture each time, a tenth of a second on a slow bus: a thread does that.
"""

import threading

import board
from adafruit_ssd1306 import SSD1306_I2C

_ADDRESS = 0x3C
_PAGE = 128
_SLICE = 16
_ABSENT = (OSError, ValueError, RuntimeError, AttributeError)
"""Errors of Blinka and the driver if there is no bus, or nobody answers on it."""


class PiDisplays:
    """The display methods of the HAL. `bus`: Blinka's I²C, by default the Pi's."""

    def __init__(self, bus=None) -> None:
        self._bus = bus
        self._drivers: dict = {}
        self._contrasts: dict = {}
        self._failed: set = set()
        self._changed = threading.Event()
        self._closing = False
        self._thread: threading.Thread | None = None

    def find(self, number: int) -> bool:
        """Return whether display `number` (0 or 1) answers, and if so get ready to send to it (HAL: `find_display`)."""
        try:
            if self._bus is None:
                self._bus = board.I2C()
            self._drivers[number] = SSD1306_I2C(_PAGE, 64, self._bus, addr=_ADDRESS + number)
        except _ABSENT:
            return False
        self._failed.discard(number)
        if self._thread is None:
            self._thread = threading.Thread(target=self._send, daemon=True)
            self._thread.start()
        return True

    def set(self, number: int, contrast: int) -> None:
        """Set the contrast, 1 to 255, 0: dark (HAL: `set_display`). Raises OSError if the display does not answer."""
        self._check(number)
        self._contrasts[number] = contrast
        self._changed.set()

    def draw(self, number: int, page: int, column: int, dots) -> None:
        """Draw 16 bytes of row `page` from `column` on: `dots` holds the row (HAL: `draw_display`). Raises OSError."""
        self._check(number)
        # The driver's buffer has a byte for the bus before the picture.
        first = 1 + _PAGE * page + column
        self._drivers[number].buffer[first : first + _SLICE] = dots[column : column + _SLICE]
        self._changed.set()

    def _check(self, number: int) -> None:
        if number in self._failed:
            raise OSError(f"display {number + 1} does not answer")

    def _send(self) -> None:
        """Send changed displays, in a thread of its own."""
        while self._changed.wait() and not self._closing:
            self._changed.clear()
            for number, driver in list(self._drivers.items()):
                if number not in self._failed:
                    self._send_to(number, driver)

    def _send_to(self, number: int, driver) -> None:
        """Send one display's contrast and contents; mark it as failed if it does not answer."""
        try:
            contrast = self._contrasts.get(number, 0)
            if contrast:
                driver.contrast(contrast)
                driver.show()
                driver.poweron()
            else:
                driver.poweroff()
        except _ABSENT:
            self._failed.add(number)

    def close(self) -> None:
        """Switch the displays off and end the thread."""
        self._closing = True
        self._changed.set()
        if self._thread is not None:
            self._thread.join()
        for number in self._drivers:
            self._contrasts[number] = 0
            self._send_to(number, self._drivers[number])
