"""Soak test: ten hours of 200 boards, with broker kills and pauses, desk crashes and power cuts.

Boards are the firmware itself, on real sockets, on a clock that leaps while nothing is under way.
"""

import gc
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware.journal.seal import board_key
from host_tools.desk.events.event import create_event
from host_tools.desk.events.location import EventLocation, OpenEvent
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.store.database import file_url
from host_tools.live.broker_files import BrokerFiles, Listener, new_password
from host_tools.live.mosquitto import Mosquitto, free_port
from host_tools.live.quick_players import QuickPlayers
from host_tools.live.soak_result import SoakResult, compare_results
from host_tools.live.virtual_board import VirtualBoard

EVENT = "Soak"
_UID = "736f616b{:08x}"
"""The letters of "soak", and the board's number."""
_LEAP_MS = 10_000
"""Largest step of a board's clock while it waits for nothing: it sends a message that often."""
_OUTAGE_MS = 100
"""Step of a board's clock while it has no connection."""


@dataclass(frozen=True)
class SoakPlan:
    """The plan: `games` on each of `boards`, an action of its players every `pause_ms` of its clock. A round is seated
    once all boards that are not away have played the one before.

    The broker is killed `kills` times, and paused `stops` times for `stop_s` seconds; on average each board loses power
    once in `cut` actions, and each of the `desks` crashes once in `deaths` commits, before the ack. Once in `away`
    actions a board leaves the network for `away_actions` actions, and plays on. `sleeps` times all desks stand still
    for `sleep_s` seconds.
    """

    boards: int = 200
    games: int = 10
    pause_ms: int = 200_000
    kills: int = 50
    stops: int = 20
    stop_s: float = 7.0
    cut: float = 400
    deaths: float = 60
    desks: int = 2
    away: float = 100
    away_actions: int = 60
    sleeps: int = 5
    sleep_s: float = 5.0
    seed: int = 1


def soak(plan: SoakPlan) -> SoakResult:
    """Run the soak test and return its result. Raises DeskError if Mosquitto is not installed."""
    with TemporaryDirectory(prefix="cribboard-soak") as folder, _Hall(plan, Path(folder)) as hall:
        hall.play()
        return hall.measure_result()


