"""The board as a player and a judge meet it: keys and milliseconds in, `state()` and `results` out.

Time is exact: whatever is due between two calls happens at its own millisecond. Within one millisecond: first what
time brings, then keys that come up, then keys that go down.
"""

from .evening import Evening
from .keys import MENU, OK, TEAMS, Debounced, team_of
from .menus import Choice, PinEntry, Setup, Status
from .phases import Phases
from .presets_table import preset_named
from .times import HOLD_MS, Times

PIN_TRIES, PIN_LOCK_MS = 3, 30_000


class BoardModel(Phases, Times):
    """`settings`: round, table, event, pin, or any field of the preset, laid over it. `tracks`: what the case holds."""

    def __init__(self, preset="acc", teams=2, settings=None, tracks=None):
        self.settings = dict(settings or {})
        self.most_teams = tracks or teams
        self.evening = Evening(preset_named(preset, self.settings), TEAMS[:teams], self.settings)
        self.keys = Debounced()
        self.time = 0
        self.refused = 0
        self.quiet_since = self.last_press = 0
        self.dimmed = False
        self.cover = None
        self.menu_down = None
        self.wrong_pins, self.locked_until = 0, 0
        self._open_table()

    def key_down(self, key, t):
        self._until(t - 1)
        self.keys.set(key, True, t)

    def key_up(self, key, t):
        self._until(t - 1)
        self.keys.set(key, False, t)

    def advance(self, t):
        """Lets the board live up to and including millisecond `t`."""
        self._until(t)
        self.time = max(self.time, t)

    def judge(self, op, team=None, n=0):
        """The judge's decision over the link, now. True if it took effect."""
        if not self.evening.judge(op, team, n, self.time):
            return False
        self._after_decision()
        return True

    # -- what the table shows

    def state(self):
        """The state as the design's section 5 shows it, without runtime, results and link."""
        won, points, spread = self.evening.totals()
        return {
            "preset": self.preset.name,
            "phase": self.cover.phase if self.cover else self.phase,
            "game": self.evening.game.number,
            "round": self.evening.game.round,
            "winner": self._winner(),
            "refused": self.refused,
            "tracks": {team: self._track(team) for team in self.evening.teams},
            "won": won,
            "points": points,
            "spread": spread,
        }

    @property
    def results(self):
        return self.evening.results

    def _winner(self):
        if self.phase == "match-over":
            return self.evening.leader()
        return self.evening.now.winner

    def _track(self, team):
        track = self.evening.now.tracks[team]
        pending = self.count if team == self.counter and self.phase in ("pending", "claim", "sign") else 0
        return {"front": track.front, "back": track.back, "pending": pending}

    # -- keys

    def _pressed(self, key):
        """A press at this millisecond."""
        self.quiet_since = self.last_press = self.time
        if self.dimmed:
            self.dimmed = False
        elif isinstance(self.cover, Status):
            self._uncover()
        elif key == MENU:
            self.menu_down = self.time
        elif self.cover:
            self._heed(self.cover.press(key))
        elif key != OK and team_of(key) not in self.evening.teams:
            self._refuse()
        else:
            getattr(self, "_in_" + self.phase.replace("-", "_"))(key)

    def _released(self, key):
        if key == MENU and self.menu_down is not None:
            self.menu_down = None
            self._menu_tap()
        since = self.holds.pop(key, None)
        if since is not None and self.phase == "undo" and not self.cover and self.time - since < HOLD_MS:
            self._open_table()

    def _menu_tap(self):
        if self.cover:
            self._uncover()
        else:
            self.cover = Status(self.time)

    def _menu_held(self):
        self.menu_down = None
        if self.cover:
            return
        if self.evening.begun() or self.phase in ("pending", "claim", "sign"):
            pin = self.settings.get("pin")
            self.cover = PinEntry(len(pin)) if pin else Choice()
        else:
            self.cover = Setup(self.preset.name, len(self.evening.teams), self.most_teams)

    def _uncover(self):
        self.cover = None
        self.quiet_since = self.time
        self.holds = dict.fromkeys(self.holds, self.time)
        if self.phase == "undo":
            self.undo_since = self.time

    # -- covers

    def _heed(self, answer):
        if answer == "refused":
            self._refuse()
        elif answer == "leave":
            self._uncover()
        elif isinstance(answer, tuple):
            getattr(self, "_heed_" + answer[0])(*answer[1:])
        elif answer is not None:
            self.cover = answer

    def _heed_judge(self, op, team, n):
        if op == "false-claim":
            n += self.evening.now.tracks[team].front if team in self.evening.teams else 0
        if self.evening.judge(op, team, n, self.time):
            self._after_decision()
        else:
            self._refuse()

    def _heed_setup(self, name, team_count):
        self.evening.begin_anew(preset_named(name, self.settings), TEAMS[:team_count])
        self.cover = None
        self._open_table()

    def _heed_pin(self, digits):
        if self.time >= self.locked_until and digits == self.settings["pin"]:
            self.cover, self.wrong_pins = Choice(), 0
            return
        self._refuse()
        self._uncover()
        if self.time >= self.locked_until:
            self.wrong_pins += 1
        if self.wrong_pins == PIN_TRIES:
            self.wrong_pins, self.locked_until = 0, self.time + PIN_LOCK_MS
