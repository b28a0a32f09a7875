"""Model of timeouts, and the order of events within one millisecond."""

from .keys import MENU, OK, team_of
from .menus import Agreement, Status

STATUS_MS = 3000
COVER_MS = 60_000
UNDO_MS = 5000
HOLD_MS = 1000
MENU_HOLD_MS = 2000
STANDBY_MS = 600_000


class Times:
    """The half of the model that looks at the clock; the other half says what the keys do."""

    due_is_known = False
    """Whether `_due` is what `next_due` would compute: until a key moves, the judge decides or something happens."""

    def next_due(self):
        """The millisecond at which something happens without a further key, None if nothing will."""
        if not self.due_is_known:
            times = [due for due, _ in self._timers()] + [self.keys.due()]
            self._due = min((time for time in times if time is not None), default=None)
            self.due_is_known = True
        return self._due

    def _timers(self):
        """(time, what happens then), in the order in which things of one millisecond happen."""
        timers = [(self.menu_down + MENU_HOLD_MS, self._menu_held)] if self.menu_down is not None else []
        if not self.dimmed:
            timers.append((self.last_press + STANDBY_MS, self._dim))
        if self.cover:
            return timers + self._cover_timers()
        return timers + self._table_timers()

    def _cover_timers(self):
        if isinstance(self.cover, Status):
            return [(self.cover_opened + STATUS_MS, self._uncover)]
        left = [(max(self.cover_opened, self.last_press) + COVER_MS, self._uncover)]
        if isinstance(self.cover, Agreement):
            return left + [(since + HOLD_MS, lambda key=key: self._agreed(key)) for key, since in self.holds.items()]
        return left

    def _table_timers(self):
        if self.phase == "sign":
            return [(since + HOLD_MS, lambda key=key: self._signs(key)) for key, since in self.holds.items()]
        if self.phase == "undo":
            holds = [(since + HOLD_MS, self._undo) for since in self.holds.values()]
            return [(self.undo_since + UNDO_MS, self._leave_undo), *holds] if self.preset.sign_off else []
        if self.phase == "pending" and self.preset.idle_ms and not self.warned:
            return [(self.quiet_since + self.preset.idle_ms, self._commit)]
        return []

    def _dim(self):
        self.dimmed = True
        if self.phase == "undo" and not self.preset.sign_off:
            self._leave_undo()

    def _signs(self, key):
        del self.holds[key]
        self.signed.add(team_of(key))
        if self.signed | {self.counter} == set(self.evening.teams):
            self._commit(signed=True)

    def _until(self, t):
        while True:
            due = self.next_due()
            if due is None or due > t:
                return
            self._live(max(due, self.time))

    def _live(self, t):
        """Everything of millisecond `t`."""
        self.time = t
        self.due_is_known = False
        while ready := [happens for due, happens in self._timers() if due <= t]:
            ready[0]()
        releases, presses = self.keys.take(t)
        for key in releases:
            self._released(key)
        for key in self._heard_order(presses):
            self._pressed(key)

    def _heard_order(self, presses):
        """The counting team first, then A to D, then OK, then MENU."""
        counting = self.counter if self.presses else None
        return sorted(presses, key=lambda key: (key in (OK, MENU), team_of(key) != counting, key))
