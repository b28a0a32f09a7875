"""Benchmark: thousands of boards of one event at a broker, desks that share them on one PostgreSQL, and phones."""

import asyncio
import json
import statistics
import sys
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import aiomqtt

from host_tools.desk.live.broker_address import Broker, find_broker
from host_tools.desk.live.broker_connection import connect
from host_tools.file_limit import raise_file_limit
from tests.measure import UnavailableError
from tests.measure.board_crowd import CrowdPlan, CrowdResult
from tests.measure.hall_servers import BOARDS_A_HALL, EVENT, HALLS, PASSWORD, PROBED, ROUNDS, HallServers
from tests.measure.postgresql import temporary_server
from tests.measure.wall_viewers import CONNECTIONS_AT_ONCE, Viewer, board_state

SECONDS, VIEWERS = 120, 2000
BOARDS = BOARDS_A_HALL * HALLS
STATE_S, GAME_S, RAMP_S = 5.0, 720.0, 60.0
"""The rhythm of people: a state each 5 s, a result a game of 12 minutes, all boards within a minute."""
_CROWDS = 2
"""Processes that are the boards."""
_PROBE_EVERY_S = 0.25
"""How often a state of a table without a board of the crowd is measured on its way to a phone."""
_LONGEST_S = 3600.0
GOAL_MS = 1000


@dataclass(frozen=True)
class HallFigures:
    """Figures of `boards` boards at `desks` desks, with `viewers` phones that follow a table.

    At people's pace: `states_s` states and `results_s` results a second; p50 and p99 in milliseconds of a result's
    acknowledgement (`ack`) and of a state's way to a phone (`phone`); `lost` results without an ack, `doubled` acks;
    processor share of one core and megabytes of broker, desks and database. `burst_s`: results a second, as many as go.
    `state_cpu_ms`: desks' processor milliseconds for each state, with all that goes on beside it; `result_cpu_ms`:
    those of desks and database for each result of as many as go. They hold on a machine with other work too.
    """

    boards: int
    desks: int
    viewers: int
    states_s: float
    results_s: float
    ack_ms: tuple[float, float]
    phone_ms: tuple[float, float]
    lost: int
    doubled: int
    burst_s: float
    state_cpu_ms: float
    result_cpu_ms: float
    cores: dict[str, float]
    memory_mb: dict[str, float]


def measure(boards: int, desks: int, viewers: int, seconds: float, ramp_s: float = RAMP_S) -> HallFigures:
    """Measure once. Raises DeskError without Mosquitto, ServerError without PostgreSQL."""
    raise_file_limit(2 * viewers + 1000)
    with TemporaryDirectory(prefix="cribboard-halls") as folder, temporary_server() as url:
        servers = HallServers(Path(folder), url.format("postgres"), boards, desks)
        bench = _Bench(Path(folder), servers, boards, viewers)
        with servers.running():
            return asyncio.run(asyncio.wait_for(bench.measure(seconds, ramp_s), _LONGEST_S))


def report_rows(figures: HallFigures) -> Iterator[tuple[str, str, str]]:
    """Yield rows of the printed report: metric, measured, target."""
    name = f"{figures.boards:,} boards, desks: {figures.desks}, phones: {figures.viewers:,}"
    missed = ": missed" if figures.phone_ms[1] > GOAL_MS or figures.ack_ms[1] > GOAL_MS else ""
    yield f"{name}: states, results a second", f"{figures.states_s:,.0f}, {figures.results_s:.1f}", ""
    yield "a result → its ack, p50 / p99", "{:.0f} / {:.0f} ms".format(*figures.ack_ms), f"p99 ≤ {GOAL_MS} ms{missed}"
    yield "a state → a phone, p50 / p99", "{:.0f} / {:.0f} ms".format(*figures.phone_ms), f"p99 ≤ {GOAL_MS} ms{missed}"
    yield "results lost, acknowledged twice", f"{figures.lost}, {figures.doubled}", "0, 0"
    yield "results a second, as many as go", f"{figures.burst_s:,.0f}", ""
    yield "processor of desks for a state and all beside it", f"{figures.state_cpu_ms:.2f} ms", ""
    yield "processor of desks and database for a result then", f"{figures.result_cpu_ms:.2f} ms", ""
    for part, cores in figures.cores.items():
        yield f"{part}: processor, memory", f"{100 * cores:.0f} % of a core, {figures.memory_mb[part]:,.0f} MB", ""


