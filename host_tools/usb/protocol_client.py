"""Client of the board's JSON-lines protocol over a serial port (DESIGN.md section 5)."""

import errno
import json
import time
from collections.abc import Iterator
from itertools import count
from secrets import randbelow
from types import TracebackType
from typing import NoReturn

import serial

from firmware.config import LONGEST_LINE
from firmware.journal.seal import board_key
from firmware.settings import is_key
from host_tools.i18n import message
from host_tools.i18n.board_messages import board_message
from host_tools.printable import printable
from host_tools.shell_words import shell_words
from host_tools.timeouts import stretched
from host_tools.usb.board_schema import REPLIES, schema_faults
from host_tools.usb.ports import remember_board

SILENCE_S = 3.0
"""A board answers sooner, and between the lines of an answer, unless this computer is busy: `host_tools.timeouts`."""
_FOREIGN_SHOWN = 40
"""Characters that are shown of what another device sends."""
_READ_TIMEOUT_S = 0.05
_FIRST_IDS = 1 << 28
_LIST_PORTS = "`cribboard boards` shows those there are"
_PORT_IN_USE = ("another program uses this port", "close that program")
_OPEN_ERRORS = {
    errno.ENOENT: ("there is no such port", _LIST_PORTS),
    errno.ENOTTY: ("this is no serial port", _LIST_PORTS),
    errno.EISDIR: ("this is no serial port", _LIST_PORTS),
    errno.EACCES: ("you may not use this port", "`cribboard doctor` tells what to do"),
    errno.EAGAIN: _PORT_IN_USE,
    errno.EBUSY: _PORT_IN_USE,
}
"""Why a port cannot be opened, and what to do, by errno."""
_WINDOWS_ERRNO = {"FileNotFoundError": errno.ENOENT, "PermissionError": errno.EBUSY}
"""On Windows pyserial gives the exception's name in its message, but no errno."""


FIND_FIRMWARE = "import firmware.hal.faults; print('firmware:', 1 > 0)"
HAS_FIRMWARE, NO_FIRMWARE = "firmware: True", "ImportError"
"""What MicroPython's prompt is asked, to tell a board that has stopped from one without firmware, and its answers."""


class BoardLinkError(Exception):
    """Communication with the board at the port `path` failed: `problem` and, if there is one, its `remedy`."""

    def __init__(self, path: str, problem: str, remedy: str = "") -> None:
        super().__init__(f"{problem}: {remedy}" if remedy else problem)
        self.path = path
        self.problem = problem
        self.remedy = remedy


class SilentError(BoardLinkError):
    """No firmware answers at the port."""

    def __init__(self, path: str, problem: str = "no board answers there", remedy: str = "") -> None:
        new = f"a new Pico gets its firmware by `cribboard flash --port {shell_words(path)}`"
        super().__init__(path, problem, remedy or f"pull its cable, and put it in again; {new}")


class ForeignError(SilentError):
    """Something else than a board sends at the port: `received`, the beginning of which is told."""

    def __init__(self, path: str, received: str) -> None:
        said = printable(" ".join(received.split())[:_FOREIGN_SHOWN])
        super().__init__(path, f"what speaks there is no board: it sends “{said}”", "leave it alone, or pull its cable")


class MalformedReplyError(BoardLinkError):
    """A board's reply to a request is not what a board says."""

    def __init__(self, path: str, request_type: str, fault: str) -> None:
        problem = f"its reply to `{request_type}` is not what a board says ({printable(fault)})"
        super().__init__(path, problem, f"flash it: `cribboard flash --port {path}`")


class PromptError(SilentError):
    """MicroPython's prompt answers instead of the firmware, which is there (`stopped`) or not."""

    def __init__(self, path: str, stopped: bool) -> None:
        self.stopped = stopped
        if stopped:
            problem = "the board has stopped, and is at MicroPython's prompt"
            super().__init__(path, problem, "power it off and on; what it said is in its faults.log")
        else:
            problem = "there is MicroPython on it, but no firmware"
            super().__init__(path, problem, f"`cribboard flash --port {shell_words(path)}` puts it on")


class RefusedRequestError(BoardLinkError):
    """The board refused a request, in the `reply`."""

    def __init__(self, path: str, reply: dict) -> None:
        why = reply.get("why")
        detail = board_message(why, str(reply.get("detail")))
        needs_pin = isinstance(why, dict) and why.get("code") == "pin-needed"
        super().__init__(
            path, message("captain.wrong.refused", detail=detail), message("cli.remedy.pin-needed") if needs_pin else ""
        )


