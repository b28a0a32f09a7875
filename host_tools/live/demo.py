"""Run the demonstration: a broker, a desk and virtual boards with simulated players, until Ctrl-C."""

import secrets
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from firmware.journal.seal import board_key
from host_tools.desk.errors import DeskError
from host_tools.desk.events.event import create_event
from host_tools.desk.events.location import EventLocation, OpenEvent
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.live.board_registry import LiveTables
from host_tools.desk.live.broker_address import find_broker
from host_tools.desk.live.broker_connection import run_live
from host_tools.desk.rounds.missing_results import tables_missing_results
from host_tools.desk.rounds.movement_input import NotReadyError
from host_tools.desk.rounds.reseat import newest_round
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.web.director_credentials import Director
from host_tools.desk.web.serving import listen, served_addresses
from host_tools.i18n import message
from host_tools.live.broker_files import BrokerFiles, Listener, new_password
from host_tools.live.mosquitto import Mosquitto, find_program, free_port
from host_tools.sim.players import CardPlayers
from host_tools.sim.virtual.board import network_board

EVENT = "Demo"
_UID = "64656d6f{:08x}"
"""The letters of "demo", and the board's number."""
_PAUSE_MS = 700
"""Time from press to press, at pace 1."""
_STEP_S = 0.02
_POLL_S = 1.0
_NAMES = (
    *("Alice", "Bernard", "Chloé", "Dennis", "Élise", "Frank", "Grace", "Henri", "Irene", "Jack", "Karin", "Louis"),
    *("Margot", "Noel", "Olive", "Paul", "Queenie", "René", "Sophie", "Tom", "Ursula", "Victor", "Wendy", "Yves"),
)


def run_demo(boards: int, host: str, port: int, pace: float, report: Callable[[str], None]) -> None:
    """Run the demonstration with so many boards until Ctrl-C, the desk's pages at `host` and `port` (0: a free one).

    `pace` 2 plays twice as fast; `report` prints messages. Raises DeskError, OSError.
    """
    find_program()
    with tempfile.TemporaryDirectory(prefix="cribboard-demo") as folder, ExitStack() as stack:
        root = Path(folder)
        files = BrokerFiles(root / "broker")
        broker_port = free_port()
        files.write(Listener("127.0.0.1", broker_port, desk_port=free_port()))
        passwords = {_UID.format(number): new_password() for number in range(1, boards + 1)}
        for uid, password in passwords.items():
            files.set_password(uid, password)
        stack.enter_context(Mosquitto(files.configuration, broker_port))
        event = _make_event(root, boards)
        stack.callback(event.close)
        director, password = Director(root / "director.json"), secrets.token_hex(4)
        director.set_password(password)
        tables, broker = LiveTables(), find_broker(str(files.path))
        live_work = partial(run_live, broker, event, tables)
        server = listen(event, director, host, port, False, event.location, tables, [lambda _: live_work])
        hall = _Hall(event, root / "boards", passwords, broker_port, pace)
        stack.enter_context(hall.playing())
        report(served_addresses(event.name, host, server.port, False))
        report(message("live.demo.running", boards=boards, password=password))
        server.serve_until_closed()


def _make_event(root: Path, boards: int) -> OpenEvent:
    """Create an event with two players for each board."""
    place = EventLocation(root, None)
    names = [f"{name} {letter}".strip() for letter in ("", *"BCDEFGHIJ") for name in _NAMES][: 2 * boards]
    with place.creating(EVENT) as session:
        entries = [Entry(line, name) for line, name in enumerate(names, 1)]
        create_event(session, EVENT, "acc", entries, rounds=min(9, 4 * boards - 2))
    return place.open(EVENT)


class _Hall:
    """Boards (uids in `passwords`) with their players, and a director who seats a round once all results are in."""

    def __init__(self, event: OpenEvent, root: Path, passwords: dict[str, str], port: int, pace: float) -> None:
        self._event, self._round, self._ended = event, 0, threading.Event()
        with event.reading() as desk:
            uid, key = desk.event.uid, bytes.fromhex(desk.event.key)
        root.mkdir()
        self._players = []
        for table, (board_uid, password) in enumerate(passwords.items(), 1):
            board = network_board(root / board_uid, board_uid)
            board.configure(event=uid, key=board_key(key, board_uid).hex(), preset="acc", table=table, round=1)
            board.tell_network(broker="127.0.0.1", port=port, login=password)
            self._players.append(CardPlayers(board, 100 * table, int(_PAUSE_MS / pace), self._may_begin))

    def _may_begin(self, round_number: int) -> bool:
        return round_number <= self._round

    @contextmanager
    def playing(self) -> Iterator[None]:
        """Play and seat in background threads within this context."""
        threads = [threading.Thread(target=target) for target in (self._play, self._seat_rounds)]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._ended.set()
            for thread in threads:
                thread.join()

    def _play(self) -> None:
        """Step all boards and players in real time."""
        started = time.monotonic()
        while not self._ended.wait(_STEP_S):
            now = int((time.monotonic() - started) * 1000)
            for players in self._players:
                players.step(now)
        for players in self._players:
            players.virtual_board.power_off()

    def _seat_rounds(self) -> None:
        """Seat the next round whenever all results are in, until the demonstration ends."""
        while not self._ended.wait(_POLL_S):
            try:
                with self._event.writing() as desk:
                    if not tables_missing_results(desk):
                        seat_next(desk.acting(EVENT))
                    self._round = newest_round(desk).number
            except (NotReadyError, DeskError):
                continue  # The last round has been played, or somebody else at the desk was faster.
