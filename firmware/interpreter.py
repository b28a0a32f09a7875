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
        """A number the MicroPython compiler writes into the code in place of its name."""
        return value

    def heap_lock() -> None:  # type: ignore[misc]
        """From here on any allocation raises MemoryError, where the heap can be locked."""

    def collect() -> int:  # type: ignore[misc]
        """Collect garbage, where memory is short."""
        return 0

    def heap_unlock() -> int:
        """The heap is free again."""
        return 0

    class micropython:  # type: ignore[no-redef] # noqa: N801
        """Its decorators, which ask the compiler for machine code: here there is none."""

        @staticmethod
        def viper(function):
            return function


ptr8 = bytearray
ptr16 = array
ptr32 = array
"""In machine code, the addresses of bytes, half words and words."""
