"""The board measures itself: how long things take, how often they happen. In play this allocates nothing."""

from array import array

from .clock import MASK, since
from .config import LED_US
from .interpreter import const

FINE_BITS = const(7)
"""Below 16 ms a step of the scale is 128 us, above it 8192 us."""
COARSE_BITS = const(13)
_FINE_STEPS = const(128)
_COARSE_STEPS = const(32)
_SLOW_US = const(20000)
"""An append that erases takes longer than this, one that does not takes a tenth of it."""


class Meter:
    """Durations in microseconds: how many (`count`), the `longest`, and how many took what (`fine`, `coarse`).

    `link.measured` tells what they come to.
    """

    def __init__(self) -> None:
        self.fine = array("i", [0] * _FINE_STEPS)
        self.coarse = array("i", [0] * _COARSE_STEPS)
        self.count = 0
        self.longest = 0

    def note(self, us: int) -> None:
        """One more. What is longer than a quarter of a second counts as that, but for `longest`.

        After twelve days of a step a millisecond no more are noted: a count beyond 31 bits would allocate.
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
    """What a board knows of itself: `steps` and `keys` (edge to last bit of the frame that shows it), and counts."""

    def __init__(self, hal) -> None:
        self._hal = hal
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

    def shown(self, now_ms: int, leds: list) -> None:
        """A frame has begun to go out: so many LEDs of each track, side by side."""
        if not self.frames:
            self.start_ms = since(self._hal.began_ms, now_ms)
        self.frames += 1
        if self._heard_us >= 0:
            self.keys.note(since(self._heard_us, self._hal.ticks_us()) + LED_US * max(leds))
            self._heard_us = -1

    def appended(self, us: int) -> None:
        """An event was written to flash."""
        self.appends += 1
        if us >= _SLOW_US:
            self.slow += 1


def measured(hal, measures):
    """Yield name and value of each figure, the heap and the faults among them."""
    yield "step_us", _durations(measures.steps)
    yield "key_us", _durations(measures.keys)
    yield "frames", measures.frames
    yield "start_ms", measures.start_ms
    used, free = hal.heap()
    yield "heap", {"used": used, "free": free}
    yield "appends", {"count": measures.appends, "slow": measures.slow}
    yield "refused_lines", measures.refused
    yield "faults", hal.faults()


def _durations(meter) -> dict:
    """count; median, p99 and longest in microseconds: that share took no longer, to the end of a step of the scale."""
    found = {"count": meter.count, "median": meter.longest, "p99": meter.longest, "longest": meter.longest}
    half, most = (meter.count + 1) // 2, (99 * meter.count + 99) // 100
    seen = 0
    for scale, bits in ((meter.fine, FINE_BITS), (meter.coarse, COARSE_BITS)):
        for step in range(len(scale)):
            before = seen
            seen += scale[step]
            if before < half <= seen:
                found["median"] = min(step + 1 << bits, meter.longest)
            if before < most <= seen:
                found["p99"] = min(step + 1 << bits, meter.longest)
                return found
    return found
