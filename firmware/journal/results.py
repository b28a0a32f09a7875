"""The log of results: one JSON line a game, chained and sealed, readable with any file tool.

Lines are only appended. One that cannot be read stays where it is and is passed over: the next names the last good
one. Clearing leaves one line behind, which carries the numbering and the chain on.
"""

import json

from ..interpreter import const
from . import seal

NAME = "results.log"
_NEW = "results.new"
_TAIL = const(2048)
"""Bytes looked at from the end: more than any three lines."""
_HIGHEST = const(0x3FFFFFFF)


class Results:
    """`count` is the number of the last result written since the board was made; `code` its result code.

    `notes` says in words what is wrong with the log's end.
    """

    def __init__(self, disk) -> None:
        self._disk = disk
        self.count = 0
        self.code = ""
        self.notes: list = []
        self._prev = seal.FIRST
        self._torn = False
        self._find_last()

    def _find_last(self) -> None:
        try:
            start = max(self._disk.size(NAME) - _TAIL, 0)
        except OSError:
            return
        try:
            lines = self._tail(start).split(b"\n")
        except OSError as error:
            self.notes.append("%s: %s" % (NAME, error))
            return
        self._torn = lines[-1] != b""
        for line in reversed(lines[1:] if start else lines):
            fields = _fields(line)
            if fields:
                self._take(line, fields)
                return
            if line:
                self.notes.append("%s: a line near its end is damaged" % NAME)

    def _tail(self, start: int) -> bytes:
        file = self._disk.open(NAME, "rb")
        file.seek(start)
        data = file.read()
        file.close()
        return data

    def _take(self, line: bytes, fields: dict) -> None:
        self.count = fields["n"]
        self.code = seal.code(fields["mac"])
        self._prev = seal.link(line)

    def expect(self, finished: int, due: bool = True) -> None:
        """The journal has counted `finished` results; `due`: the last of them can still be written. Where the log ends
        otherwise, say so and go on."""
        if self.count > finished:
            self.notes.append("%s: it ends with result %d, the journal with %d" % (NAME, self.count, finished))
        written = finished - 1 if due else finished
        if self.count < written:
            self.notes.append("%s: results %d to %d are missing" % (NAME, self.count + 1, written))
            self.count = written

    def write(self, n: int, body: str, key: bytes) -> None:
        """Append result number `n`, whose fields up to `at` are `body`, sealed under `key`. Raises OSError."""
        line = self._sealed(body, key)
        file = self._disk.open(NAME, "ab")
        try:
            file.write(b"\n" + line + b"\n" if self._torn else line + b"\n")
        finally:
            file.close()
        self._torn = False
        self._take(line, {"n": n, "mac": line[-34:-2].decode() if key else ""})

    def _sealed(self, body: str, key: bytes) -> bytes:
        start = '{%s,"prev":"%s"' % (body, self._prev)
        return ('%s,"mac":"%s"}' % (start, seal.mac(key, start.encode()))).encode()

    def clear(self, body: str, key: bytes, link: str) -> bool:
        """Begin a new log, if `link` names the last line: who knows that has the results. Raises OSError.

        `body` is that of the line that carries on number and chain; it must say "cleared".
        """
        if link != self._prev:
            return False
        line = self._sealed(body, key)
        file = self._disk.open(_NEW, "wb")
        file.write(line + b"\n")
        file.close()
        self._disk.rename(_NEW, NAME)
        self._prev = seal.link(line)
        return True

    def since(self, n: int):
        """The lines of results after number `n`, oldest first, as str."""
        try:
            file = self._disk.open(NAME, "rb")
        except OSError:
            return
        for line in file:
            fields = _fields(line.rstrip(b"\n"))
            if fields and fields["n"] > n and "cleared" not in fields:
                yield line.decode().rstrip("\n")
        file.close()


def _fields(line: bytes):
    """The fields of a result line, or None where it is none."""
    try:
        fields = json.loads(line)
        return fields if 0 <= fields["n"] <= _HIGHEST and seal.is_mac(fields["mac"]) else None
    except (ValueError, KeyError, TypeError, RuntimeError):
        # RuntimeError: garbage of too many brackets.
        return None
