"""Broker, database and desks of a benchmark of many halls, with an event that is seated for all its boards."""

import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from firmware.rules.presets import load_preset
from host_tools.desk.cli.simulate_command import SimulatedBoards
from host_tools.desk.events.event import create_event
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.live.broker_address import Broker
from host_tools.desk.live.broker_connection import connect
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.store.database import Store
from host_tools.desk.store.desk import Desk
from host_tools.file_limit import raise_file_limit
from host_tools.live.broker_files import BrokerFiles, Listener, hash_password
from host_tools.live.mosquitto import Mosquitto, free_port
from host_tools.private_files import write_private
from tests.measure.process_use import ProcessUse, use_of

BOARDS_A_HALL, HALLS = 200, 50
EVENT, PASSWORD = "Halls", "a board's password"
ROUNDS = 2
"""Rounds that are seated, and results of each board: at people's pace, then as fast as they are acknowledged."""
PROBED = 5
"""Tables of the last hall without a board of the crowd."""
_KEY = "5eed" * 8


class HallServers:
    """Broker and desks below the folder `root`, with an event of `boards` tables and PROBED more in the database `url`.

    `port`: the broker's for boards; `desk_ports`: those of the desks' pages. While it runs, `lines` are each board's
    result lines, by the event's number of its table, and `tables` these numbers.
    """

    def __init__(self, root: Path, url: str, boards: int, desks: int) -> None:
        self._root, self._url, self._boards = root, url, boards
        self.files, self.port = BrokerFiles(root / "broker"), free_port()
        self.desk_ports = [free_port() for _ in range(desks)]
        self.lines: dict[int, list[str]] = {}
        self.tables: list[int] = []
        self._pids: dict[str, list[int]] = {}

    @contextmanager
    def running(self) -> Iterator[None]:
        """Run the broker and the desks meanwhile."""
        self.lines = self._seat_event()
        self.tables = sorted(self.lines)
        self.files.write(Listener("127.0.0.1", self.port, desk_port=free_port()))
        hashed = hash_password(PASSWORD)
        passwords = "".join(f"{table:016x}:{hashed}\n" for table in self.tables)
        write_private(self.files.path / "passwords", passwords)
        raise_file_limit(self._boards + 1000)
        with Mosquitto(self.files.configuration, self.port) as broker, ExitStack() as stack:
            desks = [stack.enter_context(self._desk(port)) for port in self.desk_ports]
            self._pids = {"broker": [broker.pid], "desks": desks, "database": [self._database_pid()]}
            yield

    def _seat_event(self) -> dict[int, list[str]]:
        """Create the event with its rounds seated; return each board's result lines, by the event's number of its
        table."""
        store, tables = Store(self._url), self._boards + PROBED
        halls = [min(table // BOARDS_A_HALL + 1, -(-self._boards // BOARDS_A_HALL)) for table in range(tables)]
        with store.write() as session:
            entries = [
                Entry(2 * index + side, f"P{2 * index + side}", hall=f"Hall {hall}" if halls[-1] > 1 else "")
                for index, hall in enumerate(halls)
                for side in (1, 2)
            ]
            event = create_event(session, EVENT, "robin", entries, rounds=ROUNDS, key=_KEY)
            event.uid = EVENT
            seats = [seat_next(Desk(session, event, EVENT)).seating for _ in range(ROUNDS)]
        store.close()
        simulated = SimulatedBoards(EVENT, load_preset("acc"), bytes.fromhex(_KEY), 1)
        lines: dict[int, list[str]] = defaultdict(list)
        for number, seating in enumerate(seats, 1):
            for table in seating.tables:
                lines[table.number].append(simulated.play(number, table))
        return lines

    @contextmanager
    def _desk(self, port: int) -> Iterator[int]:
        """Run a desk; yield its process id."""
        words = ["desk", EVENT, "--port", str(port), "--live", str(self.files.path), "--database", self._url]
        environment = os.environ | {"XDG_DATA_HOME": str(self._root / str(port))}
        command = [sys.executable, "-m", "host_tools", *words]
        with open(self._root / f"desk-{port}.log", "wb") as log:
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=log, stderr=log, env=environment)
        assert process.stdin is not None
        process.stdin.write(b"password of a bench\n")
        process.stdin.close()
        try:
            yield process.pid
        finally:
            process.terminate()
            process.wait()

    def _database_pid(self) -> int:
        folder = Path(self._url.partition("host=")[2])
        return int((folder / "data" / "postmaster.pid").read_text().split()[0])

    def use(self) -> dict[str, ProcessUse]:
        """Return what broker, desks and database have used so far."""
        uses = {part: [use_of(pid) for pid in pids] for part, pids in self._pids.items()}
        return {
            part: ProcessUse(sum(use.processor_s for use in of_part), sum(use.memory_mb for use in of_part))
            for part, of_part in uses.items()
        }

    async def wait_for_desks(self, broker: Broker) -> None:
        """Wait until each desk says that it hears all others."""
        others: dict[str, int] = {}
        desks = len(self.desk_ports)
        async with connect(broker) as client:
            await client.subscribe("cribbage/desk/+", 1)
            async for received in client.messages:
                others[received.topic.value] = json.loads(received.payload or b"{}").get("others", -1)
                if list(others.values()).count(desks - 1) == desks:
                    return
