"""Base class of the HAL on microcontrollers: keys, buzzer, LED supply, serial line, watchdog, flash."""

import gc
import os
from binascii import hexlify
from time import sleep_ms, ticks_ms, ticks_us

from machine import unique_id

from ..board_files import Disk
from ..config import RAIL_LEAST_MV
from ..file_space import used_bytes
from ..hardware_config import complete_hardware, free_pin
from ..key_edges import EdgeLog
from ..ticks import since
from .buzzer import Buzzer
from .i2c import display_chip, probe_display
from .led_rail import rail
from .serial import Serial
from .this_board import fields, kind, notes, pins
from .usb_c_supply import UsbCSupply
from .watchdog import watchdog

_START_MS = 5000
"""Ticks count from power-up: a firmware that begins before this tick is taken to have begun with it."""


class Micro:
    """All of the HAL's interface (see the package) but `show`, which a subclass adds."""

    slow = True
    display_pieces = 1
    flash_bytes = 0
    """Size of the file system; 0: not known."""

    def __init__(self, root: str, contacts) -> None:
        """`contacts`: the class that senses the keys, made of the number of tracks and an EdgeLog."""
        now: int = ticks_ms()  # type: ignore[assignment]
        self.began_ms = 0 if now < _START_MS else now
        self.notes: list = list(notes)
        self.interruptions: list = []
        self.reset_trace = watchdog.kept.left
        self.trace = watchdog.kept.trace
        self.about = "%s, MicroPython %s" % (os.uname().machine, os.uname().release)
        self._blocked = False
        self._blocked_at = ticks_us()
        self._blocked_us = 0
        if not rail.on:
            rail.switch(True)
        self._await_rail()
        self._root = root
        self._faults = -1
        self._flash = (0, 0)
        self.disk = Disk(root)
        port = UsbCSupply()
        self.offered_ma, self.overloaded = port.offered_ma, port.overloaded
        hardware = complete_hardware(fields, kind, self.offered_ma)
        if 0 < self.offered_ma < hardware["port_ma"]:
            self.notes.append({"code": "supply-over-offer", "ma": hardware["port_ma"], "offered": self.offered_ma})
        self.kind = kind
        self.tracks, self.leds, self.reverse = hardware["tracks"], hardware["leds"], hardware["reversed"]
        self.port_ma, self.voice = hardware["port_ma"], hardware["voice"]
        self.battery, self.keep_alive_s = hardware["battery"], hardware["keep_alive_s"]
        self.debounce_ms, self._display = hardware["debounce_ms"], hardware["display"]
        self.led_dark_ua, led_ns = hardware["led_dark_ua"], hardware["led_ns"]
        self.led_us = 24 * (led_ns[0] + led_ns[1]) // 1000
        # How long the data line must be idle before the next frame.
        self._reset_us = hardware["led_reset_us"]
        self._network = hardware["network"]
        # Not every flash chip has an id of its own.
        self.uid = hardware["uid"] or hexlify(unique_id()).decode()
        self.edges = EdgeLog()
        self._contacts = contacts(self.tracks, self.edges)
        self.keys = self._contacts.levels
        self._buzzer = Buzzer()
        self.sound = self._buzzer.play
        self._serial = Serial()
        self.prompt_asked = self._serial.prompt_asked
        self.heard = self._serial.heard
        self.read = self._serial.read
        self.write = self._serial.write
        self.ticks_us = ticks_us
        self._heap_used = gc.mem_alloc()
        self._heap_bytes = self._heap_used + gc.mem_free()

    def rail(self, on: bool) -> None:
        """Switch the supply of the LEDs. Frames are ignored until the rail has risen; switching off clears the LEDs."""
        rail.switch(on)
        self._rising = on
        if on:
            self._await_rail()

    def _await_rail(self) -> None:
        """Be `busy` until the LED rail has risen since it was switched on."""
        self._block_frames(1000 * kind["rail_ms"])
        self._blocked_at = rail.switched_us  # type: ignore[assignment]
        self._rising = True

    def _block_frames(self, us: int) -> None:
        """Be `busy` for `us` microseconds from now."""
        self._blocked = True
        self._blocked_at = ticks_us()
        self._blocked_us = us

    def busy(self) -> bool:
        """Return whether a frame is still being sent, or the LED rail has not risen."""
        if self._blocked:
            # Minutes may have passed since the last call: a signed difference would have become negative.
            if since(self._blocked_at, ticks_us()) >= self._blocked_us:  # type: ignore[arg-type]
                self._blocked = self._rising = False
            elif self._rising and self._rail_is_up():
                self._blocked = False
        return self._blocked

    def _rail_is_up(self) -> bool:
        """Measure the LED rail; return whether it is up, so that frames need not wait any longer."""
        self._rising = self.rail_mv() < RAIL_LEAST_MV
        return not self._rising

    def feed(self) -> None:
        watchdog.feed()
        self._buzzer.tick()

    def find_display(self, number: int) -> bool:
        """Return whether display `number` answers; if so, load its driver."""
        bus = probe_display(number)
        if bus is None:
            return False
        chip = self._display or display_chip(bus, number)
        try:
            driver = __import__("firmware.hal.displays." + chip, None, None, ("open_displays",))
            displays = driver.open_displays(bus)
        except ImportError:
            note = {"code": "display-unknown", "chip": chip}
            if note not in self.notes:
                self.notes.append(note)
            return False
        self.set_display = displays.set
        self.draw_display = displays.draw
        return True

    def open_voice(self, now: int):
        """Return the driver of the sound module on its serial port."""
        from machine import UART, Pin

        from ..sound_module import SoundModule

        port = UART(
            (pins["voice_tx"] + 4) // 8 % 2,
            9600,
            tx=Pin(pins["voice_tx"]),
            rx=Pin(pins["voice_rx"]),
            txbuf=32,
            rxbuf=64,
            timeout=0,
        )
        # A battery's voltage needs the pin of the busy line, which the driver can do without.
        busy = free_pin(pins, "voice_busy", self.tracks)
        if self.battery and busy == pins["battery"]:
            busy = None
        busy_line = None if busy is None else Pin(busy, Pin.IN, Pin.PULL_UP).value
        return SoundModule(port, busy_line, now)

    def open_network(self, ssid: str, password: str):
        """Return the board's network, switched on; None if it has none, or this MicroPython no `network`."""
        if not self._network:
            return None
        try:
            driver = __import__("firmware.hal.networks." + self._network, None, None, ("open_network",))
        except ImportError:
            return None
        return driver.open_network(ssid, password)

    def rest(self) -> None:
        # Not `machine.idle`: some ports wait there for an interrupt, which may take longer.
        sleep_ms(1)

    def heap(self, anew: bool) -> tuple:
        """Return bytes of heap in use and free; `anew`: count them."""
        if anew:
            # Each count walks the whole heap: one is enough.
            self._heap_used = gc.mem_alloc()
        return self._heap_used, self._heap_bytes - self._heap_used

    def memory_left(self) -> int:
        return 0

    def flash(self) -> tuple:
        """Return bytes of the file system free and in all; (0, 0) while they are not counted, or cannot be."""
        return self._flash

    def count_flash(self):
        """Count the bytes free anew. Yields after each piece of work."""
        try:
            used = yield from used_bytes(self.disk)
        except OSError:
            # A folder cannot be read, which is noted where it is needed.
            return
        if self.flash_bytes:
            self._flash = max(self.flash_bytes - used, 0), self.flash_bytes

    def faults(self) -> int:
        """Return the number of the last fault in faults.log (0: none), which counts all faults. Read once."""
        if self._faults < 0:
            # Once is enough: the next fault ends this object, and another is made.
            try:
                from ..faults import read_faults

                faults = read_faults(self.disk)
                self._faults = faults[-1]["n"] if faults else 0
            except Exception as error:
                # A damaged module must not stop the board from playing.
                self._faults = 0
                self.notes.append({"code": "faults-unreadable", "why": "%s: %s" % (type(error).__name__, error)})
        return self._faults

    def keep_reset(self, error) -> None:
        """Add a reset by the watchdog (CodedError) to `interruptions` and to faults.log, once."""
        self.reset_trace = watchdog.kept.left = None
        self.interruptions.append(error.message)
        try:
            from ..faults import record_fault

            record_fault(self.disk, error, 1, 0)
        except Exception as error:
            # A damaged module or a full file system must not stop the board from playing.
            self.notes.append({"code": "faults-unwritable", "why": "%s: %s" % (type(error).__name__, error)})

    def rail_mv(self) -> int:
        return -1

    def battery_mv(self) -> int:
        return -1

    def close(self) -> None:
        self._contacts.close()
        self._buzzer.close()
