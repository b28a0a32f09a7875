"""The hall of a soak test: broker, desks, and boards with their players. Clocks leap while nothing is under way."""

import gc
import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, replace
from pathlib import Path

from paho.mqtt import publish

from firmware.journal.seal import board_key
from host_tools.desk.events.event import create_event
from host_tools.desk.events.lease import newest_lease, sealed_lease
from host_tools.desk.events.location import EventLocation, OpenEvent
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.live.broker_address import LEASE_LOGIN
from host_tools.desk.live.lease_watch import LEASE_TOPIC
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.store.database import StoreError, copy_file, file_url
from host_tools.desk.store.desk import Desk
from host_tools.live.broker_files import new_password
from host_tools.live.mosquitto import free_port
from host_tools.sim.clocked import Clock
from host_tools.sim.players import HastyPlayers
from host_tools.sim.unix_board import UnixBoard, write_sources
from host_tools.sim.virtual.board import VirtualBoard, network_board
from tests.measure.attacker import attack, other_computer
from tests.measure.postgresql import running_server
from tests.measure.replicated_server import replicated_server
from tests.measure.soak_brokers import SoakBrokers
from tests.measure.soak_plan import SoakPlan
from tests.measure.soak_result import SoakResult, compare_results

EVENT = "Soak"
_COUNTED = (
    "copies",
    "forgeries",
    "takeovers",
    "kills",
    "stops",
    "deaths",
    "sleeps",
    "outages",
    "swaps",
    "database_kills",
)
_COUNTED_OF_HALLS = ("lost_databases", "lost_nodes", "line_cuts")
_UID = "736f616b{:08x}"
"""The letters of "soak", and the board's number."""
LEAP_MS = 10_000
"""Largest step of a board's clock while it waits for nothing: it sends a message that often."""
_OUTAGE_MS = 100
"""Step of a board's clock while it has no connection."""


