"""The hardware configuration of a board (hardware.json): tracks, LEDs in a chain, direction, supply.

Read once at start by `hal`; a change takes effect at the next start. Defaults are those of `config`.
"""

from .config import PORT_MA, PORT_MOST_MA, REVERSED, TRACK_LEDS, TRACKS
from .interpreter import const
from .json_file import read_json

HARDWARE_FILE = "hardware.json"
HARDWARE_VERSION = const(1)
HARDWARE_PENDING = HARDWARE_FILE + ": changed; takes effect at the next start"
HARDWARE_FIELDS = ("tracks", "leds", "reversed", "port_ma")
CHAINS = (141, 121)
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
        notes.append("port_ma: set to %d mA, the port offers %d" % (values["port_ma"], offered_ma))
    return values


def complete_hardware(fields: dict, tracks: int = TRACKS, leds: int = TRACK_LEDS, port_ma: int = 0) -> dict:
    """Return a copy of `fields` with defaults for missing ones; a `port_ma` of 0 is set by the number of tracks."""
    values: dict = {"tracks": tracks, "leds": leds, "reversed": REVERSED, "port_ma": port_ma}
    values.update(fields)
    values["port_ma"] = values["port_ma"] or PORT_MA[values["tracks"] - 2]
    return values


def read_hardware(disk, notes: list) -> dict:
    """Return the validated fields of hardware.json; {} if there is none, or, with a note, if it is damaged."""
    try:
        fields = read_json(disk, HARDWARE_FILE, HARDWARE_VERSION)
        fault = hardware_fault(fields)
        if fault:
            raise ValueError(fault)
        return fields
    except OSError:
        return {}
    except (ValueError, TypeError, RuntimeError) as error:
        notes.append("%s: %s; defaults taken" % (HARDWARE_FILE, error))
        return {}


def hardware_fault(fields: dict) -> str:
    """Return a message on the first invalid field, beginning with its name; "" if all are valid. None is required."""
    for field in fields:
        if field not in HARDWARE_FIELDS:
            return "%s: unknown; fields are %s" % (field, " ".join(HARDWARE_FIELDS))
        value = fields[field]
        number = isinstance(value, int) and not isinstance(value, bool)
        if field == "tracks" and not (number and 2 <= value <= 4):
            return "tracks: 2, 3 or 4"
        if field == "leds" and not (number and value in CHAINS):
            return "leds: %d (strip) or %d (circuit board)" % CHAINS
        if field == "reversed" and not isinstance(value, bool):
            return "reversed: true or false"
        if field == "port_ma" and not (number and SUPPLIES_MA[0] <= value <= SUPPLIES_MA[1]):
            return "port_ma: a whole number from %d to %d" % SUPPLIES_MA
    return ""
