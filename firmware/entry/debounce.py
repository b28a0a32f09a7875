"""Debounces keys, from timed edges and from levels: the first edge acts, then the key is locked for DEBOUNCE_MS.

An interrupt gives an edge its true time, however late it is read. Only while interrupts are off, when flash is erased,
a key's edges are merged into one, noted at the end. If that may be the bounce of an earlier edge, it is no press.
"""

from ..config import DEBOUNCE_MS, KEY_COUNT
from ..interpreter import const
from ..ticks import MASK, since

_AT_ONCE_MS = const(3)
"""After interrupts come on again, all keys' handlers have run within this time."""
_UP_AND_DOWN_MS = const(20)
"""No finger releases a key and presses it again in less."""
_LONG = const(1 << 29)


class Debounce:
    """Presses and releases of all keys, in the order in which they happened."""

    def __init__(self, levels: int) -> None:
        """Start with `levels`: the keys down at power-up; they are not presses."""
        self.down = levels
        self.pressed = 0
        self.released = 0
        self._level = levels
        self._locked = 0
        self._settled_at = -1
        """Up to this tick no lock of a key ends and all edges have been processed; -1: unknown."""
        self._unsure = 0
        """Mask of keys whose next edge may still be a bounce of their last one."""
        self._locked_at = [0] * KEY_COUNT
        self._irq_on_at = -1
        self._irq_done_at = -1
        """Latest ticks at which interrupts are known to have been on; and on, with none left to handle."""

    def quiet(self, levels: int, edges, now: int) -> bool:
        """Return whether no key has changed and no lock can end at tick `now`, so that `scan` can be skipped."""
        if edges.noted != edges.read or self._unsure or levels != self._level:
            return False
        self._irq_on_at = self._irq_done_at = now
        return True

    def scan(self, levels: int, edges, now: int) -> bool:
        """Set the masks `pressed` and `released` to the next keys that acted. Call again until it returns False.

        `levels`: the keys down now; `edges`: the EdgeLog, whose unread edges are consumed. Keys that act in the same
        millisecond come together.
        """
        self.pressed = self.released = 0
        if self._settled_at == now and edges.noted == edges.read and levels == self._level:
            self._irq_on_at = self._irq_done_at = now
            return False
        while edges.noted != edges.read and not self.pressed | self.released:
            self._process_oldest(edges, now)
        if not self.pressed | self.released:
            self._compare_levels(levels, now)
        return self.pressed | self.released != 0

    def _process_oldest(self, edges, now: int) -> None:
        """Process all edges of the oldest unread millisecond; or only locks that end before it, if keys act then."""
        edge_ms = self._edge_time(edges, now)
        if (edge_ms - self._irq_on_at) & MASK > _AT_ONCE_MS:
            self._irq_done_at = self._irq_on_at
        unsure = self._unsure
        if unsure:
            self._unlock_keys(unsure, edge_ms, DEBOUNCE_MS + 1)
            if self.pressed | self.released:
                return
        while True:
            edge = edges.take()
            self._process_edge(edge >> 1, edge & 1, edge_ms)
            if edges.noted == edges.read or self._edge_time(edges, now) != edge_ms:
                break
        if unsure:
            self._unlock_keys(unsure, edge_ms, DEBOUNCE_MS)
        self._settled_at = now if not unsure and (now - edge_ms) & MASK < DEBOUNCE_MS else -1
        self._irq_on_at = edge_ms

    def _edge_time(self, edges, now: int) -> int:
        """Return the tick of the oldest unread edge; `now` if it is not between `_irq_on_at` (-1: unknown) and now."""
        edge_ms: int = edges.times[edges.read]
        irq_on_at = self._irq_on_at
        return edge_ms if irq_on_at >= 0 and (edge_ms - irq_on_at) & MASK <= (now - irq_on_at) & MASK else now

    def _compare_levels(self, levels: int, now: int) -> None:
        """Unlock keys, and treat a level that differs from the last edge as an edge at `now`: its own was lost."""
        self._irq_on_at = self._irq_done_at = now
        self._level = (self._level & ~self._locked) | (levels & self._locked)
        if self._unsure:
            self._unlock_keys(self._unsure, now, DEBOUNCE_MS)
            if self.pressed | self.released:
                return
        differing = levels ^ self._level
        key = 0
        while differing:
            if differing & 1:
                self._process_edge(key, (levels >> key) & 1, now)
            differing >>= 1
            key += 1

    def _unlock_keys(self, keys: int, time: int, lock_ms: int) -> None:
        """Call `_unlock_key` for each key of the mask `keys`."""
        key = 0
        while keys:
            if keys & 1:
                self._unlock_key(key, time, lock_ms)
            keys >>= 1
            key += 1

    def _unlock_key(self, key: int, time: int, lock_ms: int) -> None:
        """Unlock a key that has been locked for `lock_ms` at tick `time`; it acts if its level has changed since."""
        bit = 1 << key
        acted = self._locked_at[key]
        if self._locked & bit:
            if (time - acted) & MASK < lock_ms:
                return
            self._locked &= ~bit
            if (self._level ^ self.down) & bit:
                # acted + DEBOUNCE_MS in an order in which no sum leaves 31 bits and allocates.
                self._act(key, bit, (acted - MASK - 1 + DEBOUNCE_MS) & MASK)
        if not self._locked & bit and DEBOUNCE_MS <= (self._irq_done_at - acted) & MASK < _LONG:
            self._unsure &= ~bit

    def _process_edge(self, key: int, down: int, time: int) -> None:
        """Process an edge at tick `time` after which the key was `down` (1) or up (0); a locked key does not act."""
        bit = 1 << key
        if down:
            self._level |= bit
        else:
            self._level &= ~bit
        if not self._locked & bit and ((self._level ^ self.down) & bit or self._is_double_edge(bit, time)):
            self._act(key, bit, time)

    def _is_double_edge(self, bit: int, time: int) -> bool:
        """Return whether an edge that leaves the level as it was is a finger's two edges merged, and not a bounce."""
        if self._unsure & bit:
            return False
        return not self.down & bit or since(self._irq_done_at, time) >= _UP_AND_DOWN_MS

    def _act(self, key: int, bit: int, time: int) -> None:
        """Add the key to `pressed` or `released`, and lock it from tick `time` on; `bit` is its bit in masks."""
        if self.down & bit:
            self.released |= bit
        else:
            self.pressed |= bit
        self.down ^= bit
        self._locked |= bit
        self._unsure |= bit
        self._locked_at[key] = time
