"""What MicroPython has and other interpreters do not, with stand-ins that do nothing."""

import sys

try:
    import micropython
    from micropython import const, heap_lock, heap_unlock  # type: ignore[attr-defined, unused-ignore]
except ImportError:

    def const(value: int) -> int:  # type: ignore[misc]
        """A number the MicroPython compiler writes into the code in place of its name."""
        return value

    def heap_lock() -> None:  # type: ignore[misc]
        """From here on any allocation raises MemoryError, where the heap can be locked."""

    def heap_unlock() -> int:
        """The heap is free again."""
        return 0

    class micropython:  # type: ignore[no-redef] # noqa: N801
        """Its decorators, which ask the compiler for machine code: here there is none."""

        @staticmethod
        def viper(function):
            return function


ptr8 = bytearray
"""In machine code, the address of bytes."""


def forget(*modules: str) -> None:
    """On a small machine, let go modules that are not needed again soon; whoever imports one later loads it anew."""
    if sys.implementation.name != "micropython":
        return
    for name in modules:
        package, _, module = name.rpartition(".")
        if sys.modules.pop(name, None):
            delattr(sys.modules[package], module)
