"""Board time: milliseconds that wrap at 2**30, as MicroPython's ticks do, so that they stay small integers."""

from .interpreter import const

MASK = const(0x3FFFFFFF)


def since(start: int, now: int) -> int:
    """Return milliseconds from tick `start` to tick `now`, across a wrap; right for spans below twelve days."""
    return (now - start) & MASK
