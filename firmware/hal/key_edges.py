"""A ring buffer of key edges with their times: an interrupt handler writes it, a step reads it."""

from array import array

from ..interpreter import const

_ROOM = const(64)


class EdgeLog:
    """A ring of the last edges, with one writer (the interrupt) and one reader (the step).

    All are read when `noted` equals `read`; else `times[read]` is the tick of the oldest. When it is full, further
    edges are dropped: the keys' levels still tell how things stand.
    """

    def __init__(self) -> None:
        self._edges = bytearray(_ROOM)
        self.times = array("i", [0] * _ROOM)
        self.noted = 0
        self.read = 0

    def note(self, key: int, down: bool, time: int) -> None:
        """Log that key `key` moved at tick `time` (ms), and is `down` after it or not. Safe in a hard interrupt.

        An edge that leaves the level as it was stands for two: the key moved there and back, too fast or too early to
        be seen in between.
        """
        place = self.noted
        following = (place + 1) % _ROOM
        if following != self.read:
            self._edges[place] = (key << 1) | down
            self.times[place] = time
            self.noted = following

    def take(self) -> int:
        """Read the oldest edge: twice its key's number, and one more where it left the key down."""
        read = self.read
        self.read = (read + 1) % _ROOM
        return self._edges[read]

    def clear(self) -> None:
        """Drop all edges."""
        self.read = self.noted
