"""Pause Python's cyclic garbage collector while many rows or modules are loaded, or have it run seldom."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collection() -> Iterator[None]:
    """Pause cyclic garbage collection (context manager and decorator).

    Rows and modules stay or are freed by their reference count; scanning them took a tenth to a fifth of the time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def collect_seldom() -> None:
    """Have the collector look at all objects after fifty million new ones; by Python's default it is 70,000.

    At ten thousand boards one look takes half a second, in which nothing is answered. By default that was up to half of
    the time, now it is once in ten minutes; few objects with cycles live so long that they wait for it.
    """
    gc.set_threshold(5_000, 10, 1_000)
