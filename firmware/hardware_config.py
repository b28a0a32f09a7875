"""The hardware configuration of a board (hardware.json): tracks, LEDs in a chain, direction, supply, voice, battery.

Read once at start by `hal`; a change takes effect at the next start. Defaults are those of `config`.
"""

from .config import (
    BATTERY_TRACKS,
    BOARD_LEDS,
    DEBOUNCE_MS,
    KEEP_ALIVE_S,
    PORT_MA,
    PORT_MOST_MA,
    REVERSED,
    STRIP_LEDS,
    TRACK_LEDS,
    TRACKS,
    VOICE_TRACKS,
)
from .interpreter import const
from .json_file import read_json
from .messages import CodedError, reason

HARDWARE_FILE = "hardware.json"
HARDWARE_VERSION = const(3)
HARDWARE_PENDING = {"code": "hardware-pending"}
"""The note on a change that waits for the next start."""
HARDWARE_FIELDS = ("tracks", "leds", "reversed", "port_ma", "voice", "battery", "keep_alive_s", "uid") + (
    "debounce_ms",
    "display",
)
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
_NUMBER_RANGES = {"tracks": (2, 4), "port_ma": SUPPLIES_MA, "keep_alive_s": KEEP_ALIVE_S, "debounce_ms": (5, 60)}


def load_hardware(
    disk, notes: list, offered_ma: int = 0, tracks: int = TRACKS, leds: int = TRACK_LEDS, port_ma: int = 0
) -> dict:
    """Return all of HARDWARE_FIELDS, from hardware.json, else from the other parameters, which are defaults.

    `offered_ma`: the port's offer, the default of `port_ma`; 0: not known. Adds notes to `notes` on a damaged file, and
    on a supply that is set to more than the port offers.
    """
    port_ma = port_ma or min(offered_ma, PORT_MOST_MA)
    values = complete_hardware(read_hardware(disk, notes), tracks, leds, port_ma)
    if 0 < offered_ma < values["port_ma"]:
        notes.append({"code": "supply-over-offer", "ma": values["port_ma"], "offered": offered_ma})
    return values


def complete_hardware(fields: dict, tracks: int = TRACKS, leds: int = TRACK_LEDS, port_ma: int = 0) -> dict:
    """Return a copy of `fields` with defaults for missing ones; a `port_ma` of 0 is set by the number of tracks.

    A voice and a measured battery are left out where their pins are keys.
    """
    values: dict = {"tracks": tracks, "leds": leds, "reversed": REVERSED, "port_ma": port_ma}
    values.update({"voice": False, "battery": False, "keep_alive_s": 0, "uid": ""})
    values.update({"debounce_ms": DEBOUNCE_MS, "display": ""})
    values.update(fields)
    values["port_ma"] = values["port_ma"] or PORT_MA[values["tracks"] - 2]
    values["voice"] = values["voice"] and values["tracks"] <= VOICE_TRACKS
    values["battery"] = values["battery"] and values["tracks"] <= BATTERY_TRACKS
    return values


def read_hardware(disk, notes: list) -> dict:
    """Return the validated fields of hardware.json; {} if there is none, or, with a note, if it is damaged."""
    try:
        fields = read_json(disk, HARDWARE_FILE, HARDWARE_VERSION)
        check_hardware(fields)
        return fields
    except OSError:
        return {}
    except (ValueError, TypeError, RuntimeError) as error:
        notes.append({"code": "hardware-damaged", "why": reason(error)})
        return {}


def check_hardware(fields: dict) -> None:
    """Raise CodedError, naming the field, unless all fields are valid; none is required."""
    for field in fields:
        if field not in HARDWARE_FIELDS:
            raise CodedError("unknown-field", field=field, known=" ".join(HARDWARE_FIELDS))
        value = fields[field]
        if field in _BOOLEANS:
            if not isinstance(value, bool):
                raise CodedError("no-boolean", field=field)
        elif field in _TEXTS:
            _check_text(field, value)
        elif field == "leds":
            if not isinstance(value, int) or value not in CHAINS:
                raise CodedError("bad-chain", strip=CHAINS[0], circuit=CHAINS[1])
        else:
            _check_number(field, value)


def _check_text(field: str, value) -> None:
    letters, lengths, code = _TEXTS[field]
    if not (isinstance(value, str) and len(value) in lengths and not value.strip(letters)):
        raise CodedError(code)


def _check_number(field: str, value) -> None:
    low, high = _NUMBER_RANGES[field]
    whole = isinstance(value, int) and not isinstance(value, bool)
    may_be_none = field == "keep_alive_s"
    if not (whole and (low <= value <= high or may_be_none and value == 0)):
        raise CodedError("bad-keep-alive" if may_be_none else "not-within", field=field, low=low, high=high)
