"""Build a test case from single key presses and judge's decisions, one after another."""

from .keys import MENU
from .steps import DOWN, JUDGE, UP, Step, feed, moments

SHORT = (15, 16, 20, 40, 40, 40, 60)
GAPS = (0, 1, 5, 9, 10, 11, 20, 40, 40, 100)


class Hand:
    """Adds steps to `case`; `time` is when the next one may begin, `model` has seen everything before it."""

    def __init__(self, rng, case, habit=""):
        self.rng, self.case, self.habit, self.model = rng, case, habit, case.model()
        self.time = 1 + rng.randint(0, 50)
        self.queue = []
        self.free_at = dict.fromkeys(range(MENU + 1), 0)
        self.last_press = 0

    def _catch_up(self):
        """Shows the model what has been made up so far, up to the present."""
        past = [step for step in self.queue if step.t < self.time]
        self.queue = [step for step in self.queue if step.t >= self.time]
        for _, steps in moments(past):
            feed(self.model, steps)
        self.case.steps += sorted(past)
        self.model.advance(self.time - 1)

    def press(self, key, ms=None, gap=None):
        """A press that begins as soon as the key is free; the next thing comes `gap` after it has ended."""
        up = self._hold(key, self.rng.choice(SHORT) if ms is None else ms)
        self.time = up + (self.rng.choice(GAPS) if gap is None else gap)

    def _hold(self, key, ms):
        down = max(self.time, self.free_at[key])
        self.queue += [Step(down, DOWN, key), Step(down + ms, UP, key)]
        self.free_at[key] = down + ms + 1
        self.last_press = down
        return down + ms

    def bounce(self, key):
        for ms in (2, 3, 40):
            self.press(key, ms, self.rng.choice([1, 2, 4]))

    def _decide(self, op, team, n, to=None):
        """The judge speaks over the link, in a millisecond of his own."""
        self._catch_up()
        self.time = max([self.time] + [step.t + 1 for step in self.queue])
        self.queue.append(Step(self.time, JUDGE, op=op, team=team, n=n, to=to))
        self.time += self.rng.choice([1, 30])
