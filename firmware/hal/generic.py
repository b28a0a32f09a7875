"""HAL for any microcontroller with `machine.bitstream`: drives the LED strips one after another, blocking."""

import os

from machine import Pin, bitstream

from .key_pins import Contacts
from .microcontroller_base import Micro
from .this_board import kind, pins


class Generic(Micro):
    """The HAL (see the package). Sending takes 4.2 ms a track, with interrupts off on many ports: edges may merge."""

    def __init__(self, root: str = "") -> None:
        super().__init__(root, Contacts)
        self._pins = [Pin(pin, Pin.OUT) for pin in pins["led_data"][: self.tracks]]
        self._timing = kind["led_ns"]
        # Once, and before the board plays: it may walk all blocks.
        stats = os.statvfs("/")
        self.flash_bytes = stats[1] * stats[2]

    def show(self, bufs: list, leds: list) -> None:
        for track in range(self.tracks):
            if leds[track]:
                bitstream(self._pins[track], 0, self._timing, bufs[track])
        self._block_frames(self._reset_us)
