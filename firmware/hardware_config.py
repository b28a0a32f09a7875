"""The hardware configuration of a board (hardware.json): tracks, LEDs in a chain, direction, supply.

Read once at start by `hal`; a change takes effect at the next start. Defaults are those of `config`.
"""

from .config import BOARD_LEDS, PORT_MA, PORT_MOST_MA, REVERSED, STRIP_LEDS, TRACK_LEDS, TRACKS, VOICE_TRACKS
from .interpreter import const
from .json_file import read_json
from .messages import CodedError, reason

HARDWARE_FILE = "hardware.json"
HARDWARE_VERSION = const(2)
"""Version 1 had no `voice`; it can be read."""
HARDWARE_PENDING = {"code": "hardware-pending"}
"""The note on a change that waits for the next start."""
HARDWARE_FIELDS = ("tracks", "leds", "reversed", "port_ma", "voice")
CHAINS = (STRIP_LEDS, BOARD_LEDS)
"""LEDs in a chain: of a strip, of a circuit board."""
SUPPLIES_MA = (500, 3000)
"""Lowest and highest `port_ma`: of a USB 2.0 port, and the most that USB-C gives."""


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

    A voice is left out where its pins are keys.
    """
    values: dict = {"tracks": tracks, "leds": leds, "reversed": REVERSED, "port_ma": port_ma, "voice": False}
    values.update(fields)
    values["port_ma"] = values["port_ma"] or PORT_MA[values["tracks"] - 2]
    values["voice"] = values["voice"] and values["tracks"] <= VOICE_TRACKS
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
        if field == "reversed" or field == "voice":
            if not isinstance(value, bool):
                raise CodedError("no-boolean", field=field)
        elif field == "leds":
            if not isinstance(value, int) or value not in CHAINS:
                raise CodedError("bad-chain", strip=CHAINS[0], circuit=CHAINS[1])
        else:
            low, high = (2, 4) if field == "tracks" else SUPPLIES_MA
            if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
                raise CodedError("not-within", field=field, low=low, high=high)
