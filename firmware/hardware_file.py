"""Reads hardware.json: the fields in which this board differs from others of its kind, and as `board` the whole file of
its kind (`boards`), where that is not the one that the firmware takes for granted.

Read once at start; a change takes effect at the next.
"""

from .hardware_config import check_field
from .interpreter import const
from .json_file import read_json
from .messages import reason

HARDWARE_FILE = "hardware.json"
HARDWARE_VERSION = const(3)
HARDWARE_PENDING = {"code": "hardware-pending"}
"""The note on a change that waits for the next start."""


def read_hardware(disk, notes: list, platform: str = "") -> dict:
    """Return the validated fields of hardware.json; {} if there is none, or, with a note, if it is damaged.

    `platform`: that of the machine (`sys.platform`), for which a kind of board has to be made; "": any.
    """
    try:
        fields = read_json(disk, HARDWARE_FILE, HARDWARE_VERSION)
        check_hardware(fields, platform)
        return fields
    except OSError:
        return {}
    except (ValueError, TypeError, RuntimeError) as error:
        notes.append({"code": "hardware-damaged", "why": reason(error)})
        return {}


def check_hardware(fields: dict, platform: str = "") -> None:
    """Raise CodedError, naming the field, unless all fields are valid; none is required."""
    for field in fields:
        if field == "board":
            from .board_check import check_board

            check_board(fields[field], platform)
        else:
            check_field(field, fields[field])
