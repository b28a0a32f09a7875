"""What a key or a host asks of a board that starts: MicroPython's prompt."""

import select
import sys
from time import sleep_ms

from .watchdog import menu_down

UNTYPED_MS = 10000
"""A host that interrupts the start and sends nothing for this long did not mean the prompt."""
_STUCK_MS = 2000
_POLL_MS = 20


def menu_asks() -> bool:
    """Return whether MENU is down now and let go within _STUCK_MS. A key held for longer is stuck: the board plays."""
    if not menu_down():
        return False
    for _ in range(_STUCK_MS // _POLL_MS):
        sleep_ms(_POLL_MS)
        if not menu_down():
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
