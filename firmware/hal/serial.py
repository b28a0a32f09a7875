"""Non-blocking serial line to the host, on MicroPython's stdin and stdout (USB CDC), a byte at a time."""

import select
import sys

_PIECE = 64
"""Bytes handed to the line at once: what the USB driver has room for when it says that it has room."""


class Serial:
    """Reads and writes beside the prompt; Ctrl-C stays the interpreter's."""

    def __init__(self) -> None:
        self._read_into = getattr(sys.stdin, "buffer", sys.stdin).readinto  # type: ignore[misc]
        self._out = getattr(sys.stdout, "buffer", sys.stdout)
        self._byte = bytearray(1)
        self._coming = select.poll()
        self._coming.register(sys.stdin, select.POLLIN)
        self._going = select.poll()
        self._going.register(sys.stdout, select.POLLOUT)
        # The first time it takes memory; a step has none to give.
        self._coming.ipoll(0)

    def typed(self) -> bool:
        """Return whether a byte of the host's waits to be read. Allocates nothing."""
        waiting = False
        for ready in self._coming.ipoll(0):
            waiting = bool(ready[1] & select.POLLIN)
        return waiting

    def read(self) -> int:
        """Return the next byte, or -1. Allocates nothing."""
        for ready in self._coming.ipoll(0):
            if ready[1] & select.POLLIN and self._read_into(self._byte):
                return self._byte[0]
        return -1

    def write(self, data: bytes) -> int:
        """Return how many of the bytes were taken: none while the host does not read."""
        for ready in self._going.ipoll(0):
            if ready[1] & select.POLLOUT:
                piece = data[:_PIECE]
                self._out.write(piece)
                return len(piece)
        return 0
