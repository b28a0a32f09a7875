"""Opens pseudo-terminals (ptys) as the serial ports of virtual boards."""

import os

from host_tools.i18n import message
from host_tools.os_errors import os_reason

try:
    import tty
except ImportError:  # Windows
    tty = None  # type: ignore[assignment]


class PtyError(Exception):
    """This computer has no pty, or no free one; the text is one line that says so."""


def open_pty() -> tuple[int, int, str]:
    """Open a pty in raw mode; return the descriptors of master and slave, and the slave's path. Raises PtyError."""
    if tty is None:
        raise PtyError(message("usb.virtual.windows"))
    try:
        master, slave = os.openpty()
    except OSError as error:
        raise PtyError(message("usb.virtual.no_port", reason=os_reason(error))) from None
    tty.setraw(slave)
    return master, slave, os.ttyname(slave)
