"""Parses a host's JSON request, calls its handler, and yields the reply piece by piece (DESIGN.md section 5).

A reply is data lines, then one line with the outcome.
"""

import json

from ..config import LONGEST_LINE
from ..interpreter import collect
from ..messages import CodedError
from ..sentences import sentence
from .read_handlers import READ_HANDLERS
from .request_validation import LinkError
from .write_handlers import WRITE_HANDLERS

HANDLERS = dict(READ_HANDLERS)
HANDLERS.update(WRITE_HANDLERS)
_VERBS = sorted(HANDLERS)


def reply_pieces(board, line: bytes):
    """Yield the reply to the request in `line`: pieces of text, each computed within 3 ms; "" where it gives no text.

    The reply to a request that fails ends with a line of `ok` false: the kind of `error`, the message (`why`) and its
    sentence (`detail`). What memory or flash cannot give fails the request, never the game.
    """
    request: dict = {}
    refusal: tuple = None
    try:
        request = _parse(line)
        # An empty piece: the handler's work begins in the next step.
        yield ""
        for data in _find_handler(board, request)(board, request):
            for piece in _line_pieces(request, data):
                yield piece
    except CodedError as error:
        refusal = error.error, error.message
    except RuntimeError:
        # JSON nested too deep for the stack.
        refusal = "bad-json", {"code": "too-deep"}
    except MemoryError:
        collect()
        refusal = "memory", {"code": "no-memory"}
    except OSError as error:
        refusal = "flash", {"code": "flash-failed", "why": str(error)}
    if refusal is not None:
        board.measures.refused += 1
        # Where memory or flash fails, the line that was being sent is given up. The sentence takes a step of its own.
        yield "\n" if refusal[0] in ("memory", "flash") else ""
    for piece in _line_pieces(request, (("ok", True),) if refusal is None else _refused(*refusal)):
        yield piece


def _refused(error: str, message: dict):
    """Yield the fields of the last line of the reply to a request that is refused."""
    yield "ok", False
    yield "error", error
    yield "why", message
    yield "detail", sentence(message)


def _line_pieces(request: dict, data):
    """Yield one line of the reply in pieces; `data` is the text of a result line, or pairs of name and value; None: no
    line yet.
    """
    if data is None:
        yield ""
        return
    request_id = json.dumps(request.get("id"))
    if isinstance(data, str):
        yield '{"id":%s,"result":' % request_id
        yield data
        yield "}\n"
        return
    yield '{"id": %s' % request_id
    for name, value in data:
        yield ', "%s": %s' % (name, json.dumps(value))
    yield "}\n"


def _parse(line: bytes) -> dict:
    """Parse the JSON object in a request line, and check its `id`. Raises LinkError, also for b"": a line too long."""
    if not line:
        raise LinkError("too-long", "too-long", limit=LONGEST_LINE)
    try:
        # Decoded first: json would take some bytes for UTF-16.
        request = json.loads(str(line, "utf-8"))
    except ValueError:
        raise LinkError("bad-json", "no-object") from None
    if not isinstance(request, dict):
        raise LinkError("bad-json", "no-object")
    request_id = request.get("id")
    if request_id is not None and not isinstance(request_id, (int, str)):
        # Other values, such as fractions, may not be the same in the reply.
        raise CodedError("bad-id")
    return request


def _find_handler(board, request: dict):
    """Return the handler of the request type in the field `do`, and trace it. Raises LinkError for none."""
    name = request.get("do")
    if isinstance(name, str) and name in HANDLERS:
        board.trace_request(_VERBS.index(name))
        return HANDLERS[name]
    raise LinkError("unknown-verb", "not-one-of", field="do", known=" ".join(_VERBS))
