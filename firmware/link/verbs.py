"""What a host may ask, and the answers: data lines, then one that says how it went (DESIGN.md section 5).

The verbs stand in two modules, each loaded when one of its verbs is first asked for.
"""

import json

from .request import LinkError

READING = ("hello", "status", "results", "events", "selftest")
CHANGING = ("clear", "configure", "judge", "time")


def answers(board, line: bytes):
    """Yield the reply's lines, str without line ends, to one request line of a host."""
    request: dict = {}
    try:
        request = _parse(line)
        for data in _verb(request)(board, request):
            yield _reply(request, data)
    except LinkError as refusal:
        board.measures.refused += 1
        yield _reply(request, {"ok": False, "error": refusal.code, "detail": refusal.detail})
    except RuntimeError:
        # Brackets within brackets, deeper than the stack.
        board.measures.refused += 1
        yield _reply(request, {"ok": False, "error": "bad-json", "detail": "too deep"})
    else:
        yield _reply(request, {"ok": True})


def _reply(request: dict, data) -> str:
    number = request.get("id")
    if isinstance(data, str):
        return '{"id":%s,"result":%s}' % (json.dumps(number), data)
    reply = {"id": number}
    reply.update(data)
    return json.dumps(reply)


def _parse(line: bytes) -> dict:
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


def _verb(request: dict):
    verb = request.get("do")
    if isinstance(verb, str) and verb in READING:
        from .reading import VERBS

        return VERBS[verb]
    if isinstance(verb, str) and verb in CHANGING:
        from .changing import VERBS

        return VERBS[verb]
    raise LinkError("unknown-verb", "do: one of " + " ".join(sorted(READING + CHANGING)))
