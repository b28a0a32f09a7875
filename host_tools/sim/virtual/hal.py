"""HAL of the virtual board: keys, LEDs, displays and serial line in memory, its flash as a folder."""

import sys

from firmware.board_files import Disk
from firmware.config import BUZZER_MS, KEY_COUNT
from firmware.hardware_config import complete_hardware, kind_of
from firmware.hardware_file import read_hardware
from firmware.key_edges import EdgeLog
from firmware.sound_module import SoundModule
from firmware.ticks import MASK

UID = "7669727475616c00"
_SLICES = sys.implementation.name != "micropython"
"""Whether buffers may be sliced: on MicroPython that allocates, and the heap is locked during a step."""
_PAGE_BYTES = 128
"""Bytes of a page (row) of a display: one per column."""
_DRAWN_COLUMNS = 16
_EIO = 5
"""The errno of an I²C device that does not answer."""


if sys.implementation.name == "cpython":
    from firmware.view.lights import strip

    def _changed_leds(new: bytearray, old: bytearray, leds: int) -> int:
        """Do what `strip.changed_leds` does, by numbers of any size."""
        return ((int.from_bytes(new, "little") ^ int.from_bytes(old, "little")).bit_length() + 23) // 24

    # A board's is machine code; CPython would spend a fifth of a game in it. Each scenario compares the frames of both.
    strip.changed_leds = _changed_leds  # type: ignore[assignment, unused-ignore]


class SilentPort:
    """A serial port on which nothing answers. `up_ms`: for how long what is at its other end has had power."""

    up_ms = 0

    def any(self) -> int:
        return 0

    def readinto(self, buffer) -> int:
        return 0

    def write(self, data) -> int:
        return len(data)


