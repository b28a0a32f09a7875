"""In-memory broker whose every byte can be delayed, cut, added or counted, and boards connected to it.

Time is the board's alone. For real brokers there is `mosquitto`.
"""

import errno

from firmware.config import KEY_OK
from firmware.entry.phases import PHASE_CHECK
from firmware.rules.match import BETWEEN, PLAYING
from firmware.rules.presets import fields_of
from host_tools.sim.virtual.board import EDGES_MS, VirtualBoard
from host_tools.sim.virtual.hal import VirtualHal

UID = "00112233445566aa"
KEY = "5a" * 16
STEP_MS = 5
SHORT = fields_of("acc") | {"target": 61, "skunk": 30, "double": None}
"""One game of 61 holes is a match."""


class Wire:
    """One connection. `up` and `down` are what is on its way; `room` and `piece` how much a call may take and bring.

    `calls` and `moved` count the calls and bytes since the last `count()`.
    """

    def __init__(self, broker) -> None:
        self.up = bytearray()
        self.down = bytearray()
        self.room = 1 << 20
        self.piece = broker.piece
        self.broken = False
        self.closed = False
        self.calls = self.moved = 0

    def receive(self, buf, most: int) -> int:
        self.calls += 1
        self._need()
        count = min(most, len(self.down), self.piece)
        buf[:count] = self.down[:count]
        del self.down[:count]
        self.moved += count
        return count

    def send(self, data) -> int:
        self.calls += 1
        self._need()
        count = min(len(data), self.room)
        self.up += data[:count]
        self.moved += count
        return count

    def _need(self) -> None:
        assert not self.closed, "used after its end"
        if self.broken:
            raise OSError(errno.ECONNRESET)

    def count(self) -> tuple[int, int]:
        counts = self.calls, self.moved
        self.calls = self.moved = 0
        return counts

    def close(self) -> None:
        self.closed = True


def packets(data: bytearray) -> list[tuple[int, bytes]]:
    """The complete packets at the head of `data`, which are taken off it."""
    result = []
    while True:
        length = shift = 0
        for used in range(1, min(len(data), 5)):
            length |= (data[used] & 127) << shift
            shift += 7
            if not data[used] & 128:
                break
        else:
            return result
        if len(data) < used + 1 + length:
            return result
        result.append((data[0], bytes(data[used + 1 : used + 1 + length])))
        del data[: used + 1 + length]


def packet(kind: int, body: bytes) -> bytes:
    digits, left = b"", len(body)
    while True:
        left, digit = left >> 7, left & 127
        digits += bytes([digit | (128 if left else 0)])
        if not left:
            return bytes([kind]) + digits + body


def message(topic: str, payload: bytes) -> bytes:
    return packet(0x30, len(topic).to_bytes(2, "big") + topic.encode() + payload)


class ScriptedBroker:
    """A `network` of a board's. `answers`: it does; `refuses`: the code of its refusal; `state` is the Wi-Fi's.

    `wires` are all there were. `heard` are (topic below the board's, payload, first byte) in their order. `retained` is
    delivered to whoever subscribes, by topic below the board's.
    """

    def __init__(self) -> None:
        self.state = "joined"
        self.answers = True
        self.piece = 1 << 20
        """Of new connections."""
        self.refuses = 0
        self.reachable = True
        self.wires: list[Wire] = []
        self.heard: list[tuple[str, bytes, int]] = []
        self.logins: list[bytes] = []
        self.retained: dict[str, bytes] = {}
        self.ledger = None
        """A desk's (`desk.Ledger`), if one is there."""

    def tick(self, clock: int) -> None:
        pass

    def connect(self, address: str, port: int) -> Wire:
        if not self.reachable:
            raise OSError(errno.EHOSTUNREACH)
        self.wires.append(Wire(self))
        return self.wires[-1]

    def close(self) -> None:
        pass

    @property
    def wire(self) -> Wire:
        return self.wires[-1]

    def deliver(self, topic: str, payload: bytes) -> None:
        """A message below the board's topic is on its way."""
        self.wire.down += message(f"cribbage/{UID}/{topic}", payload)

    def serve(self) -> None:
        """Answer what has come."""
        if not self.wires or self.wire.closed or not self.answers:
            return
        for kind, body in packets(self.wire.up):
            self._take(kind, body)

    def _take(self, kind: int, body: bytes) -> None:
        down = self.wire.down
        if kind == 0x10:
            self.logins.append(body)
            down += packet(0x20, bytes([0, self.refuses]))
        elif kind == 0x82:
            down += packet(0x90, body[:2] + b"\x00\x00")
            for topic, payload in self.retained.items():
                self.deliver(topic, payload)
        elif kind == 0xC0:
            down += packet(0xD0, b"")
        else:
            self._publish(kind, body)

    def _publish(self, kind: int, body: bytes) -> None:
        assert kind & 0xF0 == 0x30, hex(kind)
        end = 2 + int.from_bytes(body[:2], "big")
        topic, rest = body[2:end].decode(), body[end:]
        if kind & 2:
            self.wire.down += packet(0x40, rest[:2])
            rest = rest[2:]
        below = topic.removeprefix(f"cribbage/{UID}/")
        assert below != topic
        self.heard.append((below, rest, kind))
        if self.ledger is not None and below.startswith("result/"):
            self.deliver("in/ack", self.ledger.commit(int(below[7:]), rest))

    def told(self, topic: str) -> list[bytes]:
        """The payloads the board has published there."""
        return [payload for name, payload, _ in self.heard if name == topic]

    def results(self) -> list[int]:
        """The numbers of the results that came, in their order."""
        return [int(name[7:]) for name, _, _ in self.heard if name.startswith("result/")]


class ScriptedBoard(VirtualBoard):
    """A board in event e1 that was told of a scripted broker; `broker` outlives its losses of power."""

    def __init__(self, root, broker: ScriptedBroker, tracks: int = 2) -> None:
        self.root, self.broker = root, broker
        root.mkdir(exist_ok=True)
        super().__init__(lambda: VirtualHal(tracks, str(root), uid=UID, network=broker), step_ms=EDGES_MS)
        if not self.board.settings.values["event"]:
            self.configure(event="e1", key=KEY, preset=SHORT, sign_off=False)
            self.tell_network(broker="10.0.0.1", port=1883, login="secret of this board")

    @property
    def live(self):
        return self.board.network_loader.live

    def run(self, ms: int, every: int = STEP_MS) -> "ScriptedBoard":
        """Let time pass, the broker answering between steps."""
        end = self.now + ms
        while self.now < end:
            self.wait(every)
            self.broker.serve()
        return self

    def win(self, times: int = 1) -> "ScriptedBoard":
        """Games of 61 holes that A wins, each a result, of the rounds that the board asks about."""
        for _ in range(times):
            while self.board.match.stage != PLAYING:
                self.press(KEY_OK)
            while self.board.match.stage == PLAYING:
                self.peg("A", 10)
                if self.board.console.phase == PHASE_CHECK:
                    self.press(KEY_OK)
            self.run(50)
        return self

    def to_round(self) -> "ScriptedBoard":
        """On from a game's end to the number of the next round."""
        assert self.board.match.over()
        while self.board.match.stage != BETWEEN:
            self.press(KEY_OK)
        return self
