"""HMAC-SHA-256 and the hash chain that authenticate result lines."""

import binascii
import hashlib

from ..interpreter import const

_BLOCK = const(64)
_HEX = "0123456789abcdef"
MAC_DIGITS = 32
"""A line carries the first 16 bytes of its HMAC, as 32 hex digits."""
PREV_DIGITS = 16
"""A line names the one before by the first 8 bytes of that line's SHA-256, as 16 hex digits."""
FIRST_PREV = "0" * PREV_DIGITS
"""What the first line names."""


def _sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def seal_mac(key: bytes, data: bytes) -> str:
    """Return the line's seal (truncated HMAC-SHA-256, hex) under the event key, or "" where the key is empty. `data` is
    the line up to its mac field.
    """
    if not key:
        return ""
    key = _sha256(key) if len(key) > _BLOCK else key
    key = key + bytes(_BLOCK - len(key))
    inner = _sha256(bytes([b ^ 0x36 for b in key]) + data)
    outer = _sha256(bytes([b ^ 0x5C for b in key]) + inner)
    return binascii.hexlify(outer).decode()[:MAC_DIGITS]


def is_mac(mac) -> bool:
    """Return whether `mac` can be the seal of a line, with a key or without."""
    return isinstance(mac, str) and len(mac) in (0, MAC_DIGITS) and all(digit in _HEX for digit in mac)


def line_hash(line: bytes) -> str:
    """Return the hash of a line, without its line end, which the next line contains."""
    return binascii.hexlify(_sha256(line)).decode()[:PREV_DIGITS]


def result_code(mac_hex: str) -> str:
    """Return the result code of a sealed line: four decimal digits from its mac's first 28 bits; "" without a mac."""
    return "%04d" % (int(mac_hex[:7], 16) % 10000) if mac_hex else ""
