"""HAL for a Raspberry Pi under CPython, by Adafruit's `neopixel` and `digitalio` through Blinka.

The driver knows one chain, so the tracks follow one another on one data line. Pins stand in `boards.pi`; displays are
on 2 and 3.
"""

import io
import os
import platform
import select
import sys
import threading
import time
from pathlib import Path

import board
import digitalio
import neopixel

from ...board_files import Disk
from ...boards.pi import BOARD
from ...hardware_config import complete_hardware, key_pins, kind_of
from ...hardware_file import read_hardware
from ...key_edges import EdgeLog
from ...net.sockets import SystemNetwork
from ...ticks import MASK
from .displays import PiDisplays

_LED_US = 30
_POLL_S = 0.002


def ticks_ms() -> int:
    """Return milliseconds, wrapping at 2**30."""
    return (time.monotonic_ns() // 1_000_000) & MASK


class _File(io.FileIO):
    """A file whose `flush` reaches the card."""

    def flush(self) -> None:
        super().flush()
        if not self.closed and self.writable():
            os.fsync(self.fileno())


class _SyncedDisk(Disk):
    """Files that survive a loss of power from their flush on."""

    def open(self, name: str, mode: str) -> _File:
        return _File(self._root + "/" + name, mode.replace("b", ""))


class _Contacts:
    """The keys, polled by a thread of their own, so that a slow card loses no press. `mask`: the keys down."""

    def __init__(self, pins: dict, edges: EdgeLog) -> None:
        self.mask = 0
        self._edges = edges
        self._keys = {number: self._input(pin) for number, pin in pins.items()}
        self._poll_keys()
        edges.clear()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    @staticmethod
    def _input(pin) -> digitalio.DigitalInOut:
        key = digitalio.DigitalInOut(pin)
        key.switch_to_input(pull=digitalio.Pull.UP)
        return key

    def _watch(self) -> None:
        while not self._closing.wait(_POLL_S):
            self._poll_keys()

    def _poll_keys(self) -> None:
        """Poll all keys, and note an edge for each that has changed."""
        mask = 0
        for number, key in self._keys.items():
            down = not key.value
            mask |= down << number
            if down != bool((self.mask >> number) & 1):
                self._edges.note(number, down, ticks_ms())
        self.mask = mask

    def close(self) -> None:
        self._closing.set()
        self._thread.join()
        for key in self._keys.values():
            key.deinit()


class Pi:
    """The HAL (see the package). `root` is the folder of its files; `data`, `rail` and `keys` (by key number) are
    Blinka's pins, `bus` its I²C; None: those of this board.

    Raises RuntimeError or PermissionError if the driver cannot have the pins: it has to run as root.
    """

    slow = False
    display_pieces = 200
    """Pieces a step: many, because a thread sends them."""

    def __init__(self, root: str, data=None, rail=None, keys: dict | None = None, bus=None) -> None:
        self.uid = _uid()
        self.about = f"{platform.machine()}, Python {platform.python_version()}"
        self.notes: list = []
        self.interruptions: list = []
        self.reset_trace = None
        self.began_ms = ticks_ms()
        self._root = root
        self.disk = _SyncedDisk(root)
        fields = read_hardware(self.disk, self.notes, sys.platform)
        self.kind = kind_of(fields, kind_of({"board": BOARD}))
        hardware = complete_hardware(fields, self.kind)
        self._pins = hardware["pins"]
        self.led_dark_ua, self.led_us, self._rail_ms = hardware["led_dark_ua"], _LED_US, hardware["rail_ms"]
        self.tracks, self.leds, self.reverse = hardware["tracks"], hardware["leds"], hardware["reversed"]
        self.port_ma = hardware["port_ma"]
        self.voice = self.battery = False
        self.keep_alive_s = 0
        self.debounce_ms = hardware["debounce_ms"]
        self.offered_ma = 0
        self.edges = EdgeLog()
        self._rail = digitalio.DigitalInOut(_pin(self._pins["led_rail"]) if rail is None else rail)
        self._rail.switch_to_output(value=True)
        leds = self.tracks * self.leds
        data = _pin(self._pins["led_data"][0]) if data is None else data
        self._pixels = neopixel.NeoPixel(data, leds, auto_write=False, pixel_order=neopixel.GRB)
        self._contacts = _Contacts(self._key_pins() if keys is None else keys, self.edges)
        self._displays = PiDisplays(bus)
        self.find_display = self._displays.find
        self.set_display = self._displays.set
        self.draw_display = self._displays.draw
        self._incoming = b""
        self._ready_at = time.monotonic() + self._rail_ms / 1000

    def _key_pins(self) -> dict:
        return {key: _pin(gpio) for key, gpio in key_pins(self._pins, self.tracks).items()}

    def keys(self) -> int:
        return self._contacts.mask

    def busy(self) -> bool:
        return time.monotonic() < self._ready_at

    def show(self, bufs: list, leds: list) -> None:
        """Send the GRB bytes of all tracks, `bufs`, as one chain; `leds` is ignored. The driver takes RGB tuples."""
        frame = b"".join(bufs)
        self._pixels[:] = [(frame[i + 1], frame[i], frame[i + 2]) for i in range(0, len(frame), 3)]
        self._pixels.show()

    def rail(self, on: bool) -> None:
        self._rail.value = on
        if on:
            self._ready_at = time.monotonic() + self._rail_ms / 1000

    def sound(self, number: int) -> None:
        pass

    def heard(self) -> bool:
        return False

    def read(self) -> int:
        """Return the next byte of standard input, or -1 if none waits."""
        if not self._incoming and select.select([0], [], [], 0)[0]:
            self._incoming = os.read(0, 512)
        byte = self._incoming[0] if self._incoming else -1
        self._incoming = self._incoming[1:]
        return byte

    def write(self, data: bytes) -> int:
        return os.write(1, data) if select.select([], [1], [], 0)[1] else 0

    def open_network(self, ssid: str, password: str) -> SystemNetwork:
        """Return the Pi's own network, which its operating system joins."""
        return SystemNetwork()

    def ticks_us(self) -> int:
        return (time.monotonic_ns() // 1000) & MASK

    def trace(self, activity: int) -> None:
        pass

    def feed(self) -> None:
        pass

    def heap(self, anew: bool) -> tuple:
        return 0, 0

    def memory_left(self) -> int:
        return 1 << 20

    def flash(self) -> tuple:
        stats = os.statvfs(self._root)
        return stats.f_bsize * stats.f_bavail, stats.f_bsize * stats.f_blocks

    def count_flash(self) -> tuple:
        return ()

    def faults(self) -> int:
        return 0

    def overloaded(self) -> bool:
        return False

    def rail_mv(self) -> int:
        return -1

    def battery_mv(self) -> int:
        return -1

    def close(self) -> None:
        """Switch the lights off and free the pins."""
        self._contacts.close()
        self._displays.close()
        self._pixels.deinit()
        self._rail.deinit()


def _pin(number: int):
    return getattr(board, f"D{number}")


def _uid() -> str:
    """Return the Pi's serial number, else the operating system's machine id (last 16 digits), else "0"."""
    for path in ("/sys/firmware/devicetree/base/serial-number", "/etc/machine-id"):
        if Path(path).is_file():
            return Path(path).read_text(encoding="ascii", errors="ignore").strip("\0\n ")[-16:]
    return "0"
