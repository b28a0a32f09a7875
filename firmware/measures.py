"""The board measures itself: how long things take, how often they happen. In play this allocates nothing."""

from array import array

from .clock import MASK, since
from .config import LED_US
from .interpreter import const

_FINE_BITS = const(7)
"""Below 16 ms a step of the scale is 128 us, above it 8192 us."""
_COARSE_BITS = const(13)
_FINE_STEPS = const(128)
_COARSE_STEPS = const(32)
_SLOW_US = const(20000)
"""An append that erases takes longer than this, one that does not takes a tenth of it."""


class Meter:
    """Durations in microseconds: how many (`count`), and the `longest`."""

    def __init__(self) -> None:
        self._fine = array("i", [0] * _FINE_STEPS)
        self._coarse = array("i", [0] * _COARSE_STEPS)
        self.count = 0
        self.longest = 0

    def note(self, us: int) -> None:
        """One more. What is longer than a quarter of a second counts as that, but for `longest`."""
        self.count += 1
        if us > self.longest:
            self.longest = us
        step = us >> _FINE_BITS
        if step < _FINE_STEPS:
            self._fine[step] += 1
        else:
            step = us >> _COARSE_BITS
            self._coarse[step if step < _COARSE_STEPS else _COARSE_STEPS - 1] += 1

    def within(self, percent: int) -> int:
        """That share of all took no longer than so many microseconds, to the end of a step of the scale."""
        left = (self.count * percent + 99) // 100
        for scale, bits in ((self._fine, _FINE_BITS), (self._coarse, _COARSE_BITS)):
            for step in range(len(scale)):
                left -= scale[step]
                if left <= 0:
                    return min((step + 1) << bits, self.longest)
        return self.longest

    def told(self) -> dict:
        """median, p99, longest: microseconds; count."""
        return {"median": self.within(50), "p99": self.within(99), "longest": self.longest, "count": self.count}


class Measures:
    """What a board knows of itself: `steps` and `keys` (edge to last bit of the frame that shows it), and counts."""

    def __init__(self, hal) -> None:
        self._hal = hal
        self._wire_us = LED_US * hal.leds
        self.steps = Meter()
        self.keys = Meter()
        self._heard_us = -1
        self.frames = 0
        self.start_ms = 0
        self.appends = 0
        self.slow = 0
        self.refused = 0
        """Lines of hosts that were refused: garbage, wrong values, wrong PINs."""

    def heard(self, began_us: int, late_ms: int) -> None:
        """A step that began at `began_us` has heard a key that moved `late_ms` before."""
        if self._heard_us < 0:
            self._heard_us = began_us - 1000 * late_ms & MASK

    def unseen(self) -> None:
        """What was heard changes no light."""
        self._heard_us = -1

    def shown(self, now_ms: int) -> None:
        """A frame has begun to go out."""
        if not self.frames:
            self.start_ms = since(self._hal.began_ms, now_ms)
        self.frames += 1
        if self._heard_us >= 0:
            self.keys.note(since(self._heard_us, self._hal.ticks_us()) + self._wire_us)
            self._heard_us = -1

    def appended(self, us: int) -> None:
        """An event was written to flash."""
        self.appends += 1
        if us >= _SLOW_US:
            self.slow += 1

    def told(self) -> dict:
        """All of it, by name, with the heap and the faults."""
        used, free = self._hal.heap()
        return {
            "step_us": self.steps.told(),
            "key_us": self.keys.told(),
            "frames": self.frames,
            "start_ms": self.start_ms,
            "heap": {"used": used, "free": free},
            "appends": {"count": self.appends, "slow": self.slow},
            "refused_lines": self.refused,
            "faults": self._hal.faults(),
        }
