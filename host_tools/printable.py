"""Escapes control and bidirectional characters in untrusted text, before a terminal or a page displays it; prints what
programs read."""

import json
import re
import sys
from typing import Any

_INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
"""Control characters except tab and line feed, invisible and direction-changing characters, and lone surrogates
(Unicode's categories Cc, Cf, Cs, Zl, Zp)."""
_CONTROL_PICTURES = 0x2400
"""First of Unicode's symbols for the 32 control characters."""


def printable(text: str) -> str:
    """Return the text with control characters replaced by their visible symbols, other invisible ones by U+FFFD."""
    return _INVISIBLE.sub(lambda match: _visible_symbol(ord(match[0])), text)


def _visible_symbol(code: int) -> str:
    return chr(_CONTROL_PICTURES + code) if code < 0x20 else "\u2421" if code == 0x7F else "\ufffd"


def printable_json(data: Any) -> str:
    """Return data as one line of JSON, with invisible characters escaped."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return _INVISIBLE.sub(lambda match: json.dumps(match[0])[1:-1], text)


def print_data(text: str) -> None:
    """Print what programs read, such as JSON and CSV: in UTF-8 to a file or pipe, whatever the system's encoding is."""
    if sys.stdout.isatty():
        sys.stdout.write(text)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode(errors="surrogateescape"))
    sys.stdout.buffer.flush()
