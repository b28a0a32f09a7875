"""Reading a log of results: which lines are results, and how the log ends."""

import json

from ..interpreter import const
from .seal import is_mac

_TAIL = const(2048)
"""Bytes looked at from the end: more than any three lines."""
_HIGHEST = const(0x3FFFFFFF)


class End:
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
            found = _tail(disk, name, start).split(b"\n")
        except OSError as error:
            self.notes.append("%s: %s" % (name, error))
            return
        self.torn = found[-1] != b""
        for line in reversed(found[1:] if start else found):
            fields = _fields(line)
            if fields:
                self.line = line
                self.fields = fields
                return
            if line:
                self.notes.append("%s: a line near its end is damaged" % name)


def _tail(disk, name: str, start: int) -> bytes:
    file = disk.open(name, "rb")
    file.seek(start)
    data = file.read()
    file.close()
    return data


def lines(disk, name: str, n: int):
    """The results after number `n`, oldest first, as str."""
    try:
        file = disk.open(name, "rb")
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
        return fields if 0 <= fields["n"] <= _HIGHEST and is_mac(fields["mac"]) else None
    except (ValueError, KeyError, TypeError, RuntimeError):
        # RuntimeError: garbage of too many brackets.
        return None
