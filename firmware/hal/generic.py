"""HAL for any microcontroller with `machine.bitstream`: drives the LED strips one after another, blocking."""

import os

from machine import Pin, bitstream

from ..config import PINS_LED_DATA
from .fault_pattern import TIMING
from .key_pins import Contacts
from .microcontroller_base import Micro


class Generic(Micro):
    """The HAL (see the package). Sending takes 4.2 ms a track, with interrupts off on many ports: edges may merge."""

    def __init__(self, root: str = "") -> None:
        super().__init__(root, Contacts)
        self._pins = [Pin(pin, Pin.OUT) for pin in PINS_LED_DATA[: self.tracks]]
        # Once, and before the board plays: it may walk all blocks.
        stats = os.statvfs("/")
        self.flash_bytes = stats[1] * stats[2]

    def show(self, bufs: list, leds: list) -> None:
        for track in range(self.tracks):
            if leds[track]:
                bitstream(self._pins[track], 0, TIMING, bufs[track])
        self._block_frames(self.LATCH_US)
