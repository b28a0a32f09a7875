"""The board's own protocol over a serial port (DESIGN.md section 5): a JSON object a line."""

import json
import time
from collections.abc import Callable, Iterator
from itertools import count
from types import TracebackType

import serial

SILENCE_S = 3.0
_SLICE_S = 0.05


class LineError(Exception):
    """No conversation; one line that says why, and what to do."""


class SilentError(LineError):
    """Nothing that answers is behind the port: no firmware runs there."""


class RefusedError(LineError):
    """The board says no: `code` is for programs, the text for people."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"the board refuses: {detail}")
        self.code = code


class Line:
    """A conversation with the board at a port. `clock` is seconds that pass. Raises LineError, in each method too."""

    def __init__(self, path: str, silence: float = SILENCE_S, clock: Callable[[], float] = time.monotonic) -> None:
        self.path = path
        self._silence = silence
        self._clock = clock
        self._ids = count(1)
        self._rest = b""
        try:
            self._port = serial.Serial(path, timeout=_SLICE_S, write_timeout=silence, exclusive=True)
        except (OSError, ValueError) as error:
            raise LineError(f"{path} cannot be opened: {_reason(error)}") from None

    def __enter__(self) -> "Line":
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._port.close()

    def ask(self, do: str, **fields: object) -> list[dict]:
        """The data lines of the answer, as objects. Raises RefusedError, SilentError too."""
        return [json.loads(text) for text in self.texts(do, **fields)]

    def texts(self, do: str, **fields: object) -> Iterator[str]:
        """The data lines of the answer as they came."""
        number = next(self._ids)
        # The line before it, if somebody left one unfinished, ends here.
        self.send("\n" + json.dumps({"id": number, "do": do, **fields}, separators=(",", ":")))
        while True:
            text = self.hear()
            reply = _object(text)
            if reply.get("id") != number or "do" in reply:
                continue
            if reply.get("ok") is True:
                return
            if reply.get("ok") is False:
                raise RefusedError(str(reply.get("error")), str(reply.get("detail")))
            yield text

    def send(self, text: str) -> None:
        """Send a line as it is."""
        try:
            self._port.write(text.encode() + b"\n")
        except OSError as error:
            raise LineError(f"{self.path}: the cable is out ({_reason(error)})") from None

    def hear(self) -> str:
        """The next line. Raises SilentError when none comes."""
        deadline = self._clock() + self._silence
        while b"\n" not in self._rest:
            came = self._read()
            if came:
                deadline = self._clock() + self._silence
            elif self._clock() >= deadline:
                raise SilentError(f"{self.path}: no board answers there")
            self._rest += came
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode(errors="replace").strip()

    def _read(self) -> bytes:
        try:
            return self._port.read(self._port.in_waiting or 1)
        except OSError as error:
            raise LineError(f"{self.path}: the cable is out ({_reason(error)})") from None


def _object(text: str) -> dict:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _reason(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error)
