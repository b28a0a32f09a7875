"""The seal of result lines: HMAC-SHA-256 and a hash chain, which authenticate them."""

import binascii
import hashlib

from ..interpreter import const

_BLOCK = const(64)
_HEX = "0123456789abcdef"
MAC_DIGITS = 32
"""A line carries the first 16 bytes of its HMAC, as 32 hex digits."""
PREV_DIGITS = 16
"""A line contains the first 8 bytes of the SHA-256 of the line before, as 16 hex digits."""
FIRST_PREV = "0" * PREV_DIGITS
"""The hash in the first line."""
_KEY_OF = b"cribbage board "


def _sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def seal_mac(key: bytes, data: bytes) -> str:
    """Return a line's seal: HMAC-SHA-256 under `key`, truncated to MAC_DIGITS hex digits; "" if `key` is empty.

    `data` is the line up to its mac field.
    """
    return binascii.hexlify(_hmac(key, data)).decode()[:MAC_DIGITS] if key else ""


def _hmac(key: bytes, data: bytes) -> bytes:
    """Return the HMAC-SHA-256 (RFC 2104)."""
    key = _sha256(key) if len(key) > _BLOCK else key
    key = key + bytes(_BLOCK - len(key))
    inner = _sha256(bytes([b ^ 0x36 for b in key]) + data)
    return _sha256(bytes([b ^ 0x5C for b in key]) + inner)


def board_key(key: bytes, board: str) -> bytes:
    """Derive the key of the board with this uid from the event's `key`, which the desk alone has; b"" if that is empty.

    A board is told its own at `configure`: who reads it out of the board can seal as that board, and as no other.
    """
    return _hmac(key, _KEY_OF + board.encode()) if key else b""


def key_check(key: bytes) -> str:
    """Return eight hex digits by which a desk sees which key a board has, without seeing the key; "" if it has none."""
    return seal_mac(key, _KEY_OF)[:8]


def is_mac(mac) -> bool:
    """Return whether `mac` has the form of a seal: MAC_DIGITS lower-case hex digits, or none (without a key)."""
    return isinstance(mac, str) and len(mac) in (0, MAC_DIGITS) and all(digit in _HEX for digit in mac)


def line_hash(line: bytes) -> str:
    """Return the hash (16 hex digits) of a line without its line end; the next line contains it."""
    return binascii.hexlify(_sha256(line)).decode()[:PREV_DIGITS]


def result_code(mac_hex: str) -> str:
    """Return the result code of a sealed line: four decimal digits from its mac's first 28 bits; "" without a mac."""
    return "%04d" % (int(mac_hex[:7], 16) % 10000) if mac_hex else ""
