"""A process that is many boards at a broker, with the rhythm of people: no virtual boards, which would take too long.

Each has a connection of its own. Packets and states are the firmware's.

Run as: python -m tests.measure.board_crowd PLAN, a file with a CrowdPlan as JSON. It says `connected`, and at each
line that it then reads plays a part, first at people's pace, then as fast as it can, and prints a CrowdResult as JSON.
"""

import asyncio
import json
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from firmware.net.packets import CONNACK, PUBLISH, connect_packet, publish_packet, subscribe_packet
from host_tools.file_limit import raise_file_limit
from tests.measure.wall_viewers import board_state

AGAIN_S = 3.0
"""After how long a board sends a result again (firmware/net/README.md)."""
_KEEPALIVE_S = 60
_LAST_ACKS_S = 60.0
"""How long the last acks are awaited."""
_OTHER_FILES = 100


@dataclass(frozen=True)
class CrowdPlan:
    """Boards at `tables` (the event's numbers), each with a list of result lines in `lines`, which log in with
    `password`; their states are of `round`.

    All connect within `ramp_s` seconds. For `seconds` each publishes a state every `state_s` and a result every
    `game_s`; then each sends its next result when the one before is acknowledged, until it has no more.
    """

    port: int
    password: str
    event: str
    round: int
    tables: list[int]
    lines: list[list[str]]
    ramp_s: float
    seconds: float
    state_s: float
    game_s: float


@dataclass
class CrowdResult:
    """What the boards saw. `waits`: seconds from a result to its ack; `again`: results sent again; `doubled`: acks of a
    result beyond its first; `unanswered`: results without an ack at the end; `seconds`: from the first to the last."""

    states: int
    waits: list[float]
    again: int
    doubled: int
    unanswered: int
    seconds: float


class _Board(asyncio.Protocol):
    """One board's connection."""

    def __init__(self, plan: CrowdPlan, table: int, lines: list[str]) -> None:
        self.uid, self.waits, self.states, self.again, self.doubled = f"{table:016x}", [], 0, 0, 0  # type: ignore[var-annotated]
        self.sent_at: float | None = None
        """When the result was sent for which the board waits."""
        self.has_stopped = False
        """Whether the board begins no other result."""
        self.connected = asyncio.Event()
        self._plan, self._table, self._lines, self._received = plan, table, lines, bytearray()
        self._acked = asyncio.Event()
        self._number = self._sequence = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        will = (f"cribbage/{self.uid}/here", '{"here":false,"c":1}')
        transport.write(connect_packet(self.uid, self._plan.password, will, _KEEPALIVE_S))

    def connection_lost(self, _: Exception | None) -> None:
        """Wake the board, which sends no more: the broker has dropped it. A result without an ack is unanswered."""
        self._acked.set()

    def data_received(self, data: bytes) -> None:
        self._received += data
        for kind, body in _take_packets(self._received):
            if kind == CONNACK:
                self._transport.write(subscribe_packet(1, (f"cribbage/{self.uid}/in/ack",)))
                self.say_here()
                self.say_state()
                self.connected.set()
            elif kind & 0xF0 == PUBLISH and not kind & 1:
                self._receive_ack(json.loads(body[2 + int.from_bytes(body[:2]) :]))

    def _receive_ack(self, ack: dict[str, int]) -> None:
        if ack.get("got") == self._number + 1 and self.sent_at is not None:
            self.waits.append(time.monotonic() - self.sent_at)
            self.sent_at = None
            self._number += 1
            self._acked.set()
        elif "got" in ack:
            self.doubled += 1

    def _publish(self, topic: str, payload: bytes, retain: bool, packet_id: int = 0) -> None:
        if self._transport.is_closing():
            return
        self._transport.write(publish_packet(f"cribbage/{self.uid}/{topic}", payload, retain, packet_id))

    def say_here(self) -> None:
        self._publish("here", b'{"here":true,"c":1}', True)

    def say_state(self) -> None:
        self.states += 1
        self._sequence += 1
        payload = board_state(self._plan.event, self._plan.round, self._table, self._sequence, self._sequence % 100)
        self._publish("state", payload, True)

    async def say_states(self, state_s: float) -> None:
        """Say a state every `state_s`, from a random moment on: so often that `here` is never due again."""
        await asyncio.sleep(random.uniform(0, state_s))
        while True:
            self.say_state()
            await asyncio.sleep(state_s)

    async def play(self, game_s: float) -> None:
        """Send results, each after its game of `game_s`, until there is no more or the board has stopped."""
        await asyncio.sleep(random.uniform(0, game_s))
        while self._number < len(self._lines) and not self.has_stopped and not self._transport.is_closing():
            began = time.monotonic()
            await self._send(self._number + 1, self._lines[self._number])
            await asyncio.sleep(max(0, game_s - (time.monotonic() - began)))

    async def _send(self, number: int, line: str) -> None:
        """Send a result until it is acknowledged."""
        self.sent_at = time.monotonic()
        self._acked.clear()
        while self.sent_at is not None and not self._transport.is_closing():
            self._publish(f"result/{number}", line.encode(), False, number)
            try:
                async with asyncio.timeout(AGAIN_S):
                    await self._acked.wait()
            except TimeoutError:
                self.again += 1

    def close(self) -> None:
        self._transport.close()


