"""Fake `micropython` whose heap lock holds for the board but not for the fakes around it."""

import real_micropython
from real_micropython import const  # noqa: F401

_depth = 0
stack_bytes = [0]
"""What `stack_use` says."""
interrupt_char = [3]
"""The byte from the host that raises KeyboardInterrupt."""


def stack_use():
    return stack_bytes[0]


def kbd_intr(char):
    interrupt_char[0] = char


def heap_lock():
    global _depth
    _depth += 1
    real_micropython.heap_lock()


def heap_unlock():
    global _depth
    real_micropython.heap_unlock()
    _depth -= 1
    return _depth


def free():
    """The machine takes memory of its own: gives how often to lock again."""
    depth = _depth
    while _depth:
        heap_unlock()
    return depth


def again(depth):
    for _ in range(depth):
        heap_lock()


def alloc_emergency_exception_buf(size):
    pass
