"""A second computer that stands by becomes the desk when the first is lost, and nothing is lost with it."""

import asyncio
import os
import re
import signal
import socket
import subprocess
from contextlib import closing
from functools import partial

import pytest
from sqlalchemy import select, text
from typer.testing import CliRunner

from firmware.config import KEY_OK
from host_tools.cli import app
from host_tools.desk.events.lease import CopyError
from host_tools.desk.live.board_registry import LiveTables
from host_tools.desk.live.broker_address import find_broker
from host_tools.desk.live.broker_connection import run_live
from host_tools.desk.store.model import Line
from host_tools.live.broker_files import BrokerFiles, Listener
from host_tools.live.event_copy import BrokenStreamError, keep_copy
from host_tools.live.mosquitto import Mosquitto
from host_tools.live.services import write_units
from tests import installed
from tests.live.brokers import running
from tests.live.two_computers import UIDS, Hall, wait_until
from tests.measure.postgresql import ServerError, running_server
from tests.own_thread import in_own_thread
from tests.patience import PATIENCE_S


def begin(board):
    board.press(KEY_OK)
    for _ in range(4):
        board.peg("A", 25)


def end(board):
    board.peg("A", 21)
    board.sign("B")
    board.press(KEY_OK)
    board.press(KEY_OK)


def lines_in(location):
    """How many result lines the event there has; 0 while it is not there."""
    if not location.database and not location.path("Night").exists():
        return 0
    with location.reading("Night") as desk:
        return len(desk.session.scalars(select(Line.n).where(Line.event_id == desk.event.id, Line.held == "")).all())


@pytest.fixture
def hall(tmp_path):
    with closing(Hall(tmp_path)) as made:
        yield made


@pytest.fixture
def postgresql_hall(tmp_path):
    """With a PostgreSQL on each computer; the first one's waits at each commit for a replica that does not come."""
    try:
        with running_server() as first, running_server() as second:
            urls = first.url.format("postgres"), second.url.format("postgres")
            with closing(Hall(tmp_path, urls)) as made:
                yield made
    except ServerError as error:
        pytest.skip(str(error))


@pytest.mark.deep
@pytest.mark.slow
def test_nothing_is_lost_when_the_first_computer_dies_in_the_middle_of_a_round(hall):
    one, two = hall.boards
    with Mosquitto(hall.files.configuration, hall.port) as broker:
        desk, following = hall.start_desk(), hall.stand_by()
        for board in hall.boards:
            begin(board)
            end(board)
        wait_until(lambda: lines_in(hall.locations[1]) == 2, hall.boards)
        begin(one)
        begin(two)
        # A result that the first computer keeps, and the copy perhaps not; the other game is still on.
        end(one)
        wait_until(lambda: lines_in(hall.locations[0]) == 3, hall.boards)
        broker.kill()
        os.killpg(desk.pid, signal.SIGKILL)
        os.killpg(following.pid, signal.SIGTERM)
        hall.take_over()
        end(two)
        wait_until(lambda: lines_in(hall.locations[1]) == 4, hall.boards)
    for board in hall.boards:
        wait_until(lambda board=board: board.board.network_loader.live.waiting == 0, hall.boards)


def bring_first_desk_back(hall, event):
    """The first computer's desk, until the second has told it that it has the lease."""

    async def come_back():
        async with running(run_live(find_broker(str(hall.files.path)), event, LiveTables(), lambda: None)):
            async with asyncio.timeout(PATIENCE_S):
                while event.lease()[1]:
                    await asyncio.sleep(0.02)

    in_own_thread(asyncio.run, come_back())


def is_predecessor_known(hall):
    return (hall.second / "broker" / "predecessor.url").exists()


@pytest.mark.deep
@pytest.mark.slow
def test_the_desk_that_comes_back_is_told_that_it_is_the_old_one_and_writes_nothing(postgresql_hall):
    hall = postgresql_hall
    with Mosquitto(hall.files.configuration, hall.port) as broker:
        following = hall.stand_by()
        wait_until(lambda: is_predecessor_known(hall))
        broker.kill()
        os.killpg(following.pid, signal.SIGTERM)
        hall.take_over()
        broker.start()
        with closing(hall.locations[0].open("Night")) as event:
            let_commits_wait_for_a_replica(event.store)
            bring_first_desk_back(hall, event)
            with pytest.raises(CopyError, match="is a copy here"), event.writing():
                pass
            let_commits_wait_for_a_replica(event.store, "''")
    first = ["--folder", str(hall.first), *hall.database_option(0)]
    run, write = partial(CliRunner().invoke, app), ["live", "assign", "Night", UIDS[0], "2", *first]
    refused = run(write)
    assert (refused.exit_code, "Night is a copy here" in refused.output) == (1, True)
    assert run(["event", "standings", "Night", *first]).exit_code == 0
    second = ["--folder", str(hall.second), *hall.database_option(1)]
    assert run(["live", "assign", "Night", UIDS[0], "2", *second]).exit_code == 0
    assert run(["live", "resume", "Night", "--yes", *first]).exit_code == 0
    assert run(write).exit_code == 0


def let_commits_wait_for_a_replica(store, name="gone"):
    """As a PostgreSQL that was synchronous does which comes back alone."""
    with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(f"ALTER SYSTEM SET synchronous_standby_names = {name}"))
        connection.execute(text("SELECT pg_reload_conf()"))
        while connection.execute(text("SHOW synchronous_standby_names")).scalar() != name.strip("'"):
            pass


@pytest.mark.deep
@pytest.mark.slow
def test_broker_and_desk_end_with_the_takeover(hall):
    with Mosquitto(hall.files.configuration, hall.port):
        following = hall.stand_by()
        wait_until(lambda: is_predecessor_known(hall))
        os.killpg(following.pid, signal.SIGTERM)
    taking_over = hall.take_over(stdout=subprocess.PIPE)
    pages = next(filter(None, (re.search(rb"http://127.0.0.1:(\d+)", line) for line in taking_over.stdout)))
    ends = [("127.0.0.2", hall.port), ("127.0.0.1", int(pages[1]))]
    for end in ends:
        socket.create_connection(end, PATIENCE_S).close()
    taking_over.send_signal(signal.SIGTERM)
    assert taking_over.wait(PATIENCE_S) == 0
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
    assert all("LimitNOFILE=16384\n" in unit for unit in (broker, desk))
    assert all("Restart=always" in unit and "WantedBy=multi-user.target" in unit for unit in (broker, desk))
