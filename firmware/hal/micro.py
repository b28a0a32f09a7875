"""What all microcontrollers have alike: keys, buzzer, rail, serial line, watchdog, flash."""

import gc
import os
from binascii import hexlify
from time import sleep_ms, ticks_ms, ticks_us

from machine import Pin, unique_id

from .. import config
from ..clock import since
from .buzzer import Buzzer
from .contacts import Contacts
from .disk import Disk
from .edges import EdgeLog
from .serial import Serial
from .watch import watchdog

_START_MS = 5000
"""The tick counts from power on: up to here, whoever begins has begun with it."""


class Micro:
    """All of the interface (see the package) but `show`, which a kind of board adds."""

    LATCH_US = 400
    """For how long a strip must rest before the next frame."""

    def __init__(self, root: str) -> None:
        now: int = ticks_ms()  # type: ignore[assignment]
        self.began_ms = 0 if now < _START_MS else now
        self.notes: list = []
        self.uid = hexlify(unique_id()).decode()
        self.about = "%s, MicroPython %s" % (os.uname().machine, os.uname().release)
        self.tracks = self._among("TRACKS", config.TRACKS, (2, 3, 4))
        self.leds = self._among("TRACK_LEDS", config.TRACK_LEDS, (141, 121))
        self.reverse = bool(config.REVERSED)
        self.port_ma = config.PORT_MA[self.tracks - 2]
        self._rail = Pin(config.PIN_LED_RAIL, Pin.OUT)
        self._resting = False
        self._rests_from = ticks_us()
        self._rests_us = 0
        self.rail(True)
        self._root = root
        self._faults = -1
        self.disk = Disk(root)
        self.edges = EdgeLog()
        self._contacts = Contacts(self.tracks, self.edges)
        self.keys = self._contacts.levels
        self._buzzer = Buzzer()
        self.sound = self._buzzer.play
        self._serial = Serial()
        self.read = self._serial.read
        self.write = self._serial.write
        self.ticks_us = ticks_us

    def _among(self, name: str, value, allowed: tuple):
        if value in allowed:
            return value
        self.notes.append("config: %s is one of %s, not %s; %s taken" % (name, allowed, value, allowed[0]))
        return allowed[0]

    def rail(self, on: bool) -> None:
        """Off, the strips forget; on, they hear nothing for a while."""
        self._rail.value(on)
        if on:
            self._deafen(1000 * config.RAIL_MS)

    def _deafen(self, us: int) -> None:
        self._resting = True
        self._rests_from = ticks_us()
        self._rests_us = us

    def busy(self) -> bool:
        if self._resting:
            # Nobody may have asked for minutes: a signed difference would by then say it had not begun.
            self._resting = since(self._rests_from, ticks_us()) < self._rests_us  # type: ignore[arg-type]
        return self._resting

    def feed(self) -> None:
        watchdog.feed()
        self._buzzer.tick()

    def rest(self) -> None:
        # Not `machine.idle`: some ports wait there for an interrupt, which may take longer.
        sleep_ms(1)

    def heap(self) -> tuple:
        return gc.mem_alloc(), gc.mem_free()

    def flash(self) -> tuple:
        try:
            told = os.statvfs(self._root + "/")
        except OSError:
            return 0, 0
        return told[0] * told[3], told[0] * told[2]

    def faults(self) -> int:
        if self._faults < 0:
            # Read once, when first asked: whatever fails next ends this machine, and another begins.
            from .faults import read

            kept = read(self.disk)
            self._faults = kept[-1]["n"] if kept else 0
        return self._faults

    def rail_mv(self) -> int:
        return -1

    def close(self) -> None:
        self._contacts.close()
        self._buzzer.close()
