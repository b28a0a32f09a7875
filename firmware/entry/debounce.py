"""Debounces keys from their timed edges: a key acts at its first edge, and what it does within `bounce_ms` is bounce.

What counts is when an edge was, not when it is read, so a late step hears what an early one would have heard:

- An edge of a key that has been still acts at once, as a press or a release, and begins `bounce_ms`. They do not end
  before the contact has been still for _STILL_MS.
- If a key that was held is closed again at their end, its contact had slipped: it stays down, and no press is added.
- If a key just pressed is open again at their end, it was tapped: it is released. Then `bounce_ms` begin with its last
  edge; if it is closed at the end of these, it was pressed anew.
"""

from ..config import KEY_COUNT
from ..interpreter import const
from ..ticks import MASK

_STILL_MS = const(4)
_LATER = const(1 << 29)
"""A difference of ticks from here on is negative."""


class Debounce:
    """Presses and releases of all keys, in the order in which they happened. All masks have a bit for each key."""

    def __init__(self, levels: int, bounce_ms: int) -> None:
        """Start with `levels`: the keys down at power-up, no presses. `bounce_ms`: how long its contacts may bounce."""
        self._bounce_ms = bounce_ms
        self.down = levels
        self.pressed = 0
        self.released = 0
        self._level = levels
        self._moving = 0
        """Mask of the keys whose `bounce_ms` are not over."""
        self._held = 0
        """Mask of the moving keys that had been held until they moved."""
        # Times by a key's bit: no loop has to count up to its number.
        self._began_at = {1 << key: _LATER for key in range(KEY_COUNT)}
        self._moved_at = {1 << key: _LATER for key in range(KEY_COUNT)}
        self._scanned_at = 0
        """Tick up to which all edges have been processed."""

    def quiet(self, levels: int, edges, now: int) -> bool:
        """Return whether no key has moved and none is still bouncing at tick `now`, so that `scan` can be skipped."""
        if edges.noted != edges.read or self._moving or levels != self._level:
            return False
        self._scanned_at = now
        return True

    def scan(self, levels: int, edges, now: int) -> bool:
        """Set the masks `pressed` and `released` to the next keys that acted. Call again until it returns False.

        `levels`: the keys down now; `edges`: the EdgeLog, whose unread edges are consumed. Keys that act in the same
        millisecond come together.
        """
        self.pressed = self.released = 0
        while edges.noted != edges.read and not self.pressed | self.released:
            self._process_oldest(edges, now)
        if not edges.behind and not self.pressed | self.released:
            self._catch_up(levels, now)
        return self.pressed | self.released != 0

    def _process_oldest(self, edges, now: int) -> None:
        """Process all edges of the oldest unread millisecond; or only keys that come to rest before it and act then."""
        logged: int = edges.times[edges.read]
        time = now if logged < 0 else logged
        if self._moving:
            self._settle(time)
            if self.pressed | self.released:
                return
        while edges.noted != edges.read and edges.times[edges.read] == logged:
            edge = edges.take()
            self._process_edge(1 << (edge >> 1), edge & 1, time)

    def _catch_up(self, levels: int, now: int) -> None:
        """Let keys come to rest by tick `now`, up to which all edges have been processed; or follow the levels."""
        if self._moving:
            self._settle(now)
            if self.pressed | self.released:
                return
        self._scanned_at = now
        if levels != self._level:
            # The log was full.
            self._follow(levels, now)

    def _follow(self, levels: int, now: int) -> None:
        """Treat each level that differs from the last edge as an edge at `now`."""
        differing = levels ^ self._level
        while differing:
            bit = differing & -differing
            self._process_edge(bit, levels & bit, now)
            differing ^= bit

    def _process_edge(self, bit: int, down: int, time: int) -> None:
        """Process an edge of a key at tick `time`, after which it is `down` or not (0)."""
        if (self._level & bit == 0) == (down != 0):
            self._level ^= bit
        elif not self._was_tapped(bit):
            return
        self._moved_at[bit] = time
        if not self._moving & bit:
            self._held = (self._held & ~bit) | (self.down & bit)
            self._act(bit, time)

    def _was_tapped(self, bit: int) -> bool:
        """Return whether an edge that leaves the level as it was is a tap: two edges, noted as one by an interrupt.

        They were at any time since the last scan, so they may also be bounces; or the contact of a held key slipped.
        """
        bounce_ms = (self._scanned_at - self._moved_at[bit]) & MASK
        return not (self._level | self.down) & bit and bounce_ms >= self._bounce_ms

    def _settle(self, time: int) -> None:
        """Let the moving keys whose `bounce_ms` are over at tick `time` come to rest; those not as before act."""
        moving = self._moving
        bounce_ms = self._bounce_ms
        while moving:
            bit = moving & -moving
            moving ^= bit
            moved_at = self._moved_at[bit]
            if _STILL_MS <= (time - moved_at) & MASK < _LATER and (time - self._began_at[bit]) & MASK >= bounce_ms:
                self._moving ^= bit
                if not (self._level ^ self.down) & bit:
                    continue
                if self._held & bit:
                    self.down |= bit
                else:
                    self._act(bit, moved_at)

    def _act(self, bit: int, time: int) -> None:
        """Add the key to `pressed` or `released`; it moves from tick `time` on."""
        if self.down & bit:
            self.released |= bit
        else:
            self.pressed |= bit
        self.down ^= bit
        self._moving |= bit
        self._began_at[bit] = time
