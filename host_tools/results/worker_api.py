"""JSON API for the captain's page, where MicroPython runs in a web worker: verifies the lines read off a board."""

import json

from firmware.journal.seal import line_hash

from .game_value import Side
from .log_verification import verify_line
from .result_error import encode_error
from .result_line import ResultLine, bare_line

_FIELDS = ("board", "n", "round", "table", "game", "preset", "end", "replaces", "signed", "code")


def verify(texts: str, key: str, event_uid: str, previous: str) -> str:
    """Verify lines of a board, in order; return a list as JSON.

    `texts` are result lines or replies that hold one, each ended by a line feed; `key` is the event's in hex; the other
    parameters are those of `verify_line`. Returns for each line its `text`, its hash as `digest`, its fields as `line`
    (null if it is no result line), and `faults`, as `encode_error` returns them.
    """
    checked = []
    for text in [bare_line(text) for text in texts.split("\n")[:-1]]:
        line, faults = verify_line(text, bytes.fromhex(key), event_uid, previous)
        previous = line.digest if line else previous
        fields = _fields(line) if line else None
        digest = line_hash(text.encode())
        encoded = [encode_error(fault) for fault in faults]
        checked.append({"text": text, "digest": digest, "line": fields, "faults": encoded})
    return json.dumps(checked)


def _fields(line: ResultLine) -> dict:
    """Return what the page shows of a line, by name."""
    fields = {name: getattr(line, name) for name in _FIELDS}
    fields["sides"] = [_side(side) for side in line.sides]
    return fields


def _side(side: Side) -> dict:
    return {"won": side.won, "points": side.points, "spread": side.spread, "level": side.level, "holes": side.holes}
