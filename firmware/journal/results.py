"""The log of results: one JSON line a game, chained and sealed, readable with any file tool."""

import json

from . import seal

NAME = "results.log"


class Results:
    """`count` is the number of the last result written, since the board was made."""

    def __init__(self, disk) -> None:
        self._disk = disk
        self.count = 0
        self._prev = seal.FIRST
        last = b""
        for line in self._lines():
            last = line
        if last:
            self.count = json.loads(last)["n"]
            self._prev = seal.link(last)

    def _lines(self):
        try:
            file = self._disk.open(NAME, "rb")
        except OSError:
            return
        for line in file:
            if line.endswith(b"}\n"):
                yield line[:-1]
        file.close()

    def write(self, n: int, body: str, key: bytes) -> None:
        """Append result number `n`, whose fields up to `at` are `body`, sealed under `key`. Raises OSError."""
        start = '{%s,"prev":"%s"' % (body, self._prev)
        line = ('%s,"mac":"%s"}' % (start, seal.mac(key, start.encode()))).encode()
        file = self._disk.open(NAME, "ab")
        file.write(line + b"\n")
        file.flush()
        file.close()
        self._prev = seal.link(line)
        self.count = n

    def since(self, n: int):
        """The lines of results after number `n`, oldest first, as str."""
        for line in self._lines():
            if json.loads(line)["n"] > n:
                yield line.decode()