class VirtualHal:
    """The interface of `firmware.hal` for a board whose flash is the folder `root`.

    `tracks`, `leds`, `port_ma` (mA; 0: as the port offers) and `led_dark_ua` are the defaults for its hardware.json.
    `offered_ma` is the current that its port offers; 0: the board cannot read it. `uid`: 16 hex digits. `network`
    stands in for the radio, such as a `firmware.net.sockets.SystemNetwork`; None: there is none.
    `shown`: the frame that the LEDs show, a bytearray of GRB bytes per track; `frames` counts the frames sent to them,
    `whole_frames` those sent to all LEDs, `leds_sent` the LEDs they were sent to. `display_changes` counts changes of
    the displays' contents and contrasts.
    """

    about = "virtual"
    began_ms = 0
    reset_trace = None
    slow = False
    display_pieces = 200
    """Pieces of a display drawn per step: many, since this bus takes no time."""

    def __init__(
        self,
        tracks: int,
        root: str,
        leds: int = 141,
        port_ma: int = 0,
        offered_ma: int = 0,
        uid=UID,
        network=None,
        led_dark_ua: int = 1000,
    ) -> None:
        self.root = root
        self.uid = uid
        self.network = network
        self.disk = Disk(root)
        self.notes: list = []
        self.interruptions: list = []
        self.offered_ma = offered_ma
        usual = {"tracks": tracks, "leds": leds, "port_ma": port_ma, "led_dark_ua": led_dark_ua}
        fields = read_hardware(self.disk, self.notes)
        self.kind = kind_of(fields, kind_of({"board": usual}))
        hardware = complete_hardware(fields, self.kind, offered_ma)
        if 0 < offered_ma < hardware["port_ma"]:
            self.notes.append({"code": "supply-over-offer", "ma": hardware["port_ma"], "offered": offered_ma})
        self.led_dark_ua, self.led_us = hardware["led_dark_ua"], 30
        self.tracks, self.leds, self.reverse = hardware["tracks"], hardware["leds"], hardware["reversed"]
        self.port_ma, self.voice = hardware["port_ma"], hardware["voice"]
        self.battery, self.keep_alive_s = hardware["battery"], hardware["keep_alive_s"]
        self.debounce_ms = hardware["debounce_ms"]
        self.cell_mv = 3900
        """Voltage of the cell, where it is measured."""
        self.voice_port = SilentPort()
        """The port of a sound module."""
        self.shown = [bytearray(3 * self.leds) for _ in range(self.tracks)]
        self.frames = 0
        self.leds_sent = 0
        self.whole_frames = 0
        self.sounds = [0] * len(BUZZER_MS)
        self.lit = True
        self.short = False
        """Simulates a short circuit: the strips' supply is overloaded."""
        self.displays: list = []
        """The displays' contents: for each, eight rows of 128 bytes."""
        self.contrasts = [0, 0]
        self.display_changes = 0
        self.mask = 0
        self.edges = EdgeLog()
        self._incoming = b""
        self._read = 0
        self._outgoing = b""

    def keys_down(self, mask: int) -> None:
        """Hold exactly the keys of `mask` and release the others, as of the board's next step."""
        for key in range(KEY_COUNT):
            if ((mask ^ self.mask) >> key) & 1:
                self.edges.note(key, bool((mask >> key) & 1), -1)
        self.mask = mask

    def receive(self, text: str) -> None:
        """Add text to the bytes that the board can read from its serial line."""
        self._incoming = self._incoming[self._read :] + text.encode()
        self._read = 0

    def take_sent_lines(self) -> list:
        """Return and remove the complete lines that the board has sent, without line ends."""
        lines = self._outgoing.split(b"\n")
        self._outgoing = lines.pop()
        return [line.decode() for line in lines]

    def keys(self) -> int:
        return self.mask

    def busy(self) -> bool:
        return False

    def show(self, bufs: list, leds: list) -> None:
        """Show a frame: copy the first `leds[track]` LEDs of each track's buffer to `shown`."""
        shown = self.shown
        for track in range(self.tracks):
            buf = bufs[track]
            if leds[track] == self.leds:
                shown[track][:] = buf
            elif _SLICES:
                shown[track][: 3 * leds[track]] = buf[: 3 * leds[track]]
            else:
                for i in range(3 * leds[track]):
                    shown[track][i] = buf[i]
            self.leds_sent += leds[track]
        self.frames += 1
        self.whole_frames += min(leds) == self.leds

    def rail(self, on: bool) -> None:
        """Switch the LEDs' supply; when it comes back, all LEDs are dark."""
        if on and not self.lit:
            for track in self.shown:
                for i in range(len(track)):
                    track[i] = 0
        self.lit = on

    def overloaded(self) -> bool:
        return self.short

    def find_display(self, number: int) -> bool:
        return number < len(self.displays)

    def set_display(self, number: int, contrast: int) -> None:
        self._check_display(number)
        self.display_changes += self.contrasts[number] != contrast
        self.contrasts[number] = contrast

    def draw_display(self, number: int, page: int, column: int, dots) -> None:
        """Draw 16 columns of a page (a row eight dots high) of a display; each byte is a column. Raises OSError."""
        self._check_display(number)
        display = self.displays[number]
        for i in range(column, column + _DRAWN_COLUMNS):
            if display[_PAGE_BYTES * page + i] != dots[i]:
                display[_PAGE_BYTES * page + i] = dots[i]
                self.display_changes += 1

    def _check_display(self, number: int) -> None:
        """Raise OSError if that display is not plugged in."""
        if number >= len(self.displays):
            raise OSError(_EIO)

    def sound(self, number: int) -> None:
        self.sounds[number] += 1

    def heard(self) -> bool:
        """Return False: nothing is received before a step."""
        return False

    def read(self) -> int:
        """Return the next byte received, -1 if there is none."""
        if self._read == len(self._incoming):
            return -1
        self._read += 1
        return self._incoming[self._read - 1]

    def write(self, data: bytes) -> int:
        self._outgoing += data
        return len(data)

    def open_voice(self, now: int):
        """Return the driver of the sound module at `voice_port`."""
        return SoundModule(self.voice_port, None, (now - self.voice_port.up_ms) & MASK)

    def open_network(self, ssid: str, password: str):
        """Return `network`, whatever the Wi-Fi's name."""
        return self.network

    def ticks_us(self) -> int:
        """Return 0: a virtual board takes no time."""
        return 0

    def trace(self, activity: int) -> None:
        pass

    def feed(self) -> None:
        pass

    def heap(self, anew: bool) -> tuple:
        return 0, 0

    def memory_left(self) -> int:
        return 1 << 20

    def flash(self) -> tuple:
        return 0, 0

    def count_flash(self) -> tuple:
        return ()

    def faults(self) -> int:
        return 0

    def rail_mv(self) -> int:
        return -1

    def battery_mv(self) -> int:
        return self.cell_mv if self.battery else -1

    def close(self) -> None:
        pass


def plug_displays(board, number: int) -> None:
    """Set the number of displays (0 to 2) on a board's bus, all dark; the board detects them at once."""
    board.hal.displays = [bytearray(8 * 128) for _ in range(number)]
    board.hal.contrasts = [0, 0]
    loader = board.display_loader
    if loader.displays is not None:
        for display in loader.displays.all:
            display.there = False
    for _ in range(2):
        loader.seek(board.clock.now)
