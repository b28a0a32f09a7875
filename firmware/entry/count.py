"""The presses of one count, so that each can be taken back."""

from ..interpreter import const

_MOST = const(64)


class Count:
    """Presses that add up: `total` holes in `presses` presses of `team` (meaningless while empty)."""

    def __init__(self) -> None:
        self.team = 0
        self.total = 0
        self.presses = 0
        self._amounts = bytearray(_MOST)

    def clear(self) -> None:
        self.total = self.presses = 0

    def add(self, team: int, amount: int) -> bool:
        """One more press, of 1 or more; False, and nothing changes, after 64 presses."""
        if self.presses == _MOST:
            return False
        self.team = team
        self._amounts[self.presses] = amount
        self.presses += 1
        self.total += amount
        return True

    def take_back(self) -> bool:
        """Forget the last press. False if there was none."""
        if not self.presses:
            return False
        self.presses -= 1
        self.total -= self._amounts[self.presses]
        return True
