"""Non-blocking serial line to the host, on MicroPython's stdin and stdout (USB CDC), a byte at a time.

While the board plays, Ctrl-C is a byte like others (`micropython.kbd_intr(-1)`), which stops nothing. A line that ends
with Enter within PROMPT_MS asks for the prompt, unless it is a request: those begin with a brace, end with a line feed.
"""

import select
import sys
from time import ticks_ms

from ..interpreter import const
from ..ticks import since

PROMPT_MS = const(10000)
_CHUNK = 64
"""Bytes written at once: the USB driver has room for as many when it reports any room."""
_RECEIVED_BYTES = const(8)
"""In a step: each takes a Pico 0.3 ms, until `link` has it."""
_CTRL_C = const(3)
_ENTER = const(13)
_NEWLINE = const(10)
_BRACE = const(123)
_HINT = b"\r\nCtrl-C: the game goes on; Enter within 10 s: the prompt\r\n"


class Serial:
    """Reads and writes beside the prompt."""

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
        self._received = bytearray(_RECEIVED_BYTES)
        self._length = 0
        self._taken = 0
        self._first = -1
        """First byte of the line that the host is sending; -1 before it."""
        self._heard = False
        self._interrupted = False
        self._interrupted_at: int = 0
        self._hint_due = False
        self._replying = False
        """Whether a line to the host has begun and not ended."""

    def prompt_asked(self) -> bool:
        """Receive what the host has sent; return whether that asks for the prompt, which is to read what comes after.

        Allocates only to tell a host that has sent Ctrl-C what to do.
        """
        self._heard = False
        for ready in self._readable.ipoll(0):
            if ready[1] & select.POLLIN:
                return self._receive()
        if self._hint_due and not self._replying and self.write(_HINT):
            self._hint_due = False
        return False

    def _receive(self) -> bool:
        """Receive the bytes that wait, as many as there is room for; return whether they ask for the prompt."""
        if self._taken == self._length:
            self._taken = self._length = 0
        while self._length < _RECEIVED_BYTES and self._read_byte():
            self._heard = True
            byte = self._byte[0]
            if self._asks(byte):
                return True
            if byte != _CTRL_C:
                self._received[self._length] = byte
                self._length += 1
        return False

    def _read_byte(self) -> bool:
        """Read the next byte that waits in the port into `_byte`; return whether there was one. Does not allocate."""
        for ready in self._readable.ipoll(0):
            if ready[1] & select.POLLIN:
                return self._read_into(self._byte) > 0
        return False

    def _asks(self, byte: int) -> bool:
        """Return whether a byte ends a line that asks for the prompt; note whether it is Ctrl-C, or begins a line."""
        if byte == _CTRL_C:
            self._interrupted = self._hint_due = True
            self._interrupted_at = ticks_ms()  # type: ignore[assignment]
        elif byte != _ENTER and byte != _NEWLINE:
            if self._first < 0:
                self._first = byte
        else:
            request = self._first == _BRACE
            self._first = -1
            return byte == _ENTER and not request and self._is_interrupted()
        return False

    def _is_interrupted(self) -> bool:
        """Return whether Ctrl-C came within the last PROMPT_MS."""
        now: int = ticks_ms()  # type: ignore[assignment]
        self._interrupted = self._interrupted and since(self._interrupted_at, now) < PROMPT_MS
        return self._interrupted

    def heard(self) -> bool:
        """Return whether the last `prompt_asked` has received anything."""
        return self._heard

    def read(self) -> int:
        """Return the next byte received, or -1. Does not allocate."""
        if self._taken == self._length:
            return -1
        self._taken += 1
        return self._received[self._taken - 1]

    def write(self, data: bytes) -> int:
        """Send the first bytes of `data`; return how many were accepted: none while the host does not read."""
        for ready in self._writable.ipoll(0):
            if ready[1] & select.POLLOUT:
                chunk = data[:_CHUNK]
                self._out.write(chunk)
                self._replying = chunk[-1] != _NEWLINE
                return len(chunk)
        return 0
