"""Debounces keys, from timed edges and from levels: the first edge acts, then the key is ignored for a while.

An interrupt gives an edge its true time, however late it is read. Only while interrupts are off, when flash is erased,
a key's edges come as one, at the end. Where such an edge may be the bounce of an edge before, it is no press.
"""

from ..clock import MASK, since
from ..config import DEBOUNCE_MS, KEY_COUNT
from ..interpreter import const

_AT_ONCE_MS = const(3)
"""When interrupts come on again, all keys' handlers are done within this."""
_UP_AND_DOWN_MS = const(20)
"""No finger lets a key go and presses it again in less."""
_LONG = const(1 << 29)


class Debounce:
    """Presses and releases of all keys, in the order in which they happened."""

    def __init__(self, levels: int) -> None:
        """`levels`: the keys down at power-up; they are not presses."""
        self.down = levels
        self.pressed = 0
        self.released = 0
        self._level = levels
        self._deaf = 0
        self._settled_at = -1
        """By this tick no key can have more to say than the edges that have been read."""
        self._unsure = 0
        """Keys of which an edge read now may still be a bounce of their last one."""
        self._deaf_from = [0] * KEY_COUNT
        self._on = -1
        self._sure = -1
        """Interrupts are known to have been on at `_on`; and at `_sure`, with none left to be handled."""

    def quiet(self, levels: int, edges, now: int) -> bool:
        """Whether no key has changed and no deaf time ends, so that `scan` can be skipped."""
        if edges.noted != edges.read or self._unsure or levels != self._level:
            return False
        self._on = self._sure = now
        return True

    def scan(self, levels: int, edges, now: int) -> bool:
        """The next keys that acted, as masks `pressed` and `released`; False when none is left. Call until then.

        `levels`: the keys down now; `edges`: the EdgeLog, which is read. Keys that act in the same millisecond come
        together.
        """
        self.pressed = self.released = 0
        if self._settled_at == now and edges.noted == edges.read and levels == self._level:
            self._on = self._sure = now
            return False
        while edges.noted != edges.read and not self.pressed | self.released:
            self._replay(edges, now)
        if not self.pressed | self.released:
            self._catch_up(levels, now)
        return self.pressed | self.released != 0

    def _replay(self, edges, now: int) -> None:
        """Go on to the oldest edge: what is due before it, else all edges of its millisecond."""
        at = self._time(edges, now)
        if at - self._on & MASK > _AT_ONCE_MS:
            self._sure = self._on
        waiting = self._unsure
        if waiting:
            self._listen_again(waiting, at, DEBOUNCE_MS + 1)
            if self.pressed | self.released:
                return
        while True:
            edge = edges.take()
            self._edge(edge >> 1, edge & 1, at)
            if edges.noted == edges.read or self._time(edges, now) != at:
                break
        if waiting:
            self._listen_again(waiting, at, DEBOUNCE_MS)
        self._settled_at = now if not waiting and now - at & MASK < DEBOUNCE_MS else -1
        self._on = at

    def _time(self, edges, now: int) -> int:
        """Time of the oldest edge, clamped between that of the last edge read and now."""
        at: int = edges.times[edges.read]
        on = self._on
        return at if on >= 0 and at - on & MASK <= now - on & MASK else now

    def _catch_up(self, levels: int, now: int) -> None:
        """After the last edge, compare the levels: a difference is a change whose edge was lost."""
        self._on = self._sure = now
        self._level = self._level & ~self._deaf | levels & self._deaf
        if self._unsure:
            self._listen_again(self._unsure, now, DEBOUNCE_MS)
            if self.pressed | self.released:
                return
        changed = levels ^ self._level
        key = 0
        while changed:
            if changed & 1:
                self._edge(key, levels >> key & 1, now)
            changed >>= 1
            key += 1

    def _listen_again(self, waiting: int, at: int, deaf_ms: int) -> None:
        key = 0
        while waiting:
            if waiting & 1:
                self._listen(key, at, deaf_ms)
            waiting >>= 1
            key += 1

    def _listen(self, key: int, at: int, deaf_ms: int) -> None:
        """At the end of a key's deaf time, take its level as its state; edges of the same millisecond are included."""
        bit = 1 << key
        began = self._deaf_from[key]
        if self._deaf & bit:
            if at - began & MASK < deaf_ms:
                return
            self._deaf &= ~bit
            if (self._level ^ self.down) & bit:
                # began + DEBOUNCE_MS in an order in which no sum leaves 31 bits and allocates.
                self._act(key, bit, began - MASK - 1 + DEBOUNCE_MS & MASK)
        if not self._deaf & bit and DEBOUNCE_MS <= self._sure - began & MASK < _LONG:
            self._unsure &= ~bit

    def _edge(self, key: int, down: int, at: int) -> None:
        bit = 1 << key
        if down:
            self._level |= bit
        else:
            self._level &= ~bit
        if not self._deaf & bit and ((self._level ^ self.down) & bit or self._there_and_back(bit, at)):
            self._act(key, bit, at)

    def _there_and_back(self, bit: int, at: int) -> bool:
        """Whether two edges in one were a finger: down and up again, or, with the key down, up and down again."""
        if self._unsure & bit:
            return False
        return not self.down & bit or since(self._sure, at) >= _UP_AND_DOWN_MS

    def _act(self, key: int, bit: int, at: int) -> None:
        if self.down & bit:
            self.released |= bit
        else:
            self.pressed |= bit
        self.down ^= bit
        self._deaf |= bit
        self._unsure |= bit
        self._deaf_from[key] = at
