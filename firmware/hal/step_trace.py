"""Keeps what the board does in a Pico's watchdog scratch registers, which survive a reset. Elsewhere nothing survives.

Three words: what was last given to `trace`, below a mark while the board plays; the tick at which the last step ended;
and the longest step, in milliseconds.
"""

import sys
from time import ticks_ms

from ..interpreter import const
from ..ticks import MASK
from .processor import RP2350

_SCRATCH = 0x4005800C
_SCRATCH_OF_RP2350 = 0x400D800C
_MARK = const(0x2CB1)
"""Above 16 bits of trace: a word with it is still a small integer."""


def _registers(first: int):
    """Return what holds words by their address: `machine.mem32` on a Pico."""
    if sys.platform == "rp2":
        from machine import mem32

        return mem32
    return {first: 0, first + 4: 0, first + 8: 0}


class StepTrace:
    """`left`: what a board kept that was reset while it played: trace, tick and longest step; None if it was not."""

    def __init__(self) -> None:
        first = _SCRATCH_OF_RP2350 if RP2350 else _SCRATCH
        self._memory = _registers(first)
        # Made once: each is more than a small integer.
        self._what, self._when, self._how_long = first, first + 4, first + 8
        self._ended_at: int = 0
        self._longest = 0
        what = self._memory[self._what]
        self.left = (what & 0xFFFF, self._memory[self._when], self._memory[self._how_long])
        if what >> 16 != _MARK:
            self.left = None
        self.clear()

    def clear(self) -> None:
        """Keep that the board does not play."""
        self._memory[self._what] = 0

    def begin(self) -> None:
        """Keep that the board plays from now on."""
        self._ended_at = ticks_ms()  # type: ignore[assignment]
        self._longest = 0
        self._memory[self._how_long] = 0
        self.trace(0)

    def trace(self, activity: int) -> None:
        """Keep what the board does from now on, as a number of 16 bits. Does not allocate."""
        self._memory[self._what] = (_MARK << 16) | activity

    def end_step(self) -> None:
        """Keep when a step has ended, and its length if none was longer. Does not allocate."""
        now: int = ticks_ms()  # type: ignore[assignment]
        step_ms = (now - self._ended_at) & MASK
        self._ended_at = self._memory[self._when] = now
        if step_ms > self._longest:
            self._longest = self._memory[self._how_long] = step_ms
