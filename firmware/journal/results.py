"""The result log: appends and reads one JSON line a game, hash-chained and authenticated (HMAC).

Lines are only appended. One that cannot be read stays where it is and is passed over: the next names the last good
one. Clearing leaves one line behind, which carries the numbering and the chain on.
"""

import json

from ..interpreter import const
from .seal import FIRST_PREV, is_mac, line_hash, result_code, seal_mac

RESULTS_FILE = "results.log"
_NEW_FILE = "results.new"
_TAIL = const(2048)
"""Bytes looked at from the end: more than any three lines."""
_HIGHEST_RESULT = const(0x3FFFFFFF)


class Results:
    """The board's log of results. `count` is the number of the last result written since the board was made.

    `code` is its result code, four digits or "". `notes` says in words what is wrong with the log's end. `prev` is the
    hash of the last line, which the next line carries. `cleared_count` is how many results were cleared away, -1 until
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
            self._remember(end.line, end.fields["mac"])

    def expect(self, finished: int, due: bool = True) -> None:
        """Note where the log differs from the journal's `finished` results; `due`: the last can still be written."""
        if self.count > finished:
            self.notes.append("%s: it ends with result %d, the journal with %d" % (RESULTS_FILE, self.count, finished))
        written = finished - 1 if due else finished
        if self.count < written:
            self.notes.append("%s: results %d to %d are missing" % (RESULTS_FILE, self.count + 1, written))
            self.count = written

    def append(self, n: int, body: str, key: bytes) -> None:
        """Append result number `n`, whose fields before `prev` are `body`, sealed under `key`. Raises OSError."""
        line, mac = self._seal(body, key)
        file = self._disk.open(RESULTS_FILE, "ab")
        try:
            file.write(b"\n" + line + b"\n" if self._torn else line + b"\n")
        finally:
            file.close()
        self._torn = False
        self.count = n
        self._remember(line, mac)

    def clear(self, body: str, key: bytes, link: str) -> bool:
        """Begin a new log if `link` is the hash of the last line: who knows it has read the results. Raises OSError.

        `body` is that of the line that carries on number and chain; it must say "cleared".
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
        """Return how many results the log holds: those since it was last cleared. Reads flash the first time."""
        if self.cleared_count < 0:
            self.cleared_count = _cleared_before(self._disk)
        return self.count - self.cleared_count

    def since(self, n: int):
        """Yield the lines of results after number `n`, oldest first, as str."""
        try:
            file = self._disk.open(RESULTS_FILE, "rb")
        except OSError:
            return
        for line in file:
            fields = line_fields(line.rstrip(b"\n"))
            if fields and fields["n"] > n and "cleared" not in fields:
                yield line.decode().rstrip("\n")
        file.close()

    def _remember(self, line: bytes, mac: str) -> None:
        """Set result code and hash of the last line."""
        self.code = result_code(mac)
        self.prev = line_hash(line)

    def _seal(self, body: str, key: bytes) -> tuple:
        """Return the line of `body` with link and HMAC appended, and the HMAC."""
        start = '{%s,"prev":"%s"' % (body, self.prev)
        mac = seal_mac(key, start.encode())
        return ('%s,"mac":"%s"}' % (start, mac)).encode(), mac


class LogEnd:
    """The last line of the log `name` that can be read, with its `fields`; b"" where there is none.

    `torn`: the log does not end with a line end. `notes` says in words what is wrong.
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
            fields = line_fields(line)
            if fields:
                self.line = line
                self.fields = fields
                return
            if line:
                self.notes.append("%s: a line near its end is damaged" % name)


def _cleared_before(disk) -> int:
    """Return the number of the last result that was cleared, from the log's first line; 0 where none was."""
    try:
        file = disk.open(RESULTS_FILE, "rb")
    except OSError:
        return 0
    fields = None
    for line in file:
        fields = line_fields(line.rstrip(b"\n"))
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


def line_fields(line: bytes):
    """Return the fields of a result line, or None where it is none."""
    try:
        fields = json.loads(line)
        return fields if 0 <= fields["n"] <= _HIGHEST_RESULT and is_mac(fields["mac"]) else None
    except (ValueError, KeyError, TypeError, RuntimeError):
        # RuntimeError: garbage of too many brackets.
        return None
