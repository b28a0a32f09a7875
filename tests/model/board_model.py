"""A second board, written without the firmware, for comparison: keys and milliseconds in, `state()` and `results` out.

Time is exact: whatever is due between two calls happens at its own millisecond. Within one millisecond: first what
time brings, then keys that come up, then keys that go down.
"""

from .evening_model import Evening
from .keys import MENU, OK, TEAMS, Debounced, team_of
from .menus import Agreement, Choice, PinEntry, SelfTest, Setup, Status
from .phases import Phases
from .presets_table import NAMES, preset_named
from .timeouts import HOLD_MS, Times

PIN_TRIES, PIN_LOCK_MS = 3, 30_000


class BoardModel(Phases, Times):
    """`preset`: a name or a Preset. `settings`: round, table, event, pin, or any field of the preset, laid over it.

    `tracks`: how many sides the case has room for.
    """

    def __init__(self, preset="acc", teams=2, settings=None, tracks=None):
        self.settings = dict(settings or {})
        self.most_teams = tracks or teams
        first = preset_named(preset, self.settings) if isinstance(preset, str) else preset
        self.evening = Evening(first, TEAMS[:teams], self.settings)
        self.keys = Debounced()
        self.time = 0
        self.refused = 0
        self.quiet_since = self.last_press = 0
        self.dimmed = False
        self.returning, self.phase_before = False, ""
        self.cover, self.cover_opened = None, 0
        self.menu_down = None
        self.wrong_pins, self.locked_until = 0, 0
        self._open_table()

    def key_down(self, key, t):
        self._move(key, True, t)

    def key_up(self, key, t):
        self._move(key, False, t)

    def _move(self, key, down, t):
        self._until(t - 1)
        self.keys.set(key, down, t)
        self.due_is_known = False

    def advance(self, t):
        """Lets the board live up to and including millisecond `t`."""
        self._until(t)
        self.time = max(self.time, t)

    def judge(self, op, team=None, n=0, to=None):
        """The judge's decision over the link, with the right PIN if there is one, now. False if it is refused.

        Without a PIN, where claims are signed, it is asked for: two teams have to agree.
        """
        if self.time < self.locked_until:
            return False
        self.wrong_pins, self.due_is_known = 0, False
        if not self.evening.allows(op, team, n, to):
            return False
        if self.settings.get("pin") or not self.preset.sign_off:
            self._decide(op, team, n, to)
            return True
        if self.cover and not isinstance(self.cover, Status):
            return False
        self.dimmed, self.last_press, self.holds = False, self.time, {}
        self._open(Agreement(None, (op, team, n, to)))
        return True

    # -- what the table shows

    def state(self):
        """The state as DESIGN.md section 5 shows it, without runtime, results and link."""
        won, points, spread = self.evening.totals()
        return {
            "preset": self.preset.name,
            "phase": self.cover.phase if self.cover else self.phase,
            "game": self.evening.game.number,
            "round": self.evening.game.round,
            "friendly": self.evening.game.friendly,
            "dealer": self.evening.game.dealer if self.evening.untouched else None,
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
        if self._match_is_over():
            return self.evening.leader()
        return self.evening.now.winner

    def _match_is_over(self):
        return "match-over" in (self.phase, self.phase_before if self.phase == "undo" else "")

    def _track(self, team):
        track = self.evening.now.tracks[team]
        pending = self.count if team == self.counter and self.phase in ("pending", "claim", "check", "sign") else 0
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
        elif key != OK and team_of(key) not in self.evening.teams and not isinstance(self.cover, (Setup, SelfTest)):
            self._refuse()
        elif self.cover:
            self._heed(self.cover.press(key))
        else:
            getattr(self, "_in_" + self.phase.replace("-", "_"))(key)

    def _released(self, key):
        if key == MENU and self.menu_down is not None:
            self.menu_down = None
            self._menu_tap()
        since = self.holds.pop(key, None)
        if since is None or self.time - since >= HOLD_MS:
            return
        if isinstance(self.cover, Agreement):
            self._heed(self.cover.details or "leave")
        elif self.phase == "undo" and not self.cover:
            self._leave_undo()

    def _menu_tap(self):
        evening = self.evening
        turned = self.cover.turn_page() if isinstance(self.cover, Setup) else None
        if turned:
            self.cover = turned
        elif self.cover:
            self._uncover()
        elif self.phase == "round":
            evening.begin_round(friendly=True)
            self._open_table()
        elif self.phase in ("idle", "deal") and evening.game.friendly and evening.untouched:
            evening.give_up_friendly()
            self._open_table()
        else:
            self._open(Status())

    def _menu_held(self):
        self.menu_down = None
        if isinstance(self.cover, Setup):
            self._open(SelfTest())
        if self.cover:
            return
        if self.time < self.locked_until:
            self._refuse()
            return
        menu = Choice(self.evening)
        if not self.evening.begun() and not self.presses:
            menu = Setup(self.preset.name, len(self.evening.teams), self.most_teams, self.evening)
        pin = self.settings.get("pin")
        self._open(PinEntry(len(pin), menu) if pin else menu)

    def _open(self, cover):
        self.cover, self.cover_opened = cover, self.time

    def _uncover(self):
        self.cover = None
        self.quiet_since = self.time
        self.holds = {}
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
            self.cover, self.holds = answer, {}

    def _heed_judge(self, op, team, n, to):
        if not self.evening.allows(op, team, n, to):
            self._refuse()
        elif self.settings.get("pin") or not self.preset.sign_off:
            self._decide(op, team, n, to)
        else:
            self.cover, self.holds = Agreement(self.cover, (op, team, n, to)), {}

    def _decide(self, op, team, n, to):
        self.evening.judge(op, team, n, self.time, to)
        self._after_decision()

    def _heed_hold(self, key):
        if team_of(key) not in {team_of(held) for held in self.holds}:
            self.holds[key] = self.time

    def _agreed(self, key):
        if self.cover.by is None:
            self.cover.by = team_of(key)
            del self.holds[key]
        else:
            self._decide(*self.cover.decision)

    def _heed_setup(self, name, team_count):
        preset = preset_named(name, self.settings) if name in NAMES else self.preset
        self.evening.begin_anew(preset, TEAMS[:team_count])
        self.cover = None
        self._open_table()

    def _heed_pin(self, digits):
        if self.time >= self.locked_until and digits == self.settings["pin"]:
            self.cover, self.wrong_pins = self.cover.menu, 0
            return
        self._refuse()
        self._uncover()
        if self.time >= self.locked_until:
            self.wrong_pins += 1
        if self.wrong_pins == PIN_TRIES:
            self.wrong_pins, self.locked_until = 0, self.time + PIN_LOCK_MS
