"""A ring buffer of key edges with their times: what senses the keys writes it, a step reads it."""

from array import array

from .interpreter import const

_ROOM = const(64)


class EdgeLog:
    """A ring of the last edges, with one writer (an interrupt, or what reads samples) and one reader (the step).

    `noted` and `read` are the places of the next edge to write and to read; if they are equal, all are read. Else
    `times[read]` is the tick of the oldest. When the ring is full, further edges are dropped: the levels remain.
    `behind`: the writer keeps later edges, which it will note once there is room.
    """

    def __init__(self) -> None:
        self._edges = bytearray(_ROOM)
        self.times = array("i", [0] * _ROOM)
        self.noted = 0
        self.read = 0
        self.behind = False

    def note(self, key: int, down: bool, time: int) -> bool:
        """Log an edge of key `key` at tick `time` (ms; -1: not known), after which it is `down` or not.

        Returns whether there was room. Safe in a hard interrupt. An edge that leaves the level as it was stands for
        two: the key moved there and back, too fast or too early to be seen in between.
        """
        place = self.noted
        following = (place + 1) % _ROOM
        if following == self.read:
            return False
        self._edges[place] = (key << 1) | down
        self.times[place] = time
        self.noted = following
        return True

    def take(self) -> int:
        """Remove the oldest edge and return it as (key << 1) | down. Only if there is one."""
        read = self.read
        self.read = (read + 1) % _ROOM
        return self._edges[read]

    def clear(self) -> None:
        """Drop all unread edges."""
        self.read = self.noted