class _Hall:
    """The broker, the desks and all boards with their players, for one run of a plan."""

    def __init__(self, plan: SoakPlan, root: Path) -> None:
        self._plan, self._root, self._random = plan, root, random.Random(plan.seed)
        self._began = time.monotonic()
        self._stack = ExitStack()
        self._files = BrokerFiles(root / "broker")
        self._port = free_port()
        self._desks: list[subprocess.Popen[bytes]] = []
        self._count: Counter[str] = Counter()
        self._most_desk_files = 0

    def __enter__(self) -> "_Hall":
        with ExitStack() as stack:
            self._open(stack)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def _open(self, stack: ExitStack) -> None:
        """Start broker, desks and boards; `stack` closes them."""
        plan = self._plan
        self._files.write(Listener("127.0.0.1", self._port, desk_port=free_port()))
        passwords = {_UID.format(number): new_password() for number in range(1, plan.boards + 1)}
        self._files.set_passwords(passwords)
        self._event = stack.enter_context(_open_event(self._root, plan))
        self._mosquitto = stack.enter_context(Mosquitto(self._files.configuration, self._port))
        stack.callback(self._end_desks)
        self._desks = [self._start_desk() for _ in range(plan.desks)]
        self._players = list(self._start_boards(passwords))
        self._own_files_at_start = 0
        self._seated = 1

    def _start_boards(self, passwords: dict[str, str]) -> Iterator[QuickPlayers]:
        """Start a board for each uid in `passwords`, at tables from 1 on, and yield its players."""
        with self._event.reading() as (_, row):
            settings, key = {"event": row.uid, "preset": "acc"}, bytes.fromhex(row.key)
        for table, (uid, password) in enumerate(passwords.items(), 1):
            board = VirtualBoard(self._root / uid, uid)
            board.configure(round=1, table=table, key=board_key(key, uid).hex(), **settings)
            board.connect_to("127.0.0.1", self._port, password)
            plan = self._plan
            chances = (1 / plan.cut, 1 / plan.away, plan.away_actions)
            yield QuickPlayers(board, plan.seed + table, self._may_begin, *chances)

    def _may_begin(self, round_number: int) -> bool:
        return round_number <= self._seated

    def _seat_round(self) -> None:
        """Seat the next round if it is time. Boards that are away play it there, and find its assignment afterwards."""
        late = [one for one in self._players if one.virtual_board.board.results.count < self._seated and not one.away]
        if self._seated < self._plan.games and not late:
            with self._event.writing() as (session, row):
                seat_next(session, row, EVENT)
            self._seated += 1

    def _start_desk(self) -> subprocess.Popen[bytes]:
        """Start a desk as a process of its own."""
        url = file_url(self._root / f"{EVENT}.cribbage")
        arguments = [url, EVENT, str(self._files.path), str(1 / self._plan.deaths)]
        options = {"stdin": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "start_new_session": True}
        return subprocess.Popen([sys.executable, "-m", "host_tools.live.soak_desk", *arguments], **options)  # type: ignore[call-overload]

    def _end_desks(self) -> None:
        for desk in self._desks:
            desk.kill()
            desk.wait()

    def play(self) -> None:
        """Play until all games are played and all results acknowledged; disturb broker and desks meanwhile."""
        total = self._plan.boards * self._plan.games
        disturbances = self._plan_disturbances(total)
        next_at = [players.virtual_board.now for players in self._players]
        last_time = time.monotonic()
        while any(_is_unfinished(players, self._plan.games) for players in self._players):
            passed_ms, last_time = int(1000 * (time.monotonic() - last_time)), time.monotonic()
            for index, players in enumerate(self._players):
                next_at[index] = self._step(players, next_at[index], max(passed_ms, 1))
            while disturbances and disturbances[-1][0] <= self._count_results():
                disturbances.pop()[1]()
            self._seat_round()
            self._note_own_files()
            self._restart_desks()

    def _plan_disturbances(self, total: int) -> list[tuple[int, Callable[[], None]]]:
        """Return the planned disturbances, last first: after how many of `total` results to call which method."""
        plan = self._plan
        methods = [self._kill_broker] * plan.kills + [self._pause_broker] * plan.stops
        methods += [self._let_desks_sleep] * plan.sleeps
        self._random.shuffle(methods)
        return [((index + 1) * total // (len(methods) + 1), method) for index, method in enumerate(methods)][::-1]

    def _count_results(self) -> int:
        """Return how many results all boards together have written."""
        return sum(players.virtual_board.board.results.count for players in self._players)

    def _step(self, players: QuickPlayers, next_at: int, passed_ms: int) -> int:
        """Advance a board's clock in one step; let its players act if `next_at` has come. Returns their next time.

        Times are the board's, in ms; `passed_ms` is real time since the last step. A board that waits for an answer
        goes by real time, as it repeats a lost message after 3 s; so does one that has played all its games.
        """
        board = players.virtual_board
        if players.away and board.board.results.count < self._plan.games:
            passed_ms = max(next_at - board.now, 1)
        elif not board.connected:
            passed_ms = _OUTAGE_MS
        elif board.settled and board.board.results.count < self._plan.games:
            passed_ms = min(_LEAP_MS, max(next_at - board.now, 1))
        board.step(board.now + passed_ms)
        if board.now < next_at:
            return next_at
        players.act()
        players.come_and_go()
        return board.now + self._plan.pause_ms

    def _kill_broker(self) -> None:
        self._count["kills"] += 1
        self._mosquitto.kill()
        self._mosquitto.start()

    def _pause_broker(self) -> None:
        """Pause the broker for `stop_s` seconds; meanwhile the boards' clocks run in real time."""
        self._count["stops"] += 1
        self._mosquitto.pause()
        self._run_boards(self._plan.stop_s)
        self._mosquitto.resume()

    def _let_desks_sleep(self) -> None:
        """Stop the desks for `sleep_s` seconds, as a laptop's lid does; boards and broker go on in real time."""
        self._count["sleeps"] += 1
        for desk in self._desks:
            desk.send_signal(signal.SIGSTOP)
        self._run_boards(self._plan.sleep_s)
        for desk in self._desks:
            desk.send_signal(signal.SIGCONT)

    def _run_boards(self, seconds: float) -> None:
        """Run the boards in real time, without their players."""
        boards = [players.virtual_board for players in self._players]
        times = [board.now for board in boards]
        began = time.monotonic()
        while (passed_s := time.monotonic() - began) < seconds:
            for board, time_before in zip(boards, times, strict=True):
                board.step(time_before + int(passed_s * 1000) + 1)

    def _note_own_files(self) -> None:
        """Record how many files this process has open when all boards are first connected."""
        if not self._own_files_at_start and all(players.virtual_board.connected for players in self._players):
            self._own_files_at_start = _count_own_files()

    def _restart_desks(self) -> None:
        """Restart desks that have crashed, and record the most files that a desk has had open."""
        for index, desk in enumerate(self._desks):
            if desk.poll() is not None:
                self._count["deaths"] += 1
                self._desks[index] = self._start_desk()
            self._most_desk_files = max(self._most_desk_files, _count_open_files(self._desks[index].pid))

    def measure_result(self) -> SoakResult:
        """Compare the results on the boards with those that the desks have stored; return all counts."""
        boards = [players.virtual_board for players in self._players]
        return SoakResult(
            seconds=time.monotonic() - self._began,
            board_hours=min(board.now for board in boards) / 3_600_000,
            **asdict(compare_results(self._event, [line for board in boards for line in board.results()])),
            unacknowledged=sum(board.board.network_loader.live.waiting for board in boards),
            cuts=sum(players.power_cuts for players in self._players),
            absences=sum(players.absences for players in self._players),
            again=sum(players.begun_again for players in self._players),
            **{name: self._count[name] for name in ("kills", "stops", "deaths", "sleeps")},
            files=(self._own_files_at_start, _count_own_files()),
            desk_files=self._most_desk_files,
        )


@contextmanager
def _open_event(root: Path, plan: SoakPlan) -> Iterator[OpenEvent]:
    """Create an event with two players for each board and the first round seated; close it after this context."""
    place = EventLocation(root, None)
    with place.creating(EVENT) as session:
        entries = [Entry(line, f"P{line}") for line in range(1, 2 * plan.boards + 1)]
        row = create_event(session, EVENT, "robin", entries, rounds=plan.games)
        seat_next(session, row, EVENT)
    event = place.open(EVENT)
    try:
        yield event
    finally:
        event.close()


def _is_unfinished(players: QuickPlayers, games: int) -> bool:
    """Return whether a board has games to play or results to be acknowledged."""
    board = players.virtual_board.board
    return board.results.count < games or board.network_loader.live.waiting > 0


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
