"""The result log: appends and reads one JSON line a game, hash-chained and authenticated (HMAC).

Lines are only appended. A damaged line stays and is skipped: the next one contains the hash of the last valid one.
Clearing leaves one line, which continues the numbering and the hash chain.
"""

import json

from ..interpreter import const
from .seal import FIRST_PREV, is_mac, line_hash, result_code, seal_mac

RESULTS_FILE = "results.log"
_NEW_FILE = "results.new"
_TAIL = const(2048)
"""Bytes read from the log's end: more than any three lines."""
_HIGHEST_RESULT = const(0x3FFFFFFF)


class Results:
    """The board's log of results. `count` is the number of the last result written since the board was made.

    `code` is its result code, four digits or "". `notes`: messages on damage at the log's end. `prev` is the hash of
    the last line, which the next line contains. `cleared_count`: number of the last result cleared, -1 until
    `held_count` has read it from flash.
    """

    def __init__(self, disk) -> None:
        self._disk = disk
        self.count = 0
        self.code = ""
        end = LogEnd(disk, RESULTS_FILE)
        self.notes: list = end.notes
        self._torn = end.torn
        self.cleared_count = -1
        self.prev = FIRST_PREV
        if end.line:
            self.count = end.fields["n"]
            self._set_last(end.line, end.fields["mac"])

    def reconcile(self, finished: int, due: bool = True) -> None:
        """Note if the log lacks some of the journal's `finished` results, or has more; raise `count` past missing ones.

        `due`: the last of them is still to be written.
        """
        if self.count > finished:
            self.notes.append("%s: it ends with result %d, the journal with %d" % (RESULTS_FILE, self.count, finished))
        written = finished - 1 if due else finished
        if self.count < written:
            self.notes.append("%s: results %d to %d are missing" % (RESULTS_FILE, self.count + 1, written))
            self.count = written

    def append(self, n: int, body: str, key: bytes) -> None:
        """Append the line of result number `n`: JSON fields `body`, then hash and HMAC under `key`. Raises OSError."""
        line, mac = self._seal(body, key)
        file = self._disk.open(RESULTS_FILE, "ab")
        try:
            file.write(b"\n" + line + b"\n" if self._torn else line + b"\n")
        finally:
            file.close()
        self._torn = False
        self.count = n
        self._set_last(line, mac)

    def clear(self, body: str, key: bytes, link: str) -> bool:
        """Begin a new log and return True if `link` is the hash of the last line, proof that it was read.

        `body`: JSON fields of the line left in the log, "cleared" among them. Else returns False. Raises OSError.
        """
        if link != self.prev:
            return False
        line, _ = self._seal(body, key)
        file = self._disk.open(_NEW_FILE, "wb")
        file.write(line + b"\n")
        file.close()
        self._disk.rename(_NEW_FILE, RESULTS_FILE)
        self.cleared_count = self.count
        self.prev = line_hash(line)
        return True

    def held_count(self) -> int:
        """Return how many results the log holds since it was last cleared. Reads flash the first time."""
        if self.cleared_count < 0:
            self.cleared_count = _last_cleared(self._disk)
        return self.count - self.cleared_count

    def lines_after(self, n: int):
        """Yield the lines of the results numbered above `n`, oldest first, as str without line ends."""
        try:
            file = self._disk.open(RESULTS_FILE, "rb")
        except OSError:
            return
        for line in file:
            fields = parse_line(line.rstrip(b"\n"))
            if fields and fields["n"] > n and "cleared" not in fields:
                yield line.decode().rstrip("\n")
        file.close()

    def _set_last(self, line: bytes, mac: str) -> None:
        """Set `code` and `prev` from the last line and its HMAC (hex)."""
        self.code = result_code(mac)
        self.prev = line_hash(line)

    def _seal(self, body: str, key: bytes) -> tuple:
        """Return a result line, made of `body`, the last line's hash and the HMAC under `key`; and that HMAC."""
        start = '{%s,"prev":"%s"' % (body, self.prev)
        mac = seal_mac(key, start.encode())
        return ('%s,"mac":"%s"}' % (start, mac)).encode(), mac


class LogEnd:
    """The last valid `line` of the log `name`, with its `fields`; b"" if there is none.

    `torn`: the log does not end with a line end. `notes`: messages on damage.
    """

    def __init__(self, disk, name: str) -> None:
        self.line = b""
        self.fields: dict = {}
        self.torn = False
        self.notes: list = []
        try:
            start = max(disk.size(name) - _TAIL, 0)
        except OSError:
            return
        try:
            lines = _read_tail(disk, name, start).split(b"\n")
        except OSError as error:
            self.notes.append("%s: %s" % (name, error))
            return
        self.torn = lines[-1] != b""
        for line in reversed(lines[1:] if start else lines):
            fields = parse_line(line)
            if fields:
                self.line = line
                self.fields = fields
                return
            if line:
                self.notes.append("%s: a line near its end is damaged" % name)


def _last_cleared(disk) -> int:
    """Return the number of the last result that was cleared, from the log's first line; 0 if none was."""
    try:
        file = disk.open(RESULTS_FILE, "rb")
    except OSError:
        return 0
    fields = None
    for line in file:
        fields = parse_line(line.rstrip(b"\n"))
        break
    file.close()
    return fields["n"] if fields and "cleared" in fields else 0


def _read_tail(disk, name: str, start: int) -> bytes:
    """Return a file's bytes from offset `start` on. Raises OSError."""
    file = disk.open(name, "rb")
    file.seek(start)
    data = file.read()
    file.close()
    return data


def parse_line(line: bytes):
    """Return the fields of a result line, or None if it is not a valid one. The HMAC is not verified."""
    try:
        fields = json.loads(line)
        return fields if 0 <= fields["n"] <= _HIGHEST_RESULT and is_mac(fields["mac"]) else None
    except (ValueError, KeyError, TypeError, RuntimeError):
        # RuntimeError: brackets nested too deep.
        return None
