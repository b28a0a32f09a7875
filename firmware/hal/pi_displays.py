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
"""What Blinka and the driver raise where there is no bus, or nobody on it."""


class PiDisplays:
    """What `hal` wants of displays. `bus`: Blinka's I²C, by default the Pi's."""

    def __init__(self, bus=None) -> None:
        self._bus = bus
        self._drivers: dict = {}
        self._contrasts: dict = {}
        self._failed: set = set()
        self._changed = threading.Event()
        self._closing = False
        self._thread: threading.Thread | None = None

    def find(self, number: int) -> bool:
        """Implement `find_display` of the package's interface."""
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
        """Implement `set_display` of the package's interface."""
        self._check(number)
        self._contrasts[number] = contrast
        self._changed.set()

    def draw(self, number: int, page: int, column: int, dots) -> None:
        """Implement `draw_display` of the package's interface."""
        self._check(number)
        # The driver keeps a byte for the bus before the picture.
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
        """Send one display's contents; note it as failed where it does not answer."""
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
