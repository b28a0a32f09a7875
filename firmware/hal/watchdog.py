"""Watchdog driver. The watchdog cannot be stopped: at the REPL a timer feeds it, during play the main loop."""

from machine import WDT, Pin, Timer

from .step_trace import StepTrace
from .this_board import pins

_TIMEOUT_MS = 8000
_FEED_MS = 1000


class Watchdog:
    """The watchdog, fed by a timer (`keep`) or by the caller (`guard`, then `feed`). `kept`: the StepTrace."""

    def __init__(self) -> None:
        self._dog: WDT = None
        self._timer: Timer = None
        self.kept = StepTrace()

    def keep(self) -> None:
        """Start the watchdog if it does not run, and let a timer feed it from now on: the board does not play."""
        self.kept.clear()
        if self._dog is None:
            self._dog = WDT(timeout=_TIMEOUT_MS)
        if self._timer is None:
            self._timer = Timer(-1)
            self._timer.init(period=_FEED_MS, mode=Timer.PERIODIC, callback=self._on_timer)

    def guard(self) -> None:
        """Stop the timer: from now on the caller has to `feed` the watchdog within _TIMEOUT_MS, or the board resets."""
        self.keep()
        self.kept.begin()
        self.feed()
        self._timer.deinit()
        self._timer = None

    def feed(self) -> None:
        """Feed the watchdog, at the end of a step."""
        self._dog.feed()
        self.kept.end_step()

    def _on_timer(self, timer) -> None:
        self._dog.feed()


watchdog = Watchdog()


def menu_down() -> bool:
    """Return whether the MENU key is down now."""
    return not Pin(pins["menu"], Pin.IN, Pin.PULL_UP).value()
