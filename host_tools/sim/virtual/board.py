"""The virtual board, by which everything has, drives or fakes a board: press, hold, peg, wait, sign, ask, cut, plug.

`VirtualBoard` is the firmware itself in the interpreter that runs this, CPython or MicroPython; its clock is in the
caller's hands. What people do at any board is in `KeyedBoard`, so that it is the same for a board elsewhere: behind a
serial port (`host_tools.sim.serial`), on MicroPython for Unix (`host_tools.sim.unix_board`).
"""

import json
import os

from firmware.board import Board
from firmware.board_operations import configure
from firmware.config import HOLD_MS, SCORE_KEYS
from firmware.entry.phases import phase_name
from firmware.link.read_handlers import board_state
from firmware.ticks import MASK

from .hal import VirtualHal, plug_displays
from .scenario_parser import PRESS_MS, ScriptError, key_number, parse

STEP_MS = 10
EDGES_MS = 1 << 29
"""As `step_ms`: a board steps only as its keys change and at the end of each wait. The fewest steps."""
_MOST_STEPS = 5000
"""In which a board has answered."""


def key_mask(*keys) -> int:
    """Return the mask of keys by name (A+1, B<, OK, MENU) or number. Raises ValueError for a name of no key."""
    mask = 0
    for key in keys:
        number = key_number(key) if isinstance(key, str) else key
        if number < 0:
            raise ValueError("%s is no key" % key)
        mask |= 1 << number
    return mask


def at_once(work) -> None:
    """Do all steps of the firmware's work, of which a board does one between two frames."""
    for _ in work:
        pass


