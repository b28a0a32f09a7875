"""The board's clock: board time, and the time of day once a host has set it."""

from .ticks import MASK, since


class Clock:
    """`now` is board time in ms: after a loss of power it goes on from the last event. `started`: its value at
    power-up. `tick` and `began_us`: tick and microseconds at which the present step began; the tick is -1 before it.
    """

    def __init__(self, hal, now: int) -> None:
        self._ticks_us = hal.ticks_us
        self.now = now
        self.started = now
        self.tick = -1
        self.began_us = 0
        self._epoch: int = None
        """Seconds since 1970 at `_epoch_at`, in board time; None: no host has set the time."""
        self._epoch_at = 0

    def advance(self, tick: int) -> None:
        """Go on to `tick` (wraps at 2**30), at which a step begins. Does not allocate."""
        self.began_us = self._ticks_us()
        if self.tick >= 0:
            # Their sum could leave 31 bits, and allocate; the difference cannot.
            self.now = (self.now - since(tick, self.tick)) & MASK
        self.tick = tick

    def set_time(self, seconds: int) -> None:
        """Set the time of day to `seconds` since 1970."""
        self._epoch = seconds
        self._epoch_at = self.now

    def time_of_day(self, at: int):
        """Return seconds since 1970 at board time `at` (ms, since power-up); None if the time was never set."""
        if self._epoch is None:
            return None
        return self._epoch + _span(self._epoch_at, at) // 1000

    def time_since_start(self, at: int):
        """Return `time_of_day`; None also if `at` (ms; negative: never) is before power-up: the board does not know for
        how long it was without power.
        """
        return None if at < 0 or _span(self.started, at) <= 0 else self.time_of_day(at)


def _span(start: int, now: int) -> int:
    """Return milliseconds from board time `start` to `now`, negative if `now` is earlier; right for up to six days."""
    ms = since(start, now)
    return ms if ms <= MASK >> 1 else ms - MASK - 1
