"""A request to a board and its reply, lines of JSON (DESIGN.md section 5): framing, numbers, checks, silence."""

import json

from firmware.config import LONGEST_LINE
from firmware.interpreter import TYPE_CHECKING

from .problem import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from typing import Any

    Exchange = Generator[tuple[str, float], tuple[str, float], list[str]]
    Schema = dict[str, Any]

FIRST_NUMBERS = 1 << 28
"""The first request's number is a random one below: replies to an earlier host, which never read them, do not match."""
_FOREIGN_SHOWN = 40
"""Characters that are shown of what another device sends."""
_FIND_FIRMWARE = "import firmware.faults; print('firmware:', 1 > 0)"
_HAS_FIRMWARE, _NO_FIRMWARE = "firmware: True", "ImportError"
"""What MicroPython's prompt is asked, to tell a board that has stopped from one without firmware, and its answers."""
_WRONG, _RUN, _LEAVE = "\n)", "\x04", "\x02"
"""What MicroPython's raw prompt is sent: code that is wrong, so that nothing before it runs, ends code, and leaves."""
_DONE = "\x04>"
"""What the raw prompt says at the end of code."""
_STARTS = "MPY: soft reboot"
"""The last line of a prompt that another host leaves: the firmware starts."""


def request_text(number: int, request_type: str, fields: dict) -> str:
    """Return a request as JSON in ASCII, so that its length is that in bytes. Raises Problem if that is too long."""
    members = {"id": number, "do": request_type}
    members.update(fields)
    text = _ascii(json.dumps(members, separators=(",", ":")))
    if len(text) > LONGEST_LINE:
        raise Problem("too_long", size=len(text), longest=LONGEST_LINE)
    return text


def _ascii(text: str) -> str:
    """Escape JSON to ASCII, which MicroPython's encoder does not."""
    characters = []
    for char in text:
        code = ord(char)
        if code > 0xFFFF:
            code -= 0x10000
            characters.append(f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}")
        else:
            characters.append(char if code < 0x80 else f"\\u{code:04x}")
    return "".join(characters)


def exchange(
    number: int, request: str, request_type: str, silence: float, heard: "Callable[[str], Any] | None" = None
) -> "Exchange":
    """Send a request and read its reply; return the reply's data lines.

    Yields a text to send, "" for none, and the time until which something may still be received; takes the text
    received, "" for none, and the time, both times in seconds of any clock. A reply is silent after `silence` seconds
    without a line of its own: other lines come without end from a device that is no board. A board that starts
    meanwhile has as long from then on. `number` is the request's; with 0 every object is the reply's. `heard` is
    called with each line of the reply, with 0 with every line.

    Raises Problem: `refused` or `unknown-verb`, `malformed`, and, where no firmware answers, `silent`, `foreign` for
    what is no board, or for MicroPython's prompt `stopped` if there is firmware on the board, else `bare`.
    """
    # The line end completes a line that another host may have left unfinished.
    text, now = yield f"\n{request}\n", 0.0
    data: list[str] = []
    rest, foreign, deadline = "", "", now + silence
    while True:
        lines = (rest + text).split("\n")
        rest = lines.pop()
        for line in [line.strip() for line in lines]:
            reply = parse_object(line)
            is_own = reply.get("id") == number and "do" not in reply if number else bool(reply)
            if heard and (is_own or not number):
                heard(line)
            if line == _STARTS:
                foreign, deadline = "", now + silence
                continue
            if not is_own:
                # A late reply to another host is a board's; so is what it echoes.
                foreign = foreign or ("" if "id" in reply or "ok" in reply else line)
                continue
            if reply.get("ok") is True:
                _check_reply(request_type, data)
                return data
            if reply.get("ok") is False:
                raise _refusal(reply)
            data.append(line)
            foreign, deadline = "", now + silence
        # The prompt echoes what is typed, and waits for a carriage return.
        if request in rest:
            raise (yield from _find_firmware(now + silence))
        if now >= deadline:
            raise (yield from _no_answer(foreign or rest, now, silence))
        text, now = yield "", deadline


