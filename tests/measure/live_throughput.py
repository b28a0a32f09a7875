"""Benchmark: boards that send to one desk over MQTT: results and states per second, a key's way to the wall display."""

import asyncio
import json
import statistics
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import aiomqtt

from firmware.rules.presets import load_preset
from host_tools.desk.cli.simulate_command import SimulatedBoards
from host_tools.desk.events.event import create_event
from host_tools.desk.events.location import EventLocation, OpenEvent
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.live.board_registry import LiveTables
from host_tools.desk.live.broker_address import Broker, find_broker
from host_tools.desk.live.broker_connection import connect, run_live
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.store.desk import Desk
from host_tools.live.broker_files import BrokerFiles, Listener, new_password
from host_tools.live.mosquitto import Mosquitto, free_port
from tests.measure.pressed_boards import HOLES, PressedBoards
from tests.measure.soak import soak
from tests.measure.soak_plan import SoakPlan
from tests.measure.soak_result import SoakResult
from tests.measure.wall_viewers import Viewer, board_state, serve_event

BOARDS, _GAMES, STATES, PROBES = 200, 10, 10_000, 100
_EVENT = "Bench"
_LONGEST_S = 600
_PRESSED_BOARDS = 5
"""Boards of the firmware, at the first tables, on which keys are pressed, one after another."""
_TEAMS = 2


@dataclass(frozen=True)
class Pace:
    """Throughput with `boards`: results stored and acknowledged per second, states processed per second, bytes of a
    result and its ack together, and milliseconds from the press that pegs a count to a viewer of the wall display,
    while every board publishes two states a second."""

    boards: int
    results_s: float
    states_s: float
    result_bytes: float
    p50_ms: float
    p99_ms: float


def measure(boards: int) -> tuple[Pace, SoakResult]:
    """Measure the throughput with `boards` boards, then run the soak test. Raises DeskError if Mosquitto is missing."""
    return measure_pace(boards), soak(SoakPlan(boards=boards))


def measure_pace(boards: int) -> Pace:
    """Measure with `boards` boards, which takes two minutes. Raises DeskError if Mosquitto is missing."""
    with TemporaryDirectory(prefix="cribboard-live") as folder:
        root = Path(folder)
        files, port = BrokerFiles(root / "broker"), free_port()
        files.write(Listener("127.0.0.1", port, desk_port=free_port()))
        logins = {_board_uid(table): new_password() for table in range(_PRESSED_BOARDS)}
        files.set_passwords(logins)
        with Mosquitto(files.configuration, port):
            event, lines = seat_event(root, boards)
            pressed = PressedBoards(root, port, _EVENT, _GAMES, logins)
            try:
                broker = find_broker(str(files.path))
                return asyncio.run(_measure_throughput(root, broker, event, lines, pressed, boards))
            finally:
                event.close()


def report_rows(pace: Pace, soaked: SoakResult) -> Iterator[tuple[str, str, str]]:
    """Yield rows of the printed report on the throughput and the soak test: metric, measured, target."""
    yield f"results per second, {pace.boards} boards", f"{pace.results_s:,.0f}", ""
    yield "states per second", f"{pace.states_s:,.0f}", "400"
    yield "size of a result and its ack", f"{pace.result_bytes:,.0f} B", ""
    yield "key → wall display, p50 / p99", f"{pace.p50_ms:.0f} / {pace.p99_ms:.0f} ms", "≤ 50 / 300 ms"
    yield "soak: hours of board time", f"{soaked.board_hours:.1f} h", ""
    yield "soak: results", f"{soaked.results:,}", ""
    errors = (soaked.lost, soaked.doubled, soaked.disordered, soaked.held, soaked.again)
    yield "soak: results lost, doubled, out of order, held, begun again", ", ".join(map(str, errors)), "0, 0, 0, 0, 0"
    away = (soaked.absences, soaked.swaps, soaked.sleeps, soaked.outages)
    yield "soak: boards away, changing places, desks asleep, broker gone", ", ".join(map(str, away)), ""
    deaths = (soaked.kills, soaked.stops, soaked.cuts, soaked.deaths)
    yield "soak: broker kills, broker pauses, board disconnects, desk kills", ", ".join(map(str, deaths)), ""
    yield "soak: open files, at start and end", f"{soaked.files[0]}, {soaked.files[1]}", "no growth"


def as_json(pace: Pace, soaked: SoakResult) -> dict[str, object]:
    return {"live": asdict(pace), "soak": asdict(soaked)}


async def _measure_throughput(
    root: Path, broker: Broker, event: OpenEvent, lines: list[str], pressed: PressedBoards, boards: int
) -> Pace:
    """Run a desk on the broker, and measure states, latencies and results one after another."""
    tables = LiveTables()
    with serve_event(event, root, tables, lambda changed: run_live(broker, event, tables, changed)) as server:
        async with asyncio.timeout(_LONGEST_S), connect(broker) as client:
            await client.subscribe("cribbage/desk/+", 1)
            await anext(client.messages)  # The desk has announced itself.
            states_s = await _measure_states(client, tables, event.name, boards)
            with pressed.running():
                waits = await _measure_latencies(client, pressed, server.port, event.name, boards)
            results_s, size = await _measure_results(client, lines)
    ordered = statistics.quantiles(waits, n=100)
    return Pace(boards, results_s, states_s, size, 1000 * ordered[49], 1000 * ordered[98])


