"""Virtual boards on a real network: the firmware itself on real sockets, many in one process."""

from pathlib import Path
from typing import Any, NamedTuple

from firmware.board import Board
from firmware.board_operations import configure
from firmware.config import HOLD_MS, KEY_OK, KEYS_PER_TEAM, SCORE_KEYS
from firmware.entry.phases import PHASE_CHECK
from firmware.hal.sockets import SystemNetwork
from firmware.net.network_settings import store_network
from firmware.ticks import MASK
from host_tools.sim.virtual.hal import VirtualHal

PRESS_MS = 40


class NetworkHal(VirtualHal):
    """Virtual hardware with this computer's network. `network` may be replaced before the start; None: no network."""

    def __init__(self, root: str, uid: str, tracks: int = 2) -> None:
        super().__init__(tracks, root)
        self.uid = uid
        self.network: Any = SystemNetwork()

    def open_network(self, ssid: str, password: str) -> object:
        return self.network


class Snapshot(NamedTuple):
    """What a board shows: the phase (`entry.state_machine`), round and table of its match, front pegs by team, who is
    asked to sign (`team`); how many results it has, and how many wait for an ack. `settled`: it is connected, and waits
    for no answer of broker or desk, and never so where it has been told of no network."""

    phase: int
    round: int
    table: int
    front: list[int]
    team: int
    results: int
    waiting: int
    connected: bool
    settled: bool


class VirtualBoard:
    """A board with uid `uid` (16 hex digits) whose flash is the folder `root`, created if it does not exist.

    `step` gives it the time: milliseconds from any start, ever rising. Sockets are real: if that time runs faster than
    the clock, answers may seem late (`connection.ANSWER_MS`).
    """

    def __init__(self, root: Path, uid: str, tracks: int = 2) -> None:
        root.mkdir(parents=True, exist_ok=True)
        self.root = root
        self.uid = uid
        self.now = 0
        self._tracks = tracks
        self.power_on()

    def power_on(self) -> None:
        """Restart on the same flash with empty memory. Call `power_off` before, to drop an open connection."""
        self.hal = self.make_hal()
        self.board = Board(self.hal)
        self.step(self.now)

    def make_hal(self) -> NetworkHal:
        """Return the hardware for the next start."""
        return NetworkHal(str(self.root), self.uid, self._tracks)

    def power_off(self) -> None:
        """Drop the connection without DISCONNECT: the broker publishes the last will."""
        if self.board.network_loader.live is not None:
            self.board.network_loader.live.close(self.board.clock)

    def connect_to(self, address: str, port: int, password: str) -> None:
        """Store the broker's IP address and port and the board's password, as `cribboard configure` does."""
        self.tell_network(broker=address, port=port, login=password)

    def tell_network(self, **fields: object) -> None:
        """Change settings of the network, by the field names of the request `network`."""
        store_network(self.board, fields)

    def configure(self, round: int | None = None, **fields: object) -> None:
        """Change settings, by the field names of the request `configure`: event, key, table, preset, teams."""
        configure(self.board, fields, round)

    def step(self, now_ms: int) -> None:
        """Run the board at the time `now_ms`."""
        self.now = now_ms
        self.board.step(now_ms & MASK)

    def press(self, key: int, ms: int = PRESS_MS) -> None:
        """Hold a key (number as in `firmware.config`) for `ms` of board time, then release it for PRESS_MS."""
        self.hal.keys_down(1 << key)
        self.step(self.now + 1)
        self.step(self.now + ms)
        self.hal.keys_down(0)
        self.step(self.now + 1)
        self.step(self.now + PRESS_MS)

    def peg(self, team: int, holes: int) -> None:
        """Press the score keys with which a team (0, 1, …) counts `holes`, then OK, which pegs or claims them."""
        for index in (2, 1, 0):
            for _ in range(holes // SCORE_KEYS[index]):
                self.press(4 * team + index)
            holes %= SCORE_KEYS[index]
        self.press(KEY_OK)

    def sign(self, loser: int) -> None:
        """Take a claimed win as the team `loser`: its key is held. OK first, where the board asks if the round is the
        one to which it has counted on."""
        if self.snapshot().phase == PHASE_CHECK:
            self.press(KEY_OK)
        self.press(KEYS_PER_TEAM * loser, HOLD_MS + PRESS_MS)

    def snapshot(self) -> Snapshot:
        """Return what the board shows."""
        board, live = self.board, self.board.network_loader.live
        connected = live is not None and live.state == "connected"
        settled = connected and live.waiting == 0 and live._connection.ready()
        place = (board.console.phase, board.match.tally.round, board.settings.values["table"])
        pegs = (list(board.match.game.front), board.console.team)
        return Snapshot(*place, *pegs, board.results.count, live.waiting if live else 0, connected, settled)

    @property
    def connected(self) -> bool:
        """Whether the broker has accepted the board's connection."""
        return self.snapshot().connected

    @property
    def settled(self) -> bool:
        """Whether the board is connected, and waits for no answer of broker or desk."""
        return self.snapshot().settled

    def go_away(self, away: bool) -> None:
        """Leave the network, or come back to it."""
        self.hal.network.state = "joining" if away else "joined"

    def results(self) -> list[str]:
        """Return the result lines in the board's log."""
        return list(self.board.results.lines_after(0))
