"""The board: `step(now_ms)` reads keys, applies events to the match, writes the journal and renders the LEDs."""

from .config import FRAME_MS, RAIL_LEAST_MV, WHOLE_MS
from .display_loader import DisplayLoader
from .entry.debounce import Debounce
from .entry.key_names import key_names
from .entry.pin_check import Pin
from .entry.state_machine import Console
from .interpreter import collect, const, heap_lock, heap_unlock
from .journal.record import JUDGE_KEYS, PLAYERS
from .journal.results import Results
from .journal.store import Journal
from .link.link import Link
from .network_loader import NetworkLoader
from .rules.events import EVENT_NEXT
from .rules.match import Match
from .settings import Settings
from .ticks import MASK, since
from .timing_stats import Measures
from .view.view import View

_CLICK = const(0)
_REFUSAL = const(1)
_GAME = const(2)
_QUIET_MS = const(300)
_JUST_MS = const(10)
_SERVED = const(8)
"""Replies to a host and messages between two collections of garbage; the heap holds that of some twenty."""


class Board:
    """A board on one kind of machine (`firmware.hal`). `step` is all there is to call.

    `clock` is board time in ms: it goes on where it stood at the last event before a loss of power; `started` is where
    it stood when the power came. `test` is the self-test while it is on. `flash`: bytes free and in all, counted
    between games. `epoch`: seconds since 1970 at `epoch_at` of the clock, once a host has set the time.
    Raises ValueError at start where the machine cannot be a board (too weak a port, strips of a wrong length).
    """

    def __init__(self, hal) -> None:
        self.hal = hal
        hal.edges.clear()
        keys = hal.keys()
        self._edges = hal.edges
        self._debounce = Debounce(keys)
        self._stuck = _key_notes(keys)
        self.uid: str = hal.uid
        self.settings = Settings(hal.disk, hal.tracks)
        in_event = self.settings.values["event"] != ""
        self.match = Match(self.settings.preset, self.settings.teams, 1, in_event)
        self.journal = Journal(hal.disk)
        self.results = Results(hal.disk)
        self._kinds = (hal.notes, self._stuck, self.settings.notes, self.journal.notes(), self.results.notes)
        self._restore(in_event)
        self.clock: int = self.journal.clock
        self.started = self.clock
        self.pin = Pin(self.settings.values["pin"])
        self.console = Console(self.settings, self.match, self.pin, self, self.clock)
        self.view = View(self.match, self.console, self.results, hal, self.settings)
        self.link = Link(hal, self)
        self.attached = DisplayLoader(self)
        self.online = NetworkLoader(self)
        self.measures = Measures(hal)
        self._steps = self.measures.steps
        self._ticks_us = hal.ticks_us
        self._pieces: int = hal.display_pieces
        self.test = None
        self.epoch: int = None
        self.epoch_at = 0
        self._now = -1
        self._began_us = 0
        self._looked_at = 0
        self._looked_sequence = -1
        self._unshown = False
        self._forgotten = True
        self._whole_at = self.clock
        self._heard_at = (self.clock - WHOLE_MS) & MASK
        self._moved_at = -1
        """When the key moved (tick) that no light shows yet."""
        self._pressed = False
        self._refused = 0
        self._ended = False
        self._dark = False
        self._cut = False
        """The strips have taken too much current since the start."""
        self.view.alert = bool(self.notes())
        self._chosen = False
        self._unwritten = False
        self._opened = False
        self.flash = (0, 0)
        self._served = 0
        self._untidy = True

    def notes(self) -> list:
        """Return what was found wrong at start, in words; and whether the strips have no supply now, or lost it."""
        notes = [note for kind in self._kinds for note in kind]
        if self._unlit():
            notes.append("LED rail: %d mV; strips want %d or more" % (self.hal.rail_mv(), RAIL_LEAST_MV))
        if self._cut:
            notes.append("LED supply: it was cut, too much current")
        return notes + self.attached.notes + self.online.notes

    def trouble(self) -> int:
        """Return which of the notes there are, for a display: 0 none, else the number that `view.menu_texts` knows."""
        kinds = self._kinds
        for kind in range(len(kinds)):
            if kinds[kind]:
                return kind + 1
        return len(kinds) + 1 if self._cut or self._unlit() else 0

    def _unlit(self) -> bool:
        mv = self.hal.rail_mv()
        return 0 <= mv < RAIL_LEAST_MV and not self._dark and self.measures.frames > 0

    def _watch_supply(self) -> None:
        """Note a cut of the LEDs' supply, once the strips have been on for a second: charging them looks like one."""
        if not self._cut and (self.clock - self.started) & MASK >= WHOLE_MS and self.hal.overloaded():
            self._cut = self.view.alert = True

    def _restore(self, in_event: bool) -> None:
        """Restore the match from the journal, and reconcile it with the settings and the result log.

        `in_event`: the settings name an event. Raises ValueError where a game of more teams is on than the board has.
        """
        match = self.match
        if self.journal.restore(match):
            self.settings.adopt(match.preset, match.teams)
        if match.teams > self.hal.tracks:
            if match.begun():
                raise ValueError("tracks: a game of %d teams is on, this board has %d" % (match.teams, self.hal.tracks))
            match.restart(match.preset, self.hal.tracks, match.tally.round)
            self.settings.adopt(match.preset, match.teams)
        if match.in_event != in_event and not self.settings.notes:
            # The power went before the journal knew of the event, or the journal is older than events are. Where the
            # settings are damaged, the journal is believed.
            match.in_event = in_event
            if not match.begun():
                match.restart(match.preset, match.teams, match.tally.round)
        self.results.expect(match.finished, not match.tally.friendly and (match.over() or match.reopened))
        match.finished = max(match.finished, self.results.count)

    def step(self, now_ms: int) -> None:
        """Run one step, up to `now_ms` (a tick that wraps at 2**30): keys, what is due, journal, lights, link."""
        ticks_us = self._ticks_us
        self._began_us = ticks_us()
        if self._now >= 0:
            # Their sum could leave 31 bits, and allocate; the difference cannot.
            self.clock = (self.clock - since(now_ms, self._now)) & MASK
        self._now = now_ms
        heap_lock()
        try:
            self._play()
            asked = self._opened and self.link.poll()
        finally:
            heap_unlock()
        if self.link.served + self.online.handled - self._served >= _SERVED:
            self._collect((self.clock - self._heard_at) & MASK)
        if asked:
            self.link.serve((self.clock - self._heard_at) & MASK >= _QUIET_MS)
        attached = self.attached
        if (self.clock - attached.sought_at) & MASK >= attached.wait_ms and self._opened and self._at_rest():
            attached.seek(self.clock)
            self._watch_supply()
        # At start the restored frame goes out first: opening the journal may erase flash.
        while self._untidy and self.measures.frames:
            self._tidy()
            heap_lock()
            try:
                self._play()
            finally:
                heap_unlock()
        if self.online.live is not None and not asked and not self._unshown and self._edges.noted == self._edges.read:
            self.online.tick(self.clock, self._at_rest())
        self._steps.note((ticks_us() - self._began_us) & MASK)

    def _play(self) -> None:
        """Do the part of a step that allocates nothing. Keys wait while something is untidy."""
        clock = self.clock
        self.console.tick(clock)
        acted = self._feed_keys(clock)
        if acted or (clock - self._looked_at) & MASK >= FRAME_MS or self.journal.sequence != self._looked_sequence:
            self._refresh_lights(acted, clock)
        if self._dark != self.console.asleep:
            self._switch_rail()
        if self._unshown and not self.journal.behind and not self.hal.busy():
            self._show(clock)
        elif (clock - self._whole_at) & MASK >= WHOLE_MS and not self._unshown:
            self._refresh(clock)
        if acted:
            self._sound()
        displays = self.attached.displays
        if displays is not None:
            if acted:
                displays.news()
            # With the frame on its way; as much as fits into a step.
            for _ in range(0 if self._unshown else self._pieces):
                if not displays.step(clock):
                    break

    def _show(self, clock: int) -> None:
        """Send what has changed; all of it where the chains may hold nothing, or something else."""
        whole = self._forgotten
        leds = self.view.send(whole)
        self.hal.show(self.view.sent, leds)
        self.measures.note_frame(self._now, self._began_us, self._moved_at, leds)
        self._moved_at = -1
        self._unshown = self._forgotten = False
        if whole:
            self._whole_at = clock

    def _refresh(self, clock: int) -> None:
        """Send a whole frame each second while no key moves: a glitch on the wire lasts no longer."""
        if (clock - self._heard_at) & MASK >= WHOLE_MS and not self._dark and not self.hal.busy():
            self.hal.show(self.view.sent, self.view.send(True))
            self._whole_at = clock

    def _collect(self, quiet_ms: int) -> None:
        """Collect the garbage that replies leave, which takes 15 ms, when a key press is unlikely: after a second
        without one, or just after one (`quiet_ms`) once its light is being sent.
        """
        if self._at_rest() or quiet_ms < _JUST_MS and not self._unshown:
            self._served = self.link.served + self.online.handled
            collect()

    def _at_rest(self) -> bool:
        """Return whether no key has moved of late, nor is down."""
        return (self.clock - self._heard_at) & MASK >= WHOLE_MS and not self.hal.keys()

    def _feed_keys(self, clock: int) -> bool:
        """Feed the console what the keys did since the last step, debounced. Returns whether a key moved."""
        debounce = self._debounce
        edges = self._edges
        levels = self.hal.keys()
        if debounce.quiet(levels, edges, self._now):
            return False
        moved_at = edges.times[edges.read] if edges.noted != edges.read else self._now
        acted = False
        self._pressed = False
        while not self._untidy and debounce.scan(levels, edges, self._now):
            self.console.feed(debounce.pressed, debounce.released, clock)
            if debounce.pressed:
                self._pressed = True
            acted = True
        if acted:
            self._heard_at = clock
            if self._moved_at < 0:
                self._moved_at = moved_at
        return acted

    def _sound(self) -> None:
        """Sound a refusal, or the click of a key; after the frame, as late light is noticed more than a late click."""
        if self.console.refused != self._refused:
            self._refused = self.console.refused
            self.hal.sound(_REFUSAL)
        elif self._pressed and not self._ended:
            self.hal.sound(_CLICK)
        self._ended = False

    def _refresh_lights(self, acted: bool, clock: int) -> None:
        self._looked_at = clock
        self._looked_sequence = self.journal.sequence
        if self.test is not None:
            self._unshown = self.test.draw(self.hal.keys(), clock)
        elif self.view.update(clock):
            self._unshown = True
        elif acted:
            self._moved_at = -1

    def _switch_rail(self) -> None:
        """Switch the strips' supply off in standby, once the dim frame is on them."""
        asleep = self.console.asleep
        if not asleep or not self._unshown and not self.hal.busy():
            self.hal.rail(not asleep)
            self._dark = asleep
            if not asleep:
                self._forgotten = self._unshown = True

    # -- what entry and judges decide ---------------------------------------------------------------------------

    def commit(self, kind: int, team: int, amount: int, actor: int = PLAYERS) -> None:
        """Apply an event: in the match and on flash, before any light shows it."""
        match = self.match
        journal = self.journal
        clock = self.clock
        stage = match.stage
        finished = match.finished
        match.apply(kind, team, amount, clock)
        started = self._ticks_us()
        journal.append(kind, team, amount, actor, clock)
        self.measures.note_append((self._ticks_us() - started) & MASK)
        if match.stage != stage and kind != EVENT_NEXT:
            self.hal.sound(_GAME)
            self._ended = True
        if journal.full or match.finished != finished:
            self._untidy = True

    def decide(self, kind: int, team: int, amount: int) -> None:
        """Apply a judge's decision by keys."""
        self.commit(kind, team, amount, JUDGE_KEYS)

    def later(self) -> None:
        """Defer work that allocates to the end of the step."""
        self._untidy = True

    def choose(self) -> None:
        """Apply the setup menu's choice at the end of the step."""
        self._chosen = self._untidy = True

    # -- what takes memory, and waits until the frame is on its way ---------------------------------------------

    def _tidy(self) -> None:
        """Do what is put off because it takes memory: load menus, apply the setup, open a journal segment."""
        self._untidy = False
        if not self._opened:
            self._open()
        if self.console.menus.wanted:
            self.view.load_menus()
            self.console.menus.load(self.clock)
        if self._chosen or self._due() or self.console.menus.testing != (self.test is not None):
            self._administer()
        if self.journal.full:
            self.journal.rotate(self.match, self.clock)

    def _administer(self) -> None:
        """Apply setup, switch the self-test, write a result. Loaded when wanted: so a start is sooner and smaller."""
        from .board_operations import switch_test, take_setup, write_result

        if self._chosen:
            self._chosen = False
            take_setup(self)
        if self.console.menus.testing != (self.test is not None):
            self.test = switch_test(self)
        if self._due():
            self._unwritten = not write_result(self)
            self._count_flash()

    def _open(self) -> None:
        """Open the journal for what comes: until then keys and hosts wait."""
        self._opened = True
        self.journal.rotate(self.match, self.journal.clock)
        self.online.begin()
        self.view.alert = bool(self.notes())
        self._count_flash()

    def _count_flash(self) -> None:
        """Measure the file system's free space: it takes longer than a key may wait, so not when a host asks."""
        self.flash = self.hal.flash()
        self.hal.faults()

    def _due(self) -> bool:
        return self.results.count < self.match.finished and not self._unwritten

    def may_go_on(self) -> bool:
        """Return whether the next game may start: the last result is on flash, where necessary by a retry."""
        if self.results.count == self.match.finished:
            return True
        self._unwritten = False
        self._untidy = True
        return False

    def playing(self) -> bool:
        """Return whether a game has begun, with a count that is still pending too."""
        return self.match.begun() or self.console.count.presses > 0


def _key_notes(keys: int) -> list:
    """Return notes on keys that are down at power-up."""
    if not keys:
        return []
    return ["key %s is down at power-up" % name for name in key_names(keys)]
