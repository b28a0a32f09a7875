"""Reports what the board was doing when the watchdog reset it; loaded only after such a reset."""

from .entry.menus import MENU_NAMES
from .entry.phases import PHASE_NAMES
from .messages import CodedError

ACTIVITIES = "play flash displays wifi load".split()
ACTIVITIES += "clear configure deal events hello judge network results selftest status time".split()
"""What a step does, by the numbers that `Board` traces: keys and lights, flash, displays, Wi-Fi, then each request."""


class WatchdogError(CodedError):
    """The watchdog has reset the board; the message says what it was doing."""


def report_reset(hal) -> None:
    """Write what the machine has kept across the reset to faults.log, and add it to the notes."""
    trace, at_ms, longest_ms = hal.reset_trace
    phase = _name(MENU_NAMES, (trace >> 4) & 15) or _name(PHASE_NAMES, trace & 15)
    task = _name(ACTIVITIES, trace >> 8)
    hal.keep_reset(WatchdogError("watchdog", task=task, phase=phase, s=at_ms // 1000, ms=longest_ms))


def _name(names, number: int) -> str:
    """Return a number's name; the number itself if a firmware of another version has kept it."""
    return names[number] if number < len(names) else str(number)
