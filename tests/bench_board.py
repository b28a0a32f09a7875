"""A virtual board for tests: keys by name, time in milliseconds, requests over its serial link.

Time stands still unless a method says that it passes.
"""

import json

from firmware.board import Board
from firmware.board_operations import configure
from firmware.config import HOLD_MS
from firmware.link.read_handlers import board_state
from firmware.ticks import MASK
from host_tools.sim.virtual.hal import VirtualHal
from host_tools.sim.virtual.scenario_parser import key_number

STEP_MS = 10
PRESS_MS = 40


def mask_of(*names: str) -> int:
    """The key mask of keys by name: A+1, B<, OK, MENU."""
    mask = 0
    for name in names:
        key = key_number(name)
        assert key >= 0, f"{name} is no key"
        mask |= 1 << key
    return mask


class BenchBoard:
    """A board whose flash is the folder `root`; `settings` are laid over the defaults, `start_ms` is its first tick."""

    def __init__(
        self, root, tracks=2, start_ms=0, leds=141, port_ma=0, offered_ma=0, held=(), reverse=False, **settings
    ):
        self.now = start_ms
        self._machine = (tracks, str(root), leds, port_ma, offered_ma)
        self._reverse = reverse
        self.power_on(held)
        if settings:
            configure(self.board, settings, None)
            self.step()

    def power_on(self, held=()):
        """A board begins on the same flash, all memory gone; the keys `held` are down as it does."""
        self.hal = VirtualHal(*self._machine)
        self.hal.reverse |= self._reverse
        self.hal.keys_down(mask_of(*held))
        self.board = Board(self.hal)
        self.step()

    def step(self):
        self.board.step(self.now & MASK)

    def wait(self, ms, every=STEP_MS):
        """Let `ms` pass, the board stepping `every` so many."""
        end = self.now + ms
        while self.now < end:
            self.now = min(self.now + every, end)
            self.step()

    def down(self, *names):
        """Keys go down, all in this millisecond."""
        self.hal.keys_down(self.hal.mask | mask_of(*names))
        self.step()

    def up(self, *names):
        """Keys are released, all in this millisecond; all keys when none is named."""
        self.hal.keys_down(self.hal.mask & ~mask_of(*names) if names else 0)
        self.step()

    def chord(self, *names, ms=PRESS_MS):
        """Keys down together for `ms`, then all up."""
        self.down(*names)
        self.wait(ms)
        self.up(*names)
        self.wait(PRESS_MS)

    def play(self, text):
        """Presses one after another: `A+5 OK B+1:1200 wait:2500`. Returns the bench."""
        for word in text.split():
            name, _, ms = word.partition(":")
            if name == "wait":
                self.wait(int(ms))
            else:
                self.chord(name, ms=int(ms or PRESS_MS))
        return self

    def peg(self, team, holes):
        """The team counts `holes` and OK commits or claims them."""
        self.play(" ".join(f"{team}+{amount}" for amount in presses(holes)) + " OK")

    def ask(self, request):
        """Send a request, a dict or a raw line; all reply lines as objects."""
        line = request if isinstance(request, str) else json.dumps(request)
        self.hal.receive(line + "\n")
        replies = []
        for _ in range(200):
            self.step()
            replies += [json.loads(reply) for reply in self.hal.take_sent_lines()]
            if replies and "ok" in replies[-1]:
                return replies
        raise AssertionError(f"no answer to {line!r}; so far {replies}")

    def judge(self, op, **fields):
        """A judge's decision over the link, to which two teams agree if the board asks them; the last reply."""
        replies = self.ask({"do": "judge", "op": op, **fields})
        if replies[0].get("asked"):
            self.agree()
        return replies[-1]

    def agree(self):
        """Two teams hold a key for as long as it takes to agree to a host's decision."""
        self.chord("A+1", "B+1", ms=HOLD_MS)

    @property
    def state(self):
        return dict(board_state(self.board.match, self.board.console))

    @property
    def phase(self):
        return self.state["phase"]

    @property
    def refused(self):
        return self.board.console.refused

    @property
    def results(self):
        return [json.loads(line) for line in self.board.results.lines_after(0)]

    def fronts(self):
        """Front pegs of the teams that play."""
        return [track["front"] for track in self.state["tracks"].values()]

    def pegs(self, team):
        """(front, back, pending) of a team."""
        track = self.state["tracks"][team]
        return track["front"], track["back"], track["pending"]


def presses(holes):
    """The fewest score keys that add up to `holes`."""
    return [5] * (holes // 5) + [2] * (holes % 5 // 2) + [1] * (holes % 5 % 2)
