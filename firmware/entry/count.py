"""A pending count as a stack of key presses, each of which can be undone."""

from ..interpreter import const

_MOST = const(64)


class Count:
    """A count: the `total` of `presses` key presses; `emptied`: all were undone, one by one, and none came since."""

    def __init__(self) -> None:
        self.total = 0
        self.presses = 0
        self.emptied = False
        self._amounts = bytearray(_MOST)

    def clear(self) -> None:
        self.total = self.presses = 0
        self.emptied = False

    def add(self, amount: int) -> bool:
        """Add a press of `amount` holes; return False, and change nothing, after 64 presses."""
        if self.presses == _MOST:
            return False
        self._amounts[self.presses] = amount
        self.presses += 1
        self.total += amount
        self.emptied = False
        return True

    def take_back(self) -> bool:
        """Undo the last press; return False if there was none."""
        if not self.presses:
            return False
        self.presses -= 1
        self.total -= self._amounts[self.presses]
        self.emptied = not self.presses
        return True
