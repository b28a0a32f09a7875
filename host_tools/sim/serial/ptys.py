"""Opens pseudo-terminals (ptys) as the serial ports of virtual boards."""

import os

try:
    import tty
except ImportError:  # Windows
    tty = None  # type: ignore[assignment]


class PtyError(Exception):
    """This computer has no pty, or none that is free; one line that says so."""


def open_pty() -> tuple[int, int, str]:
    """Open a pty in raw mode: return the descriptors of its two ends and the path of the second. Raises PtyError."""
    if tty is None:
        raise PtyError("virtual boards behind serial ports need Linux, macOS or WSL: Windows has no ports for them")
    try:
        end, port = os.openpty()
    except OSError as error:
        raise PtyError(f"no serial port for a virtual board: {error.strerror}") from None
    tty.setraw(port)
    return end, port, os.ttyname(port)
