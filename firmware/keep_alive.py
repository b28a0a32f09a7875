"""Keeps a power bank on while the board is in standby: pulses of current; imported only where they are wanted.

Banks switch off when less than 45 to 100 mA is taken for half a minute (hardware/DESIGN.md, *Kept awake*).
"""

from .config import KEEP_ALIVE_MS
from .ticks import MASK


class KeepAlive:
    """Switches the LED rail on every `keep_alive_s` seconds of a machine (`hal`); every LED then glows at its least."""

    def __init__(self, hal) -> None:
        self._hal = hal
        self._wait_ms: int = 1000 * hal.keep_alive_s
        glow = bytearray([1] * (3 * hal.leds))
        self._frames = [glow] * hal.tracks
        self._leds = [hal.leds] * hal.tracks
        self._began_at = 0
        self._on = self._shown = False

    def begin(self, clock: int) -> None:
        """Count from now on, board time in ms: standby has begun, the rail is off."""
        self._on = False
        self._began_at = clock

    def step(self, clock: int) -> None:
        """Begin, show or end a pulse if it is due at board time `clock`, in standby. Does not allocate."""
        elapsed = (clock - self._began_at) & MASK
        if not self._on:
            if elapsed >= self._wait_ms:
                self._switch(True)
                self._began_at = clock
        elif elapsed >= KEEP_ALIVE_MS:
            self._switch(False)
        elif not self._shown and not self._hal.busy():
            self._hal.show(self._frames, self._leds)
            self._shown = True

    def _switch(self, on: bool) -> None:
        self._hal.rail(on)
        self._on = on
        self._shown = False
