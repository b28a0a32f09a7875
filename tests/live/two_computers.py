"""Two computers of a hall on this one: the first serves at 127.0.0.1, the second, which stands by, at 127.0.0.2."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from firmware.journal.seal import board_key
from host_tools.desk.events.event import create_event
from host_tools.desk.events.location import EventLocation
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.store.database import file_url
from host_tools.desk.store.desk import Desk
from host_tools.desk.web.director_credentials import Director
from host_tools.live.broker_files import BrokerFiles, Listener
from host_tools.live.mosquitto import free_port
from host_tools.sim.clocked import Clock
from host_tools.sim.virtual.board import network_board
from tests import installed
from tests.patience import PATIENCE_S

UIDS = ("00000000000000a1", "00000000000000a2")
CRIBBOARD = [sys.executable, "-m", "host_tools"]


def wait_until(wanted, boards=()):
    """Let boards live in the clock's time until something is so."""
    clock = Clock(boards)
    while not wanted():
        assert clock.passed_s < PATIENCE_S
        clock.step()
        time.sleep(0.005)


class Hall:
    """An event and its boards. `locations`: where the first computer has the event, and the second."""

    def __init__(self, root: Path, databases: tuple[str, str] | tuple[None, None] = (None, None)) -> None:
        """With `databases` (URLs) the event is in both, the second a copy of the first; else in a file of the first."""
        installed.mosquitto()
        self.first, self.second, self.port = root / "first", root / "second", free_port()
        self.first.mkdir()
        self.files = BrokerFiles(self.first / "hall")
        self.files.write(Listener("127.0.0.1", self.port, desk_port=free_port()))
        self.locations = [EventLocation(*pair) for pair in zip((self.first, self.second), databases, strict=True)]
        self._databases = databases
        for location in self.locations if databases[0] else self.locations[:1]:
            self._make_event(location)
        with self.locations[0].reading("Night") as desk:
            self.uid, key = desk.event.uid, bytes.fromhex(desk.event.key)
        self.boards = []
        for table, uid in enumerate(UIDS, 1):
            self.files.set_password(uid, "x" * 8)
            board = network_board(root / uid, uid)
            board.configure(event=self.uid, key=board_key(key, uid).hex(), preset="acc", table=table, round=1)
            board.tell_network(broker="127.0.0.1", standby="127.0.0.2", port=self.port, login="x" * 8)
            self.boards.append(board)
        self._processes: list[subprocess.Popen] = []
        self._takeover: subprocess.Popen | None = None
        path = f"{_fake_ssh(root)}{os.pathsep}{os.environ['PATH']}"
        self._environment = {**os.environ, "PATH": path, "XDG_DATA_HOME": str(root / "data")}
        Director(root / "data" / "cribboard" / "desk" / "director.json").set_password("of the evening")

    def _make_event(self, location: EventLocation) -> None:
        entries = [Entry(number, f"P{number}") for number in range(1, 5)]
        with location.creating("Night") as session:
            event = create_event(session, "Night", "acc", entries, rounds=3, key="5eed" * 8)
            event.uid = "Night-1"
            for _ in range(2):
                seat_next(Desk(session, event, "test"))

    def start(self, *words, stdout=subprocess.DEVNULL):
        process = subprocess.Popen(words, env=self._environment, start_new_session=True, stdout=stdout)
        self._processes.append(process)
        return process

    def start_desk(self):
        url = self._databases[0] or file_url(self.first / "Night.cribbage")
        return self.start(sys.executable, "-m", "tests.measure.soak_desk", url, "Night", str(self.files.path))

    def stand_by(self):
        words = ["live", "standby", "Night", "127.0.0.1", str(self.second), "--broker", str(self.files.path)]
        return self.start(*CRIBBOARD, *words, "--folder", str(self.first), *self.database_option(0))

    def database_option(self, computer):
        url = self._databases[computer]
        return ["--database", url] if url else []

    def take_over(self, **options):
        """With the desk's pages at a free port."""
        listen = ["--listen", "127.0.0.2", "--desk-port", str(free_port()), "--host", "127.0.0.1", "--port", "0"]
        self._takeover = self.start(
            *(*CRIBBOARD, "live", "takeover", "Night", str(self.second), "--yes", *listen, *self.database_option(1)),
            **options,
        )
        return self._takeover

    def close(self):
        for board in self.boards:
            board.power_off()
        if self._takeover is not None:
            self._takeover.terminate()
            self._takeover.wait()
        for process in self._processes:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()


def _fake_ssh(root: Path) -> Path:
    """A folder with an `ssh` that runs the command on this computer, and with `cribboard`."""
    folder = root / "bin"
    folder.mkdir()
    (folder / "ssh").write_text('#!/bin/sh\nwhile [ "$1" = -o ]; do shift 2; done\nshift\nexec sh -c "$*"\n')
    (folder / "cribboard").write_text(f'#!/bin/sh\nexec {sys.executable} -m host_tools "$@"\n')
    for program in folder.iterdir():
        program.chmod(0o755)
    return folder
