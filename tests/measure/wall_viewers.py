"""Benchmark: many server-sent event streams of the wall page, and how long a change takes to reach all."""

import asyncio
import json
import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from host_tools.desk.events.event import create_event
from host_tools.desk.events.location import EventLocation, OpenEvent
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.live.board_messages import parse_state
from host_tools.desk.live.board_registry import LiveTables
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.store.desk import Desk
from host_tools.desk.web.director_credentials import Director
from host_tools.desk.web.live_feed import Work
from host_tools.desk.web.serving import DeskServer, listen
from host_tools.file_limit import raise_file_limit
from host_tools.table_numbers import board_event, number_in_hall
from tests.desk.live.board_payloads import state

VIEWERS, _CHANGES, _TABLES = 1000, 20, 60
_EVENT = "Bench"
CONNECTIONS_AT_ONCE = 50
_LONGEST_S = 300
_UID = f"{1:016x}"
_GET = "GET {} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Language: en\r\n\r\n"
WALL = "/live/wall"


@dataclass(frozen=True)
class ViewerFigures:
    """Figures of `viewers` event streams of a wall display of 60 tables: messages rendered per change of a table, and
    milliseconds from the change to a viewer."""

    viewers: int
    messages: float
    p50_ms: float
    p99_ms: float


def report_rows(figures: ViewerFigures) -> Iterator[tuple[str, str, str]]:
    """Yield rows of the printed report: metric, measured, target."""
    yield f"{figures.viewers:,} viewers: messages rendered per change", f"{figures.messages:.1f}", "1"
    yield "board's state → each viewer, p50 / p99", f"{figures.p50_ms:.0f} / {figures.p99_ms:.0f} ms", "p99 ≤ 1000 ms"


class Viewer:
    """Client of an event stream, with its own connection."""

    async def connect(self, port: int, path: str = WALL) -> dict[str, str]:
        """Connect to the stream at this path and return the first message. Raises ConnectionError without a stream."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        self.writer.write(_GET.format(path).encode())
        if b" 200 " not in await self.reader.readline():
            raise ConnectionError("no stream")
        return await self.read_message()

    async def read_message(self) -> dict[str, str]:
        """Return the next message: HTML by element id. Raises ConnectionError when the stream has ended."""
        while line := await self.reader.readline():
            if line.startswith(b"data: {"):
                return json.loads(line.removeprefix(b"data: "))
        raise ConnectionError("the stream has ended")


async def connect_all(port: int, count: int) -> list[Viewer]:
    """Connect `count` viewers, read each one's first message, and return the viewers."""
    viewers = [Viewer() for _ in range(count)]
    for start in range(0, count, CONNECTIONS_AT_ONCE):
        await asyncio.gather(*(viewer.connect(port) for viewer in viewers[start : start + CONNECTIONS_AT_ONCE]))
    return viewers


def measure(viewers: int = VIEWERS) -> ViewerFigures:
    """Measure a desk and `viewers` viewers in one process, which makes both slower than each would be alone."""
    raise_file_limit(3 * viewers + 200)
    tables = LiveTables()
    with TemporaryDirectory(prefix="cribboard-viewers") as folder:
        root = Path(folder)
        with serve_event(_create_event(root), root, tables) as server:
            waits, messages = asyncio.run(asyncio.wait_for(_measure_changes(server, tables, viewers), _LONGEST_S))
    ordered = statistics.quantiles(waits, n=100)
    return ViewerFigures(viewers, messages, 1000 * ordered[49], 1000 * ordered[98])


@contextmanager
def serve_event(event: OpenEvent, folder: Path, tables: LiveTables, work: Work | None = None) -> Iterator[DeskServer]:
    """Serve the event in a thread while the context is open; yields the server. `work` runs beside it."""
    director = Director(folder / "director.json")
    director.set_password(_EVENT * 2)
    server = listen(event, director, "127.0.0.1", 0, False, event.location, tables, [lambda _: work] if work else [])
    thread = threading.Thread(target=server.serve_until_closed, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.close()
        thread.join()


def _create_event(folder: Path) -> OpenEvent:
    """Create an event of _TABLES tables with a seated round, and open it."""
    location = EventLocation(folder, None)
    with location.creating(_EVENT) as session:
        entries = [Entry(line, f"P{line}") for line in range(1, 2 * _TABLES + 1)]
        event = create_event(session, _EVENT, "acc", entries, rounds=9)
        event.uid = _EVENT
        seat_next(Desk(session, event, _EVENT))
    return location.open(_EVENT)


async def _measure_changes(server: DeskServer, tables: LiveTables, count: int) -> tuple[list[float], float]:
    """Make _CHANGES changes; return (seconds from each change to each viewer, messages rendered per change)."""
    viewers, waits = await connect_all(server.port, count), []
    before = server.feed.message_count
    for holes in range(1, _CHANGES + 1):
        began = time.perf_counter()
        tables.receive_state(_UID, parse_state(board_state(_EVENT, 1, 1, holes, holes)), time.monotonic())
        server.feed.wake()
        waits += await asyncio.gather(*(_wait_for_message(viewer, began) for viewer in viewers))
    for viewer in viewers:
        viewer.writer.close()
    return waits, (server.feed.message_count - before) / _CHANGES


async def _wait_for_message(viewer: Viewer, began: float) -> float:
    """Wait for the viewer's next message; return the seconds since `began`."""
    await viewer.read_message()
    return time.perf_counter() - began


def board_state(event: str, round_number: int, table: int, sequence: int, holes: int) -> bytes:
    """Return the state message of a board at the event's `table` in round `round_number`, with its first side at hole
    `holes`."""
    fields = {"s": sequence, "event": board_event(event, table), "round": round_number, "table": number_in_hall(table)}
    return state(**fields, names=[], scores=[holes, 0])
