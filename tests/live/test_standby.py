"""A second computer that stands by becomes the desk when the first is lost, and nothing is lost with it."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import select
from typer.testing import CliRunner

from firmware.config import HOLD_MS, KEY_OK
from firmware.journal.seal import board_key
from host_tools.cli import app
from host_tools.desk.events.event import create_event
from host_tools.desk.events.location import EventLocation
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.live.board_registry import LiveTables
from host_tools.desk.live.broker_address import find_broker
from host_tools.desk.live.broker_connection import run_live
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.store.database import DeskError
from host_tools.desk.store.model import Line
from host_tools.desk.web.director_credentials import Director
from host_tools.live.broker_files import BrokerFiles, Listener
from host_tools.live.event_copy import BrokenStreamError, keep_copy
from host_tools.live.mosquitto import Mosquitto, free_port
from host_tools.live.services import write_units
from host_tools.live.virtual_board import VirtualBoard
from tests import installed
from tests.own_thread import in_own_thread
from tests.patience import PATIENCE_S

UIDS = ("00000000000000a1", "00000000000000a2")
CRIBBOARD = [sys.executable, "-m", "host_tools"]


def wait_until(wanted, boards=()):
    """Let boards live in the clock's time until something is so."""
    began, starts = time.monotonic(), [board.now for board in boards]
    while not wanted():
        passed = time.monotonic() - began
        assert passed < PATIENCE_S
        for board, start in zip(boards, starts, strict=True):
            board.step(max(start + int(1000 * passed), board.now))
        time.sleep(0.005)


def begin(board):
    board.press(KEY_OK)
    for _ in range(4):
        board.peg(0, 25)


def end(board):
    board.peg(0, 21)
    board.press(4, HOLD_MS + 100)
    board.step(board.now + 100)
    board.press(KEY_OK)
    board.press(KEY_OK)


def lines_in(folder):
    """How many result lines the event there has; 0 while it is not there."""
    if not (folder / "Night.cribbage").exists():
        return 0
    with EventLocation(folder, None).reading("Night") as (session, event):
        return len(session.scalars(select(Line.n).where(Line.event_id == event.id, Line.held == "")).all())