def _take_packets(received: bytearray) -> Iterator[tuple[int, bytes]]:
    """Remove whole packets of MQTT from the bytes received; yield (first byte, body)."""
    while len(received) >= 2:
        length, start = received[1] & 127, 2
        if received[1] & 128:
            if len(received) < 3:
                return
            length, start = length | received[2] << 7, 3
        if len(received) < start + length:
            return
        packet = bytes(received[: start + length])
        del received[: start + length]
        yield packet[0], packet[start:]


async def run_crowd(plan: CrowdPlan) -> None:
    """Be these boards. Raises OSError if the broker cannot be reached."""
    loop, boards = asyncio.get_running_loop(), []
    for table, lines in zip(plan.tables, plan.lines, strict=True):
        board = _Board(plan, table, lines)
        await loop.create_connection(lambda board=board: board, "127.0.0.1", plan.port)  # type: ignore[misc]
        boards.append(board)
        await asyncio.sleep(plan.ramp_s / len(plan.lines))
    talking = [asyncio.create_task(board.say_states(plan.state_s)) for board in boards]
    await asyncio.gather(*(board.connected.wait() for board in boards))
    print("connected", flush=True)
    for seconds, game_s in ((plan.seconds, plan.game_s), (None, 0.0)):
        await asyncio.to_thread(sys.stdin.readline)
        print(json.dumps(asdict(await _play_part(boards, seconds, game_s))), flush=True)
    for task in talking:
        task.cancel()
    for board in boards:
        board.close()


async def _play_part(boards: list[_Board], seconds: float | None, game_s: float) -> CrowdResult:
    """Play for `seconds`, or until all results are sent for None, and wait for the last acks; return what was seen."""
    began = time.monotonic()
    for board in boards:
        board.waits, board.states, board.again, board.doubled, board.has_stopped = [], 0, 0, 0, False
    playing = [asyncio.create_task(board.play(game_s)) for board in boards]
    await asyncio.wait(playing, timeout=seconds)
    took = time.monotonic() - began
    for board in boards:
        board.has_stopped = True
    while any(board.sent_at is not None for board in boards) and time.monotonic() - began < took + _LAST_ACKS_S:
        await asyncio.sleep(0.05)
    for task in playing:
        task.cancel()
    return CrowdResult(
        states=sum(board.states for board in boards),
        waits=[wait for board in boards for wait in board.waits],
        again=sum(board.again for board in boards),
        doubled=sum(board.doubled for board in boards),
        unanswered=sum(board.sent_at is not None for board in boards),
        seconds=took,
    )


def main(plan_file: str) -> None:
    plan = CrowdPlan(**json.loads(Path(plan_file).read_text(encoding="utf-8")))
    raise_file_limit(len(plan.lines) + _OTHER_FILES)
    asyncio.run(run_crowd(plan))


if __name__ == "__main__":
    main(sys.argv[1])
