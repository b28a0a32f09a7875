"""The hardware configuration of a board: the file of its kind (`boards`), and what hardware.json says of this one.

`hardware_file` reads hardware.json; here is what a board's fields may be, and what follows from them.
"""

from .boards.carrier import BOARD
from .config import (
    BOARD_LEDS,
    KEEP_ALIVE_S,
    KEY_MENU,
    KEY_OK,
    KEYS_PER_TEAM,
    PORT_MOST_MA,
    STRIP_LEDS,
)
from .messages import CodedError

HARDWARE_FIELDS = ("tracks", "leds", "reversed", "port_ma", "voice", "battery", "keep_alive_s", "uid") + (
    "debounce_ms",
    "display",
    "led_dark_ua",
)
"""What a host may set of a board, whatever its kind."""
CHAINS = (STRIP_LEDS, BOARD_LEDS)
"""LEDs in a chain: of a strip, of a circuit board."""
SUPPLIES_MA = (500, 3000)
"""Lowest and highest `port_ma`: of a USB 2.0 port, and the most that USB-C gives."""
_TEXTS = {
    "uid": ("0123456789abcdef", (0, 16), "bad-uid"),
    "display": ("abcdefghijklmnopqrstuvwxyz0123456789", range(21), "bad-display"),
}
"""By field: letters that it may have, how many, and the code of a refusal."""
_BOOLEANS = ("reversed", "voice", "battery")
_NUMBER_RANGES = {
    "tracks": (2, 4),
    "port_ma": SUPPLIES_MA,
    "keep_alive_s": KEEP_ALIVE_S,
    "debounce_ms": (5, 60),
    "led_dark_ua": (0, 5000),
}


def kind_of(fields: dict, usual: dict = BOARD) -> dict:
    """Return the whole file of a board's kind: of that in `fields` (hardware.json), else the `usual` one."""
    kind = dict(usual)
    kind.update(fields.get("board", {}))
    return kind


def complete_hardware(fields: dict, kind: dict, offered_ma: int = 0) -> dict:
    """Return all of HARDWARE_FIELDS and those of the board's `kind`, of which `fields` (hardware.json) come first.

    The supply is what is set, else what the port offers (`offered_ma`; 0: not known) as far as it is used, else goes by
    the number of tracks. A voice and a measured battery are left out where their pins are keys.
    """
    values: dict = {"uid": "", "port_ma": 0}
    values.update(kind)
    values.update(fields)
    pins = values["pins"]
    values["tracks"] = min(values["tracks"], most_tracks(pins))
    if not values["port_ma"]:
        values["port_ma"] = min(offered_ma, PORT_MOST_MA) or values["ports_ma"][values["tracks"] - 2]
    for part in ("voice", "battery"):
        values[part] = values[part] and has_pins(pins, part, values["tracks"])
    return values


def most_tracks(pins: dict) -> int:
    """Return for how many tracks there are keys on a board with these pins."""
    return 4 if "keys_d" in pins else 3 if "keys_c" in pins else 2


def key_pins(pins: dict, tracks: int) -> dict:
    """Return the pins of the keys of a board with this many tracks, by key number."""
    found = {KEY_OK: pins["ok"], KEY_MENU: pins["menu"]}
    for team in range(tracks):
        row = pins["keys_" + "abcd"[team]]
        for key in range(KEYS_PER_TEAM):
            found[team * KEYS_PER_TEAM + key] = row[key]
    return found


def free_pin(pins: dict, name: str, tracks: int):
    """Return the pin of that name; None if there is none, or if it is a key on a board with this many tracks."""
    pin = pins.get(name)
    return None if pin in key_pins(pins, tracks).values() else pin


def has_pins(pins: dict, part: str, tracks: int) -> bool:
    """Return whether a board with this many tracks has pins for its `part`, a "voice" or a "battery"."""
    for name in ("voice_tx", "voice_rx") if part == "voice" else (part,):
        if free_pin(pins, name, tracks) is None:
            return False
    return True


def check_parts(fields: dict, kind: dict) -> None:
    """Raise CodedError unless a board of that kind has pins for the tracks and parts of `fields`, which are valid."""
    values = complete_hardware(fields, kind)
    most = most_tracks(values["pins"])
    if fields.get("tracks", 0) > most:
        raise CodedError("not-within", field="tracks", low=2, high=most)
    for part in ("voice", "battery"):
        if fields.get(part) and not values[part]:
            raise CodedError("no-pins", field=part, tracks=values["tracks"])


def check_field(field: str, value) -> None:
    """Raise CodedError unless `field` is one of HARDWARE_FIELDS, and `value` valid."""
    if field not in HARDWARE_FIELDS:
        raise CodedError("unknown-field", field=field, known=" ".join(HARDWARE_FIELDS))
    if field in _BOOLEANS:
        if not isinstance(value, bool):
            raise CodedError("no-boolean", field=field)
    elif field in _TEXTS:
        _check_text(field, value)
    elif field == "leds":
        if not isinstance(value, int) or value not in CHAINS:
            raise CodedError("bad-chain", strip=CHAINS[0], circuit=CHAINS[1])
    else:
        low, high = _NUMBER_RANGES[field]
        check_number(field, value, low, high, field == "keep_alive_s")


def _check_text(field: str, value) -> None:
    letters, lengths, code = _TEXTS[field]
    if not (isinstance(value, str) and len(value) in lengths and not value.strip(letters)):
        raise CodedError(code)


def check_number(field: str, value, low: int, high: int, or_none: bool = False) -> None:
    """Raise CodedError unless `value` is a whole number from `low` to `high`, or 0 if `or_none`."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not (whole and (low <= value <= high or or_none and value == 0)):
        raise CodedError("bad-keep-alive" if or_none else "not-within", field=field, low=low, high=high)