def presses(holes: int) -> list:
    """Return the fewest score keys that add up to `holes`, largest first."""
    keys: list = []
    for amount in sorted(SCORE_KEYS, reverse=True):
        keys += [amount] * (holes // amount)
        holes %= amount
    return keys


def state(board) -> dict:
    """Return a firmware board's preset, phase, game, round, winner, refused, tracks, won, points and spread."""
    return dict(board_state(board.match, board.console))


class KeyedBoard:
    """What people do at a board, by what a subclass has: `hold` and `wait`."""

    def hold(self, *keys) -> None:
        """Hold exactly these keys, by name or number; none: release all."""
        raise NotImplementedError

    def wait(self, ms: int) -> None:
        """Let `ms` of board time pass."""
        raise NotImplementedError

    def press(self, *keys, ms: int = PRESS_MS) -> None:
        """Hold keys, together, for `ms`, then none for PRESS_MS."""
        self.hold(*keys)
        self.wait(ms)
        self.hold()
        self.wait(PRESS_MS)

    def play(self, text: str):
        """Press the keys of a scenario, such as `A+5 OK B+1:1200 wait 2500`, and return the board.

        Raises ScriptError, before any key is pressed, also for what is neither key nor wait.
        """
        steps = parse(text)
        for step in steps:
            if step[1] not in ("press", "wait"):
                raise ScriptError(step[0], "keys and waits only, such as A+5 A+2 OK wait 500")
        for step in steps:
            if step[1] == "press":
                self.press(step[2], ms=step[3])
            else:
                self.wait(step[2])
        return self

    def peg(self, team: str, holes: int) -> None:
        """Count `holes` for a team (A to D); OK pegs or claims them."""
        for amount in presses(holes):
            self.press("%s+%d" % (team, amount))
        self.press("OK")

    def agree(self) -> None:
        """Two teams hold a key for as long as it takes to agree to a host's decision."""
        self.press("A+1", "B+1", ms=HOLD_MS + PRESS_MS)


class VirtualBoard(KeyedBoard):
    """The firmware on a virtual machine; `make_hal` returns that for each start, on the same flash.

    `now`: its time in ms, which no method lets pass unless it says so; `step_ms`: how often it steps meanwhile, at
    edges of keys as well. `held`: keys that are down as it starts. `boot` makes the firmware's board on a machine.
    `hal` and `board` are those of the latest start.
    """

    def __init__(self, make_hal, now: int = 0, step_ms: int = STEP_MS, held=(), boot=Board) -> None:
        self.now = now
        self._make_hal = make_hal
        self.step_ms = step_ms
        self._boot = boot
        self.hal: VirtualHal = None
        self.board: Board = None
        self.power_on(*held)

    def power_on(self, *held) -> None:
        """Start on the same flash with empty memory, these keys down; displays stay plugged in."""
        displays = len(self.hal.displays) if self.hal else 0
        self.hal = self._make_hal()
        self.hal.keys_down(key_mask(*held))
        self.board = self._boot(self.hal)
        if displays:
            plug_displays(self.board, displays)
        self.step()
        while self.board.measures.frames and (not self.board.loaded or self.board.work_due()):
            self.step()

    def power_off(self) -> None:
        """Drop the network's connection without a word: the broker publishes the last will."""
        if self.board.network_loader.live is not None:
            self.board.network_loader.live.close(self.board.clock.now)

    def cut(self, *held) -> None:
        """Lose power and start again, these keys down."""
        self.power_off()
        self.power_on(*held)

    def step(self) -> None:
        """Run one step at the present time."""
        self.board.step(self.now & MASK)

    def wait(self, ms: int, every: int = 0) -> None:
        """Let `ms` pass, with a step every `every` ms, 0: as the board does."""
        end = self.now + ms
        every = every or self.step_ms
        while self.now < end:
            self.now = min(self.now + every, end)
            self.step()
            # A board that steps this seldom does at once what others do bit by bit.
            while min(every, ms) > STEP_MS and self.board.work_due():
                self.step()

    def hold(self, *keys) -> None:
        """Hold exactly these keys, by name or number, and run a step; none: release all."""
        self.be_at(self.now, key_mask(*keys))

    def be_at(self, now: int, mask: int) -> None:
        """Hold exactly the keys of `mask` and run a step at this time: a line of a timetable."""
        self.now = now
        self.hal.keys_down(mask)
        self.step()
        # A board that steps this seldom does at once what others do bit by bit.
        while self.board.work_due():
            self.step()
        # Keys may have waited for it.
        self.step()

    def plug(self, displays: int) -> None:
        """Set the number of displays on the bus, 0 to 2."""
        plug_displays(self.board, displays)
        self.step()

    def ask(self, request) -> list:
        """Send a request (a dict, or a line as it stands) and return all lines of its reply, while time stands still.

        Raises RuntimeError if the board does not answer.
        """
        line = request if isinstance(request, str) else json.dumps(request)
        self.hal.receive(line + "\n")
        replies: list = []
        for _ in range(_MOST_STEPS):
            self.step()
            replies += [json.loads(reply) for reply in self.hal.take_sent_lines()]
            if replies and "ok" in replies[-1]:
                return replies
        raise RuntimeError("the board has not answered %s" % line)

    def judge(self, op: str, **fields) -> dict:
        """Ask for a judge's decision, to which two teams agree if the board asks them. Return the last reply."""
        fields.update({"do": "judge", "op": op})
        replies = self.ask(fields)
        if replies[0].get("asked"):
            self.agree()
        return replies[-1]

    def sign(self, team: str) -> None:
        """Agree to a claimed win as a team, OK first where the board asks for the round to which it has counted on."""
        if self.phase == "check":
            self.press("OK")
        self.press(team + "+1", ms=HOLD_MS + PRESS_MS)

    def configure(self, round=None, **fields) -> None:
        """Change settings, and the round, by the names of the request `configure`. Raises CodedError."""
        at_once(configure(self.board, fields, round))
        self.step()

    def tell_network(self, **fields) -> None:
        """Change settings of the network, by the names of the request `network`. Raises CodedError."""
        from firmware.net.network_settings import store_network

        at_once(store_network(self.board.hal.disk, self.board.network_loader, fields))

    def go_away(self, away: bool) -> None:
        """Leave the network, or come back to it."""
        self.hal.network.state = "joining" if away else "joined"

    @property
    def uid(self) -> str:
        """16 hex digits."""
        return self.hal.uid

    @property
    def state(self) -> dict:
        """What the link's `status` says of the match."""
        return state(self.board)

    @property
    def phase(self) -> str:
        """The name of the open menu, or of the game's phase."""
        return phase_name(self.board.console)

    @property
    def refused(self) -> int:
        """How many presses the board has refused."""
        return self.board.console.refused

    def fronts(self) -> list:
        """Return the front pegs of the teams that play."""
        return list(self.board.match.game.front)[: self.board.match.teams]

    def pegs(self, team: str) -> tuple:
        """Return the front and back peg of a team, and its pending count."""
        track = self.state["tracks"][team]
        return track["front"], track["back"], track["pending"]

    def lines(self) -> list:
        """Return the result lines in the board's log."""
        return list(self.board.results.lines_after(0))

    @property
    def results(self) -> list:
        """The results in the board's log, decoded."""
        return [json.loads(line) for line in self.lines()]

    def shown(self) -> dict:
        """Return what players look at, for boards in any interpreter.

        `phase`; `round` and `table`; `fronts`; `team`: who is asked to sign, from 0; `results`: how many there are, and
        how many of them wait for an ack (`waiting`); `connected`: by the broker; `settled`: it waits for no answer of
        broker or desk, and never so where it has been told of no network.
        """
        board, live = self.board, self.board.network_loader.live
        connected = live is not None and live.state == "connected"
        return {
            "phase": phase_name(board.console),
            "round": board.match.tally.round,
            "table": board.settings.values["table"],
            "fronts": self.fronts(),
            "team": board.console.team,
            "results": board.results.count,
            "waiting": live.waiting if live is not None else 0,
            "connected": connected,
            "settled": connected and live.waiting == 0 and live._connection.ready(),
        }

    @property
    def connected(self) -> bool:
        """Whether the broker has accepted the board's connection."""
        return self.shown()["connected"]


def new_board(root, tracks: int = 2, now: int = 0, step_ms: int = STEP_MS, held=(), machine=None, **settings):
    """Return a VirtualBoard whose flash is the folder `root`, which is made if need be, with these settings.

    `machine`: what its VirtualHal has otherwise than usual, such as `uid` and `network`.
    """
    root = str(root)
    try:
        os.mkdir(root)
    except OSError:
        os.listdir(root)
    board = VirtualBoard(lambda: VirtualHal(tracks, root, **(machine or {})), now, step_ms, held)
    if settings:
        board.configure(**settings)
    return board


def network_board(root, uid: str, network=None, now: int = 0) -> VirtualBoard:
    """Return a board on this computer's network, or on what stands in for it, in the fewest steps (EDGES_MS).

    Sockets are real: if its time runs faster than the clock, answers may seem late (`connection.ANSWER_MS`).
    """
    from firmware.net.sockets import SystemNetwork

    return new_board(root, now=now, step_ms=EDGES_MS, machine={"uid": uid, "network": network or SystemNetwork()})
