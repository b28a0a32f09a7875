"""A random player who plays, errs and disputes, choosing what is likely to find a fault."""

from .case_builder import GAPS, SHORT, Hand
from .keys import MENU, OK, TEAMS
from .menus import OF_TWO, OPS, Agreement
from .phases import WON_MS

FIVE, BACK = 2, 3
EDGES = (-1, 0, 1)

WRONG_PIN = "00010"
HURRIED, GUESSING = "hurried", "guessing"
"""Habits: games that end at once, so that a series gets to its end; somebody who tries PINs."""


class Player(Hand):
    """Makes up one step after another, looking at a model to know what would be interesting now."""

    def play(self, count):
        while len(self.case.steps) + len(self.queue) < count:
            self._catch_up()
            self._act()
        self.time = max([step.t for step in self.queue] + [self.time]) + 1
        self._catch_up()

    # -- what to do next

    def _act(self):
        rng, phase = self.rng, self.model.state()["phase"]
        if rng.random() < 0.3:
            rng.choice([self._chord, self._wait, self._menu, self._judge, self._anything, self._near_press])()
        else:
            getattr(self, "_do_" + phase.replace("-", "_"))()

    def _teams(self):
        return range(self.case.teams) if self.rng.random() < 0.97 else range(4)

    def _team_key(self, team=None):
        team = self.rng.choice(self._teams()) if team is None else team
        return 4 * team + self.rng.choice([0, 1, FIVE, FIVE, FIVE, FIVE, BACK])

    def _anything(self):
        key = self.rng.choice([self._team_key(), OK, MENU])
        self.rng.choice([self.press, self.press, self.bounce])(key)

    def _chord(self):
        """Several keys in one millisecond, released together or one after another."""
        keys = {self.rng.choice([self._team_key(), self._team_key(), OK, MENU]) for _ in range(self.rng.randint(2, 4))}
        self.time = max([self.free_at[key] for key in keys] + [self.time])
        ms = self.rng.choice(SHORT)
        self.time = max(self._hold(key, self.rng.choice([ms, ms, 1000, 45])) for key in sorted(keys))
        self.time += self.rng.choice(GAPS)

    def _wait(self):
        """To the edge of one of the board's times, counted from the last press or from now."""
        ms = self.rng.choice([500, 700, 1000, 2000, 2000, 2000, 3000, 3000, 5000, 30_000, 60_000, 600_000])
        if ms > 5000 and self.rng.random() < 0.5:
            ms = 2000
        start = self.rng.choice([self.last_press, self.time])
        self.time = max(self.time, start + ms + self.rng.choice(EDGES))

    def _near_press(self):
        """Exactly when the board's next timeout is due, or a millisecond beside it, something is pressed."""
        due = self.model.next_due()
        if due is not None and due - self.time < 5000:
            self.time = max(self.time, due + self.rng.choice(EDGES))
            self.press(self.rng.choice([self._team_key(), OK]))

    def _menu(self):
        ms = self.rng.choice([40, 40, 40, 1999, 2000, 2001, 2050])
        if self.rng.random() < 0.3:
            self._hold(MENU, ms)
            self.time += self.rng.choice([20, 1000, 1990])
        else:
            self.press(MENU, ms)

    def _judge(self):
        op = self.rng.choice([*OPS, "award", "award", "award", "award", "retract"])
        to = self.rng.choice([None, *TEAMS[: self.case.teams]]) if op in OF_TWO else None
        self._ask(op, self.rng.choice(TEAMS[: self.case.teams]), self._amount(op), to)

    def _ask(self, op, team, n, to=None):
        """The judge speaks; where the board then asks, two teams mostly agree, at once or one after the other."""
        self._decide(op, team, n, to)
        self.time += 1
        self._catch_up()
        if not isinstance(self.model.cover, Agreement) or self.rng.random() < 0.1:
            return
        for team in self.rng.sample(range(self.case.teams), 2):
            up = self._hold(
                4 * team + self.rng.choice([0, 1, FIVE, BACK]), self.rng.choice([999, 1000, 1001, 1001, 1100])
            )
            self.time = self.rng.choice([self.time, self.time, up, up + 1])
        self.time = max(up, self.time) + self.rng.choice(GAPS)

    def _amount(self, op):
        target = self.model.target
        if op == "award":
            return self.rng.choice([1, 2, target // 4, target // 2, target * 3 // 4, target])
        return self.rng.randint(0, target) if op == "false-claim" else self.rng.choice([1, 2, 10, 40])

    # -- phase by phase

    def _do_deal(self):
        self.press(self._team_key())

    def _do_idle(self):
        team = self.rng.choice(self._teams())
        if self.habit and self.rng.random() < 0.5:
            return self._indulge()
        if self.rng.random() < 0.2:
            return self.press(4 * team + BACK)
        if self.rng.random() < 0.4 and not self.model.dimmed:
            return self._advance_far(team)
        for _ in range(self.rng.randint(1, 6)):
            self.press(4 * team + self.rng.choice([0, 1, FIVE, FIVE, FIVE]))
        return None

    def _indulge(self):
        if self.habit == GUESSING:
            self.press(MENU, 2001)
        else:
            op = self.rng.choice(["award", "award", "award", "timed-out"])
            self._ask(op, self.rng.choice(TEAMS[: self.case.teams]), self.model.target)

    def _advance_far(self, team):
        """Brings the team close to the target, so that games end."""
        self._catch_up()
        track = self.model.state()["tracks"].get(TEAMS[team])
        far = self.model.target - self.rng.randint(1, 31) - track["front"] if track else 0
        if far > 0:
            self._ask("award", TEAMS[team], far)

    def _counter(self):
        counter = self.model.counter
        return TEAMS.index(counter) if counter else 0

    def _do_pending(self):
        pick = self.rng.random()
        if pick < 0.35:
            self.press(self._team_key(self._counter()))
        elif pick < 0.6:
            self.press(OK)
        elif pick < 0.85:
            self.press(self._team_key())
        else:
            self._wait()

    def _do_claim(self):
        if self.rng.random() < 0.7:
            self.press(OK)
        else:
            self.press(self._team_key(self.rng.choice([self._counter(), self.rng.choice(self._teams())])))

    def _do_sign(self):
        """All losers hold, one after another or at once; now and then somebody objects."""
        for team in range(self.case.teams):
            if team != self._counter() or self.rng.random() < 0.1:
                ms = self.rng.choice([200, 999, 1000, 1001, 1001, 1100])
                self._hold(4 * team + self.rng.choice([0, 1, FIVE]), ms)
                self.time += self.rng.choice([0, 0, 1, 300, 1001])
        if self.rng.random() < 0.2:
            self.press(self._team_key())
        self.time += self.rng.choice([0, 500, 1000])

    def _do_undo(self):
        pick = self.rng.random()
        if pick < 0.5:
            key = self._team_key()
            self._hold(key, self.rng.choice([40, 999, 1000, 1001]))
            self.time += self.rng.choice([1, 100, 1002, 1002])
        elif pick < 0.8:
            self.press(self.rng.choice([OK, 4 * self._counter() + BACK]))
        else:
            self.press(self._team_key())

    def _do_round(self):
        self.press(self.rng.choice([OK, OK, MENU, self._team_key()]))

    def _do_check(self):
        self.press(self.rng.choice([OK, OK, MENU, self._team_key()]))

    def _do_game_over(self):
        winner = self.model.evening.now.winner
        if winner and self.rng.random() < 0.2:
            self.press(4 * TEAMS.index(winner) + BACK)
            return
        if self.rng.random() < 0.3:
            self.time = max(self.time, self.model.over_since + WON_MS + self.rng.choice(EDGES))
        self.press(OK if self.habit == HURRIED else self.rng.choice([OK, OK, OK, self._team_key()]))

    _do_match_over = _do_game_over

    def _do_status(self):
        self.rng.choice([self._wait, self._anything])()

    def _do_setup(self):
        self.press(self.rng.choice([self._team_key(), self._team_key(), OK, MENU]))

    def _do_judge(self):
        """The PIN if one is set and a decision; or anything else."""
        if self.rng.random() < 0.3:
            return self._anything()
        right = self.rng.random() < (0.3 if self.habit == GUESSING else 0.8)
        pin = self.case.settings.get("pin", "")
        self._pin(pin if right else WRONG_PIN[: len(pin)])
        self._number(self.rng.randint(1, 7))
        return self._details()

    def _details(self):
        team = self.rng.choice(self._teams())
        for _ in range(self.rng.randint(0, 5)):
            self.press(4 * team + self.rng.choice([0, 1, FIVE, FIVE, BACK]))
        if self.rng.random() < 0.3:
            self.press(4 * self.rng.choice(self._teams()))
        self.press(self.rng.choice([OK, OK, OK, MENU]))
        if self.rng.random() < 0.8:
            agreeing = self.rng.choice(self._teams())
            self.press(4 * agreeing + self.rng.choice([0, 1, FIVE]), self.rng.choice([200, 999, 1000, 1001]))

    def _pin(self, digits):
        for digit in digits:
            self._number(int(digit))

    def _number(self, number):
        while number:
            key = max(k for k in (0, 1, FIVE) if (1, 2, 5)[k] <= number)
            number -= (1, 2, 5)[key]
            self.press(key)
        self.press(OK)
