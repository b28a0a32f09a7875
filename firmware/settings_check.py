"""Whether values for settings can be taken, field by field."""

from .config import BRIGHTNESS_LEVELS


def wrong(fields: dict, known: dict, tracks: int) -> str:
    """What is wrong with new values, beginning with the field's name; "" where nothing is.

    `known` has every field there is; `tracks` limits the teams. The preset is checked elsewhere (`rules.preset`).
    """
    for field in fields:
        if field not in known:
            return "%s: unknown; fields are %s" % (field, " ".join(sorted(known)))
        fault = _wrong(field, fields[field], tracks)
        if fault:
            return "%s: %s" % (field, fault)
    return ""


def _wrong(field: str, value, tracks: int) -> str:
    if field == "teams":
        return "" if _within(value, 2, tracks) else "from 2 to %d, the tracks of this board" % tracks
    allowed = _ALLOWED.get(field)
    return "" if allowed is None or allowed[0](value) else allowed[1]


def _within(value, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _digits(value) -> bool:
    return isinstance(value, str) and (not value or 4 <= len(value) <= 8) and all(c in "0123456789" for c in value)


def _text(value, longest: int) -> bool:
    if not isinstance(value, str) or len(value) > longest:
        return False
    return all(c >= " " and not "\ud800" <= c <= "\udfff" for c in value)


def _hex(value) -> bool:
    return isinstance(value, str) and len(value) % 2 == 0 and all(c in "0123456789abcdef" for c in value)


_ALLOWED = {
    "name": (lambda v: _text(v, 20), "text of up to 20 characters"),
    "event": (lambda v: _text(v, 40), "text of up to 40 characters"),
    "table": (lambda v: _within(v, 0, 999), "a whole number from 0 to 999"),
    "idle_ms": (lambda v: v is None or _within(v, 0, 0) or _within(v, 500, 60000), "0 for never, or 500 to 60000"),
    "sign_off": (lambda v: v is None or isinstance(v, bool), "true, false, or null for what the preset says"),
    "brightness": (lambda v: _within(v, 1, BRIGHTNESS_LEVELS), "1 to %d" % BRIGHTNESS_LEVELS),
    "pin": (_digits, "4 to 8 digits, or empty for none"),
    "key": (lambda v: _hex(v) and len(v) <= 128, "up to 64 bytes as lower-case hex, or empty for none"),
}