class SoakHall:
    """The broker, the desks and all boards with their players, for one run of a plan."""

    def __init__(self, plan: SoakPlan, root: Path) -> None:
        self.plan, self._root, self._random = plan, root, random.Random(plan.seed)
        self._began = time.monotonic()
        self._stack = ExitStack()
        self.desks: list[subprocess.Popen[bytes]] = []
        self._asides: list[subprocess.Popen[bytes]] = []
        """Desks of other stores of the event."""
        self._file = root / f"{EVENT}.cribbage"
        self.count: Counter[str] = Counter()
        self._most_desk_files = 0
        self._played: set[tuple[int, int]] = set()

    def __enter__(self) -> "SoakHall":
        with ExitStack() as stack:
            self._open(stack)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def _open(self, stack: ExitStack) -> None:
        """Start broker, desks and boards; `stack` closes them."""
        plan = self.plan
        passwords = {_UID.format(number): new_password() for number in range(1, plan.boards + 1)}
        self.postgresql = stack.enter_context(running_server()) if plan.database_kills else None
        self.replicated = stack.enter_context(replicated_server()) if plan.lost_databases else None
        server = self.postgresql or self.replicated
        self._database = server.url.format("postgres") if server else None
        self.event = stack.enter_context(_open_event(EventLocation(self._root, self._database), plan))
        self.brokers = SoakBrokers(self._root, plan.halls, passwords, stack)
        stack.callback(self._end_desks)
        self._desk_ports = [free_port() for _ in range(plan.desks)]
        self.desks = [self._start_desk(port) for port in self._desk_ports]
        if plan.hostile:
            network = stack.enter_context(other_computer())
            stack.enter_context(attack(network, self._desk_ports[0], self.brokers.ports[0]))
        if plan.micropython:
            write_sources(self._root / "micropython")
        self.players: list[HastyPlayers] = []
        stack.callback(self._end_boards)
        self.players.extend(self._start_boards(passwords))
        self._own_files_at_start = 0
        self._seated = 1

    def _start_boards(self, passwords: dict[str, str]) -> Iterator[HastyPlayers]:
        """Start a board for each uid in `passwords`, at tables from 1 on, and yield its players."""
        with self.event.reading() as desk:
            settings, key = {"event": desk.event.uid, "preset": "acc"}, bytes.fromhex(desk.event.key)
        for table, (uid, password) in enumerate(passwords.items(), 1):
            board = self._make_board(uid, table)
            board.configure(round=1, table=table, key=board_key(key, uid).hex(), **settings)
            ports = self.brokers.ports
            board.tell_network(broker="127.0.0.1", port=ports[table % len(ports)], login=password)
            plan = self.plan
            chances = (1 / plan.cut, 1 / plan.away, plan.away_actions)
            yield HastyPlayers(board, plan.seed + table, self._may_begin, self._is_played, *chances)

    def _make_board(self, uid: str, table: int) -> VirtualBoard | UnixBoard:
        if table <= self.plan.micropython:
            return UnixBoard(self._root / uid, uid, self._root / "micropython")
        return network_board(self._root / uid, uid)

    def _is_played(self, round_number: int, table: int) -> bool:
        return (round_number, table) in self._played

    def _may_begin(self, round_number: int) -> bool:
        return round_number <= self._seated

    def seat_round(self) -> None:
        """Seat the next round if it is time. Boards that are away play it there, and find its assignment afterwards."""
        late = [one for one in self.players if _count_results(one) < self._seated and not one.away]
        if self._seated < self.plan.games and not late and self.seconds < self.plan.seconds:
            # A database that was killed is reached again after the first error.
            with suppress(StoreError), self.event.writing() as desk:
                self._seated = seat_next(desk.acting(EVENT)).round

    def open_copy(self) -> Path:
        """Copy the event's file, and open a desk on it beside the others, to look at it. Returns the copy."""
        file = self._root / f"copy-{len(self._asides)}" / f"{EVENT}.cribbage"
        file.parent.mkdir()
        copy_file(self.event.store, file)
        self._asides.append(self._start_desk(free_port(), file_url(file)))
        return file

    def take_over(self) -> None:
        """Let a copy go on: its desks are the event's from now on, and those before stay, to stand aside."""
        self._asides += self.desks
        self._file = self.open_copy()
        self.event.close()
        self.event = EventLocation(self._file.parent, None).open(EVENT)
        self.event.go_on_here()
        self._desk_ports = [free_port() for _ in self.desks]
        self.desks = [self._start_desk(port) for port in self._desk_ports]

    def forge_leases(self) -> None:
        """Say leases to the desks without the event's key: by the login that is everybody's, retained."""
        with self.event.reading() as desk:
            lease, uid = newest_lease(desk), desk.event.uid
        assert lease
        far = replace(lease, store="f" * 16, count=10**12, computer="nobody")
        said = [{"event": uid, "count": 10**12}, {"event": uid, "lease": sealed_lease(far, uid, b"1" * 16)}]
        said.append({"event": uid, "lease": sealed_lease(replace(far, count=lease.count + 1), uid, b"1" * 16)})
        for fields in said:
            login: publish.AuthParameter = {"username": LEASE_LOGIN, "password": LEASE_LOGIN}
            publish.single(LEASE_TOPIC, json.dumps(fields), 1, True, port=self.brokers.ports[0], auth=login)

    def _start_desk(self, port: int, url: str = "") -> subprocess.Popen[bytes]:
        """Start a desk as a process of its own, with its pages at `port`, on the event or on the copy at `url`."""
        url = url or self._database or file_url(self._file)
        arguments = [url, EVENT, str(self.brokers.folder), str(1 / self.plan.deaths), str(port)]
        options = {"stdin": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "start_new_session": True}
        return subprocess.Popen([sys.executable, "-m", "tests.measure.soak_desk", *arguments], **options)  # type: ignore[call-overload]

    def _end_boards(self) -> None:
        for players in self.players:
            players.virtual_board.power_off()

    def _end_desks(self) -> None:
        for desk in [*self.desks, *self._asides]:
            desk.kill()
            desk.wait()

    @property
    def seconds(self) -> float:
        """Seconds since the beginning."""
        return time.monotonic() - self._began

    @property
    def games(self) -> int:
        """How many games each board is to play, as it stands: all of the plan, or those seated when its time is up."""
        return self._seated if self.seconds >= self.plan.seconds else self.plan.games

    def count_results(self) -> int:
        """Return how many results all boards together have written."""
        return sum(map(_count_results, self.players))

    def step(self, players: HastyPlayers, next_at: int, passed_ms: int) -> int:
        """Advance a board's clock in one step; let its players act if `next_at` has come. Returns their next time.

        Times are the board's, in ms; `passed_ms` is real time since the last step. A board that waits for an answer
        goes by real time, as it repeats a lost message after 3 s; so does one that has played all its games.
        """
        board = players.virtual_board
        shown = board.shown()
        if players.away:
            passed_ms = max(next_at - board.now, 1)
        elif not shown["connected"]:
            passed_ms = _OUTAGE_MS
        elif shown["settled"] and shown["results"] < self.plan.games:
            passed_ms = min(LEAP_MS, max(next_at - board.now, 1))
        board.wait(passed_ms)
        if board.now < next_at:
            return next_at
        self.act(players)
        players.come_and_go()
        return board.now + self.plan.pause_ms

    def act(self, players: HastyPlayers) -> None:
        """Let the players of a board act, and note the results it then has."""
        board = players.virtual_board
        before = board.shown()["results"]
        players.act()
        if board.shown()["results"] > before:
            lines = map(json.loads, board.lines()[before:])
            self._played |= {(line["round"], line["table"]) for line in lines}

    def run_boards(self, seconds: float) -> None:
        """Run the boards in real time, without their players."""
        clock = Clock([players.virtual_board for players in self.players])
        while clock.passed_s < seconds:
            clock.step()

    def note_own_files(self) -> None:
        """Record how many files this process has open when all boards are first connected."""
        if not self._own_files_at_start and all(players.virtual_board.connected for players in self.players):
            self._own_files_at_start = _count_own_files()

    def restart_desks(self) -> None:
        """Restart desks that have crashed, and record the most files that a desk has had open."""
        for index, desk in enumerate(self.desks):
            if desk.poll() is not None:
                self.count["deaths"] += 1
                self.desks[index] = self._start_desk(self._desk_ports[index])
            self._most_desk_files = max(self._most_desk_files, _count_open_files(self.desks[index].pid))

    def measure_result(self) -> SoakResult:
        """Compare the results on the boards with those that the desks have stored; return all counts."""
        boards = [players.virtual_board for players in self.players]
        return SoakResult(
            seconds=self.seconds,
            board_hours=min(board.now for board in boards) / 3_600_000,
            **asdict(compare_results(self.event, [line for board in boards for line in board.lines()])),
            unacknowledged=sum(board.shown()["waiting"] for board in boards),
            cuts=sum(players.power_cuts for players in self.players),
            absences=sum(players.absences for players in self.players),
            again=sum(players.begun_again for players in self.players),
            **{name: self.count[name] for name in (*_COUNTED, *_COUNTED_OF_HALLS)},
            files=(self._own_files_at_start, _count_own_files()),
            desk_files=self._most_desk_files,
        )


