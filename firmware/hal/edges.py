"""Key edges with their times: what an interrupt notes and a step reads."""

from array import array

from ..interpreter import const

_ROOM = const(64)
_DOWN = const(32)


class EdgeLog:
    """A ring of the last edges, with one writer (the interrupt) and one reader (the step).

    All are read when `noted` equals `read`. When it is full, further edges are dropped: the keys' levels still tell
    how things stand.
    """

    def __init__(self) -> None:
        self._keys = bytearray(_ROOM)
        self._times = array("i", [0] * _ROOM)
        self.noted = 0
        self.read = 0

    def note(self, key: int, down: bool, at: int) -> None:
        """Key `key` moved at tick `at` (ms), and is `down` after it or not. Safe in a hard interrupt.

        An edge that leaves the level as it was stands for two: the key moved there and back, too fast or too early to
        be seen in between.
        """
        place = self.noted
        after = (place + 1) % _ROOM
        if after != self.read:
            self._keys[place] = key | _DOWN if down else key
            self._times[place] = at
            self.noted = after

    def key(self) -> int:
        """Key number of the oldest edge."""
        return self._keys[self.read] & ~_DOWN

    def down(self) -> bool:
        """Whether the oldest edge left its key down."""
        return bool(self._keys[self.read] & _DOWN)

    def at(self) -> int:
        """Tick of the oldest edge."""
        return self._times[self.read]

    def drop(self) -> None:
        """The oldest edge has been read."""
        self.read = (self.read + 1) % _ROOM

    def clear(self) -> None:
        """Forget all edges."""
        self.read = self.noted
