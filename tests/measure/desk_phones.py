"""Load test of a desk: two hundred phones request its pages within seconds of a round's seating."""

import asyncio
import multiprocessing
import random
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory

from host_tools.desk.cli.simulate_command import simulate
from host_tools.desk.events.location import EventLocation
from host_tools.desk.live.board_registry import LiveTables
from host_tools.desk.rounds.seating import seat_next
from tests.measure.wall_viewers import serve_event

PHONES, WITHIN_S, GOAL_MS = 200, 5.0, 250
_EVENT, _ROUNDS, _SEED = "Bench", 5, 1
_PAGES = ("/", "/player/{}", "/standings", "/bracket")
"""Pages that each phone requests, in this order; `{}` is its player's number."""
_GET = "GET {} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Language: en\r\n\r\n"
_LONGEST_S = 120


@dataclass(frozen=True)
class PhoneFigures:
    """Figures of `phones` that each request four pages within `within_s` seconds.

    `errors`: responses that are not 200; `p50_ms`, `p99_ms`: time from the moment a request was due to its whole
    response; `desk_s`, `phones_s`: processor seconds of the desk's process and of the one that plays all phones.
    """

    phones: int
    within_s: float
    errors: int
    p50_ms: float
    p99_ms: float
    desk_s: float
    phones_s: float


def report_rows(figures: PhoneFigures) -> Iterator[tuple[str, str, str]]:
    """Yield the report_rows of the printed report: metric, measured, target."""
    label = f"{figures.phones} phones, {len(_PAGES)} pages each within {figures.within_s:g} s"
    missed = ": missed" if figures.p99_ms > GOAL_MS or figures.errors else ""
    times = f"{figures.p50_ms:.0f} / {figures.p99_ms:.0f} ms"
    yield f"{label}, p50 / p99", times, f"p99 ≤ {GOAL_MS} ms{missed}"
    yield "responses that are no page", str(figures.errors), "0"
    yield "processor: desk, phones", f"{figures.desk_s:.2f} s, {figures.phones_s:.2f} s", ""


def measure(phones: int, within_s: float = WITHIN_S) -> PhoneFigures:
    """Run a desk in its own process, seat a round, and measure how it serves its pages to all phones.

    The phones request pages only, as browsers do that have style and scripts in their cache.
    """
    with TemporaryDirectory(prefix="cribboard-phones") as folder:
        location = EventLocation(Path(folder), None)
        with location.creating(_EVENT) as session:
            simulate(session, _EVENT, "acc", phones, _ROUNDS, _SEED, _EVENT).rounds += 1
        with _running_desk(Path(folder)) as (port, meter):
            asyncio.run(visit_all(port, 1, 0.0))  # Compiles the templates.
            with location.writing(_EVENT) as desk:
                seat_next(desk.acting(_EVENT))
            before, processor = meter(), time.process_time()
            waits, errors = asyncio.run(asyncio.wait_for(visit_all(port, phones, within_s), _LONGEST_S))
            processor_s = meter() - before, time.process_time() - processor
    ordered = statistics.quantiles(waits, n=100)
    return PhoneFigures(phones, within_s, errors, 1000 * ordered[49], 1000 * ordered[98], *processor_s)


@contextmanager
def _running_desk(folder: Path) -> Iterator[tuple[int, "_ProcessorMeter"]]:
    """Run a desk in its own process; yield its port and a meter of its processor time."""
    spawn = multiprocessing.get_context("spawn")
    own_end, desk_end = spawn.Pipe()
    process = spawn.Process(target=_serve_desk, args=(str(folder), desk_end))
    process.start()
    try:
        yield own_end.recv(), _ProcessorMeter(own_end)
    finally:
        own_end.send(None)
        process.join()


class _ProcessorMeter:
    """Callable that returns the processor seconds of the desk's process."""

    def __init__(self, desk: Connection) -> None:
        self._running_desk = desk

    def __call__(self) -> float:
        self._running_desk.send(True)
        return self._running_desk.recv()


def _serve_desk(folder: str, connection: Connection) -> None:
    """Serve the event in this process: send the port, then for each True received the processor seconds so far."""
    with serve_event(EventLocation(Path(folder), None).open(_EVENT), Path(folder), LiveTables()) as server:
        connection.send(server.port)
        while connection.recv():
            connection.send(time.process_time())


async def visit_all(port: int, phones: int, within_s: float) -> tuple[list[float], int]:
    """Request all pages from all phones; return (seconds of each request, number of responses that are no page)."""
    rng, began = random.Random(_SEED), time.perf_counter()
    schedules = [sorted(began + rng.random() * within_s for _ in _PAGES) for _ in range(phones)]
    visits = await asyncio.gather(*(_visit_pages(port, player, times) for player, times in enumerate(schedules, 1)))
    return [wait for waits, _ in visits for wait in waits], sum(errors for _, errors in visits)


async def _visit_pages(port: int, player: int, due_times: list[float]) -> tuple[list[float], int]:
    """Request one phone's pages over one connection, each when it is due but never before the previous response.

    `due_times` are sorted `time.perf_counter` values, one per page. Returns (seconds from each due time to its
    response, number of responses that are no page).
    """
    waits, errors = [], 0
    await asyncio.sleep(due_times[0] - time.perf_counter())
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for due, page in zip(due_times, _PAGES, strict=True):
        await asyncio.sleep(due - time.perf_counter())
        writer.write(_GET.format(page.format(player)).encode())
        errors += not await _read_page(reader)
        waits.append(time.perf_counter() - due)
    writer.close()
    return waits, errors


async def _read_page(reader: asyncio.StreamReader) -> bool:
    """Read a whole HTTP response; return whether its status is 200."""
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = head.partition(b"content-length:")[2].partition(b"\r\n")[0]
    await reader.readexactly(int(length))
    return b" 200 " in head[:16]