class _Bench:
    """Boards and phones of one measurement, at these servers."""

    def __init__(self, root: Path, servers: HallServers, boards: int, viewers: int) -> None:
        self._root, self._servers, self._boards, self._viewers = root, servers, boards, viewers

    async def measure(self, seconds: float, ramp_s: float) -> HallFigures:
        """Measure both parts: at people's pace, then as many results as go."""
        broker = find_broker(str(self._servers.files.path))
        await self._servers.wait_for_desks(broker)
        async with self._crowds(ramp_s, seconds) as crowds, self._phones(broker) as waits:
            before, began = self._servers.use(), time.monotonic()
            people = await _play_part(crowds)
            after, took = self._servers.use(), time.monotonic() - began
            phone_ms = _percentiles(waits)
            burst = await _play_part(crowds)
            at_end = self._servers.use()
        states, stored = sum(result.states for result in people), sum(len(result.waits) for result in burst)
        burst_use = [at_end[part].processor_s - after[part].processor_s for part in ("desks", "database")]
        return HallFigures(
            *(self._boards, len(self._servers.desk_ports), self._viewers),
            states_s=sum(result.states / result.seconds for result in people),
            results_s=sum(len(result.waits) / result.seconds for result in people),
            ack_ms=_percentiles([wait for result in people for wait in result.waits]),
            phone_ms=phone_ms,
            lost=sum(result.unanswered for result in (*people, *burst)),
            doubled=sum(result.doubled for result in (*people, *burst)),
            burst_s=sum(len(result.waits) for result in burst) / max(result.seconds for result in burst),
            state_cpu_ms=1000 * (after["desks"].processor_s - before["desks"].processor_s) / max(states, 1),
            result_cpu_ms=1000 * sum(burst_use) / max(stored, 1),
            cores={part: (after[part].processor_s - use.processor_s) / took for part, use in before.items()},
            memory_mb={part: use.memory_mb for part, use in after.items()},
        )

    @asynccontextmanager
    async def _crowds(self, ramp_s: float, seconds: float) -> AsyncIterator[list[asyncio.subprocess.Process]]:
        """Run the processes that are the boards, all connected, meanwhile."""
        size = -(-self._boards // _CROWDS)
        crowds = []
        for first in range(0, self._boards, size):
            tables = self._servers.tables[first : min(first + size, self._boards)]
            lines = [self._servers.lines[table] for table in tables]
            plan = CrowdPlan(
                *(self._servers.port, PASSWORD, EVENT, ROUNDS, tables, lines),
                *(ramp_s, seconds, STATE_S, GAME_S),
            )
            file = self._root / f"crowd-{first}.json"
            file.write_text(json.dumps(asdict(plan)), encoding="utf-8")
            command = [sys.executable, "-m", "tests.measure.board_crowd", str(file)]
            pipe = asyncio.subprocess.PIPE
            crowds.append(await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=1 << 24))
        try:
            for crowd in crowds:
                await _read_line(crowd)
            yield crowds
        finally:
            for crowd in crowds:
                with suppress(ProcessLookupError):
                    crowd.kill()
                await crowd.wait()

    @asynccontextmanager
    async def _phones(self, broker: Broker) -> AsyncIterator[list[float]]:
        """Connect all phones to the desks in turn, and measure states on their way meanwhile; yields the seconds."""
        reading = []
        for first in range(0, self._viewers, CONNECTIONS_AT_ONCE):
            indexes = range(first, min(first + CONNECTIONS_AT_ONCE, self._viewers))
            phones = await asyncio.gather(*map(self._connect_phone, indexes))
            reading += [asyncio.create_task(_read_on(phone)) for phone in phones]
        waits: list[float] = []
        probing = asyncio.create_task(self._probe(broker, waits))
        try:
            yield waits
        finally:
            for task in (probing, *reading):
                task.cancel()
            with suppress(asyncio.CancelledError):
                await probing

    async def _connect_phone(self, index: int) -> Viewer:
        """Connect a phone to one of the desks, where it follows the table of a board."""
        phone, table, ports = Viewer(), self._servers.tables[index % self._boards], self._servers.desk_ports
        await phone.connect(ports[index % len(ports)], f"/live/table/{ROUNDS}/{table}")
        return phone

    async def _probe(self, broker: Broker, waits: list[float]) -> None:
        """Publish states of tables without a board of the crowd, each seen by a phone at one of the desks."""
        tables, ports = self._servers.tables[self._boards :], self._servers.desk_ports
        phones = [Viewer() for _ in tables]
        for index, (phone, table) in enumerate(zip(phones, tables, strict=True)):
            await phone.connect(ports[index % len(ports)], f"/live/table/{ROUNDS}/{table}")
        async with connect(broker) as client:
            for number in range(1, int(_LONGEST_S / _PROBE_EVERY_S)):
                index = number % PROBED
                waits.append(await _probe_once(client, phones[index], tables[index], number))
                await asyncio.sleep(_PROBE_EVERY_S)


async def _probe_once(client: aiomqtt.Client, phone: Viewer, table: int, number: int) -> float:
    """Publish a state of the table, number `number` of all; return the seconds until the phone shows it."""
    holes = 1 + number % 120
    began = time.perf_counter()
    await client.publish(f"cribbage/{table:016x}/state", board_state(EVENT, ROUNDS, table, number, holes))
    while not any(f">{holes}<" in text for text in (await phone.read_message()).values()):
        pass
    return time.perf_counter() - began


async def _read_on(viewer: Viewer) -> None:
    while True:
        await viewer.read_message()


async def _play_part(crowds: Sequence[asyncio.subprocess.Process]) -> list[CrowdResult]:
    """Let the boards play their next part; return what each process saw."""
    for crowd in crowds:
        assert crowd.stdin is not None
        crowd.stdin.write(b"\n")
    return [CrowdResult(**json.loads(await _read_line(crowd))) for crowd in crowds]


async def _read_line(process: asyncio.subprocess.Process) -> bytes:
    """Return a line that the process prints. Raises UnavailableError if it has ended."""
    assert process.stdout is not None
    line = await process.stdout.readline()
    if not line:
        raise UnavailableError("a process of boards has ended by itself; what it says stands above")
    return line


def _percentiles(waits: Sequence[float]) -> tuple[float, float]:
    """Return the median and the 99th percentile of seconds, in milliseconds; NaN for fewer than two."""
    if len(waits) < 2:
        return float("nan"), float("nan")
    ordered = statistics.quantiles(waits, n=100)
    return 1000 * ordered[49], 1000 * ordered[98]
