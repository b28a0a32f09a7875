"""Load test of a desk: two hundred phones look at its pages within seconds of a round's seating."""

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

from host_tools.bench.wall_viewers import running
from host_tools.desk.events import EventLocation
from host_tools.desk.live import LiveTables
from host_tools.desk.rounds import seat_next
from host_tools.desk.simulation import simulate

PHONES, WITHIN_S, GOAL_MS = 200, 5.0, 250
_EVENT, _ROUNDS, _SEED = "Bench", 5, 1
_PAGES = ("/", "/player/{}", "/standings", "/bracket")
"""Each phone looks at all of them, the second being its player's own: nobody reads four pages in less than WITHIN_S."""
_GET = "GET {} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Language: en\r\n\r\n"
_LONGEST_S = 120


@dataclass(frozen=True)
class Looked:
    """`phones` looked at four pages each `within_s`: answers that were no page, milliseconds from the moment of each
    look to its whole answer, and seconds of processor of the desk and of the phones, which are one process."""

    phones: int
    within_s: float
    errors: int
    p50_ms: float
    p99_ms: float
    desk_s: float
    phones_s: float


def rows(looked: Looked) -> Iterator[tuple[str, str, str]]:
    """Rows of the printed report: metric, measured, target."""
    what = f"{looked.phones} phones, {len(_PAGES)} pages each within {looked.within_s:g} s"
    missed = ": missed" if looked.p99_ms > GOAL_MS or looked.errors else ""
    times = f"{looked.p50_ms:.0f} / {looked.p99_ms:.0f} ms"
    yield f"{what}, p50 / p99", times, f"p99 ≤ {GOAL_MS} ms{missed}"
    yield "answers that were no page", str(looked.errors), "0"
    yield "processor: desk, phones", f"{looked.desk_s:.2f} s, {looked.phones_s:.2f} s", ""


def measure(phones: int, within_s: float = WITHIN_S) -> Looked:
    """A round is seated while the desk runs, in a process of its own; then all phones look. They know the style and
    scripts of its pages already, and no page."""
    with TemporaryDirectory(prefix="cribboard-phones") as folder:
        place = EventLocation(Path(folder), None)
        with place.making(_EVENT) as session:
            simulate(session, _EVENT, "acc", phones, _ROUNDS, _SEED, _EVENT).rounds += 1
        with _desk(Path(folder)) as (port, used):
            asyncio.run(all_look(port, 1, 0.0))  # The first page of each kind takes the templates' time.
            with place.writing(_EVENT) as (session, event):
                seat_next(session, event, _EVENT)
            before, processor = used(), time.process_time()
            waits, errors = asyncio.run(asyncio.wait_for(all_look(port, phones, within_s), _LONGEST_S))
            took = used() - before, time.process_time() - processor
    ordered = statistics.quantiles(waits, n=100)
    return Looked(phones, within_s, errors, 1000 * ordered[49], 1000 * ordered[98], *took)


@contextmanager
def _desk(folder: Path) -> Iterator[tuple[int, "_Used"]]:
    """The port of a desk in a process of its own, and what tells the seconds of processor it has used."""
    own = multiprocessing.get_context("spawn")
    here, there = own.Pipe()
    process = own.Process(target=_serve, args=(str(folder), there))
    process.start()
    try:
        yield here.recv(), _Used(here)
    finally:
        here.send(None)
        process.join()


class _Used:
    def __init__(self, desk: Connection) -> None:
        self._desk = desk

    def __call__(self) -> float:
        self._desk.send(True)
        return self._desk.recv()


def _serve(folder: str, told: Connection) -> None:
    with running(EventLocation(Path(folder), None).open(_EVENT), Path(folder), LiveTables()) as server:
        told.send(server.port)
        while told.recv():
            told.send(time.process_time())


async def all_look(port: int, phones: int, within_s: float) -> tuple[list[float], int]:
    """Seconds of each look, and answers that were no page."""
    chance, began = random.Random(_SEED), time.perf_counter()
    each = [sorted(began + chance.random() * within_s for _ in _PAGES) for _ in range(phones)]
    looks = await asyncio.gather(*(_look(port, number, moments) for number, moments in enumerate(each, 1)))
    return [wait for waits, _ in looks for wait in waits], sum(errors for _, errors in looks)


async def _look(port: int, player: int, moments: list[float]) -> tuple[list[float], int]:
    """One phone, which looks at its pages at these moments, by one connection; late where it waits for an answer."""
    waits, errors = [], 0
    await asyncio.sleep(moments[0] - time.perf_counter())
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for moment, page in zip(moments, _PAGES, strict=True):
        await asyncio.sleep(moment - time.perf_counter())
        writer.write(_GET.format(page.format(player)).encode())
        errors += not await _answered(reader)
        waits.append(time.perf_counter() - moment)
    writer.close()
    return waits, errors


async def _answered(reader: asyncio.StreamReader) -> bool:
    """Whether the answer is a page; it is read to its end."""
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = head.partition(b"content-length:")[2].partition(b"\r\n")[0]
    await reader.readexactly(int(length))
    return b" 200 " in head[:16]
