"""Files of the page as they are sent: compressed, where that makes them smaller and is worth its time."""

import gzip
from functools import cache
from pathlib import Path

import brotli

ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""Compressions in order of preference, and what a static server adds to a file's name for each. Browsers accept Brotli
over HTTPS or from this computer only."""
_SUFFIXES = (".css", ".html", ".js", ".json", ".mjs", ".svg", ".wasm", ".webmanifest")
"""The others are compressed by themselves, or are sound: that takes half a minute for a third of it."""


def compressed(name: str, content: bytes, encoding: str, smallest: bool = False) -> bytes | None:
    """Return a file's content in one of ENCODINGS, or None if it is to be sent as it is.

    `smallest`: as small as can be, which Brotli needs fifty times as long for. Else a tenth larger, for a visitor who
    waits.
    """
    if Path(name).suffix not in _SUFFIXES:
        return None
    packed = _compress(content, encoding, smallest)
    return packed if len(packed) < len(content) else None


@cache
def _compress(content: bytes, encoding: str, smallest: bool) -> bytes:
    if encoding == "gzip":
        return gzip.compress(content, 9, mtime=0)
    return brotli.compress(content, quality=11 if smallest else 5)
