"""The board: keys, entry, match, journal and lights, tied together by one step."""

from .clock import MASK, since
from .config import FRAME_MS
from .entry.console import Console
from .entry.debounce import Debounce
from .entry.pin import Pin
from .interpreter import const, heap_lock, heap_unlock
from .journal import record
from .journal.results import Results
from .journal.store import Journal
from .link.link import Link
from .measures import Measures
from .rules import events, results
from .rules.judge import NOTHING_TO_REOPEN, objection
from .rules.match import PLAYING, Match
from .rules.presets import NAMES
from .settings import Settings, SettingsError
from .view.layout import Layout
from .view.power import estimate_ma
from .view.view import View

_CLICK = const(0)
_REFUSAL = const(1)
_GAME = const(2)
_LATEST_MS = const(1000)
"""An edge that was noted longer ago has no true time."""


class Board:
    """A board on one kind of machine (`firmware.hal`). `step` is all there is to call.

    `clock` is board time in ms: it goes on where it stood at the last event before a loss of power.
    Raises ValueError at start where the machine cannot be a board (too weak a port, strips of a wrong length).
    """

    def __init__(self, hal) -> None:
        self.hal = hal
        hal.edges.clear()
        held = hal.keys()
        self._debounce = Debounce(held)
        self._stuck = _stuck(held)
        self.uid: str = hal.uid
        self.settings = Settings(hal.disk, hal.tracks)
        self.match = Match(self.settings.preset, self.settings.teams)
        self.journal = Journal(hal.disk)
        self.results = Results(hal.disk)
        self._restore()
        self._finished = self.match.finished
        self.clock: int = self.journal.clock
        self.pin = Pin(self.settings.values["pin"])
        self.console = Console(self.settings, self.match, self.pin, self, self.clock)
        layout = Layout(hal.leds, hal.reverse)
        brightness = self.settings.brightness
        self.view = View(self.match, self.console, self.results, layout, hal.tracks, hal.port_ma, brightness)
        self.view.alert = bool(self.notes)
        self.link = Link(hal, self)
        self.measures = Measures(hal)
        self._now = -1
        self._looked_at = 0
        self._looked_sequence = -1
        self._unshown = False
        self._refused = 0
        self._dark = False
        self._began_us = 0
        self._test = None
        self._chosen = False
        self._serving = False
        self._unwritten = False
        self._epoch: int = None
        self._epoch_at = 0
        self._tidy()

    @property
    def notes(self) -> list:
        """What was found wrong at start, in words."""
        return self.hal.notes + self._stuck + self.settings.notes + self.journal.notes + self.results.notes

    def _restore(self) -> None:
        match = self.match
        if self.journal.restore(match):
            self.settings.adopt(match.preset, match.teams)
        self.results.expect(match.finished, match.stage != PLAYING or match.reopened)
        match.finished = max(match.finished, self.results.count)
        self.journal.rotate(match, self.journal.clock)

    def step(self, now_ms: int) -> None:
        """Live up to `now_ms` (a tick that wraps at 2**30): keys, what is due, journal, lights, link."""
        self._began_us = self.hal.ticks_us()
        if self._now >= 0:
            self.clock = (self.clock + since(self._now, now_ms)) & MASK
        self._now = now_ms
        waiting = True
        while waiting:
            heap_lock()
            try:
                waiting = self._play()
            finally:
                heap_unlock()
            if self._untidy():
                self._tidy()
        self.measures.steps.note(since(self._began_us, self.hal.ticks_us()))

    def _play(self) -> bool:
        """What allocates nothing. True if the keys still wait for a result to be written."""
        clock = self.clock
        self.console.tick(clock)
        waiting = self._due
        acted = not waiting and self._hear(clock)
        self._look(acted, clock)
        self._serving = self.link.poll()
        return waiting

    def _hear(self, clock: int) -> bool:
        debounce = self._debounce
        edges = self.hal.edges
        levels = self.hal.keys()
        moved_at = edges.at() if edges.noted != edges.read else self._now
        acted = False
        pressed = 0
        while not self._due and not self._chosen and debounce.scan(levels, edges, self._now):
            self.console.feed(debounce.pressed, debounce.released, clock)
            pressed |= debounce.pressed
            acted = True
        if acted:
            self._measure_key(moved_at)
            self._sound(pressed)
        return acted

    def _measure_key(self, moved_at: int) -> None:
        late = since(moved_at, self._now)
        self.measures.heard(self._began_us, late if late < _LATEST_MS else 0)

    def _sound(self, pressed: int) -> None:
        if self.console.refused != self._refused:
            self._refused = self.console.refused
            self.hal.sound(_REFUSAL)
        elif pressed and self.match.finished == self._finished:
            self.hal.sound(_CLICK)
        self._finished = self.match.finished

    def _look(self, acted: bool, clock: int) -> None:
        moved = self.journal.sequence != self._looked_sequence
        if acted or moved or since(self._looked_at, clock) >= FRAME_MS:
            self._looked_at = clock
            self._looked_sequence = self.journal.sequence
            if self._draw(clock):
                self._unshown = True
            elif acted:
                self.measures.unseen()
        if self._dark != self.console.asleep:
            self._switch_rail()
        if self._unshown and not self.journal.behind and not self.hal.busy():
            self.hal.show(self.view.bufs)
            self._unshown = False
            self.measures.shown(self._now)

    def _draw(self, clock: int) -> bool:
        if self._test is not None:
            return self._test.draw(self.hal.keys(), clock)
        return self.view.update(clock)

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
        self._happen(kind, team, amount, actor)

    def _happen(self, kind: int, team: int, amount: int, actor: int) -> None:
        self.match.apply(kind, team, amount, self.clock)
        began = self.hal.ticks_us()
        self.journal.append(kind, team, amount, actor, self.clock)
        took = since(began, self.hal.ticks_us())
        self.journal.took(took)
        self.measures.appended(took)
        if self.match.finished != self._finished:
            self.hal.sound(_GAME)

    def choose(self) -> None:
        """Setup's OK: its choice is taken up at the end of the step."""
        self._chosen = True

    def judge(self, kind: int, team: int, amount: int, reason: str) -> int:
        """A judge's decision over the link: 0 when it happened, else the number of the objection (`rules.judge`)."""
        why = objection(self.match, kind, team, amount)
        if kind == events.REOPEN and not self.may_go_on():
            why = NOTHING_TO_REOPEN
        if not why:
            self._happen(kind, max(team, 0), amount, record.JUDGE_LINK)
            self.journal.append_text(reason)
            self.console.settle(self.clock)
        return why

    # -- what takes memory, and waits until the frame is on its way ---------------------------------------------

    def _untidy(self) -> bool:
        if self._serving or self._chosen or self._due or self.journal.full or self.journal.dragging:
            return True
        return self.console.menus.testing != (self._test is not None)

    def _tidy(self) -> None:
        if self._chosen:
            self._take_setup()
        if self.console.menus.testing != (self._test is not None):
            self._switch_test()
        if self._serving:
            self._serving = False
            self.link.serve()
        if self._due:
            self._write_result()
        if self.journal.dragging:
            self.journal.reopen()
        if self.journal.full:
            self.journal.rotate(self.match, self.clock)

    def _switch_test(self) -> None:
        if self._test is None:
            # Loaded when it is wanted: few boards are tested often.
            from .view.selftest import SelfTest

            self._test = SelfTest(self.view.strips, self.clock)  # type: ignore[assignment]
        else:
            self._test.close()
            self._test = None
            self.view.prepare(self.settings.brightness)

    def test_lights(self) -> None:
        """Begin the self-test's light, as MENU does in setup. Raises RuntimeError where a game has begun."""
        if self.match.begun or self.console.count.presses:
            raise RuntimeError("a game has begun; the lights can be tested between matches")
        self.console.menus.test(self.clock)

    def estimate_ma(self) -> int:
        """What the lights take now, by estimate, milliamperes for the whole board."""
        return estimate_ma(self.view.light(), self.hal.tracks * self.hal.leds)

    def _take_setup(self) -> None:
        self._chosen = False
        menu = self.console.menus.setup
        fields: dict = {"teams": menu.teams, "brightness": menu.brightness}
        if menu.preset < len(NAMES):
            fields["preset"] = NAMES[menu.preset]
        try:
            self.configure(fields, None)
        except SettingsError as error:
            self.settings.notes.append(str(error))
            self.view.alert = True

    def configure(self, fields: dict, round) -> None:
        """Take new settings, and begin the round anew where they concern the match.

        `round` is a number or None. Raises SettingsError for a bad value, RuntimeError where a game has begun.
        """
        if round is not None and not 1 <= round <= 999:
            raise SettingsError("round: a whole number from 1 to 999")
        anew = round is not None or "preset" in fields or "teams" in fields
        if anew and (self.match.begun or self.console.count.presses):
            raise RuntimeError("a game has begun; preset, teams and round can be changed between matches")
        self.settings.change(fields)
        self.pin.digits = self.settings.values["pin"]
        if anew:
            number = self.match.tally.round if round is None else round
            self.match.restart(self.settings.preset, self.settings.teams, number)
            self.journal.rotate(self.match, self.clock)
            self.console.settle(self.clock)
        self.view.prepare(self.settings.brightness)

    @property
    def _due(self) -> bool:
        return self.results.count < self.match.finished and not self._unwritten

    def may_go_on(self) -> bool:
        """Whether the last result is on flash; if not, writing it is tried again."""
        written = self.results.count == self.match.finished
        self._unwritten = False
        return written

    def _write_result(self) -> None:
        values = self.settings.values
        n = self.match.finished
        body = results.body(self.match, n, self.uid, values["event"], values["table"], self._time_of_day())
        try:
            self.results.write(n, body, bytes.fromhex(values["key"]))
        except OSError as error:
            self._unwritten = not self.journal.make_room(error)
            return
        self.journal.archive(n)

    def clear_results(self, link: str) -> bool:
        """Empty the log of results, if `link` names its last line. False where it does not. Raises OSError."""
        values = self.settings.values
        body = results.cleared(self.results.count, self.uid, values["event"])
        return self.results.clear(body, bytes.fromhex(values["key"]), link)

    def set_time(self, at: int) -> None:
        """A host tells the time of day, in seconds since 1970."""
        self._epoch = at
        self._epoch_at = self.clock

    def _time_of_day(self):
        if self._epoch is None:
            return None
        return self._epoch + since(self._epoch_at, self.clock) // 1000


def _stuck(keys: int) -> list:
    """Notes on keys that are down at power-up."""
    if not keys:
        return []
    # Loaded for a board that needs it.
    from .entry.names import names_of

    return ["key %s is down at power-up" % name for name in names_of(keys)]
