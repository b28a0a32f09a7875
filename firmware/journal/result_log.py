"""The log of results: one JSON line a game, chained and sealed, readable with any file tool.

Lines are only appended. One that cannot be read stays where it is and is passed over: the next names the last good
one. Clearing leaves one line behind, which carries the numbering and the chain on.

Loaded when it is wanted: between games a board keeps the memory. `results` is always the board's Results.
"""

from . import seal
from .result_lines import End, lines
from .results import NAME

_NEW = "results.new"


def find_last(results) -> None:
    """Look where the log ends."""
    end = End(results.disk, NAME)
    results.notes += end.notes
    results.torn = end.torn
    results.prev = seal.FIRST
    if end.line:
        results.count = end.fields["n"]
        _take(results, end.line, end.fields["mac"])


def append(results, n: int, body: str, key: bytes) -> None:
    """Append result number `n`, whose fields up to `at` are `body`, sealed under `key`. Raises OSError."""
    line, mac = _sealed(results, body, key)
    file = results.disk.open(NAME, "ab")
    try:
        file.write(b"\n" + line + b"\n" if results.torn else line + b"\n")
    finally:
        file.close()
    results.torn = False
    results.count = n
    _take(results, line, mac)


def clear(results, body: str, key: bytes, link: str) -> bool:
    """Begin a new log, if `link` names the last line: who knows that has the results. Raises OSError.

    `body` is that of the line that carries on number and chain; it must say "cleared".
    """
    if link != results.prev:
        return False
    line, _ = _sealed(results, body, key)
    file = results.disk.open(_NEW, "wb")
    file.write(line + b"\n")
    file.close()
    results.disk.rename(_NEW, NAME)
    results.prev = seal.link(line)
    return True


def since(results, n: int):
    """The lines of results after number `n`, oldest first, as str."""
    return lines(results.disk, NAME, n)


def _take(results, line: bytes, mac: str) -> None:
    results.code = seal.code(mac)
    results.prev = seal.link(line)


def _sealed(results, body: str, key: bytes) -> tuple:
    start = '{%s,"prev":"%s"' % (body, results.prev)
    mac = seal.mac(key, start.encode())
    return ('%s,"mac":"%s"}' % (start, mac)).encode(), mac
