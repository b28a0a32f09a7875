"""Keys from levels and latched edges: the first edge acts, then the key is deaf for a while."""

from ..clock import since
from ..config import DEBOUNCE_MS, KEY_COUNT


class Debounce:
    """Presses and releases of all keys. `scan` leaves them in the masks `pressed` and `released`.

    A key may be in both: it went down and up between two scans.
    """

    def __init__(self, levels: int) -> None:
        """`levels`: the keys down at power-up; they are not presses."""
        self.down = levels
        self.pressed = 0
        self.released = 0
        self._deaf = 0
        self._deaf_from = [0] * KEY_COUNT

    def scan(self, levels: int, edges: int, now: int) -> bool:
        """Take the masks of keys down now and of keys gone down since the last scan; True if any key acted."""
        self.pressed = self.released = 0
        if not self._deaf and not edges and levels == self.down:
            return False
        # An edge seen by a late scan may be a bounce inside the deaf time: only the level is trusted then.
        edges &= ~self._deaf
        self._listen_again(now)
        self._act(levels, edges, now)
        return bool(self.pressed | self.released)

    def _listen_again(self, now: int) -> None:
        if self._deaf:
            for key in range(KEY_COUNT):
                if self._deaf >> key & 1 and since(self._deaf_from[key], now) >= DEBOUNCE_MS:
                    self._deaf &= ~(1 << key)

    def _act(self, levels: int, edges: int, now: int) -> None:
        self.pressed = (levels | edges) & ~self.down & ~self._deaf
        self.released = (self.down | self.pressed) & ~levels & ~self._deaf
        acted = self.pressed | self.released
        self.down = (self.down | self.pressed) & ~self.released
        self._deaf |= acted
        key = 0
        while acted:
            if acted & 1:
                self._deaf_from[key] = now
            acted >>= 1
            key += 1