def seat_event(root: Path, boards: int) -> tuple[OpenEvent, list[str]]:
    """Create an event with all rounds seated; return it and the result lines of all its boards, round by round."""
    location = EventLocation(root, None)
    with location.creating(_EVENT) as session:
        entries = [Entry(line, f"P{line}") for line in range(1, 2 * boards + 1)]
        event = create_event(session, _EVENT, "robin", entries, rounds=_GAMES)
        event.uid = _EVENT
        seats = [seat_next(Desk(session, event, _EVENT)).seating for _ in range(_GAMES)]
        simulated = SimulatedBoards(_EVENT, load_preset("acc"), bytes.fromhex(event.key), 1)
        lines = [simulated.play(number, table) for number, seating in enumerate(seats, 1) for table in seating.tables]
    return location.open(_EVENT), lines


def _state_message(event: str, table: int, sequence: int) -> bytes:
    return board_state(event, _GAMES, table + 1, sequence, sequence % 100)


def _board_uid(table: int) -> str:
    return f"{table + 1:016x}"


async def _wait_for_state(tables: LiveTables, table: int, sequence: int) -> None:
    """Wait until `tables` has received the state `sequence`, or a later one, of the board at `table`."""
    while not any(
        board.uid == _board_uid(table) and board.state and board.state.sequence >= sequence
        for board in tables.snapshot(0)
    ):
        await asyncio.sleep(0.001)


async def _measure_states(client: aiomqtt.Client, tables: LiveTables, event: str, boards: int) -> float:
    """Publish STATES states, board after board; return how many per second were processed."""
    began = time.perf_counter()
    for index in range(STATES):
        await client.publish(
            f"cribbage/{_board_uid(index % boards)}/state", _state_message(event, index % boards, 1 + index // boards)
        )
    await _wait_for_state(tables, (STATES - 1) % boards, 1 + (STATES - 1) // boards)
    return STATES / (time.perf_counter() - began)


async def _measure_latencies(
    client: aiomqtt.Client, pressed: PressedBoards, port: int, event: str, boards: int
) -> list[float]:
    """Return the seconds from a key to the wall display, for PROBES counts one after another.

    Meanwhile every other board publishes twice a second.
    """
    viewer = Viewer()
    await viewer.connect(port)
    await pressed.begin()
    others = asyncio.create_task(_publish_other_states(client, event, boards))
    try:
        return [await _measure_latency(pressed, viewer, index) for index in range(PROBES)]
    finally:
        others.cancel()
        viewer.writer.close()


async def _publish_other_states(client: aiomqtt.Client, event: str, boards: int) -> None:
    """Publish states of the boards that are not measured, each twice a second, until cancelled."""
    for index in count(PROBES):
        if index % boards >= _PRESSED_BOARDS:
            await client.publish(
                f"cribbage/{_board_uid(index % boards)}/state", _state_message(event, index % boards, 1000 + index)
            )
        await asyncio.sleep(0.5 / boards)


async def _measure_latency(pressed: PressedBoards, viewer: Viewer, index: int) -> float:
    """Return the seconds from the press that pegs a count to the viewer."""
    board, count = index % _PRESSED_BOARDS, index // _PRESSED_BOARDS
    began = await pressed.peg(board, count % _TEAMS)
    front = HOLES * (count // _TEAMS + 1)
    while f">{front}<" not in (await viewer.read_message()).get(f"live-{board + 1}", ""):
        pass
    return time.perf_counter() - began


async def _measure_results(client: aiomqtt.Client, lines: list[str]) -> tuple[float, float]:
    """Publish each board's next result when its previous one is acknowledged, until all are.

    Returns (results per second, average bytes of a result and its ack).
    """
    unacknowledged: dict[str, list[str]] = {}
    for line in lines:
        unacknowledged.setdefault(json.loads(line)["board"], []).append(line)
    await client.subscribe("cribbage/+/in/ack", 1)
    began, byte_count, remaining = time.perf_counter(), 0, len(lines)
    for uid, board_lines in unacknowledged.items():
        await client.publish(f"cribbage/{uid}/result/1", board_lines[0], 0)
    async for message in client.messages:
        if not message.topic.matches("cribbage/+/in/ack") or not isinstance(message.payload, bytes):
            continue
        uid, ack = message.topic.value.split("/")[1], json.loads(message.payload)
        board_lines = unacknowledged[uid]
        if not board_lines or ack["n"] != json.loads(board_lines[0])["n"]:
            continue
        byte_count += len(board_lines.pop(0)) + len(message.payload)
        remaining -= 1
        if not remaining:
            break
        if board_lines:
            await client.publish(f"cribbage/{uid}/result/{ack['n'] + 1}", board_lines[0], 0)
    return len(lines) / (time.perf_counter() - began), byte_count / len(lines)
