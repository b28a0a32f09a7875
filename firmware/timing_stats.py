"""Timing statistics of the board: durations and counters, updated without allocating."""

from array import array

from .interpreter import const
from .ticks import MASK, since

FINE_BITS = const(7)
"""Bits of a step of the histogram: 128 us up to 16 ms; beyond it COARSE_BITS, 8192 us."""
COARSE_BITS = const(13)
_FINE_STEPS = const(128)
_COARSE_STEPS = const(32)
_LATEST_MS = const(1000)
"""The tick of an edge longer ago is not trusted."""
_SLOW_US = const(20000)
"""An append with a flash erase takes longer than this, one without takes a tenth of it."""


class Meter:
    """Histogram of durations in microseconds: their `count`, the `longest`, and counts by duration (`fine`, `coarse`).

    `link.measurements` computes median and p99 from it.
    """

    def __init__(self) -> None:
        self.fine = array("i", [0] * _FINE_STEPS)
        self.coarse = array("i", [0] * _COARSE_STEPS)
        self.count = 0
        self.longest = 0

    def note(self, us: int) -> None:
        """Add a duration of `us` microseconds; above a quarter of a second it goes into the histogram's last step.

        After MASK durations (twelve days of steps) no more are added: a count beyond 31 bits would allocate.
        """
        if self.count == MASK:
            return
        self.count += 1
        if us > self.longest:
            self.longest = us
        step = us >> FINE_BITS
        if step < _FINE_STEPS:
            self.fine[step] += 1
        else:
            step = us >> COARSE_BITS
            self.coarse[step if step < _COARSE_STEPS else _COARSE_STEPS - 1] += 1


class Measures:
    """Figures of a board: durations of `steps`, of `keys` (edge to last bit of the frame that shows it), and counts."""

    def __init__(self, hal) -> None:
        self._hal = hal
        self.steps = Meter()
        self.keys = Meter()
        self.frames = 0
        self.start_ms = 0
        self.appends = 0
        self.slow = 0
        self.refused = 0
        """Requests of hosts that were refused: invalid lines, wrong values, wrong PINs."""

    def note_frame(self, clock, moved_at: int, leds: list) -> None:
        """Count a frame sent in the step of `clock`; `leds`: LEDs sent on each track. Measure how long its key took.

        `moved_at`: tick of the key edge that the frame is the first to show; -1: none.
        """
        if not self.frames:
            self.start_ms = since(self._hal.began_ms, clock.tick)
        self.frames += 1
        if moved_at >= 0:
            late = since(moved_at, clock.tick)
            began_us = clock.began_us - (1000 * late if late < _LATEST_MS else 0)
            self.keys.note(since(began_us, self._hal.ticks_us()) + self._hal.led_us * max(leds))

    def note_append(self, us: int) -> None:
        """Count an event written to flash in `us` microseconds."""
        self.appends += 1
        if us >= _SLOW_US:
            self.slow += 1
