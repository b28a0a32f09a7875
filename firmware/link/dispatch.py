"""Parses a host's JSON request, calls its handler, and yields the reply line by line (DESIGN.md section 5).

A reply is data lines, then one line that says how it went.
"""

import json

from .read_handlers import READ_HANDLERS
from .request_validation import LinkError
from .write_handlers import WRITE_HANDLERS

HANDLERS = dict(READ_HANDLERS)
HANDLERS.update(WRITE_HANDLERS)


def answers(board, line: bytes):
    """Yield the reply to one request line: pieces of text, each computed within some 2 ms.

    A request that fails ends in a line with `ok` false, an error code and a detail.
    """
    request: dict = {}
    outcome: dict = {"ok": True}
    try:
        request = _parse(line)
        # A piece of its own: the first handler's work begins in the next step.
        yield ""
        for data in _handler(request)(board, request):
            for piece in _line(request, data):
                yield piece
    except LinkError as refusal:
        board.measures.refused += 1
        outcome = {"ok": False, "error": refusal.code, "detail": refusal.detail}
    except RuntimeError:
        # Brackets within brackets, deeper than the stack.
        board.measures.refused += 1
        outcome = {"ok": False, "error": "bad-json", "detail": "too deep"}
    for piece in _line(request, outcome.items()):
        yield piece


def _line(request: dict, data):
    """Yield the pieces of one line: `data` is a result's text, or pairs of name and value."""
    number = json.dumps(request.get("id"))
    if isinstance(data, str):
        yield '{"id":%s,"result":%s}\n' % (number, data)
        return
    yield '{"id": %s' % number
    for name, value in data:
        yield ', "%s": %s' % (name, json.dumps(value))
    yield "}\n"


def _parse(line: bytes) -> dict:
    """Parse the request into a dictionary with a valid `id`. Raises LinkError; b"" is a line that was too long."""
    if not line:
        raise LinkError("too-long", "a line has at most 480 bytes")
    try:
        # As text: bytes may be taken for UTF-16.
        request = json.loads(str(line, "utf-8"))
    except ValueError:
        raise LinkError("bad-json", "one JSON object a line") from None
    if not isinstance(request, dict):
        raise LinkError("bad-json", "one JSON object a line")
    number = request.get("id")
    if number is not None and not isinstance(number, (int, str)):
        # Not every number and list reads the same when it comes back.
        raise LinkError("bad-value", "id: a whole number or text")
    return request


def _handler(request: dict):
    """Return the handler that the field `do` names. Raises LinkError."""
    name = request.get("do")
    if isinstance(name, str) and name in HANDLERS:
        return HANDLERS[name]
    raise LinkError("unknown-verb", "do: one of " + " ".join(sorted(HANDLERS)))
