"""MicroPython features and their stand-ins on other interpreters: `const`, heap lock, viper."""

from array import array

TYPE_CHECKING = False
"""True for type checkers; imports under it are loaded by no interpreter."""

try:
    from gc import collect

    import micropython
    from micropython import const, heap_lock, heap_unlock  # type: ignore[attr-defined, unused-ignore]
except ImportError:

    def const(value: int) -> int:  # type: ignore[misc]
        """Return `value`; the MicroPython compiler replaces the constant's name by it."""
        return value

    def heap_lock() -> None:  # type: ignore[misc, unused-ignore]
        """Do nothing: in MicroPython allocations raise MemoryError from now on."""

    def collect() -> int:  # type: ignore[misc, unused-ignore]
        """Do nothing and return 0: in MicroPython it collects garbage."""
        return 0

    def heap_unlock() -> int:
        """Do nothing and return 0: in MicroPython it allows allocations again."""
        return 0

    class micropython:  # type: ignore[no-redef] # noqa: N801
        """Stand-ins for the decorators that make MicroPython's compiler emit machine code."""

        @staticmethod
        def viper(function):
            return function


ptr8 = bytearray
ptr16 = array
ptr32 = array
"""In machine code, the addresses of bytes, half words and words."""
