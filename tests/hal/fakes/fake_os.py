"""Fake `os`: the real one, with `uname` and `urandom` of a microcontroller."""

from real_os import *  # noqa: F403


class _Uname:
    machine = "Raspberry Pi Pico with RP2040"
    release = "1.28.0"


def uname():
    return _Uname


def urandom(count):
    """No two calls alike."""
    _drawn[0] += 1
    return bytes([_drawn[0] & 255] * count)


_drawn = [0]
