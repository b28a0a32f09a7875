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
from .rules import events, results
from .rules.judge import objection
from .rules.match import Match
from .rules.presets import NAMES
from .settings import Settings, SettingsError
from .view.layout import Layout
from .view.view import View

_SOUND_REFUSAL = const(1)


class Board:
    """A board on one kind of machine (`firmware.hal`). `step` is all there is to call.

    `clock` is board time in ms: it goes on where it stood at the last event before a loss of power.
    Raises ValueError at start where the machine cannot be a board (too weak a port, strips of a wrong length).
    """

    def __init__(self, hal) -> None:
        self._hal = hal
        hal.edges.clear()
        self._debounce = Debounce(hal.keys())
        self.uid: str = hal.uid
        self.settings = Settings(hal.disk, hal.tracks)
        self.match = Match(self.settings.preset, self.settings.teams)
        self.journal = Journal(hal.disk)
        self.results = Results(hal.disk)
        self._restore()
        self.clock: int = self.journal.clock
        self.pin = Pin(self.settings.values["pin"])
        self.console = Console(self.settings, self.match, self.pin, self, self.clock)
        layout = Layout(hal.leds, hal.reverse)
        brightness = self.settings.brightness
        self.view = View(self.match, self.console, self.results, layout, hal.tracks, hal.port_ma, brightness)
        self.view.alert = bool(self.notes)
        self.link = Link(hal, self)
        self._now = -1
        self._looked_at = 0
        self._looked_sequence = -1
        self._unshown = False
        self._refused = 0
        self._chosen = False
        self._serving = False
        self._unwritten = False
        self._epoch: int = None
        self._epoch_at = 0
        self._tidy()

    @property
    def notes(self) -> list:
        """What was found wrong at start, in words."""
        return self.settings.notes + self.journal.notes + self.results.notes

    def _restore(self) -> None:
        if self.journal.restore(self.match):
            self.settings.adopt(self.match.preset, self.match.teams)
        self.match.finished = max(self.match.finished, self.results.count)
        self.results.expect(self.match.finished)
        self.journal.rotate(self.match, self.journal.clock)

    def step(self, now_ms: int) -> None:
        """Live up to `now_ms` (a tick that wraps at 2**30): keys, what is due, journal, lights, link."""
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
        levels = self._hal.keys()
        acted = False
        while not self._due and not self._chosen and debounce.scan(levels, self._hal.edges, self._now):
            self.console.feed(debounce.pressed, debounce.released, clock)
            acted = True
        if self.console.refused != self._refused:
            self._refused = self.console.refused
            self._hal.sound(_SOUND_REFUSAL)
        return acted

    def _look(self, acted: bool, clock: int) -> None:
        moved = self.journal.sequence != self._looked_sequence
        if acted or moved or since(self._looked_at, clock) >= FRAME_MS:
            self._looked_at = clock
            self._looked_sequence = self.journal.sequence
            if self.view.update(clock):
                self._unshown = True
        if self._unshown and not self.journal.behind and not self._hal.busy():
            self._hal.show(self.view.bufs)
            self._unshown = False

    # -- what entry and judges decide ---------------------------------------------------------------------------

    def commit(self, kind: int, team: int, amount: int) -> None:
        """Let an event of the keys happen: in the match and on flash, before any light shows it."""
        actor = record.JUDGE_KEYS if kind >= events.AWARD else record.PLAYERS
        self._happen(kind, team, amount, actor)

    def _happen(self, kind: int, team: int, amount: int, actor: int) -> None:
        self.match.apply(kind, team, amount, self.clock)
        began = self._hal.ticks_us()
        self.journal.append(kind, team, amount, actor, self.clock)
        self.journal.took(since(began, self._hal.ticks_us()))

    def choose(self) -> None:
        """Setup's OK: its choice is taken up at the end of the step."""
        self._chosen = True

    def judge(self, kind: int, team: int, amount: int, reason: str) -> int:
        """A judge's decision over the link: 0 when it happened, else the number of the objection (`rules.judge`)."""
        why = objection(self.match, kind, team, amount)
        if not why:
            self._happen(kind, max(team, 0), amount, record.JUDGE_LINK)
            self.journal.append_text(reason)
            self.console.settle(self.clock)
        return why

    # -- what takes memory, and waits until the frame is on its way ---------------------------------------------

    def _untidy(self) -> bool:
        return self._serving or self._chosen or self.journal.full or self.journal.dragging or self._due

    def _tidy(self) -> None:
        if self._chosen:
            self._take_setup()
        if self._serving:
            self._serving = False
            self.link.serve()
        if self._due:
            self._write_result()
        if self.journal.dragging:
            self.journal.reopen()
        if self.journal.full:
            self.journal.rotate(self.match, self.clock)

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
