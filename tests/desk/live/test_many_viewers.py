"""Load test: many event streams of one desk, each over its own connection."""

import asyncio
import threading
import time

import pytest

from host_tools.desk.live.board_registry import LiveTables
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.web import serving
from host_tools.desk.web.director_credentials import Director, director_file
from host_tools.file_limit import raise_file_limit
from tests.desk.live.board_payloads import UID, hear, here, state
from tests.measure.wall_viewers import connect_all, measure
from tests.own_thread import in_own_thread


@pytest.fixture
def served(desk, tmp_path, monkeypatch):
    """A desk with four tables; the server and what boards say."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    director_file().parent.mkdir(parents=True)
    Director().set_password("fifteen two")
    desk.create("acc", 8, rounds=3)
    desk.do(seat_next, by="me")
    tables = LiveTables()
    event = desk.opened()
    server = serving.listen(event, Director(), "127.0.0.1", 0, False, event.location, tables)
    thread = threading.Thread(target=server.serve_until_closed, daemon=True)
    thread.start()
    yield server, tables
    server.close()
    thread.join()


async def look(server, tables, count):
    viewers, feed = await connect_all(server.port, count), server.feed
    before = feed.message_count
    for holes in (11, 22, 33):
        hear(tables, UID, "here", here(), time.monotonic())
        hear(tables, UID, "state", state(s=holes, scores=[holes, 5]), time.monotonic())
        feed.wake()
        for told in await asyncio.gather(*(one.read_message() for one in viewers)):
            assert f">{holes}<" in told["live-1"]
    assert feed.viewers == count
    assert feed.message_count == before + 3, "one message a change, for all"
    for one in viewers:
        one.writer.close()
    while feed.viewers:
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("count", [30, pytest.param(1000, marks=pytest.mark.deep)])
def test_each_change_is_worked_out_once_and_all_get_it(served, count):
    server, tables = served
    raise_file_limit(3 * count + 200)
    in_own_thread(asyncio.run, asyncio.wait_for(look(server, tables, count), 300))


def test_the_desk_ends_in_peace_while_many_look(served):
    server, _ = served

    async def scene():
        viewers = await connect_all(server.port, 20)
        server.close()
        for one in viewers:
            await one.reader.read()

    in_own_thread(asyncio.run, asyncio.wait_for(scene(), 60))


def test_what_viewers_cost_can_be_measured():
    viewed = in_own_thread(measure, 10)
    assert (viewed.viewers, viewed.messages) == (10, 1)
    assert 0 < viewed.p50_ms <= viewed.p99_ms
