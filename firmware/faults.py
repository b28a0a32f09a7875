"""The fault log faults.log: what ended the firmware, exceptions and resets, one JSON line each, the newest kept.

    {"n":4,"row":1,"ms":81200,"what":"ValueError: …","where":"Traceback …"}

`n` counts the faults since the board was made, `row` how many came one after another, `ms` is the tick.
"""

import io
import json
import sys

FAULTS_FILE = "faults.log"
_NEW_FILE = "faults.new"
_KEPT = 8
_LONGEST = 1000
"""Characters kept of a message, its first ones, and of a traceback, its last ones."""


def read_faults(disk) -> list:
    """Return the faults in the log, oldest first, without lines that cannot be decoded. [] if there is no log."""
    try:
        file = disk.open(FAULTS_FILE, "rb")
    except OSError:
        return []
    data = file.read()
    file.close()
    return [fault for fault in [_fault(line) for line in data.split(b"\n")] if fault]


def _fault(line: bytes):
    """Decode a line of the log; None if it is not valid."""
    try:
        fault = json.loads(line)
        return fault if isinstance(fault["n"], int) and isinstance(fault["what"], str) else None
    except (ValueError, KeyError, TypeError):
        return None


def record_fault(disk, error: Exception, in_a_row: int, ms: int) -> None:
    """Append an exception to the log, which keeps the newest 8. Raises OSError if it cannot be written.

    `in_a_row` counts the faults without a calm run between them, this one included; `ms` is the tick.
    """
    faults = read_faults(disk)
    message = ("%s: %s" % (type(error).__name__, error))[:_LONGEST]
    number = faults[-1]["n"] + 1 if faults else 1
    faults.append({"n": number, "row": in_a_row, "ms": ms, "what": message, "where": _traceback(error)[-_LONGEST:]})
    file = disk.open(_NEW_FILE, "wb")
    for fault in faults[-_KEPT:]:
        file.write(json.dumps(fault).encode() + b"\n")
    file.close()
    disk.rename(_NEW_FILE, FAULTS_FILE)


def _traceback(error: Exception) -> str:
    """Return the traceback as text; "" if the interpreter cannot print one."""
    if not hasattr(sys, "print_exception"):
        return ""
    text = io.StringIO()
    sys.print_exception(error, text)
    return text.getvalue()
