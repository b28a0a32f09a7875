"""MicroPython features and their stand-ins on other interpreters: `const`, heap lock, viper."""

from array import array

TYPE_CHECKING = False
"""True for whoever checks types; what is imported only for them no interpreter loads."""

try:
    from gc import collect

    import micropython
    from micropython import const, heap_lock, heap_unlock  # type: ignore[attr-defined, unused-ignore]
except ImportError:

    def const(value: int) -> int:  # type: ignore[misc]
        """Return `value`, which the MicroPython compiler writes into the code in place of its name."""
        return value

    def heap_lock() -> None:  # type: ignore[misc]
        """Let any allocation raise MemoryError from now on, where the heap can be locked."""

    def collect() -> int:  # type: ignore[misc]
        """Collect garbage, where memory is short."""
        return 0

    def heap_unlock() -> int:
        """Allow allocations again."""
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
