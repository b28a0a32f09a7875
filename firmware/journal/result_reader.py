"""Reads the result log from flash one line at a time, each in less than 3 ms, and tells whole lines from damaged ones.

A line's number and seal stand where every firmware has written them: at its beginning and at its end. Only there is it
looked at, since decoding all of its JSON takes 8 ms.
"""

import json

from ..interpreter import const
from .seal import PREV_DIGITS, is_mac

RESULTS_FOLDER = "results"
RESULTS_NAME = "results.log"
RESULTS_FILE = RESULTS_FOLDER + "/" + RESULTS_NAME
_LONGEST_RESULT = const(682)
"""More bytes than a result line has; what is read of a longer one, which is damaged, is taken for several."""
_HIGHEST_RESULT = const(0x3FFFFFFF)
_NUMBER = b'"n":'
_NUMBER_WITHIN = const(24)
_MAC = b',"mac":"'


class LogEnd:
    """The last valid `line` of the result log, with its `number` and `mac`; b"", 0 and "" if there is none.

    `torn`: the log does not end with a line end. `notes`: messages on damage.
    """

    def __init__(self, disk) -> None:
        self.line = b""
        self.number = 0
        self.mac = ""
        self.torn = False
        self.notes: list = []
        try:
            start = max(disk.size(RESULTS_FILE) - 3 * _LONGEST_RESULT, 0)
        except OSError:
            return
        try:
            lines = _read_from(disk, start).split(b"\n")
        except OSError as error:
            self.notes.append({"code": "results-unreadable", "why": str(error)})
            return
        self.torn = lines[-1] != b""
        for line in reversed(lines[1:] if start else lines):
            number = line_number(line)
            if number >= 0:
                self.line = line
                self.number = number
                self.mac = str(line[line.rfind(_MAC) + len(_MAC) : -2], "utf-8")
                return
            if line:
                self.notes.append({"code": "results-damaged"})


def line_number(line: bytes) -> int:
    """Return the number of the result in a line without line end; -1 if the line is damaged."""
    mac = line.rfind(_MAC)
    start = line.find(_NUMBER, 0, _NUMBER_WITHIN)
    end = line.find(b",", start)
    if start < 0 or mac < end or line[:1] != b"{" or line[-2:] != b'"}':
        return -1
    try:
        number = int(line[start + len(_NUMBER) : end])
        valid = 0 <= number <= _HIGHEST_RESULT and is_mac(str(line, "utf-8")[mac + len(_MAC) - len(line) : -2])
        return number if valid else -1
    except ValueError:
        return -1


def is_cleared(line: bytes) -> bool:
    """Return whether a line stands for results that have been cleared. No text in it can contain the field's name."""
    return b',"cleared":true,' in line


def previous_hash(line: bytes) -> str:
    """Return the hash of the line before, which a whole line contains."""
    return str(line[: line.rfind(_MAC)][-PREV_DIGITS - 1 : -1], "utf-8")


def parse_line(line: bytes):
    """Decode the JSON of a result line, which takes 8 ms; None if it is damaged. The HMAC is not verified."""
    try:
        return json.loads(line) if line_number(line) >= 0 else None
    except (ValueError, RuntimeError):
        # RuntimeError: brackets nested too deep.
        return None


def read_line(disk, offset: int) -> bytes:
    """Return the line that begins at byte `offset` of the log, with its line end; b"" at the end. Raises OSError."""
    file = disk.open(RESULTS_FILE, "rb")
    try:
        file.seek(offset)
        return file.readline(_LONGEST_RESULT)
    finally:
        file.close()


def last_cleared(disk) -> int:
    """Return the number of the last result that was cleared, from the log's first line; 0 if none was."""
    try:
        line = read_line(disk, 0).rstrip(b"\n")
    except OSError:
        return 0
    return max(line_number(line), 0) if is_cleared(line) else 0


def results_after(disk, n: int):
    """Yield the lines of the results numbered above `n`, oldest first, without line ends; b"" for each piece of work
    that gives none. Raises OSError.
    """
    low = 0
    try:
        high = disk.size(RESULTS_FILE)
    except OSError:
        # A new board has no log.
        return
    yield b""
    # Numbers only grow: halve the log. A damaged line counts as one that is too far on, so that nothing is left out.
    while n > 0 and high - low > _LONGEST_RESULT:
        middle = (low + high) // 2
        offset = middle + len(read_line(disk, middle))
        yield b""
        if 0 <= line_number(read_line(disk, offset).rstrip(b"\n")) <= n:
            low = offset
        else:
            high = middle
        yield b""
    while True:
        line = read_line(disk, low)
        if not line:
            return
        low += len(line)
        line = line.rstrip(b"\n")
        yield line if line_number(line) > n and not is_cleared(line) else b""


def _read_from(disk, start: int) -> bytes:
    """Return the log's bytes from offset `start` on. Raises OSError."""
    file = disk.open(RESULTS_FILE, "rb")
    file.seek(start)
    data = file.read()
    file.close()
    return data