def _no_answer(received: str, now: float, silence: float) -> "Generator[tuple[str, float], tuple[str, float], Problem]":
    """Return why a request had no answer: nothing is there, or a device that sends other things, or the raw prompt, at
    which a host that was killed leaves a board.

    The raw prompt echoes nothing, and takes a request for code; it is left. What it is sent is no request to firmware
    that answers late, which Ctrl-C would stop.
    """
    deadline = now + silence / 3
    said, now = yield _WRONG + _RUN + _LEAVE, deadline
    while _DONE not in said:
        if now >= deadline:
            received = " ".join(received.split())[:_FOREIGN_SHOWN]
            return Problem("foreign", received=received) if received else Problem("silent")
        text, now = yield "", deadline
        said += text
    return (yield from _find_firmware(now + silence))


def _find_firmware(deadline: float) -> "Generator[tuple[str, float], tuple[str, float], Problem]":
    """Ask MicroPython's prompt whether the firmware is on the board; it counts as there if the prompt does not say."""
    said, now = yield f"\x03{_FIND_FIRMWARE}\r\n", deadline
    while _NO_FIRMWARE not in said:
        if _HAS_FIRMWARE in said or now >= deadline:
            return Problem("stopped")
        text, now = yield "", deadline
        said += text
    return Problem("bare")


def parse_object(text: str) -> dict:
    """Decode a JSON object; {} if the text is none."""
    try:
        value = json.loads(text)
    except (ValueError, RuntimeError):
        return {}
    return value if isinstance(value, dict) else {}


def _refusal(reply: dict) -> Problem:
    """Return the problem of a refused request, which older firmware may not know."""
    if reply.get("error") == "unknown-verb":
        return Problem("unknown-verb")
    why = reply.get("why")
    code = str(why.get("code", "")) if isinstance(why, dict) else ""
    return Problem("refused", code, (why, str(reply.get("detail"))))


def record(**properties: "Schema") -> "Schema":
    """Return the schema of an object that has these members, and may have more."""
    return {"type": "object", "properties": properties, "required": list(properties)}


_TYPES: "dict[str, Any]" = {
    "string": str, "boolean": bool, "object": dict, "array": list, "null": type(None),
    "integer": int, "number": (int, float),
}  # fmt: skip
_TEXT: "Schema" = {"type": "string"}
_WHOLE: "Schema" = {"type": "integer"}
_TEXTS: "Schema" = {"type": "array", "items": _TEXT}
REPLIES: "dict[str, Schema]" = {
    "hello": record(board=_TEXT, name=_TEXT, table=_WHOLE, event=_TEXT, link=_WHOLE, build=_TEXT),
    "status": record(
        phase=_TEXT,
        asked=_TEXT,
        round=_WHOLE,
        game=_WHOLE,
        winner={"type": ["string", "null"]},
        tracks={"type": "object", "additionalProperties": record(front=_WHOLE, pending=_WHOLE)},
        results=_WHOLE,
        held=_WHOLE,
        faults=_WHOLE,
        notes=_TEXTS,
    ),
    "selftest": record(
        firmware=_TEXT,
        machine=_TEXT,
        keys_down=_TEXTS,
        flash=record(free=_WHOLE, whole=_WHOLE, failed=_WHOLE, events=_WHOLE),
    ),
    "events": record(file=_TEXT, at=_WHOLE, hex=_TEXT),
}
"""JSON Schema of what a board replies, by the type of the request; replies to other requests are not checked."""


def _check_reply(request_type: str, data: list[str]) -> None:
    """Raise Problem where REPLIES has the reply, and it is another."""
    if request_type in REPLIES:
        faults = ["it is empty"] if not data else []
        for text in data:
            faults += schema_faults(json.loads(text), REPLIES[request_type])
        if faults:
            raise Problem("malformed", request=request_type, fault=faults[0])


def schema_faults(value: object, schema: "Schema", place: str = "") -> "Iterator[str]":
    """Yield what is wrong with a value by a schema, each with its place; of JSON Schema what this project uses."""
    allowed = schema.get("type", list(_TYPES))
    names = [allowed] if isinstance(allowed, str) else allowed
    # In Python a boolean is an integer; in JSON it is none.
    is_number = isinstance(value, bool) and "boolean" not in names
    if is_number or not any(isinstance(value, _TYPES[name]) for name in names):
        yield f"{place or 'it'} is no {' or '.join(names)}"
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from schema_faults(item, schema.get("items", {}), f"{place}[{number}]")
    elif isinstance(value, dict):
        yield from [f"{name} is missing" for name in schema.get("required", ()) if name not in value]
        for name, item in value.items():
            member = schema.get("properties", {}).get(name, schema.get("additionalProperties", {}))
            yield from schema_faults(item, member, f"{place}.{name}" if place else name)
