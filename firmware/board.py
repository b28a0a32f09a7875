"""The board: `step(now_ms)` reads keys, applies events to the match, writes the journal and draws the lights."""

from .actions import Actions
from .clock import Clock
from .config import WHOLE_MS
from .entry.pin_check import Pin
from .entry.state_machine import Console
from .findings import Findings
from .garbage import GarbageCollector
from .interpreter import TYPE_CHECKING, const, heap_lock, heap_unlock
from .journal.results import Results
from .journal.store import Journal
from .keys import Keys
from .link.link import Link
from .messages import CodedError
from .net.network_loader import NetworkLoader
from .rules.match import Match
from .settings import Settings
from .supply import Supply
from .ticks import MASK
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
_LOAD = const(4)
_REQUESTS = const(5)
_AFTER_KEY_MS = const(10)
_NEXT_KEY_MS = const(30)
_HASTE_MS = const(300)
"""Who presses in haste moves a key about each 40 to 280 ms: a piece of work begins before that, or after it."""
_MUCH_DONE_US = const(2000)
_LITTLE_MEMORY = const(28672)
_HARDLY_ANY_MEMORY = const(12288)
_PIECES_APART = const(32)
"""Pieces of work at least between two collections: where memory is short, more would free nothing."""


class Board:
    """A board on one kind of machine (`firmware.hal`). `runner` calls `step` again and again.

    `loaded`: hosts are heard, and menus open. `flash_due`: free flash is to be counted anew.
    `notes` are those of the Findings. Raises ValueError at start if the machine cannot be a board (too weak a port,
    strips of a wrong length).
    """

    def __init__(self, hal) -> None:
        """Make the parts, each of parts made before it. Only `link` and `board_operations` are ever given the board."""
        self.hal = hal
        self.uid: str = hal.uid
        # First, as a key that is down now is stuck, and one that goes down from now on is a press.
        self.keys = Keys(hal)
        # What is kept, and what has happened.
        self.settings = Settings(hal.disk, hal.tracks)
        in_event = self.settings.values["event"] != ""
        self.match = Match(self.settings.preset, self.settings.teams, 1, in_event)
        self.match.partners = self.settings.values["partners"]
        self.journal = Journal(hal.disk)
        self.results = Results(hal.disk)
        self._as_written = True
        self._restore(in_event)
        self.clock = Clock(hal, self.journal.clock)
        # The machine, its figures, and what is wrong with it.
        self.keys.key_at = (self.clock.now - WHOLE_MS) & MASK
        self.measures = Measures(hal)
        self.supply = Supply(hal)
        self.findings = Findings(hal, self.keys, self.settings, self.journal, self.results, self.supply, self.measures)
        self.notes = self.findings.notes
        # What keys mean.
        self.pin = Pin(self.settings.values["pin"])
        self.actions = Actions(hal, self.clock, self.match, self.journal, self.results, self.measures)
        self.console = Console(self.settings, self.match, self.pin, self.actions, self.clock.now)
        # What is shown and told.
        self.view = View(hal, self.console, self.results, self.findings)
        self.frames = Frames(
            hal, self.clock, self.view, self.console, self.keys, self.journal, self.supply, self.measures
        )
        self.network_loader = NetworkLoader(hal, self.clock, self.console, self.results, self.findings)
        self.display_loader = DisplayLoader(
            hal, self.view, self.console, self.results, self.findings, self.network_loader
        )
        self.voice_loader: VoiceLoader = None
        """None on boards without a sound module."""
        self.link = Link(hal)
        self.findings.loaders += self.display_loader, self.network_loader
        self.flash_due = self.loaded = self._loading = False
        # The work in hand, a piece in each step; and what is done only while no key moves, and there is no other work.
        self._work = self._begin()
        self._calm_work = None
        self._garbage = GarbageCollector()
        # Pieces since the last collection, and how much memory the last of them left.
        self._pieces = self._memory = 0
        self._put_off = False
        self._step_meter = self.measures.steps
        self._ticks_us = hal.ticks_us
        self._display_pieces: int = hal.display_pieces
        self._request = 0
        self._activity = _PLAY
        self._phase = -1
        self.findings.tell()

    def _restore(self, in_event: bool) -> None:
        """Restore the match from the journal, and reconcile it with the settings and the result log.

        `in_event`: the settings name an event. `_as_written`: the match is as the journal has it then. Raises
        ValueError if a game is on with more teams than tracks.
        """
        match = self.match
        if self.journal.restore(match):
            self.settings.adopt(match.preset, match.teams)
        if match.teams > self.hal.tracks:
            if match.begun():
                raise ValueError("tracks: a game of %d teams is on, this board has %d" % (match.teams, self.hal.tracks))
            match.restart(match.preset, self.hal.tracks, match.tally.round, match.tally.told)
            self.settings.adopt(match.preset, match.teams)
            self._as_written = False
        if match.in_event != in_event and not self.settings.notes:
            # Power was lost before the journal knew of the event, or the journal predates events. With damaged settings
            # the journal is believed.
            match.in_event = in_event
            self._as_written = False
            if not match.begun():
                match.restart(match.preset, match.teams, match.tally.round, match.tally.told)
        self.results.reconcile(match.finished, not match.tally.friendly and (match.over() or match.reopened))
        match.finished = max(match.finished, self.results.count)

    def step(self, now_ms: int) -> bool:
        """Run one step at tick `now_ms` (wraps at 2**30): keys, timeouts, journal, lights; then work that allocates.

        Returns whether the next step has work at once: a frame, a display's text, a reply that the host takes.
        """
        clock = self.clock
        clock.advance(now_ms)
        # Compared here: the call alone takes a twentieth of a step with nothing new.
        if self._memory < _LITTLE_MEMORY and self._pieces >= _PIECES_APART and self._garbage_due():
            self._collect()
            self._step_meter.note((self._ticks_us() - clock.began_us) & MASK)
            return True
        # Not what this step's keys bring: the step that writes an event is long enough.
        works: bool = self.work_due()
        if self._activity or self._phase != self.console.phase:
            self._trace(_PLAY)
        heap_lock()
        try:
            working = self._play()
            requested: bool = self.loaded and self.link.poll()
        finally:
            heap_unlock()
        # A key that moves now waits for the end of this step: if it is long already, other work waits for the next one.
        done_us = (self._ticks_us() - clock.began_us) & MASK
        self._put_off = not self._put_off and done_us >= _MUCH_DONE_US
        if self._put_off:
            working = True
        elif (works or requested) and self._expects_key():
            pass
        elif works and (self._urgent() or not (requested or self._seeks())):
            self._trace(_FLASH if self.loaded else _LOAD)
            self._go_on()
        elif self._seeks():
            self._seek()
        elif requested:
            # A request could change the match whose result is to be written.
            if not self._urgent():
                self._trace(_REQUESTS + self._request)
                working = self.link.serve(self) or working
        elif self.network_loader.live is not None and not self.frames.unsent and self.keys.all_read():
            self._work_on_network()
        self._step_meter.note((self._ticks_us() - clock.began_us) & MASK)
        return working

    def play_on(self, now_ms: int) -> bool:
        """Hear keys and show lights in the middle of a step that loads a module, at the tick `now_ms`.

        The rest of the step is measured from that tick. Does nothing and returns False in other steps: they rely on
        what they have checked.
        """
        if not self._loading:
            return False
        clock = self.clock
        self._step_meter.note((self._ticks_us() - clock.began_us) & MASK)
        clock.advance(now_ms)
        heap_lock()
        try:
            self._play()
        finally:
            heap_unlock()
        return True

    def _work_on_network(self) -> None:
        """Do a piece of the network's work. An assignment waits until no key moves, because it writes to flash."""
        self._trace(_NETWORK)
        network = self.network_loader
        handled = network.handled
        network.tick(self.clock.now)
        if network.handled != handled:
            self.note_piece()
        if network.live.assigned() and self._at_rest() and not self._urgent():
            from .board_operations import apply_assignment

            # A game that a key began now would have it refused.
            self.actions.deferred = True
            self._work = apply_assignment(self)

    def work_due(self) -> bool:
        """Return whether there is a piece of work to do now. Does not allocate."""
        if not self.measures.frames:
            # At start the restored frame goes out first.
            return False
        calm = self._calm_work is not None or self.flash_due or self.journal.archive_due
        return self._urgent() or calm and self._at_rest()

    def _urgent(self) -> bool:
        """Return whether there is work that does not wait until no key moves."""
        if self._work is not None:
            return True
        journal, actions = self.journal, self.actions
        return self.loaded and (journal.full or journal.crowded or actions.deferred or actions.result_due())

    def _go_on(self) -> None:
        """Do a piece of the work in hand, or begin the next. Allocates."""
        if not self._urgent():
            self._calm_work = self._calm_work or self._next_calm_work()
            if next(self._calm_work, True):
                self._calm_work = None
            self.note_piece()
            return
        self._work = self._work or self._next_work()
        self._loading = not self.loaded
        try:
            piece = next(self._work, True)
            if piece is True:
                self._work = None
            elif piece:
                # A module, loaded from here: where imports are nested the stack is too deep to hear keys
                # (`hal/module_files.py`).
                __import__(piece)
        finally:
            self._loading = False
        self.note_piece()

    def _next_work(self):
        """Return the most urgent work, a generator that yields after each piece."""
        journal, actions = self.journal, self.actions
        if actions.result_due():
            from .board_operations import write_result

            return write_result(self)
        if journal.full:
            return journal.open_segment(self.match, self.clock.now)
        if actions.deferred:
            return self._do_deferred()
        # What is archived already may not be archived twice.
        work, self._calm_work = self._calm_work or self._next_calm_work(), None
        return work

    def _next_calm_work(self):
        """Return work that waits until no key moves, a generator that yields after each piece."""
        journal = self.journal
        return journal.archive(self.match.finished) if journal.archive_due or journal.crowded else self._count_flash()

    def do(self, work):
        """Have `work`, a generator, done as the board's own while a host waits, and yield None until it is.

        Raises what it raises. The board has no urgent work now, as it would not hear a host.
        """
        outcome: list = []
        self._work = _noting(work, outcome)
        while not outcome:
            yield None
        if outcome[0] is not None:
            raise outcome[0]

    def _seeks(self) -> bool:
        """Return whether displays and faults are to be looked for, which waits until no key moves."""
        loader = self.display_loader
        return (self.clock.now - loader.sought_at) & MASK >= loader.wait_ms and self._at_rest()

    def _seek(self) -> None:
        """Look for displays and faults, and store what the voice was told. Allocates."""
        self._trace(_DISPLAYS)
        if self.display_loader.seek(self.clock.now):
            self._calm_work = self._calm_work or self._garbage.order()
        self._look_for_faults()
        if self.voice_loader is not None and self.voice_loader.voice.changed:
            self._work = self.voice_loader.save()

    def _at_rest(self) -> bool:
        """Return whether the board plays, and no key has moved for a while."""
        return self.loaded and self.keys.at_rest(self.clock.now)

    def _look_for_faults(self) -> None:
        """Measure the supply, and tell what is new: an overload, a low cell, a key that has been let go at last.

        Not an overload in the first second, when charging the strips looks like one. Allocates.
        """
        if self.supply.watch((self.clock.now - self.clock.started) & MASK >= WHOLE_MS):
            self.findings.tell()
            self.view.limit_brightness(self.supply.brightest(), self.settings.brightness)
            if self.voice_loader is not None:
                self.voice_loader.voice.mark_changed()
        if self.keys.drop_released():
            self.findings.tell_stuck_keys()
            if self.findings.alert:
                self.findings.tell()

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

        Returns whether the next step has a frame or a display to send.
        """
        clock = self.clock.now
        self.console.tick(clock)
        acted = self.keys.feed(self.console, self.clock)
        self.frames.update(acted, clock)
        if acted:
            self.keys.sound(self.console)
        return self._tell(acted, clock)

    def _tell(self, acted: bool, clock: int) -> bool:
        """Let displays and voice do a part of their work, while the frame is being sent; `acted`: a key moved.

        Returns whether the next step can send the frame, or do a part of a display's work.
        """
        displays = self.display_loader.displays
        voice = self.voice_loader.voice if self.voice_loader is not None else None
        if acted:
            if displays is not None:
                displays.mark_changed()
            if voice is not None:
                voice.mark_changed()
        if self.frames.unsent:
            # Until the wire is free, or the rail has risen, there is nothing to do.
            return not self.hal.busy()
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

    def _garbage_due(self) -> bool:
        """Return whether to collect garbage, where memory is short, in this step, which does nothing else for 9 ms.

        Not while a key that has moved waits to be heard, nor where a host was heard in this step, which takes time too.

        The best time is right after a press, once its light is sent: nobody presses again so soon. If hardly any memory
        is left, it is now: MicroPython's own collections come in the middle of a piece of work, and take longer.
        """
        lit = not self.frames.unsent and (self.clock.now - self.keys.key_at) & MASK < _AFTER_KEY_MS
        return (lit or self._memory < _HARDLY_ANY_MEMORY) and not (self.hal.heard() or self.keys.moved())

    def _expects_key(self) -> bool:
        """Return whether the next key of somebody in haste may move before a piece of work would be done.

        Not while keys wait for that work, nor where it takes no time.
        """
        moved_ms = (self.clock.now - self.keys.key_at) & MASK
        return self.hal.slow and not self.actions.deferred and _NEXT_KEY_MS <= moved_ms < _HASTE_MS

    def note_piece(self) -> None:
        """Count a piece of work, and how much memory it has left. Allocates."""
        self._pieces += 1
        self._memory = self.hal.memory_left()

    def _collect(self) -> None:
        self._pieces = 0
        self._garbage.collect()

    # -- work in pieces ----------------------------------------------------------------------------------------------

    def _do_deferred(self):
        """Apply setup, switch the self-test. Keys wait."""
        from .board_operations import apply_setup, switch_test

        actions = self.actions
        if actions.setup_due:
            actions.setup_due = False
            yield from apply_setup(self)
        yield
        if self.console.menus.testing != (self.frames.selftest is not None):
            switch_test(self)
        actions.deferred = False

    def _count_flash(self):
        """Count the flash that is free."""
        yield from self.hal.count_flash()
        self.flash_due = False
        self._note_flash()

    def _begin(self):
        """Open a segment; then load what the first frame did not need.

        Keys wait until events can be written: where the present segment cannot take them, until there is the new one.
        What is loaded lies low in the heap, as no player should have to wait for it later; `play_on` hears keys then.
        Yields names of modules, which `_go_on` loads, and None.
        """
        journal = self.journal
        actions = self.actions
        actions.deferred = waiting = not (self._as_written and journal.reopen())
        yield
        yield from journal.open_segment(self.match, journal.clock)
        # Not where a key has deferred what is to come.
        actions.deferred = actions.deferred and not waiting
        hal = self.hal
        yield
        for _ in self._garbage.order():
            pass
        yield
        self._collect()
        yield "firmware.rules.decisions"
        yield "firmware.sentences"
        yield "firmware.entry.judge_menu"
        yield "firmware.link.dispatch"
        if hal.reset_trace is not None:
            from .reset_report import report_reset

            report_reset(hal)
        yield from self.network_loader.begin()
        yield
        if hal.voice:
            self.open_voice()
            yield
        self.supply.load_keep_alive()
        self.findings.tell()
        yield
        hal.faults()
        self.flash_due = True
        yield
        self.link.load_handlers()
        yield
        self.view.load_menus()
        self.console.load_menus(self.clock)
        self.loaded = True
        self._calm_work = self._garbage.order()

    def open_voice(self) -> None:
        """Begin to speak by the machine's sound module. Allocates."""
        from .view.voice.announcements import VoiceLoader

        module = self.hal.open_voice(self.clock.now)
        self.voice_loader = VoiceLoader(
            module, self.console, self.results, self.findings, self.supply, self.network_loader
        )
        self.console.menus.voice = self.voice_loader  # type: ignore[assignment]
        self.findings.loaders.append(self.voice_loader)

    def _note_flash(self) -> None:
        """Tell whether hardly any flash is free, by its last count. Archives count as free: they go by themselves."""
        free, whole = self.hal.flash()
        wanted = whole // 10 - free
        low = wanted > 0 and wanted > self.journal.archived_bytes()
        if low != self.findings.flash_low:
            self.findings.flash_low = low
            self.findings.tell()


def _noting(work, outcome: list):
    """Do `work`, a generator, and add what it raised to `outcome`; None: nothing."""
    error = None
    try:
        yield from work
    except (CodedError, MemoryError, OSError) as raised:
        error = raised
    outcome.append(error)
