"""Decode the waveform on a data pin as a chain of WS2812 LEDs does."""

from collections.abc import Callable
from typing import Any

from rp2040py.gpio_pin import GPIOPinState

RESET_NS = 50_000
"""A rest from which the next bit is the first LED's again (WS2812B; later kinds take longer)."""
_ONE_NS = 550
"""A bit that is high for longer is a one: the windows of hardware/DESIGN.md, "Signal", end at 550 and begin at 580."""
_SHORTEST_NS, _LONGEST_NS = 200, 1000
_BITS = 24


class Chain:
    """Listens to an emulated pin (`rp2040py.gpio_pin.GPIOPin`); `now` tells the time in nanoseconds.

    A frame may stop after any LED: those after it keep the colour they had. `faults` counts pulses of a wrong length
    and frames that stopped within an LED.
    """

    def __init__(self, leds: int, pin: Any, now: Callable[[], float]) -> None:
        self.faults = 0
        self.frames = 0
        self._colours = [(0, 0, 0)] * leds
        self._now = now
        self._led = self._bits = self._word = 0
        self._rose = self._fell = -float(RESET_NS)
        pin.add_listener(self._changed)

    @property
    def sending(self) -> bool:
        """Whether a frame is on the wire."""
        return bool(self._led or self._bits) and self._now() - self._fell <= RESET_NS

    def colours(self) -> list[tuple[int, int, int]]:
        """(red, green, blue) of each LED, the one next to the pin first."""
        return list(self._colours)

    def _changed(self, new: GPIOPinState, old: GPIOPinState) -> None:
        if new == GPIOPinState.HIGH:
            self._rise()
        elif old == GPIOPinState.HIGH:
            self._fall()

    def _rise(self) -> None:
        self._rose = self._now()
        if self._rose - self._fell > RESET_NS:
            self.frames += 1
            self.faults += bool(self._bits)
            self._led = self._bits = self._word = 0

    def _fall(self) -> None:
        self._fell = self._now()
        high = self._fell - self._rose
        self.faults += not _SHORTEST_NS <= high <= _LONGEST_NS
        self._word = self._word << 1 | (high > _ONE_NS)
        self._bits += 1
        if self._bits == _BITS:
            self._latch()

    def _latch(self) -> None:
        green, red, blue = self._word.to_bytes(3, "big")
        # What comes after the last LED leaves the chain's end.
        if self._led < len(self._colours):
            self._colours[self._led] = (red, green, blue)
        self._led += 1
        self._bits = self._word = 0