class BoardLink:
    """A serial connection to the board at the port `path`, as a context manager.

    `silence`: seconds without a line after which SilentError is raised, SILENCE_S stretched where it is None.
    All methods raise BoardLinkError.
    """

    def __init__(self, path: str, silence: float | None = None) -> None:
        self.path = path
        self._silence = stretched(SILENCE_S) if silence is None else silence
        # A random first id: replies to an earlier host, which never read them, do not match it.
        self._ids = count(randbelow(_FIRST_IDS))
        self._received = b""
        try:
            self._port = serial.Serial(path, timeout=_READ_TIMEOUT_S, write_timeout=self._silence, exclusive=True)
        except (OSError, ValueError) as error:
            raise BoardLinkError(path, *open_problem(error)) from None

    def __enter__(self) -> "BoardLink":
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._port.close()

    def request(self, request_type: str, **fields: object) -> list[dict]:
        """Send a request and return the reply's data lines, decoded; raises as `request_lines`.

        Raises MalformedReplyError where `board_schema.REPLIES` has the reply, and it is another.
        """
        replies = [parse_object(text) for text in self.request_lines(request_type, **fields)]
        if request_type in REPLIES:
            faults = (fault for reply in replies for fault in schema_faults(reply, REPLIES[request_type]))
            if fault := next(faults, "" if replies else "it is empty"):
                raise MalformedReplyError(self.path, request_type, fault)
        return replies

    def request_lines(self, request_type: str, **fields: object) -> Iterator[str]:
        """Send a request and yield the reply's data lines, as JSON text.

        Raises RefusedRequestError, SilentError, ForeignError, PromptError; BoardLinkError if the request is too long.
        """
        request_id = next(self._ids)
        request = json.dumps({"id": request_id, "do": request_type, **fields}, separators=(",", ":"))
        if len(request) > LONGEST_LINE:
            problem = f"{len(request)} bytes are more than the {LONGEST_LINE} that a board hears at once"
            raise BoardLinkError(self.path, problem, "take a shorter name, reason or preset")
        # The line end completes a line that another host may have left unfinished.
        self.send("\n" + request)
        # Only lines of this reply extend the deadline: others come without end from a device that is no board.
        deadline, foreign = self.answer_deadline(), ""
        while True:
            text = self.read_line(deadline, foreign, request)
            reply = parse_object(text)
            if reply.get("id") != request_id or "do" in reply:
                # A late reply to another host is a board's; so is what it echoes.
                foreign = foreign or ("" if "id" in reply or "ok" in reply else text)
                continue
            if reply.get("ok") is True:
                remember_board(self.path)
                return
            if reply.get("ok") is False:
                raise RefusedRequestError(self.path, reply)
            yield text
            deadline, foreign = self.answer_deadline(), ""

    def send(self, text: str) -> None:
        """Send a line of text unchanged. Raises SilentError if the board does not receive it."""
        try:
            self._port.write(text.encode(errors="surrogateescape") + b"\n")
        except serial.SerialTimeoutException:
            raise SilentError(self.path) from None
        except OSError:
            raise self._unplugged_error() from None

    def answer_deadline(self) -> float:
        """Return by when, as of time.monotonic, a board answers what it is asked now."""
        return time.monotonic() + self._silence

    def read_line(self, deadline: float, foreign: str = "", request: str = "") -> str:
        """Return the next line, which comes before the `deadline`. Raises SilentError if none comes.

        Raises ForeignError if what came instead, `foreign` before or now, is no board's; PromptError if `request` comes
        back: the prompt echoes what is typed, and waits for a carriage return.
        """
        while b"\n" not in self._received:
            self._received += self._read_available()
            if request and request.encode() in self._received:
                raise PromptError(self.path, self._finds_firmware())
            if time.monotonic() >= deadline and b"\n" not in self._received:
                self._raise_silence(foreign or self._received.decode(errors="replace"))
        if foreign and time.monotonic() >= deadline:
            self._raise_silence(foreign)
        line, _, self._received = self._received.partition(b"\n")
        return line.decode(errors="replace").strip()

    def _raise_silence(self, received: str) -> NoReturn:
        raise ForeignError(self.path, received) if received.strip() else SilentError(self.path)

    def _finds_firmware(self) -> bool:
        """Ask MicroPython's prompt whether the firmware is on the board; True if it does not say."""
        self._received = b""
        self.send(f"\x03{FIND_FIRMWARE}\r")
        deadline = time.monotonic() + self._silence
        while NO_FIRMWARE.encode() not in self._received:
            if HAS_FIRMWARE.encode() in self._received or time.monotonic() >= deadline:
                return True
            self._received += self._read_available()
        return False

    def _read_available(self) -> bytes:
        """Return the bytes that have arrived; b"" after `_READ_TIMEOUT_S` seconds without any."""
        try:
            return self._port.read(self._port.in_waiting or 1)
        except OSError:
            raise self._unplugged_error() from None

    def _unplugged_error(self) -> BoardLinkError:
        return BoardLinkError(self.path, "the cable is out", "put it in again")


def with_key_of_board(link: BoardLink, fields: dict) -> dict:
    """Return the fields of a request `configure` with the board's own key in place of the event's. Raises
    BoardLinkError."""
    (hello,) = link.request("hello")
    if not is_key(fields["key"]):
        return fields  # The board refuses it, and says why.
    return fields | {"key": board_key(bytes.fromhex(fields["key"]), hello["board"]).hex()}


def parse_object(text: str) -> dict:
    """Decode a JSON object; {} if the text is none."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def open_problem(error: Exception) -> tuple[str, str]:
    """Return why a port cannot be opened, by pyserial's error, and what to do."""
    default = (f"the port cannot be opened ({error})", "pull the board's cable, and put it in again")
    return _OPEN_ERRORS.get(_errno(error), default)


def _errno(error: Exception) -> int:
    """Return the errno with which pyserial failed to open a port, 0 if it is unknown."""
    if code := getattr(error, "errno", None):
        return code
    cause = error.__context__
    if cause and cause.args and isinstance(cause.args[0], int):
        return cause.args[0]
    return next((code for name, code in _WINDOWS_ERRNO.items() if name in str(error)), 0)
