"""Client of the board's JSON-lines protocol over a serial port (DESIGN.md section 5)."""

import errno
import json
import time
from collections.abc import Iterator
from itertools import count
from secrets import randbelow
from types import TracebackType

import serial

from firmware.link.link import LONGEST_LINE

SILENCE_S = 3.0
_SLICE_S = 0.05
_FIRST_IDS = 1 << 28
_LIST = "`cribboard boards` shows those there are"
_PORT_IN_USE = ("another program uses this port", "close that program")
_OPENING = {
    errno.ENOENT: ("there is no such port", _LIST),
    errno.ENOTTY: ("this is no serial port", _LIST),
    errno.EISDIR: ("this is no serial port", _LIST),
    errno.EACCES: ("you may not use this port", "`cribboard doctor` tells what to do"),
    errno.EAGAIN: _PORT_IN_USE,
    errno.EBUSY: _PORT_IN_USE,
}
"""Why a port cannot be opened, and what to do."""
_WINDOWS_ERRNO = {"FileNotFoundError": errno.ENOENT, "PermissionError": errno.EBUSY}
"""On Windows pyserial gives the exception's name in its message, but no errno."""


class BoardLinkError(Exception):
    """Communication with the port at `path` failed: `wrong` says why, `do` names a remedy or is ""."""

    def __init__(self, path: str, problem: str, do: str = "") -> None:
        super().__init__(f"{problem}: {do}" if do else problem)
        self.path = path
        self.wrong = problem
        self.do = do


class SilentError(BoardLinkError):
    """Nothing answers at the port: no firmware runs there."""

    def __init__(self, path: str) -> None:
        super().__init__(path, "no board answers there", f"`cribboard flash --port {path}` puts the firmware on it")


class PromptError(SilentError):
    """MicroPython's prompt answers instead of the firmware."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.wrong = "it is at MicroPython's prompt, as after Ctrl-C or when its firmware has failed three times"
        self.do = f"wait ten seconds: the game goes on by itself; where it does not, `cribboard flash --port {path}`"
        self.args = (f"{self.wrong}: {self.do}",)


class RefusedRequestError(BoardLinkError):
    """The board refused a request; `code` is the protocol's error code."""

    def __init__(self, path: str, code: str, reason: str) -> None:
        super().__init__(path, f"the board refuses: {reason}")
        self.code = code


class BoardLink:
    """A connection to the board at a port. `silence`: seconds without a line after which SilentError is raised.

    The constructor and each method raise BoardLinkError.
    """

    def __init__(self, path: str, silence: float = SILENCE_S) -> None:
        self.path = path
        self._silence = silence
        # A random first number: replies that a host before this one never read do not match it.
        self._ids = count(randbelow(_FIRST_IDS))
        self._received = b""
        try:
            self._port = serial.Serial(path, timeout=_SLICE_S, write_timeout=silence, exclusive=True)
        except (OSError, ValueError) as error:
            default = (f"the port cannot be opened ({error})", "pull the board's cable, and put it in again")
            raise BoardLinkError(path, *_OPENING.get(_number(error), default)) from None

    def __enter__(self) -> "BoardLink":
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._port.close()

    def ask(self, do: str, **fields: object) -> list[dict]:
        """Send the request `do`; return the data lines. Raises RefusedRequestError, SilentError, PromptError."""
        return [json.loads(text) for text in self.texts(do, **fields)]

    def texts(self, do: str, **fields: object) -> Iterator[str]:
        """Send the request `do` and yield the reply's data lines, undecoded."""
        number = next(self._ids)
        request = json.dumps({"id": number, "do": do, **fields}, separators=(",", ":"))
        if len(request) > LONGEST_LINE:
            problem = f"{len(request)} bytes are more than the {LONGEST_LINE} that a board hears at once"
            raise BoardLinkError(self.path, problem, "take a shorter name, reason or preset")
        # The line end completes a line that another host may have left unfinished.
        self.send("\n" + request)
        while True:
            try:
                text = self.hear()
            except SilentError:
                # The prompt echoes what is typed, and waits for a carriage return.
                if request.encode() in self._received:
                    raise PromptError(self.path) from None
                raise
            reply = _object(text)
            if reply.get("id") != number or "do" in reply:
                continue
            if reply.get("ok") is True:
                return
            if reply.get("ok") is False:
                raise RefusedRequestError(self.path, str(reply.get("error")), _refusal_text(reply, "pin" in fields))
            yield text

    def send(self, text: str) -> None:
        """Send a line of text unchanged."""
        try:
            self._port.write(text.encode(errors="surrogateescape") + b"\n")
        except serial.SerialTimeoutException:
            raise SilentError(self.path) from None
        except OSError:
            raise self._unplugged_error() from None

    def hear(self) -> str:
        """Return the next line. Raises SilentError when none comes."""
        deadline = time.monotonic() + self._silence
        while b"\n" not in self._received:
            data = self._read_available()
            if data:
                deadline = time.monotonic() + self._silence
            elif time.monotonic() >= deadline:
                raise SilentError(self.path)
            self._received += data
        line, _, self._received = self._received.partition(b"\n")
        return line.decode(errors="replace").strip()

    def _read_available(self) -> bytes:
        """Return the bytes received so far, b"" after `_SLICE_S` seconds without any."""
        try:
            return self._port.read(self._port.in_waiting or 1)
        except OSError:
            raise self._unplugged_error() from None

    def _unplugged_error(self) -> BoardLinkError:
        return BoardLinkError(self.path, "the cable is out", "put it in again")


def _object(text: str) -> dict:
    """Decode a JSON object; {} where the text is not one."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _refusal_text(reply: dict, pin_given: bool) -> str:
    """Return why the board refuses, in words for a user of the command line."""
    if reply.get("error") != "pin":
        return str(reply.get("detail"))
    return "that is not its PIN" if pin_given else "it has a PIN, give it with --pin"


def _number(error: Exception) -> int:
    """Return the errno with which opening a port failed, 0 where pyserial's exception does not tell."""
    if number := getattr(error, "errno", None):
        return number
    cause = error.__context__
    if cause and cause.args and isinstance(cause.args[0], int):
        return cause.args[0]
    return next((number for word, number in _WINDOWS_ERRNO.items() if word in str(error)), 0)
