"""Parts of Python's library that MicroPython lacks, and their stand-ins there: strict JSON, HMAC, a cache."""

import json

from firmware.interpreter import TYPE_CHECKING
from firmware.journal import seal

if TYPE_CHECKING:
    from collections.abc import Callable

try:
    from functools import lru_cache
    from hmac import compare_digest, digest

    def seal_mac(key: bytes, data: bytes) -> str:
        """Return a line's seal, as `firmware.journal.seal.seal_mac` does, several times as fast."""
        return digest(key, data, "sha256").hex()[: seal.MAC_DIGITS] if key else ""

    def _refuse_constant(name: str) -> None:
        """Refuse NaN and Infinity, which Python's decoder accepts and JSON does not have. Raises ValueError."""
        raise ValueError(name)

    decode_json = json.JSONDecoder(parse_constant=_refuse_constant).decode
except ImportError:
    from json_syntax import checked  # sim/page/js/json-syntax.js

    seal_mac = seal.seal_mac

    def decode_json(text: str) -> object:  # type: ignore[misc, unused-ignore]
        """Return the value of a JSON text. Raises ValueError."""
        return json.loads(checked(" " + text))  # On its way a byte order mark would be lost at the start.

    def compare_digest(a: str, b: str) -> bool:  # type: ignore[no-redef, misc, unused-ignore]
        """Return whether both are the same: in a browser nobody measures how long it takes."""
        return a == b

    def lru_cache(maxsize: int) -> "Callable":  # type: ignore[no-redef, misc, unused-ignore]
        """Return a decorator that changes nothing."""
        return lambda function: function
