"""Reads the results of boards on this computer's serial ports (DESIGN.md section 5, link)."""

import json

import serial  # type: ignore[import-untyped]
from serial.tools import list_ports  # type: ignore[import-untyped]

from host_tools.desk.reading import Text
from host_tools.desk.store import DeskError

VENDORS = (0x2E8A,)
"""USB vendors whose boards are asked: Raspberry Pi's, whose controllers the boards have."""
_SILENCE_S = 3.0
_ASK = b'{"id":1,"do":"results","since":0,"limit":1000000}\n'


def ports() -> list[str]:
    """Serial ports behind which a board may be."""
    return sorted(port.device for port in list_ports.comports() if port.vid in VENDORS)


def read_all() -> list[Text]:
    """The result lines of every board that is connected. Raises DeskError where there is none, or one fails."""
    found = ports()
    if not found:
        raise DeskError("no board is connected by USB; results can also be read from files")
    return [text for port in found for text in read(port)]


def read(port: str) -> list[Text]:
    """The result lines of the board at one port. Raises DeskError."""
    try:
        with serial.Serial(port, timeout=_SILENCE_S, write_timeout=_SILENCE_S, exclusive=True) as line:
            line.write(_ASK)
            return [(port, number, text) for number, text in enumerate(_answers(line, port), 1)]
    except (OSError, ValueError) as error:
        raise DeskError(f"{port}: {error}") from None


def _answers(line: serial.Serial, port: str):
    while True:
        raw = line.readline()
        if not raw.endswith(b"\n"):
            raise DeskError(f"{port}: the board does not answer; is it playing, and not held in its prompt?")
        text = raw.decode("utf-8", errors="replace").strip()
        end = _end(text)
        if end is True:
            return
        if end is False:
            raise DeskError(f"{port}: the board refuses: {text}")
        if text.startswith('{"id":1,'):
            yield text


def _end(text: str) -> bool | None:
    """Whether a line ends the answer well (True) or badly (False); None for every other line."""
    try:
        fields = json.loads(text)
    except ValueError:
        return None
    return fields["ok"] if isinstance(fields, dict) and fields.get("id") == 1 and "ok" in fields else None
