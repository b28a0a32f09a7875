"""Long-press tracking: which key each team holds, and for how long (for signatures and agreements)."""

from ..config import HOLD_MS
from ..interpreter import const
from ..ticks import since

_NO_KEY = const(-1)


class Holds:
    """The key that each team holds, and since when; a second key of the same team is ignored."""

    def __init__(self) -> None:
        self._key = [_NO_KEY, _NO_KEY, _NO_KEY, _NO_KEY]
        self._since = [0, 0, 0, 0]
        self._any = False

    def clear(self) -> None:
        """End the holds of all teams."""
        if self._any:
            self._any = False
            for team in range(4):
                self._key[team] = _NO_KEY

    def begin(self, team: int, key: int, now: int) -> None:
        """Start a hold of `key` at board time `now` (ms), unless the team holds another key."""
        if self._key[team] == _NO_KEY:
            self._key[team] = key
            self._any = True
            self._since[team] = now

    def end(self, team: int, key: int) -> bool:
        """End the hold of `key`; return False if the team was not holding it."""
        if self._key[team] != key:
            return False
        self._key[team] = _NO_KEY
        return True

    def held_ms(self, team: int, now: int) -> int:
        """Return for how many ms the team has held its key, at most HOLD_MS; 0 if it holds none."""
        if self._key[team] == _NO_KEY:
            return 0
        return min(since(self._since[team], now), HOLD_MS)
