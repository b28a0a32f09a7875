"""Debounces keys, from timed edges and from levels: the first edge acts, then the key is ignored for a while.

An interrupt gives an edge its true time, however late it is read. Only while interrupts are off, when flash is erased,
a key's edges come as one, at the end. Where such an edge may be the bounce of an edge before, it is no press.
"""

from ..config import DEBOUNCE_MS, KEY_COUNT
from ..interpreter import const
from ..ticks import MASK, since

_AT_ONCE_MS = const(3)
"""When interrupts come on again, all keys' handlers are done within this."""
_UP_AND_DOWN_MS = const(20)
"""No finger lets a key go and presses it again in less."""
_LONG = const(1 << 29)


class Debounce:
    """Presses and releases of all keys, in the order in which they happened."""

    def __init__(self, levels: int) -> None:
        """Start with `levels`: the keys down at power-up; they are not presses."""
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
        """Return whether no key has changed and no deaf time ends, so that `scan` can be skipped."""
        if edges.noted != edges.read or self._unsure or levels != self._level:
            return False
        self._on = self._sure = now
        return True

    def scan(self, levels: int, edges, now: int) -> bool:
        """Set the masks `pressed` and `released` to the next keys that acted. Call again until it returns False.

        `levels`: the keys down now; `edges`: the EdgeLog, whose unread edges are consumed. Keys that act in the same
        millisecond come together.
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
        """Process the oldest edge: what is due before it, else all edges of its millisecond."""
        edge_ms = self._time(edges, now)
        if (edge_ms - self._on) & MASK > _AT_ONCE_MS:
            self._sure = self._on
        waiting = self._unsure
        if waiting:
            self._listen_again(waiting, edge_ms, DEBOUNCE_MS + 1)
            if self.pressed | self.released:
                return
        while True:
            edge = edges.take()
            self._edge(edge >> 1, edge & 1, edge_ms)
            if edges.noted == edges.read or self._time(edges, now) != edge_ms:
                break
        if waiting:
            self._listen_again(waiting, edge_ms, DEBOUNCE_MS)
        self._settled_at = now if not waiting and (now - edge_ms) & MASK < DEBOUNCE_MS else -1
        self._on = edge_ms

    def _time(self, edges, now: int) -> int:
        """Return the time of the oldest edge, clamped between that of the last edge read and now."""
        edge_ms: int = edges.times[edges.read]
        on = self._on
        return edge_ms if on >= 0 and (edge_ms - on) & MASK <= (now - on) & MASK else now

    def _catch_up(self, levels: int, now: int) -> None:
        """Compare the levels after the last edge: a difference is a change whose edge was lost."""
        self._on = self._sure = now
        self._level = (self._level & ~self._deaf) | (levels & self._deaf)
        if self._unsure:
            self._listen_again(self._unsure, now, DEBOUNCE_MS)
            if self.pressed | self.released:
                return
        differing = levels ^ self._level
        key = 0
        while differing:
            if differing & 1:
                self._edge(key, (levels >> key) & 1, now)
            differing >>= 1
            key += 1

    def _listen_again(self, waiting: int, time: int, deaf_ms: int) -> None:
        """Call `_listen` for each key of the mask `waiting`."""
        key = 0
        while waiting:
            if waiting & 1:
                self._listen(key, time, deaf_ms)
            waiting >>= 1
            key += 1

    def _listen(self, key: int, time: int, deaf_ms: int) -> None:
        """Take a key's level as its state at the end of its deaf time; edges of the same millisecond are included."""
        bit = 1 << key
        acted = self._deaf_from[key]
        if self._deaf & bit:
            if (time - acted) & MASK < deaf_ms:
                return
            self._deaf &= ~bit
            if (self._level ^ self.down) & bit:
                # acted + DEBOUNCE_MS in an order in which no sum leaves 31 bits and allocates.
                self._act(key, bit, (acted - MASK - 1 + DEBOUNCE_MS) & MASK)
        if not self._deaf & bit and DEBOUNCE_MS <= (self._sure - acted) & MASK < _LONG:
            self._unsure &= ~bit

    def _edge(self, key: int, down: int, time: int) -> None:
        """Process an edge that left the key `down` or not."""
        bit = 1 << key
        if down:
            self._level |= bit
        else:
            self._level &= ~bit
        if not self._deaf & bit and ((self._level ^ self.down) & bit or self._there_and_back(bit, time)):
            self._act(key, bit, time)

    def _there_and_back(self, bit: int, time: int) -> bool:
        """Return whether two edges in one were a finger: down and up, or, with the key down, up and down."""
        if self._unsure & bit:
            return False
        return not self.down & bit or since(self._sure, time) >= _UP_AND_DOWN_MS

    def _act(self, key: int, bit: int, time: int) -> None:
        """Report a press or release of the key, and begin its deaf time."""
        if self.down & bit:
            self.released |= bit
        else:
            self.pressed |= bit
        self.down ^= bit
        self._deaf |= bit
        self._unsure |= bit
        self._deaf_from[key] = time