class Hall:
    """Two computers: the first serves at 127.0.0.1, the second, which stands by, at 127.0.0.2."""

    def __init__(self, root: Path) -> None:
        installed.mosquitto()
        self.first, self.second, self.port = root / "first", root / "second", free_port()
        self.first.mkdir()
        self.files = BrokerFiles(self.first / "hall")
        self.files.write(Listener("127.0.0.1", self.port, desk_port=free_port()))
        location = EventLocation(self.first, None)
        with location.creating("Night") as session:
            event = create_event(session, "Night", "acc", [Entry(i, f"P{i}") for i in range(1, 5)], rounds=3)
            for _ in range(2):
                seat_next(session, event, "test")
            self.uid, key = event.uid, bytes.fromhex(event.key)
        self.boards = []
        for table, uid in enumerate(UIDS, 1):
            self.files.set_password(uid, "x" * 8)
            board = VirtualBoard(root / uid, uid)
            board.configure(event=self.uid, key=board_key(key, uid).hex(), preset="acc", table=table, round=1)
            board.tell_network(broker="127.0.0.1", standby="127.0.0.2", port=self.port, login="x" * 8)
            self.boards.append(board)
        self._processes: list[subprocess.Popen] = []
        self._takeover: subprocess.Popen | None = None
        path = f"{_fake_ssh(root)}{os.pathsep}{os.environ['PATH']}"
        self._environment = {**os.environ, "PATH": path, "XDG_DATA_HOME": str(root / "data")}
        Director(root / "data" / "cribboard" / "desk" / "director.json").set_password("of the evening")

    def start(self, *words, stdout=subprocess.DEVNULL):
        process = subprocess.Popen(words, env=self._environment, start_new_session=True, stdout=stdout)
        self._processes.append(process)
        return process

    def start_desk(self):
        arguments = [f"sqlite:///{self.first / 'Night.cribbage'}", "Night", str(self.files.path), "0"]
        return self.start(sys.executable, "-m", "host_tools.live.soak_desk", *arguments)

    def stand_by(self):
        words = ["live", "standby", "Night", "127.0.0.1", str(self.second), "--hall", str(self.files.path)]
        return self.start(*CRIBBOARD, *words, "--folder", str(self.first))

    def take_over(self, **options):
        """With the desk's pages at a free port."""
        listen = ["--listen", "127.0.0.2", "--desk-port", str(free_port()), "--host", "127.0.0.1", "--port", "0"]
        self._takeover = self.start(
            *CRIBBOARD, "live", "takeover", "Night", str(self.second), "--yes", *listen, **options
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


@pytest.fixture
def hall(tmp_path):
    made = Hall(tmp_path)
    yield made
    made.close()


@pytest.mark.deep
@pytest.mark.slow
@pytest.mark.parametrize("number", range(10))
def test_nothing_is_lost_when_the_first_computer_dies_in_the_middle_of_a_round(hall, number):
    one, two = hall.boards
    with Mosquitto(hall.files.configuration, hall.port) as broker:
        desk, following = hall.start_desk(), hall.stand_by()
        for board in hall.boards:
            begin(board)
            end(board)
        wait_until(lambda: lines_in(hall.second) == 2, hall.boards)
        begin(one)
        begin(two)
        if number % 2:
            # A result that the first computer keeps, and the copy perhaps not.
            end(one)
            wait_until(lambda: lines_in(hall.first) == 3, hall.boards)
        broker.kill()
        os.killpg(desk.pid, signal.SIGKILL)
        os.killpg(following.pid, signal.SIGTERM)
        hall.take_over()
        if not number % 2:
            end(one)
        end(two)
        wait_until(lambda: lines_in(hall.second) == 4, hall.boards)
    for board in hall.boards:
        wait_until(lambda board=board: board.board.network_loader.live.waiting == 0, hall.boards)


@pytest.mark.deep
@pytest.mark.slow
def test_the_desk_that_comes_back_is_told_that_it_is_the_old_one_and_writes_nothing(hall):
    with Mosquitto(hall.files.configuration, hall.port) as broker:
        following = hall.stand_by()
        wait_until(lambda: (hall.second / "hall" / "predecessor.url").exists())
        broker.kill()
        os.killpg(following.pid, signal.SIGTERM)
        hall.take_over()
        broker.start()

        async def come_back(event, tables):
            await asyncio.wait_for(run_live(find_broker(str(hall.files.path)), event, tables, lambda: None), PATIENCE_S)

        with closing(EventLocation(hall.first, None).open("Night")) as event:
            tables = LiveTables()
            in_own_thread(asyncio.run, come_back(event, tables))
            assert "the old desk" in tables.trouble
            with pytest.raises(DeskError, match="the old desk"), event.writing():
                pass
    folder = ["--folder", str(hall.first)]
    run, write = partial(CliRunner().invoke, app), ["live", "assign", "Night", UIDS[0], "2", *folder]
    refused = run(write)
    assert (refused.exit_code, "the old desk of Night" in refused.output) == (1, True)
    assert run(["event", "standings", "Night", *folder]).exit_code == 0
    assert run(["live", "resume", "Night", "--yes", *folder]).exit_code == 0
    assert run(write).exit_code == 0


@pytest.mark.deep
@pytest.mark.slow
@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_broker_and_desk_end_with_the_takeover(hall, number, status):
    with Mosquitto(hall.files.configuration, hall.port):
        following = hall.stand_by()
        wait_until(lambda: (hall.second / "hall" / "predecessor.url").exists())
        os.killpg(following.pid, signal.SIGTERM)
    taking_over = hall.take_over(stdout=subprocess.PIPE)
    pages = next(filter(None, (re.search(rb"http://127.0.0.1:(\d+)", line) for line in taking_over.stdout)))
    ends = [("127.0.0.2", hall.port), ("127.0.0.1", int(pages[1]))]
    for end in ends:
        socket.create_connection(end, PATIENCE_S).close()
    taking_over.send_signal(number)
    assert taking_over.wait(PATIENCE_S) == status
    for end in ends:
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(end, PATIENCE_S)


def test_an_archive_that_names_other_files_writes_none(tmp_path):
    with pytest.raises(BrokenStreamError):
        keep_copy(b"no archive at all" * 100, tmp_path, "Night.cribbage")
    assert list(tmp_path.iterdir()) == []


def test_units_start_broker_and_desk(tmp_path):
    installed.mosquitto()
    files = BrokerFiles(tmp_path / "a hall")
    files.write(Listener())
    broker, desk = (path.read_text() for path in write_units(files, "Friday 100%", tmp_path))
    assert f'"-c" "{files.configuration}"' in broker
    assert '"desk" "Friday 100%%"' in desk
    assert f'"--live" "{files.path}"' in desk
    assert "After=network-online.target cribboard-broker.service" in desk
    assert all("Restart=always" in unit and "WantedBy=multi-user.target" in unit for unit in (broker, desk))
