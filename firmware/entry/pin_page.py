"""PIN entry by the score keys, shown before the menus of a board that has a PIN."""

from ..config import BACK, KEY_OK, SCORE_KEYS
from ..interpreter import const
from .count import Count
from .menus import DONE, LEFT, REFUSED, REFUSED_AND_LEFT, STAY

_MAX_DIGITS = const(12)
_ASCII_ZERO = const(48)


def add_press(count, key: int, limit: int) -> int:
    """Add a score key to a count and return STAY; or return REFUSED if that would take it beyond `limit`."""
    amount = SCORE_KEYS[key & 3]
    if count.total + amount > limit:
        return REFUSED
    return STAY if count.add(amount) else REFUSED


class PinPage:
    """The page that asks for the PIN: `typed_count` digits are entered, `count` is the next digit so far."""

    def __init__(self, match, pin) -> None:
        self._match = match
        self._pin = pin
        self.count = Count()
        self._typed = bytearray(_MAX_DIGITS)
        self.typed_count = 0

    def open(self) -> None:
        """Begin with the first digit."""
        self.count.clear()
        self.typed_count = 0

    def press(self, key: int, now: int) -> int:
        """Handle a key: score keys add up to a digit, OK enters it, BACK sets it to 0 or leaves.

        Returns STAY, REFUSED, LEFT, DONE (the PIN is right) or REFUSED_AND_LEFT (it is wrong).
        """
        if key == KEY_OK:
            return self._next_digit(now)
        if key >> 2 >= self._match.teams:
            return REFUSED
        if key & 3 != BACK:
            return add_press(self.count, key, 9)
        if not self.count.presses:
            return LEFT
        self.count.clear()
        return STAY

    def _next_digit(self, now: int) -> int:
        """Enter the digit set by score keys: STAY; after the last one check the PIN: DONE, or REFUSED_AND_LEFT."""
        self._typed[self.typed_count] = _ASCII_ZERO + self.count.total
        self.typed_count += 1
        self.count.clear()
        if self.typed_count < len(self._pin.digits):
            return STAY
        return DONE if self._pin.check(self._typed, self.typed_count, now) else REFUSED_AND_LEFT
