"""Whether the clock of the desk's computer has been set while the desk runs."""

import time

from host_tools.i18n import message

_LEAST_S = 120
"""What a computer's clock may be corrected by without a word."""


def _steady_s() -> float:
    """Return the seconds of a clock that nobody sets; on Linux it goes on while the computer sleeps."""
    boot_time = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot_time is None else time.clock_gettime(boot_time)


class DeskClock:
    """Compares the time of day with a clock that nobody sets, from when it is made."""

    def __init__(self) -> None:
        self._began = time.time() - _steady_s()

    @property
    def text(self) -> str:
        """What directors are told; "" while the clock has not been set.

        Where the steady clock stops while the computer sleeps, a clock that is ahead says nothing.
        """
        ahead = round(time.time() - _steady_s() - self._began)
        if -_LEAST_S < ahead < _LEAST_S or ahead > 0 and not hasattr(time, "CLOCK_BOOTTIME"):
            return ""
        key = "desk.page.clock_ahead" if ahead > 0 else "desk.page.clock_back"
        return message(key, minutes=round(abs(ahead) / 60))
