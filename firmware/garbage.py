"""Collects garbage in as little time as MicroPython can: a Pico does nothing else meanwhile.

Its collector marks what is in use, depth first, with a stack of 64 entries (`gc_mark_subtree` in py/gc.c). If that
overflows, it reads all a second time, which takes as long again. A function leads to its module, and a module to all
its names at once: several hundred in the files that host_tools joins. So wide modules are put on the stack first, and
what they name comes from a chain, a few values a link: from there the way back to the module ends at once.
"""

import sys

from .interpreter import collect, const

_WIDE = const(50)
"""Names of a module that is to be marked so."""
_LINK = const(13)
"""Values a link: with a class's functions and what the modules name beside them they take 50 entries of the stack."""


class GarbageCollector:
    """Collects garbage; the modules that were loaded when `order` was last done are marked in order."""

    def __init__(self) -> None:
        # The collector begins with the names of the code that runs: here these, and no module's.
        self._names: dict = {"collect": collect}
        self._code = compile("collect()", "garbage", "exec")

    def collect(self) -> None:
        """Collect garbage."""
        exec(self._code, self._names)

    def order(self):
        """Order the modules that are loaded by now: a generator that yields after each piece."""
        order: list = [
            module
            for name, module in sys.modules.items()
            if name.startswith("firmware") and len(module.__dict__) > _WIDE
        ]
        link: tuple = ()
        for module in order:
            values = tuple(module.__dict__.values())
            for start in range(0, len(values), _LINK):
                link = (link,) + values[start : start + _LINK]
                yield
        order.append(link)
        self._names["order"] = order
