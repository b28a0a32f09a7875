"""What a key or a host asks of a board that starts: MicroPython's prompt."""

import select
import sys
from time import sleep_ms

from machine import Pin

from ..config import KEY_MENU, PINS_KEYS
from .led_rail import rail

UNTYPED_MS = 10000
"""A host that interrupts the start and sends nothing for this long did not mean the prompt."""
_STUCK_MS = 2000
_POLL_MS = 20


def _menu_down() -> bool:
    """Return whether the MENU key is down now."""
    return not Pin(PINS_KEYS[KEY_MENU], Pin.IN, Pin.PULL_UP).value()


def begin_lights() -> None:
    """Switch the LED rail on, unless MENU is down: that may be for the prompt, which wants no lights."""
    rail.switch(not _menu_down())


def menu_asks() -> bool:
    """Return whether MENU is down now and let go within _STUCK_MS. A key held for longer is stuck: the board plays."""
    if not _menu_down():
        return False
    for _ in range(_STUCK_MS // _POLL_MS):
        sleep_ms(_POLL_MS)
        if not _menu_down():
            return True
    return False


def host_asks() -> bool:
    """Return whether a host that has sent Ctrl-C sends more within UNTYPED_MS, which stays unread, for the prompt."""
    print("Ctrl-C: press Enter for the prompt; otherwise the board starts in %d s" % (UNTYPED_MS // 1000))
    host = select.poll()
    host.register(sys.stdin, select.POLLIN)
    for _ in range(UNTYPED_MS // _POLL_MS):
        for _ in host.ipoll(0):
            return True
        sleep_ms(_POLL_MS)
    return False
