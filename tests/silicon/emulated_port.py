"""An emulated board at a serial port, in place of pyserial's and of the clock: the host waits in the board's time."""

import errno
from functools import partial
from typing import Any

import pytest
import serial
from mpremote import transport_serial

from host_tools.usb import proof_session, protocol_client, repl
from tests.silicon.emulated_pico import Pico

PORT = "emulated"
_WAITING = proof_session, protocol_client, repl, transport_serial
"""Modules that wait for a board."""
_PACKET = 64


class _Clock:
    """What those modules use of `time`."""

    def __init__(self, pico: Pico) -> None:
        self._pico = pico

    def monotonic(self) -> float:
        return self._pico.now_ms() / 1000

    def sleep(self, seconds: float) -> None:
        self._pico.run(1000 * seconds)


class _Serial:
    """What those modules use of `serial.Serial`. It raises SerialException once the board has been reset."""

    def __init__(self, pico: Pico, port: str | None = None, timeout: float | None = None, **settings: Any) -> None:
        self.port = port
        self._pico = pico
        self._timeout_ms = 1000 * (timeout or 0)
        self._link: int | None = None
        self._read = b""
        if port:
            self.open()

    def open(self) -> None:
        self._link = self._pico.link() if self.port == PORT else None
        if self._link is None:
            raise serial.SerialException(errno.ENOENT, "no such port")
        self._pico.said()

    def isOpen(self) -> bool:  # noqa: N802
        return self._link is not None

    @property
    def in_waiting(self) -> int:
        if self._pico.link() != self._link:
            raise serial.SerialException(errno.EIO, "the board is gone")
        self._read += self._pico.said_bytes()
        return len(self._read)

    def inWaiting(self) -> int:  # noqa: N802
        return self.in_waiting

    def read(self, size: int = 1) -> bytes:
        end = self._pico.now_ms() + self._timeout_ms
        while self.in_waiting < size and self._pico.now_ms() < end:
            self._pico.run_until_said(end)
        data, self._read = self._read[:size], self._read[size:]
        return data

    def write(self, data: bytes) -> None:
        for at in range(0, len(data), _PACKET):
            self._pico.send(data[at : at + _PACKET])
            self.flush()

    def flush(self) -> None:
        # Raises once the board is gone, which takes nothing any more.
        while self.in_waiting >= 0 and self._pico.unsent():
            self._pico.run(1)

    def close(self) -> None:
        self._link = None


def plug(pico: Pico, patch: pytest.MonkeyPatch) -> None:
    """Have PORT lead to a board, until `patch` is undone."""
    patch.setattr(serial, "Serial", partial(_Serial, pico))
    for module in _WAITING:
        patch.setattr(module, "time", _Clock(pico))