@contextmanager
def _open_event(place: EventLocation, plan: SoakPlan) -> Iterator[OpenEvent]:
    """Create an event with two players for each board and the first round seated; close it after this context."""
    with place.creating(EVENT) as session:
        entries = [Entry(line, f"P{line}") for line in range(1, 2 * plan.boards + 1)]
        row = create_event(session, EVENT, "robin", entries, rounds=plan.games)
        seat_next(Desk(session, row, EVENT))
    event = place.open(EVENT)
    try:
        yield event
    finally:
        event.close()


def is_unfinished(players: HastyPlayers, games: int) -> bool:
    """Return whether a board has games to play or results to be acknowledged."""
    shown = players.virtual_board.shown()
    return shown["results"] < games or shown["waiting"] > 0


def _count_results(players: HastyPlayers) -> int:
    return players.virtual_board.shown()["results"]


def _count_own_files() -> int:
    """Return how many files this process has open."""
    # Boards that lost power are reference cycles: their files close when these are collected.
    gc.collect()
    return _count_open_files(os.getpid())


def _count_open_files(pid: int) -> int:
    """Return how many files and sockets a process has open; 0 if the system does not tell (not Linux)."""
    try:
        return len(os.listdir(f"/proc/{pid}/fd"))
    except OSError:
        return 0
