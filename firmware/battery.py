"""Watches the voltage of a charger module's lithium cell: low an hour before its end, then at its last."""

from .config import BATTERY_LAST_MV, BATTERY_LOW_MV, BATTERY_RISE_MV
from .interpreter import const

_READINGS = const(4)
"""About so many readings a change takes: a long count pulls the voltage down for a moment."""


class Battery:
    """`mv`: the cell's voltage, smoothed; -1 where it is not measured. `low`: to be charged; `last`: light is saved."""

    def __init__(self, hal) -> None:
        self._hal = hal
        self.mv: int = hal.battery_mv()
        self.low = self.last = False

    def measure(self) -> bool:
        """Measure, and return whether `low` or `last` has changed. Does not allocate."""
        if self.mv < 0:
            return False
        self.mv += (self._hal.battery_mv() - self.mv) // _READINGS
        low = _below(self.mv, BATTERY_LOW_MV, self.low)
        last = _below(self.mv, BATTERY_LAST_MV, self.last)
        changed = low != self.low or last != self.last
        self.low = low
        self.last = last
        return changed


def _below(mv: int, limit: int, was: bool) -> bool:
    """Return whether a voltage is below a limit; once it `was`, until it has risen well above it."""
    return mv < limit + (BATTERY_RISE_MV if was else 0)
