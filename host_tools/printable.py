"""Escapes control and bidirectional characters in untrusted text, before a terminal or a page displays it."""

import json
import re
from typing import Any

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
"""Control characters but tab and line end, what turns or hides letters, and halves of characters (Unicode's categories
Cc, Cf, Cs, Zl, Zp)."""
_PICTURES = 0x2400
"""Unicode's pictures of the first 32 control characters."""


def printable(text: str) -> str:
    """Return the text with invisible characters replaced by the picture of a control character, or U+FFFD."""
    return _UNSEEN.sub(lambda match: _escape(ord(match[0])), text)


def _escape(code: int) -> str:
    return chr(_PICTURES + code) if code < 0x20 else "\u2421" if code == 0x7F else "\ufffd"


def printable_json(data: Any) -> str:
    """Return data as one line of JSON, in which what cannot be seen is escaped."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return _UNSEEN.sub(lambda match: json.dumps(match[0])[1:-1], text)
