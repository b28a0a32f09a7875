"""Python's collection of cycles, which many rows make slow."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collection() -> Iterator[None]:
    """Collect no cycles meanwhile: many rows are made, none in a cycle, and looking through them all again and again
    takes a fifth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
