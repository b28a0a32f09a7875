"""The board: keys, entry, match, journal and lights, tied together by one step."""

from .clock import since
from .config import FRAME_MS, RAIL_LEAST_MV
from .entry.console import Console
from .entry.debounce import Debounce
from .entry.pin import Pin
from .interpreter import const, heap_lock, heap_unlock
from .journal import record
from .journal.results import Results
from .journal.store import Journal
from .link.link import Link
from .measures import Measures
from .rules import events
from .rules.match import PLAYING, Match
from .settings import Settings
from .view.view import View

_MASK = const(0x3FFFFFFF)
"""As `since`, without a call: for what every step does."""
_CLICK = const(0)
_REFUSAL = const(1)
_GAME = const(2)
_LATEST_MS = const(1000)
"""An edge that was noted longer ago has no true time."""


class Board:
    """A board on one kind of machine (`firmware.hal`). `step` is all there is to call.

    `clock` is board time in ms: it goes on where it stood at the last event before a loss of power. `test` is the
    self-test while it is on. `epoch`: seconds since 1970 at `epoch_at` of the clock, once a host has told.
    Raises ValueError at start where the machine cannot be a board (too weak a port, strips of a wrong length).
    """

    def __init__(self, hal) -> None:
        self.hal = hal
        hal.edges.clear()
        held = hal.keys()
        self._edges = hal.edges
        self._debounce = Debounce(held)
        self._stuck = _stuck(held)
        self.uid: str = hal.uid
        self.settings = Settings(hal.disk, hal.tracks)
        self.match = Match(self.settings.preset, self.settings.teams)
        self.journal = Journal(hal.disk)
        self.results = Results(hal.disk)
        self._restore()
        self.clock: int = self.journal.clock
        self.pin = Pin(self.settings.values["pin"])
        self.console = Console(self.settings, self.match, self.pin, self, self.clock)
        self.view = View(self.match, self.console, self.results, hal, self.settings.brightness)
        self.link = Link(hal, self)
        self.measures = Measures(hal)
        self._steps = self.measures.steps
        self._ticks_us = hal.ticks_us
        self.test = None
        self.epoch: int = None
        self.epoch_at = 0
        self._now = -1
        self._began_us = 0
        self._looked_at = 0
        self._looked_sequence = -1
        self._unshown = False
        self._pressed = False
        self._refused = 0
        self._finished = self.match.finished
        self._dark = False
        self.view.alert = bool(self.notes)
        self._chosen = False
        self._unwritten = False
        self._untidy = True
        self._tidy()

    @property
    def notes(self) -> list:
        """What was found wrong at start, in words; and whether the strips have no supply now."""
        found = self.hal.notes + self._stuck + self.settings.notes + self.journal.notes + self.results.notes
        return found + self._unlit()

    def _unlit(self) -> list:
        mv = self.hal.rail_mv()
        if not 0 <= mv < RAIL_LEAST_MV or self._dark or not self.measures.frames:
            return []
        return ["LED rail: %d mV; strips want %d or more" % (mv, RAIL_LEAST_MV)]

    def _restore(self) -> None:
        match = self.match
        if self.journal.restore(match):
            self.settings.adopt(match.preset, match.teams)
        self.results.expect(match.finished, match.stage != PLAYING or match.reopened)
        match.finished = max(match.finished, self.results.count)
        self.journal.rotate(match, self.journal.clock)

    def step(self, now_ms: int) -> None:
        """Live up to `now_ms` (a tick that wraps at 2**30): keys, what is due, journal, lights, link."""
        ticks_us = self._ticks_us
        self._began_us = ticks_us()
        if self._now >= 0:
            self.clock = self.clock + now_ms - self._now & _MASK
        self._now = now_ms
        heap_lock()
        try:
            self._play()
            asked = self.link.poll()
        finally:
            heap_unlock()
        if asked:
            self.link.serve()
        while self._untidy:
            self._tidy()
            heap_lock()
            try:
                self._play()
            finally:
                heap_unlock()
        self._steps.note(ticks_us() - self._began_us & _MASK)

    def _play(self) -> None:
        """What allocates nothing. Keys wait while something is untidy."""
        clock = self.clock
        self.console.tick(clock)
        acted = self._hear(clock)
        if acted or clock - self._looked_at & _MASK >= FRAME_MS or self.journal.sequence != self._looked_sequence:
            self._look(acted, clock)
        if self._dark != self.console.asleep:
            self._switch_rail()
        if self._unshown and not self.journal.behind and not self.hal.busy():
            self.hal.show(self.view.bufs)
            self._unshown = False
            self.measures.shown(self._now)
        if acted:
            self._sound()

    def _hear(self, clock: int) -> bool:
        debounce = self._debounce
        edges = self._edges
        levels = self.hal.keys()
        if debounce.quiet(levels, edges, self._now):
            return False
        moved_at = edges.at() if edges.noted != edges.read else self._now
        acted = False
        self._pressed = False
        while not self._untidy and debounce.scan(levels, edges, self._now):
            self.console.feed(debounce.pressed, debounce.released, clock)
            if debounce.pressed:
                self._pressed = True
            acted = True
        if acted:
            self._measure_key(moved_at)
        return acted

    def _measure_key(self, moved_at: int) -> None:
        late = since(moved_at, self._now)
        self.measures.heard(self._began_us, late if late < _LATEST_MS else 0)

    def _sound(self) -> None:
        """Light first: the ear is not as quick."""
        if self.console.refused != self._refused:
            self._refused = self.console.refused
            self.hal.sound(_REFUSAL)
        elif self._pressed and self.match.finished == self._finished:
            self.hal.sound(_CLICK)
        self._finished = self.match.finished

    def _look(self, acted: bool, clock: int) -> None:
        self._looked_at = clock
        self._looked_sequence = self.journal.sequence
        if self.test is not None:
            self._unshown = self.test.draw(self.hal.keys(), clock)
        elif self.view.update(clock):
            self._unshown = True
        elif acted:
            self.measures.unseen()

    def _switch_rail(self) -> None:
        """In standby the strips lose their supply, once they have been told to be dim."""
        asleep = self.console.asleep
        if not asleep or not self._unshown and not self.hal.busy():
            self.hal.rail(not asleep)
            self._dark = asleep

    # -- what entry and judges decide ---------------------------------------------------------------------------

    def commit(self, kind: int, team: int, amount: int) -> None:
        """Let an event of the keys happen: in the match and on flash, before any light shows it."""
        actor = record.JUDGE_KEYS if kind >= events.AWARD else record.PLAYERS
        self.happen(kind, team, amount, actor)

    def happen(self, kind: int, team: int, amount: int, actor: int) -> None:
        """One event, in the match and on flash."""
        journal = self.journal
        self.match.apply(kind, team, amount, self.clock)
        began = self.hal.ticks_us()
        journal.append(kind, team, amount, actor, self.clock)
        self.measures.appended(since(began, self.hal.ticks_us()))
        if self.match.finished != self._finished:
            self.hal.sound(_GAME)
        if journal.full or self._due:
            self._untidy = True

    def later(self) -> None:
        """Something takes memory, and waits for the end of the step."""
        self._untidy = True

    def choose(self) -> None:
        """Setup's OK: its choice is taken up at the end of the step."""
        self._chosen = self._untidy = True

    # -- what takes memory, and waits until the frame is on its way ---------------------------------------------

    def _tidy(self) -> None:
        self._untidy = False
        menus = self.console.menus
        if menus.wanted:
            self.view.load_menus()
            menus.load(self.clock)
            self.console.resume(self.clock)
        if self._chosen:
            from .organise import take_setup

            self._chosen = False
            take_setup(self)
        if menus.testing != (self.test is not None):
            from .organise import switch_test

            self.test = switch_test(self)
        if self._due:
            from .finish import write_result

            self._unwritten = not write_result(self)
        if self.journal.full:
            self.journal.rotate(self.match, self.clock)

    @property
    def _due(self) -> bool:
        return self.results.count < self.match.finished and not self._unwritten

    def may_go_on(self) -> bool:
        """Whether the last result is on flash; if not, writing it is tried again."""
        if self.results.count == self.match.finished:
            return True
        self._unwritten = False
        self._untidy = True
        return False

    @property
    def playing(self) -> bool:
        """Whether a game has begun, with a count that is still pending too."""
        return self.match.begun or self.console.count.presses > 0

    def office(self):
        """What others than players may ask (`office.Office`). Loaded when somebody asks: play keeps the memory."""
        from .office import Office

        return Office(self)


def _stuck(keys: int) -> list:
    """Notes on keys that are down at power-up."""
    if not keys:
        return []
    # Loaded for a board that needs it.
    from .entry.names import names_of

    return ["key %s is down at power-up" % name for name in names_of(keys)]
