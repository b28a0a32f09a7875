"""Watchdog driver. Once started it cannot be stopped: a timer feeds it at the prompt, the board's step in play."""

from machine import WDT, Pin, Timer

from ..config import KEY_MENU, PINS_KEYS
from .led_rail import rail

_BITES_MS = 8000
_FEED_MS = 1000


class Watchdog:
    """`keep`: a timer feeds it from now on. `guard`: the timer stops, and the caller has to `feed` it."""

    def __init__(self) -> None:
        self._dog: WDT = None
        self._timer: Timer = None

    def keep(self) -> None:
        if self._dog is None:
            self._dog = WDT(timeout=_BITES_MS)
        if self._timer is None:
            self._timer = Timer(-1)
            self._timer.init(period=_FEED_MS, mode=Timer.PERIODIC, callback=self._on_timer)

    def guard(self) -> None:
        self.keep()
        self.feed()
        self._timer.deinit()
        self._timer = None

    def feed(self) -> None:
        self._dog.feed()

    def _on_timer(self, timer) -> None:
        self._dog.feed()


watchdog = Watchdog()


def begins() -> bool:
    """Return whether to start the board: unless the MENU key is down. If so, the LED rail is switched on."""
    held = not Pin(PINS_KEYS[KEY_MENU], Pin.IN, Pin.PULL_UP).value()
    if not held:
        rail.turn(True)
    return not held
