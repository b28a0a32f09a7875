"""The heap lock, where the interpreter has one: under it any allocation raises MemoryError."""

try:
    from micropython import heap_lock, heap_unlock
except ImportError:

    def heap_lock() -> None:
        """Nothing to lock on this interpreter."""

    def heap_unlock() -> int:
        """Nothing was locked."""
        return 0
