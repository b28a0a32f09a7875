"""Base class of the HAL on microcontrollers: keys, buzzer, LED supply, serial line, watchdog, flash."""

import gc
import os
from binascii import hexlify
from time import sleep_ms, ticks_ms, ticks_us

from machine import unique_id

from ..config import RAIL_LEAST_MV, RAIL_MS
from ..hardware_config import load_hardware
from ..ticks import since
from .board_files import Disk
from .buzzer import Buzzer
from .i2c import display_bus
from .key_edges import EdgeLog
from .key_pins import Contacts
from .led_rail import rail
from .serial import Serial
from .usb_c_supply import UsbCSupply
from .watchdog import watchdog

_START_MS = 5000
"""The tick counts from power on: up to here, whoever begins has begun with it."""


class Micro:
    """All of the interface (see the package) but `show`, which a kind of board adds."""

    display_pieces = 1
    LATCH_US = 400
    """For how long a strip must rest before the next frame."""

    def __init__(self, root: str) -> None:
        now: int = ticks_ms()  # type: ignore[assignment]
        self.began_ms = 0 if now < _START_MS else now
        self.notes: list = []
        self.uid = hexlify(unique_id()).decode()
        self.about = "%s, MicroPython %s" % (os.uname().machine, os.uname().release)
        self._resting = False
        self._rests_from = ticks_us()
        self._rests_us = 0
        if not rail.on:
            rail.turn(True)
        self._await_rail()
        self._root = root
        self._faults = -1
        self.disk = Disk(root)
        port = UsbCSupply()
        self.offered_ma, self.overloaded = port.offered_ma, port.overloaded
        hardware = load_hardware(self.disk, self.notes, self.offered_ma)
        self.tracks, self.leds, self.reverse = hardware["tracks"], hardware["leds"], hardware["reversed"]
        self.port_ma = hardware["port_ma"]
        self.edges = EdgeLog()
        self._contacts = Contacts(self.tracks, self.edges)
        self.keys = self._contacts.levels
        self._buzzer = Buzzer()
        self.sound = self._buzzer.play
        self._serial = Serial()
        self.typed = self._serial.typed
        self.read = self._serial.read
        self.write = self._serial.write
        self.ticks_us = ticks_us
        self._heap_bytes = gc.mem_alloc() + gc.mem_free()

    def rail(self, on: bool) -> None:
        """Switch the supply of the LEDs. Frames are ignored until the rail has risen; switching off clears the LEDs."""
        rail.turn(on)
        self._rising = on
        if on:
            self._await_rail()

    def _await_rail(self) -> None:
        """Refuse frames until the LED rail has risen."""
        self._deafen(1000 * RAIL_MS)
        self._rests_from = rail.turned_us  # type: ignore[assignment]
        self._rising = True

    def _deafen(self, us: int) -> None:
        """Refuse frames for so many microseconds."""
        self._resting = True
        self._rests_from = ticks_us()
        self._rests_us = us

    def busy(self) -> bool:
        if self._resting:
            # Nobody may have asked for minutes: a signed difference would by then say it had not begun.
            if since(self._rests_from, ticks_us()) >= self._rests_us:  # type: ignore[arg-type]
                self._resting = self._rising = False
            elif self._rising and self._is_up():
                self._resting = False
        return self._resting

    def _is_up(self) -> bool:
        """Return whether the LED rail has been measured to be up: then there is no need to wait longer."""
        self._rising = self.rail_mv() < RAIL_LEAST_MV
        return not self._rising

    def feed(self) -> None:
        watchdog.feed()
        self._buzzer.tick()

    def find_display(self, number: int) -> bool:
        """Return whether display `number` answers; if so, load its driver."""
        bus = display_bus(number)
        if bus is None:
            return False
        from .ssd1306 import Displays1306

        displays = Displays1306(bus)
        self.set_display = displays.set
        self.draw_display = displays.draw
        return True

    def open_network(self, ssid: str, password: str):
        try:
            from .wifi import Wifi
        except ImportError:
            return None
        return Wifi(ssid, password)

    def rest(self) -> None:
        # Not `machine.idle`: some ports wait there for an interrupt, which may take longer.
        sleep_ms(1)

    def heap(self) -> tuple:
        # Each count walks the whole heap: one is enough.
        used = gc.mem_alloc()
        return used, self._heap_bytes - used

    def flash(self) -> tuple:
        try:
            stats = os.statvfs(self._root + "/")
        except OSError:
            return 0, 0
        block_bytes, _, blocks, free_blocks = stats[:4]
        return block_bytes * free_blocks, block_bytes * blocks

    def faults(self) -> int:
        """Return the number of the last fault in faults.log, 0 where there is none."""
        if self._faults < 0:
            # Read once: whatever fails next ends this machine, and another begins.
            try:
                from .faults import read_faults

                faults = read_faults(self.disk)
                self._faults = faults[-1]["n"] if faults else 0
            except Exception as error:
                # A damaged module must not keep the board from playing.
                self._faults = 0
                self.notes.append("faults.log cannot be read: %s: %s" % (type(error).__name__, error))
        return self._faults

    def rail_mv(self) -> int:
        return -1

    def close(self) -> None:
        self._contacts.close()
        self._buzzer.close()
