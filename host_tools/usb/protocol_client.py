"""Client of the board's JSON-lines protocol over a serial port (DESIGN.md section 5)."""

import codecs
import errno
import json
import time
from collections.abc import Callable
from itertools import count
from secrets import randbelow
from types import TracebackType

import serial

from firmware.journal.seal import board_key
from firmware.settings import is_key
from host_tools.timeouts import stretched
from host_tools.usb.ports import remember_board
from host_tools.usb.sans_io.exchange import FIRST_NUMBERS, exchange, request_text
from host_tools.usb.sans_io.problem import Problem

SILENCE_S = 3.0
"""A board answers sooner, and between the lines of an answer, unless this computer is busy: `host_tools.timeouts`."""
_READ_TIMEOUT_S = 0.05
_OPEN_PROBLEMS = {
    errno.ENOENT: "no_port",
    errno.ENOTTY: "no_serial_port",
    errno.EISDIR: "no_serial_port",
    errno.EACCES: "no_permission",
    errno.EAGAIN: "busy",
    errno.EBUSY: "busy",
}
"""Why a port cannot be opened, by errno."""
_WINDOWS_ERRNO = {"FileNotFoundError": errno.ENOENT, "PermissionError": errno.EBUSY}
"""On Windows pyserial gives the exception's name in its message, but no errno."""


class BoardLinkError(Exception):
    """Communication with the board at the port `path` failed: what is wrong, its `code`, and the `remedy`, as texts."""

    def __init__(self, path: str, problem: Problem) -> None:
        problem.values["port"] = path
        super().__init__(str(problem))
        self.path = path
        self.code = problem.code
        self.problem = problem.wrong
        self.remedy = problem.do

    @property
    def is_silent(self) -> bool:
        """Whether no firmware answers at the port."""
        return self.code in ("silent", "foreign", "stopped", "bare")


class BoardLink:
    """A serial connection to the board at the port `path`, as a context manager.

    `silence`: seconds without a line after which a board is silent, SILENCE_S stretched where it is None.
    All methods raise BoardLinkError.
    """

    def __init__(self, path: str, silence: float | None = None) -> None:
        self.path = path
        self._silence = stretched(SILENCE_S) if silence is None else silence
        self._numbers = count(1 + randbelow(FIRST_NUMBERS))
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        try:
            self._port = serial.Serial(path, timeout=_READ_TIMEOUT_S, write_timeout=self._silence, exclusive=True)
        except (OSError, ValueError) as error:
            raise BoardLinkError(path, open_problem(error)) from None

    def __enter__(self) -> "BoardLink":
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._port.close()

    def request(self, request_type: str, **fields: object) -> list[dict]:
        """Send a request and return the reply's data lines, decoded; raises as `request_lines`."""
        return [json.loads(text) for text in self.request_lines(request_type, **fields)]

    def request_lines(self, request_type: str, **fields: object) -> list[str]:
        """Send a request and return the reply's data lines, as JSON text."""
        number = next(self._numbers)
        try:
            text = request_text(number, request_type, fields)
        except Problem as problem:
            raise BoardLinkError(self.path, problem) from None
        return self.exchange(text, number, request_type)

    def exchange(
        self, request: str, number: int = 0, request_type: str = "", heard: Callable[[str], None] | None = None
    ) -> list[str]:
        """Send the text of a request and return the reply's data lines; the parameters are those of `exchange`."""
        conversation = exchange(number, request, request_type, self._silence, heard)
        try:
            text, deadline = next(conversation)
            while True:
                received = self._send(text) if text else self._receive(deadline)
                text, deadline = conversation.send((received, time.monotonic()))
        except StopIteration as end:
            remember_board(self.path)
            return end.value
        except Problem as problem:
            raise BoardLinkError(self.path, problem) from None
        except serial.SerialTimeoutException:
            raise BoardLinkError(self.path, Problem("silent")) from None
        except OSError:
            raise BoardLinkError(self.path, Problem("gone")) from None

    def _send(self, text: str) -> str:
        self._port.write(text.encode(errors="surrogateescape"))
        return ""

    def _receive(self, deadline: float) -> str:
        """Return the text that has arrived; "" if none does until the deadline, as of time.monotonic."""
        text = ""
        while not text and time.monotonic() < deadline:
            text = self._decoder.decode(self._port.read(self._port.in_waiting or 1))
        return text


def with_key_of_board(link: BoardLink, fields: dict) -> dict:
    """Return the fields of a request `configure` with the board's own key in place of the event's. Raises
    BoardLinkError."""
    (hello,) = link.request("hello")
    if not is_key(fields["key"]):
        return fields  # The board refuses it, and says why.
    return fields | {"key": board_key(bytes.fromhex(fields["key"]), hello["board"]).hex()}


def open_problem(error: Exception) -> Problem:
    """Return why a port cannot be opened, by pyserial's error."""
    code = _OPEN_PROBLEMS.get(_errno(error))
    return Problem(code) if code else Problem("not_opened", error=str(error))


def _errno(error: Exception) -> int:
    """Return the errno with which pyserial failed to open a port, 0 if it is unknown."""
    if code := getattr(error, "errno", None):
        return code
    cause = error.__context__
    if cause and cause.args and isinstance(cause.args[0], int):
        return cause.args[0]
    return next((code for name, code in _WINDOWS_ERRNO.items() if name in str(error)), 0)
