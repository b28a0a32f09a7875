"""PIN check for requests and menus that change a board, with a lock-out after three wrong attempts."""

from ..config import PIN_LOCK_MS, PIN_TRIES
from ..ticks import since


class Pin:
    """A PIN of digits, or "" for none. After three wrong tries in a row all tries are refused for 30 s."""

    def __init__(self, digits: str) -> None:
        self.digits = digits
        self._wrong = 0
        self._locked_at = 0

    def locked(self, now: int) -> bool:
        """Return whether tries are refused at board time `now` (ms); ends the lock when its time is over."""
        if self._wrong >= PIN_TRIES and since(self._locked_at, now) >= PIN_LOCK_MS:
            self._wrong = 0
        return self._wrong >= PIN_TRIES

    def check(self, digits, length: int, now: int) -> bool:
        """Return whether `digits[:length]` (ASCII) is the PIN, in constant time; False while locked. Counts errors."""
        if self.locked(now):
            return False
        differing = length ^ len(self.digits)
        for i in range(len(self.digits)):
            differing |= (digits[i] if i < length else 0) ^ ord(self.digits[i])
        if not differing:
            self._wrong = 0
            return True
        self._wrong += 1
        self._locked_at = now
        return False
