"""The board: `step(now_ms)` reads keys, applies events to the match, writes the journal and draws the lights."""

from .battery import Battery
from .config import BATTERY_LOW_MV, BRIGHTNESS_LEVELS, FRAME_MS, RAIL_LEAST_MV, WHOLE_MS
from .display_loader import DisplayLoader
from .entry.debounce import Debounce
from .entry.key_names import key_names
from .entry.pin_check import Pin
from .entry.state_machine import Console
from .interpreter import TYPE_CHECKING, collect, const, heap_lock, heap_unlock
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
from .view.led_view import View

if TYPE_CHECKING:
    from .keep_alive import KeepAlive
    from .voice_loader import VoiceLoader

FAULT_BATTERY = const(9)
"""The `fault_kind` of a cell that has to be charged."""
_CLICK = const(0)
_REFUSAL = const(1)
_GAME = const(2)
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
    power-up. `selftest` is the SelfTest while that is on. `flash`: bytes free and in all, measured between games.
    `epoch`: seconds since 1970 at `epoch_at` of the clock, once a host has set the time.
    Raises ValueError at start if the machine cannot be a board (too weak a port, strips of a wrong length).
    """

    def __init__(self, hal) -> None:
        self.hal = hal
        keys: int = hal.keys()
        hal.edges.clear()
        self._edges = hal.edges
        self._debounce = Debounce(keys)
        self._stuck = keys
        """Mask of the keys that have been down since power-up."""
        self._stuck_notes = _key_notes(keys)
        self.uid: str = hal.uid
        self.settings = Settings(hal.disk, hal.tracks)
        in_event = self.settings.values["event"] != ""
        self.match = Match(self.settings.preset, self.settings.teams, 1, in_event)
        self.journal = Journal(hal.disk)
        self.results = Results(hal.disk)
        self._note_lists = (hal.notes, self._stuck_notes, self.settings.notes, self.journal.notes(), self.results.notes)
        self._restore(in_event)
        self.clock: int = self.journal.clock
        self.started = self.clock
        self.pin = Pin(self.settings.values["pin"])
        self.console = Console(self.settings, self.match, self.pin, self, self.clock)
        self.view = View(self.match, self.console, self.results, hal, self.settings)
        self.link = Link(hal, self)
        self.display_loader = DisplayLoader(self)
        self.network_loader = NetworkLoader(self)
        self.voice_loader: VoiceLoader = None
        """None on boards without a sound module."""
        self.battery = Battery(hal)
        self._keep_alive: KeepAlive = None
        """None where no power bank is to be kept on."""
        self.measures = Measures(hal)
        self._step_meter = self.measures.steps
        self._ticks_us = hal.ticks_us
        self._display_pieces: int = hal.display_pieces
        self.selftest = None
        self._request = 0
        self.epoch: int = None
        self.epoch_at = 0
        self._now = -1
        self._began_us = 0
        self._checked_at = 0
        self._checked_sequence = -1
        self._unsent = False
        self._send_all = True
        self._whole_sent_at = self.clock
        self._key_at = (self.clock - WHOLE_MS) & MASK
        self._moved_at = -1
        """Tick of the first key edge that no light shows yet; -1: none."""
        self._pressed = False
        self._refused = 0
        self._game_sounded = False
        self._rail_off = False
        self._activity = _PLAY
        self._phase = -1
        self._flash_low = False
        self._supply_cut = False
        """The load switch has cut the strips' supply since the start."""
        self.view.alert = bool(self.notes())
        self._setup_due = False
        self._write_failed = False
        self._journal_open = False
        self.flash = (0, 0)
        self._collected_at = 0
        self._deferred = True

    def notes(self) -> list:
        """Return messages (`messages`) on all that is wrong: found at start, LED supply, missing displays, network."""
        notes = [note for notes in self._note_lists for note in notes]
        if self._rail_low():
            notes.append({"code": "rail-low", "mv": self.hal.rail_mv(), "least": RAIL_LEAST_MV})
        if self._supply_cut:
            notes.append({"code": "supply-cut"})
        if self._flash_low:
            notes.append({"code": "flash-low"})
        if self.battery.low:
            notes.append({"code": "battery-low", "mv": self.battery.mv, "least": BATTERY_LOW_MV})
        notes += self.hal.interruptions + self.display_loader.notes + self.network_loader.notes
        return notes + self.voice_loader.notes() if self.voice_loader else notes

    def fault_kind(self) -> int:
        """Return the first kind of fault that has notes, for a display: 0 none, 1 hardware, 2 a key, 3 settings, 4
        journal, 5 results, 6 LED supply, 7 an interruption, 8 flash nearly full, FAULT_BATTERY, before all others.
        """
        if self.battery.low:
            return FAULT_BATTERY
        lists = self._note_lists
        for kind in range(len(lists)):
            if lists[kind]:
                return kind + 1
        if self._supply_cut or self._rail_low():
            return len(lists) + 1
        if self.hal.interruptions:
            return len(lists) + 2
        return len(lists) + 3 if self._flash_low else 0

    def _rail_low(self) -> bool:
        """Return whether the LED rail is measured and too low, once a frame was sent and unless it is switched off."""
        mv = self.hal.rail_mv()
        return 0 <= mv < RAIL_LEAST_MV and not self._rail_off and self.measures.frames > 0

    def _watch_supply(self) -> None:
        """Note an overload of the LED supply; not in the first second, when charging the strips looks like one."""
        if not self._supply_cut and (self.clock - self.started) & MASK >= WHOLE_MS and self.hal.overloaded():
            self._supply_cut = self.view.alert = True

    def _watch_battery(self) -> None:
        """Measure the cell, where that can be done: tell that it is low, and dim the lights when that is not enough."""
        battery = self.battery
        if not battery.measure():
            return
        self.view.alert = bool(self.notes())
        self.view.limit_brightness(1 if battery.last else BRIGHTNESS_LEVELS, self.settings.brightness)
        if self.voice_loader is not None:
            self.voice_loader.voice.mark_changed()

    def _watch_stuck_keys(self) -> None:
        """Drop the notes on keys that were down at power-up and have been let go since."""
        if self._stuck & ~self._debounce.down:
            self._stuck &= self._debounce.down
            self._stuck_notes[:] = _key_notes(self._stuck)
            self.view.alert = self.view.alert and bool(self.notes())

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
            match.restart(match.preset, self.hal.tracks, match.tally.round)
            self.settings.adopt(match.preset, match.teams)
        if match.in_event != in_event and not self.settings.notes:
            # Power was lost before the journal knew of the event, or the journal predates events. With damaged settings
            # the journal is believed.
            match.in_event = in_event
            if not match.begun():
                match.restart(match.preset, match.teams, match.tally.round)
        self.results.reconcile(match.finished, not match.tally.friendly and (match.over() or match.reopened))
        match.finished = max(match.finished, self.results.count)

    def step(self, now_ms: int) -> bool:
        """Run one step at tick `now_ms` (wraps at 2**30): keys, timeouts, journal, lights; then work that allocates.

        Returns whether work is left that the next step can do at once: a frame, a display's text, a reply to a host.
        """
        ticks_us = self._ticks_us
        self._began_us = ticks_us()
        if self._activity or self._phase != self.console.phase:
            self._trace(_PLAY)
        if self._now >= 0:
            # Their sum could leave 31 bits, and allocate; the difference cannot.
            self.clock = (self.clock - since(now_ms, self._now)) & MASK
        self._now = now_ms
        heap_lock()
        try:
            working = self._play()
            requested: bool = self._journal_open and self.link.poll()
        finally:
            heap_unlock()
        garbage: int = self.link.served + self.network_loader.handled - self._collected_at
        if garbage >= _COLLECT_AFTER:
            self._collect()
        if requested:
            self._trace(_REQUESTS + self._request)
            self.link.serve((self.clock - self._key_at) & MASK >= _QUIET_MS)
        loader = self.display_loader
        if (self.clock - loader.sought_at) & MASK >= loader.wait_ms and self._journal_open and self._at_rest():
            self._trace(_DISPLAYS)
            loader.seek(self.clock)
            self._watch_supply()
            self._watch_battery()
            self._watch_stuck_keys()
            if self.voice_loader is not None:
                self.voice_loader.save()
        # At start the restored frame goes out first: opening the journal may erase flash.
        while self._deferred and self.measures.frames:
            self._run_deferred()
            heap_lock()
            try:
                self._play()
            finally:
                heap_unlock()
        network = self.network_loader
        if network.live is not None and not requested and not self._unsent and self._edges.noted == self._edges.read:
            self._trace(_NETWORK)
            network.tick(self.clock, self._at_rest())
        self._step_meter.note((ticks_us() - self._began_us) & MASK)
        return working or requested

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
        acted = self._feed_keys(clock)
        if acted or (clock - self._checked_at) & MASK >= FRAME_MS or self.journal.sequence != self._checked_sequence:
            self._draw_lights(acted, clock)
        if self._rail_off != self.console.asleep:
            self._switch_rail()
        if self._unsent and not self.journal.behind and not self.hal.busy():
            self._send_frame(clock)
        elif (clock - self._whole_sent_at) & MASK >= WHOLE_MS and not self._unsent:
            self._resend(clock)
        if acted:
            self._sound()
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
        if self._unsent:
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

    def _send_frame(self, clock: int) -> None:
        """Send the LEDs that have changed; all of them after the strips were off."""
        whole = self._send_all
        leds = self.view.take_frame(whole)
        self.hal.show(self.view.sent, leds)
        self.measures.note_frame(self._now, self._began_us, self._moved_at, leds)
        self._moved_at = -1
        self._unsent = self._send_all = False
        if whole:
            self._whole_sent_at = clock

    def _resend(self, clock: int) -> None:
        """Send the whole frame again if no key has moved for a second, so that an error on the wire does not last.

        In standby, when there is none: keep a power bank on.
        """
        if self._rail_off and self._keep_alive is not None:
            self._keep_alive.step(clock)
        elif (clock - self._key_at) & MASK >= WHOLE_MS and not self._rail_off and not self.hal.busy():
            self.hal.show(self.view.sent, self.view.take_frame(True))
            self._whole_sent_at = clock

    def _collect(self) -> None:
        """Collect garbage, which takes 15 ms, if a key press is unlikely now: a second after the last, or within
        _AFTER_KEY_MS of it once its light is sent.
        """
        if self._at_rest() or not self._unsent and (self.clock - self._key_at) & MASK < _AFTER_KEY_MS:
            self._collected_at = self.link.served + self.network_loader.handled
            collect()

    def _at_rest(self) -> bool:
        """Return whether no key has moved for WHOLE_MS, nor is down unless it is stuck."""
        return (self.clock - self._key_at) & MASK >= WHOLE_MS and not self.hal.keys() & ~self._stuck

    def _feed_keys(self, clock: int) -> bool:
        """Pass the debounced presses and releases since the last step to the console; return whether there were any."""
        debounce = self._debounce
        edges = self._edges
        levels = self.hal.keys()
        if debounce.quiet(levels, edges, self._now):
            return False
        moved_at = edges.times[edges.read] if edges.noted != edges.read else self._now
        acted = False
        self._pressed = False
        while not self._deferred and debounce.scan(levels, edges, self._now):
            self.console.feed(debounce.pressed, debounce.released, clock)
            if debounce.pressed:
                self._pressed = True
            acted = True
            if edges.noted == edges.read:
                # What else is due has time until the next step; the light has not.
                break
        if acted:
            self._key_at = clock
            if self._moved_at < 0:
                self._moved_at = moved_at
        return acted

    def _sound(self) -> None:
        """Sound a refusal or a key click, unless the end of a game has just sounded."""
        if self.console.refused != self._refused:
            self._refused = self.console.refused
            self.hal.sound(_REFUSAL)
        elif self._pressed and not self._game_sounded:
            self.hal.sound(_CLICK)
        self._game_sounded = False

    def _draw_lights(self, acted: bool, clock: int) -> None:
        """Draw the lights for this moment, and note whether that is a new frame to send; `acted`: a key moved."""
        self._checked_at = clock
        self._checked_sequence = self.journal.sequence
        if self.selftest is not None:
            self._unsent = self.selftest.draw(self.hal.keys(), clock)
        elif self.view.update(clock):
            self._unsent = True
        elif acted:
            self._moved_at = -1

    def _switch_rail(self) -> None:
        """Switch the LED rail off in standby once the dim frame is sent, and on again after it."""
        asleep = self.console.asleep
        if not asleep or not self._unsent and not self.hal.busy():
            self.hal.rail(not asleep)
            self._rail_off = asleep
            if asleep and self._keep_alive is not None:
                self._keep_alive.begin(self.clock)
            if not asleep:
                self._send_all = self._unsent = True

    # -- called by entry, menus and judges -----------------------------------------------------------------------

    def commit(self, kind: int, team: int, amount: int, actor: int = PLAYERS) -> None:
        """Apply an event (`kind`: an EVENT_ number) to the match, and write it to flash before any light shows it."""
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
            self._game_sounded = True
        if journal.full or match.finished != finished:
            self._deferred = True

    def decide(self, kind: int, team: int, amount: int) -> None:
        """Apply a judge's decision that was entered by keys; parameters as for `commit`."""
        self.commit(kind, team, amount, JUDGE_KEYS)

    def defer(self) -> None:
        """Defer work that allocates to the end of the step."""
        self._deferred = True

    def defer_setup(self) -> None:
        """Apply the setup menu's choices at the end of the step."""
        self._setup_due = self._deferred = True

    # -- work that allocates: deferred until the frame is being sent -------------------------------------------

    def _run_deferred(self) -> None:
        """Do the deferred work that allocates: load menus, apply setup, write a result, open a journal segment."""
        self._deferred = False
        self._trace(_FLASH)
        if not self._journal_open:
            self._open_journal()
        if self.console.menus.wanted:
            collect()
            self.view.load_menus()
            self.console.load_menus(self.clock)
        if self._setup_due or self._result_due() or self.console.menus.testing != (self.selftest is not None):
            self._run_operations()
        if self.journal.full:
            self.journal.rotate(self.match, self.clock)

    def _run_operations(self) -> None:
        """Apply setup, switch the self-test, write a result. Their module is loaded when first needed.

        It goes low into the heap, as garbage is collected before.
        """
        collect()
        from .board_operations import apply_setup, switch_test, write_result

        if self._setup_due:
            self._setup_due = False
            apply_setup(self)
        if self.console.menus.testing != (self.selftest is not None):
            self.selftest = switch_test(self)
        if self._result_due():
            self._write_failed = not write_result(self)
            self._count_flash()

    def _open_journal(self) -> None:
        """Open the journal for new events, and begin the network; until then keys and hosts wait."""
        self._journal_open = True
        if self.hal.reset_trace is not None:
            from .reset_report import report_reset

            report_reset(self)
        self.journal.rotate(self.match, self.journal.clock)
        self.network_loader.begin()
        if self.hal.voice:
            from .voice_loader import VoiceLoader

            self.voice_loader = VoiceLoader(self)
        if self.hal.keep_alive_s:
            from .keep_alive import KeepAlive

            self._keep_alive = KeepAlive(self.hal)
        self.view.alert = bool(self.notes())
        self._count_flash()

    def _count_flash(self) -> None:
        """Measure the file system's free space; not when a host asks for it, as it takes longer than a key may wait.

        Archives count as free: they go by themselves.
        """
        self.flash = self.hal.flash()
        self.hal.faults()
        wanted = self.flash[1] // 10 - self.flash[0]
        low = wanted > 0 and wanted > self.journal.archived_bytes()
        if low != self._flash_low:
            self._flash_low = low
            self.view.alert = bool(self.notes())

    def _result_due(self) -> bool:
        return self.results.count < self.match.finished and not self._write_failed

    def ensure_written(self) -> bool:
        """Return whether the last result is on flash, so that the next game may start; else retry after this step."""
        if self.results.count == self.match.finished:
            return True
        self._write_failed = False
        self._deferred = True
        return False

    def at_home(self) -> bool:
        """Return whether nobody signs and no event is on: texts are then in the words of a game at home."""
        return not self.settings.sign_off and not self.match.in_event

    def playing(self) -> bool:
        """Return whether a game has begun; a pending count is enough."""
        return self.match.begun() or self.console.count.presses > 0


def _key_notes(keys: int) -> list:
    """Return a note for each key of the mask `keys`, which are down at power-up."""
    if not keys:
        return []
    return [{"code": "key-down", "key": name} for name in key_names(keys)]
