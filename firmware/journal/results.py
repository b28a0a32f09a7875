"""The log of results: one JSON line a game, chained and sealed, readable with any file tool.

Lines are only appended. One that cannot be read stays where it is and is passed over: the next names the last good
one. Clearing leaves one line behind, which carries the numbering and the chain on.

Reading the log and sealing its lines are loaded when they are wanted: between games a board keeps the memory.
"""

from ..interpreter import forget

NAME = "results.log"
_NEW = "results.new"


class Results:
    """`count` is the number of the last result written since the board was made; `code` its result code.

    `notes` says in words what is wrong with the log's end.
    """

    def __init__(self, disk) -> None:
        self._disk = disk
        self.count = 0
        self.code = ""
        self.notes: list = []
        self._prev = ""
        self._torn = False
        self._find_last()

    def _find_last(self) -> None:
        from . import result_lines, seal

        self._prev = seal.FIRST
        end = result_lines.End(self._disk, NAME)
        self.notes += end.notes
        self._torn = end.torn
        if end.line:
            self.count = end.fields["n"]
            self._take(end.line, end.fields["mac"])
        del result_lines, seal
        forget("firmware.journal.result_lines", "firmware.journal.seal")

    def _take(self, line: bytes, mac: str) -> None:
        from . import seal

        self.code = seal.code(mac)
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
        line, mac = self._sealed(body, key)
        file = self._disk.open(NAME, "ab")
        try:
            file.write(b"\n" + line + b"\n" if self._torn else line + b"\n")
        finally:
            file.close()
        self._torn = False
        self.count = n
        self._take(line, mac)

    def _sealed(self, body: str, key: bytes) -> tuple:
        from . import seal

        start = '{%s,"prev":"%s"' % (body, self._prev)
        mac = seal.mac(key, start.encode())
        return ('%s,"mac":"%s"}' % (start, mac)).encode(), mac

    def clear(self, body: str, key: bytes, link: str) -> bool:
        """Begin a new log, if `link` names the last line: who knows that has the results. Raises OSError.

        `body` is that of the line that carries on number and chain; it must say "cleared".
        """
        from . import seal

        if link != self._prev:
            return False
        line, _ = self._sealed(body, key)
        file = self._disk.open(_NEW, "wb")
        file.write(line + b"\n")
        file.close()
        self._disk.rename(_NEW, NAME)
        self._prev = seal.link(line)
        return True

    def since(self, n: int):
        """The lines of results after number `n`, oldest first, as str."""
        from .result_lines import lines

        return lines(self._disk, NAME, n)
