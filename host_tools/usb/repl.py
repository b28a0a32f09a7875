"""The board's REPL, through mpremote: the only module that uses mpremote's Python interface, which may change."""

import struct
import time
from binascii import b2a_base64
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Any

from mpremote import transport_serial
from mpremote.transport import TransportError, TransportExecError

from host_tools.i18n import message
from host_tools.timeouts import stretched
from host_tools.usb.protocol_client import open_problem

CHUNK = 768
"""Bytes of a file sent at once, in base64: the board compiles 1 kB."""
_SILENCE_S = 5
_LOOK_S = 0.01
_RUN_S = 30
"""For how long code may run on the board and print nothing."""
_RESET = b"\x04"

# mpremote prints unexpected output of the board, in the middle of the progress bars.
transport_serial.print = lambda *words: None


class ReplError(Exception):
    """The REPL does not answer, the port is gone, or the board raised an exception; the message is one line."""


class Repl:
    """The raw REPL of the board at a port, as a context manager: interrupts its program, and restarts it at the end.

    All methods raise ReplError.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._was_reset = False

    def __enter__(self) -> "Repl":
        """Open the port, and interrupt the board's program."""
        try:
            self._transport = transport_serial.SerialTransport(self._path, timeout=stretched(_SILENCE_S))
        except (TransportError, OSError) as error:
            raise ReplError(str(open_problem(error))) from None
        try:
            self._translate_errors(self._transport.enter_raw_repl)
        except ReplError:
            self._close()
            raise
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        with suppress(OSError):
            if not self._was_reset:
                self._transport.exit_raw_repl()
                self._transport.serial.write(_RESET)
                self._transport.serial.flush()
        self._close()

    def _close(self) -> None:
        with suppress(OSError):
            self._transport.close()

    def run(self, code: str) -> str:
        """Run code in the board's main module and return what it printed."""
        printed, error = self._translate_errors(lambda: self._transport.exec_raw(code, timeout=stretched(_RUN_S)))
        if error:
            raise ReplError(message("usb.repl.says", error=error.decode(errors="replace").strip().splitlines()[-1]))
        return printed.decode().replace("\r\n", "\n")

    def run_to_reset(self, code: str, wait_s: float) -> str:
        """Run code that resets the board; return what it printed until the port was gone, or `wait_s` were over.

        The board is not restarted in the end: it has started by itself.
        """
        self._translate_errors(lambda: self._transport.exec_raw_no_follow(code))
        self._was_reset = True
        printed = b""
        deadline = time.monotonic() + wait_s
        with suppress(OSError):
            while time.monotonic() < deadline:
                printed += self._transport.serial.read(self._transport.serial.in_waiting)
                time.sleep(_LOOK_S)
        return printed.decode(errors="replace").replace("\r\n", "\n")

    def write(self, path: str, data: bytes, report: Callable[[int], None]) -> None:
        """Write a file on the board's flash; `report` takes the number of bytes written so far."""
        # As mpremote does, but in a third of the bytes: it sends most bytes of a compiled module as four characters.
        self.run(f"from binascii import a2b_base64\nf=open({path!r},'wb')\nw=f.write")
        for at in range(0, len(data), CHUNK):
            part = data[at : at + CHUNK]
            self.run(f"w(a2b_base64({b2a_base64(part, newline=False)!r}))")
            report(at + len(part))
        self.run("f.close()")

    def _translate_errors(self, action: Callable[[], Any]) -> Any:
        """Call a function that uses mpremote, and return its result. Raises ReplError for mpremote's errors."""
        try:
            return action()
        except TransportExecError as error:
            raise ReplError(message("usb.repl.says", error=str(error).strip().splitlines()[-1])) from None
        except (TransportError, struct.error) as error:
            raise ReplError(message("usb.repl.silent", error=error)) from None
        except OSError:
            raise ReplError(message("usb.repl.out")) from None
