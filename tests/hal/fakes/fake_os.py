"""Fake `os`: the real one, with `uname`, `urandom` and root folder of a microcontroller."""

import real_os
from real_os import *  # noqa: F403

_HOSTS = ("dev", "proc", "tmp", "home")
"""Folders that the interpreter's own file system has, with files in them that nobody can read."""


def ilistdir(path=""):
    for entry in real_os.ilistdir(path):
        if path.strip("/") or entry[0] not in _HOSTS:
            yield entry


class _Uname:
    sysname = "fake"
    machine = "Raspberry Pi Pico with RP2040"
    release = "1.28.0"


def uname():
    return _Uname


def urandom(count):
    """No two calls alike."""
    _drawn[0] += 1
    return bytes([_drawn[0] & 255] * count)


_drawn = [0]
