"""Non-blocking serial line to the host, on MicroPython's stdin and stdout (USB CDC), a byte at a time."""

import select
import sys

_CHUNK = 64
"""Bytes written at once: the USB driver has room for as many when it reports any room."""


class Serial:
    """Reads and writes beside the prompt; Ctrl-C stays the interpreter's."""

    def __init__(self) -> None:
        self._read_into = getattr(sys.stdin, "buffer", sys.stdin).readinto  # type: ignore[misc]
        self._out = getattr(sys.stdout, "buffer", sys.stdout)
        self._byte = bytearray(1)
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)
        # The first call allocates, which a step must not.
        self._readable.ipoll(0)

    def typed(self) -> bool:
        """Return whether a byte from the host waits to be read. Does not allocate."""
        waiting = False
        for ready in self._readable.ipoll(0):
            waiting = bool(ready[1] & select.POLLIN)
        return waiting

    def read(self) -> int:
        """Return the next byte from the host, or -1. Does not allocate."""
        for ready in self._readable.ipoll(0):
            if ready[1] & select.POLLIN and self._read_into(self._byte):
                return self._byte[0]
        return -1

    def write(self, data: bytes) -> int:
        """Send the first bytes of `data`; return how many were accepted: none while the host does not read."""
        for ready in self._writable.ipoll(0):
            if ready[1] & select.POLLOUT:
                chunk = data[:_CHUNK]
                self._out.write(chunk)
                return len(chunk)
        return 0
