"""The board: `step(now_ms)` reads keys, applies events to the match, writes the journal and draws the lights."""

from .actions import Actions
from .config import WHOLE_MS
from .entry.pin_check import Pin
from .entry.state_machine import Console
from .findings import Findings
from .interpreter import TYPE_CHECKING, collect, const, heap_lock, heap_unlock
from .journal.results import Results
from .journal.store import Journal
from .keys import Keys
from .link.link import Link
from .net.network_loader import NetworkLoader
from .rules.match import Match
from .settings import Settings
from .supply import Supply
from .ticks import MASK, since
from .timing_stats import Measures
from .view.display.display_loader import DisplayLoader
from .view.lights.frames import Frames
from .view.lights.led_view import View

if TYPE_CHECKING:
    from .view.voice.announcements import VoiceLoader

_PLAY = const(0)
_FLASH = const(1)
_DISPLAYS = const(2)
_NETWORK = const(3)
_REQUESTS = const(4)
_QUIET_MS = const(300)
_AFTER_KEY_MS = const(10)
_COLLECT_AFTER = const(8)
"""Lines to a host and network messages after which garbage is collected at the next good moment; the heap holds that of
thirty.
"""


class Board:
    """A board on one kind of machine (`firmware.hal`). `runner` calls `step` again and again.

    `clock` is board time in ms: after a loss of power it goes on from the last event; `started` is its value at
    power-up. `now_ms` and `began_us`: ticks at which the present step began. `selftest` is the SelfTest while that is
    on. `flash_due`: free flash is to be counted anew. `epoch`: seconds since 1970 at `epoch_at` of the clock,
    once a host has set the time. `notes` and `fault_kind` are those of the Findings.
    Raises ValueError at start if the machine cannot be a board (too weak a port, strips of a wrong length).
    """

    def __init__(self, hal) -> None:
        self.hal = hal
        self.keys = Keys(hal)
        self.uid: str = hal.uid
        self.settings = Settings(hal.disk, hal.tracks)
        in_event = self.settings.values["event"] != ""
        self.match = Match(self.settings.preset, self.settings.teams, 1, in_event)
        self.match.partners = self.settings.values["partners"]
        self.journal = Journal(hal.disk)
        self.results = Results(hal.disk)
        self.measures = Measures(hal)
        self.supply = Supply(hal)
        self.findings = Findings(self)
        self.notes = self.findings.notes
        self.fault_kind = self.findings.fault_kind
        self._restore(in_event)
        self.clock: int = self.journal.clock
        self.started = self.clock
        self.keys.key_at = (self.clock - WHOLE_MS) & MASK
        self.pin = Pin(self.settings.values["pin"])
        self.actions = Actions(self)
        self.console = Console(self.settings, self.match, self.pin, self.actions, self.clock)
        self.view = View(self.match, self.console, self.results, hal, self.settings)
        self.frames = Frames(self)
        self.link = Link(hal, self)
        self.display_loader = DisplayLoader(self)
        self.network_loader = NetworkLoader(self)
        self.voice_loader: VoiceLoader = None
        """None on boards without a sound module."""
        self._step_meter = self.measures.steps
        self._ticks_us = hal.ticks_us
        self._display_pieces: int = hal.display_pieces
        self.selftest = None
        self._request = 0
        self.epoch: int = None
        self.epoch_at = 0
        self.now_ms = -1
        self.began_us = 0
        self._activity = _PLAY
        self._phase = -1
        self.flash_due = False
        self._collected_at = 0
        self.tell_findings()

    def tell_findings(self) -> None:
        """Let the lights say whether something is wrong."""
        self.view.alert = bool(self.notes())

    def _restore(self, in_event: bool) -> None:
        """Restore the match from the journal, and reconcile it with the settings and the result log.

        `in_event`: the settings name an event. Raises ValueError if a game is on with more teams than tracks.
        """
        match = self.match
        if self.journal.restore(match):
            self.settings.adopt(match.preset, match.teams)
        if match.teams > self.hal.tracks:
            if match.begun():
                raise ValueError("tracks: a game of %d teams is on, this board has %d" % (match.teams, self.hal.tracks))
            match.restart(match.preset, self.hal.tracks, match.tally.round, match.tally.told)
            self.settings.adopt(match.preset, match.teams)
        if match.in_event != in_event and not self.settings.notes:
            # Power was lost before the journal knew of the event, or the journal predates events. With damaged settings
            # the journal is believed.
            match.in_event = in_event
            if not match.begun():
                match.restart(match.preset, match.teams, match.tally.round, match.tally.told)
        self.results.reconcile(match.finished, not match.tally.friendly and (match.over() or match.reopened))
        match.finished = max(match.finished, self.results.count)

    def step(self, now_ms: int) -> bool:
        """Run one step at tick `now_ms` (wraps at 2**30): keys, timeouts, journal, lights; then work that allocates.

        Returns whether the next step has work at once: a frame, a display's text, a reply that the host takes.
        """
        ticks_us = self._ticks_us
        self.began_us = ticks_us()
        if self._activity or self._phase != self.console.phase:
            self._trace(_PLAY)
        if self.now_ms >= 0:
            # Their sum could leave 31 bits, and allocate; the difference cannot.
            self.clock = (self.clock - since(now_ms, self.now_ms)) & MASK
        self.now_ms = now_ms
        heap_lock()
        try:
            working = self._play()
            requested: bool = self.actions.journal_open and self.link.poll()
        finally:
            heap_unlock()
        garbage: int = self.link.served + self.network_loader.handled - self._collected_at
        if garbage >= _COLLECT_AFTER:
            self._collect()
        if requested:
            self._trace(_REQUESTS + self._request)
            if self.link.serve((self.clock - self.keys.key_at) & MASK >= _QUIET_MS):
                working = True
        self._work_at_rest()
        # At start the restored frame goes out first: opening the journal may erase flash.
        while self.actions.deferred and self.measures.frames:
            self._trace(_FLASH)
            self.actions.run_deferred()
            heap_lock()
            try:
                self._play()
            finally:
                heap_unlock()
        network = self.network_loader
        if network.live is not None and not requested and not self.frames.unsent and self.keys.all_read():
            self._trace(_NETWORK)
            network.tick(self.clock, self._at_rest())
        self._step_meter.note((ticks_us() - self.began_us) & MASK)
        return working

    def _work_at_rest(self) -> None:
        """Do a piece of what waits until no key moves: seek a display, look for faults, count flash. Allocates."""
        loader = self.display_loader
        seeks = (self.clock - loader.sought_at) & MASK >= loader.wait_ms
        if not (seeks or self.flash_due) or not self._at_rest():
            return
        if seeks:
            self._trace(_DISPLAYS)
            loader.seek(self.clock)
            self._look_for_faults()
            if self.voice_loader is not None:
                self.voice_loader.save()
            return
        self._trace(_FLASH)
        self.flash_due = self.hal.count_flash()
        if not self.flash_due:
            self.actions.note_flash()

    def _at_rest(self) -> bool:
        """Return whether the board plays, and no key has moved for a while."""
        return self.actions.journal_open and self.keys.at_rest(self.clock)

    def _look_for_faults(self) -> None:
        """Measure the supply, and tell what is new: an overload, a low cell, a key that has been let go at last.

        Not an overload in the first second, when charging the strips looks like one. Allocates.
        """
        if self.supply.watch((self.clock - self.started) & MASK >= WHOLE_MS):
            self.tell_findings()
            self.view.limit_brightness(self.supply.brightest(), self.settings.brightness)
            if self.voice_loader is not None:
                self.voice_loader.voice.mark_changed()
        if self.keys.drop_released():
            self.findings.tell_stuck_keys()
            self.view.alert = self.view.alert and bool(self.notes())

    def trace_request(self, number: int) -> None:
        """Trace that the request `number` is answered from now on, in this step and those until the next."""
        self._request = number
        self._trace(_REQUESTS + number)

    def _trace(self, activity: int) -> None:
        """Keep for after a reset by the watchdog what the step does now (see `reset_report`), and in which phase."""
        console = self.console
        self._activity = activity
        self._phase = console.phase
        self.hal.trace((activity << 8) | (console.menus.showing << 4) | console.phase)

    def _play(self) -> bool:
        """Do the part of a step that does not allocate: keys, lights, sound, displays. Keys wait for deferred work.

        Returns whether a frame or a display waits for the next step.
        """
        clock = self.clock
        self.console.tick(clock)
        acted = self.keys.feed(self)
        self.frames.update(acted, clock)
        if acted:
            self.keys.sound(self)
        return self._tell(acted, clock)

    def _tell(self, acted: bool, clock: int) -> bool:
        """Let displays and voice do a part of their work, while the frame is being sent; `acted`: a key moved.

        Returns whether the frame, or a part of a display's work, is still to come.
        """
        displays = self.display_loader.displays
        voice = self.voice_loader.voice if self.voice_loader is not None else None
        if acted:
            if displays is not None:
                displays.mark_changed()
            if voice is not None:
                voice.mark_changed()
        if self.frames.unsent:
            return True
        drawing = False
        if displays is not None:
            # As many pieces as fit into a step.
            for _ in range(self._display_pieces):
                drawing = displays.step(clock)
                if not drawing:
                    break
        if voice is not None:
            voice.step(clock)
        return drawing

    def _collect(self) -> None:
        """Collect garbage, which takes 15 ms, if a key press is unlikely now: a second after the last, or within
        _AFTER_KEY_MS of it once its light is sent.
        """
        clock = self.clock
        if self.keys.at_rest(clock) or not self.frames.unsent and (clock - self.keys.key_at) & MASK < _AFTER_KEY_MS:
            self._collected_at = self.link.served + self.network_loader.handled
            collect()

    def at_home(self) -> bool:
        """Return whether nobody signs and no event is on: texts are then in the words of a game at home."""
        return not self.settings.sign_off and not self.match.in_event

    def playing(self) -> bool:
        """Return whether a game has begun; a pending count is enough."""
        return self.match.begun() or self.console.count.presses > 0
