"""What is wrong with a board's line for an event, by itself: whose it is, its seal, its signature, its preset."""

from hmac import compare_digest

from firmware.journal import seal
from host_tools.desk.lines import ResultLine

FOREIGN = "foreign"
UNSEALED = "unsealed"
SEAL = "seal"
UNSIGNED = "unsigned"
PRESET = "preset"

WORDS = {
    FOREIGN: "of another event",
    UNSEALED: "not sealed, though the event has a key",
    SEAL: "sealed with another key, or changed",
    UNSIGNED: "not signed by the losing side",
    PRESET: "played under another preset",
}


def sealed_by(line: ResultLine, key: bytes) -> bool:
    """Whether the line carries the seal of `key`."""
    start = line.text.rpartition(',"mac":"')[0]
    return compare_digest(seal.mac(key, start.encode()), line.mac)


def fault(line: ResultLine, event: str, key: bytes, preset: str) -> str:
    """What is wrong with a line for an event, by one of the names above; "" for nothing.

    A board that was told no event is taken to be at this one. Without a key nothing can be said about seals.
    """
    if line.event not in ("", event):
        return FOREIGN
    if key and not line.mac:
        return UNSEALED
    if key and not sealed_by(line, key):
        return SEAL
    if not line.sides:
        return ""
    if line.preset != preset:
        return PRESET
    return "" if line.signed else UNSIGNED
