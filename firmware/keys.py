"""The keys of a board: what they have done since the last step goes to the console, debounced; their clicks."""

from .config import WHOLE_MS
from .entry.debounce import Debounce
from .interpreter import const
from .ticks import MASK

_CLICK = const(0)
_REFUSAL = const(1)


class Keys:
    """The keys of a machine (`hal`). `stuck`: mask of those that have been down since power-up. `key_at`: board time of
    the last edge. `moved_at`: tick of the first edge that no light shows yet; -1: none.
    """

    def __init__(self, hal) -> None:
        self._levels = hal.keys
        self._edges = hal.edges
        self._hal_sound = hal.sound
        self.stuck: int = hal.keys()
        hal.edges.clear()
        self._debounce = Debounce(self.stuck, hal.debounce_ms)
        self.key_at = 0
        self.moved_at = -1
        self._pressed = False
        self._refused = 0

    def feed(self, console, clock) -> bool:
        """Pass the presses and releases since the last step to the console; return whether there were any.

        While there is deferred work they wait. Does not allocate.
        """
        debounce = self._debounce
        edges = self._edges
        levels = self._levels()
        now_ms = clock.tick
        if debounce.quiet(levels, edges, now_ms):
            return False
        moved_at = edges.times[edges.read] if edges.noted != edges.read else now_ms
        acted = False
        self._pressed = False
        actions = console.actions
        while not actions.deferred and debounce.scan(levels, edges, now_ms):
            console.feed(debounce.pressed, debounce.released, clock.now)
            if debounce.pressed:
                self._pressed = True
            acted = True
            if edges.noted == edges.read:
                # What else is due has time until the next step; the light has not.
                break
        if acted:
            self.key_at = clock.now
            if self.moved_at < 0:
                self.moved_at = moved_at
        return acted

    def sound(self, console) -> None:
        """Sound a refusal or a key click, unless the end of a game has just sounded."""
        refused = console.refused
        if refused != self._refused:
            self._refused = refused
            self._hal_sound(_REFUSAL)
        elif self._pressed and not console.actions.game_sounded:
            self._hal_sound(_CLICK)
        console.actions.game_sounded = False

    def at_rest(self, clock: int) -> bool:
        """Return whether no key has moved for WHOLE_MS, nor is down unless it is stuck."""
        return (clock - self.key_at) & MASK >= WHOLE_MS and not self._levels() & ~self.stuck

    def moved(self) -> bool:
        """Return whether a key has moved that `feed` has not heard yet."""
        self._levels()
        return not self.all_read()

    def all_read(self) -> bool:
        """Return whether no edge waits to be read."""
        return self._edges.noted == self._edges.read

    def drop_released(self) -> bool:
        """Drop those keys from `stuck` that have been let go since power-up; return whether there was one."""
        released = self.stuck & ~self._debounce.down
        self.stuck &= self._debounce.down
        return released != 0
