"""The result log: appends one JSON line a game, hash-chained and authenticated (HMAC).

Lines are only appended. A damaged line stays and is skipped: the next one contains the hash of the last valid one.
Clearing leaves one line, which continues the numbering and the hash chain.
"""

from ..board_files import write_pieces
from .result_reader import RESULTS_FILE, RESULTS_FOLDER, LogEnd, last_cleared, results_after
from .seal import FIRST_PREV, line_hash, result_code, seal_mac

_NEW_FILE = RESULTS_FOLDER + "/results.new"


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
        end = LogEnd(disk)
        self.notes: list = end.notes
        self._torn = end.torn
        self.cleared_count = -1
        self.prev = FIRST_PREV
        if end.line:
            self.count = end.number
            self._set_last(end.line, end.mac)

    def reconcile(self, finished: int, due: bool = True) -> None:
        """Note if the log lacks some of the journal's `finished` results, or has more; raise `count` past missing ones.

        `due`: the last of them is still to be written.
        """
        if self.count > finished:
            self.notes.append({"code": "results-ahead", "count": self.count, "finished": finished})
        written = finished - 1 if due else finished
        if self.count < written:
            self.notes.append({"code": "results-missing", "first": self.count + 1, "last": written})
            self.count = written

    def append(self, n: int, body: str, key: bytes):
        """Append the line of result number `n`: JSON fields `body`, then hash and HMAC under `key`. Raises OSError.

        Yields after each piece of work but the last.
        """
        line, mac = self._seal(body, key)
        yield
        file = self._open(RESULTS_FILE, "ab")
        yield from write_pieces(file, (b"\n", line, b"\n") if self._torn else (line, b"\n"))
        self._torn = False
        self.count = n
        self._set_last(line, mac)

    def clear(self, body: str, key: bytes):
        """Begin a new log. `body`: JSON fields of the line left in it, "cleared" among them. Raises OSError.

        Yields after each piece of work but the last.
        """
        line, _ = self._seal(body, key)
        yield
        yield from write_pieces(self._open(_NEW_FILE, "wb"), (line, b"\n"))
        yield
        self._disk.rename(_NEW_FILE, RESULTS_FILE)
        self.cleared_count = self.count
        self.prev = line_hash(line)

    def _open(self, file: str, mode: str):
        """Open a file of the log's folder, which is made if it is not there. Raises OSError."""
        try:
            return self._disk.open(file, mode)
        except OSError:
            self._disk.make_folder(RESULTS_FOLDER)
            return self._disk.open(file, mode)

    def held_count(self) -> int:
        """Return how many results the log holds since it was last cleared. Reads flash the first time."""
        if self.cleared_count < 0:
            self.cleared_count = last_cleared(self._disk)
        return self.count - self.cleared_count

    def lines_after(self, n: int):
        """Yield the lines of the results numbered above `n`, oldest first, as str. Raises OSError."""
        for line in results_after(self._disk, n):
            if line:
                yield line.decode()

    def _set_last(self, line: bytes, mac: str) -> None:
        """Set `code` and `prev` from the last line and its HMAC (hex)."""
        self.code = result_code(mac)
        self.prev = line_hash(line)

    def _seal(self, body: str, key: bytes) -> tuple:
        """Return a result line, made of `body`, the last line's hash and the HMAC under `key`; and that HMAC."""
        start = '{%s,"prev":"%s"' % (body, self.prev)
        mac = seal_mac(key, start.encode())
        return ('%s,"mac":"%s"}' % (start, mac)).encode(), mac
