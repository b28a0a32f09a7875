"""A live board on real MicroPython with sockets; takes commands on standard input, a line of JSON each.

{"run": ms} lets so many milliseconds pass; {"until": state, "waiting": n} until it is so; {"keys": [mask, …]} presses,
with "ms" each so long, and does what is due then; {"hear": [[topic, hex], …]} lets messages below in/ be heard.
The answer tells state and results waiting, and of the ticks since the last answer how many there were, how many had
nothing to do, and the most bytes of heap that one of those took.
"""

import binascii
import gc
import json
import sys
import time

sys.path.insert(0, sys.argv[1])

from virtual.board import network_board

from firmware.entry.phases import PHASE_NAMES
from firmware.net.sockets import SystemNetwork


class Counted:
    """A stream that counts what it moves."""

    def __init__(self, stream) -> None:
        self._stream = stream
        self.close = stream.close
        self.moved = 0

    def receive(self, buf, most):
        count = self._stream.receive(buf, most)
        self.moved += count
        return count

    def send(self, data):
        count = self._stream.send(data)
        self.moved += count
        return count


class Network(SystemNetwork):
    """This computer's. `stream` is the newest connection."""

    def __init__(self) -> None:
        self.stream = None

    def connect(self, address, port):
        self.stream = Counted(super().connect(address, port))
        return self.stream


def make(root, port, uid, login, settings):
    network = Network()
    board = network_board(root, uid, network, time.ticks_ms())
    custom = {"event": "e1", "key": "5a" * 16, "sign_off": False, "preset": "lurch61"}
    custom.update(settings)
    board.configure(**custom)
    board.plug(2)
    board.tell_network(broker="127.0.0.1", port=port, login=login)
    return board, network


class Watch:
    """Steps a board and weighs what the ticks of its network take."""

    def __init__(self, virtual, network) -> None:
        self.virtual = virtual
        self.board = board = virtual.board
        self.network = network
        self.clear()
        live = board.network_loader.live
        self._tick = live.tick
        live.tick = self.tick

    def clear(self) -> None:
        self.ticks = self.idle = self.most = 0

    def tick(self, clock) -> None:
        live = self.board.network_loader.live
        stream = self.network.stream
        moved = 0 if stream is None else stream.moved
        connection = live._connection
        stood = (connection._out, connection._expects, connection._closed_at, live.handled)
        reading = live._queue.busy()
        gc.disable()
        before = gc.mem_alloc()
        self._tick(clock)
        taken = gc.mem_alloc() - before
        gc.enable()
        self.ticks += 1
        if reading or stream is not self.network.stream or stream is not None and stream.moved != moved:
            return
        if stood == (connection._out, connection._expects, connection._closed_at, live.handled):
            self.idle += 1
            self.most = max(self.most, taken)

    def step(self) -> None:
        self.virtual.now = time.ticks_ms()
        self.virtual.step()
        self.board.hal.take_sent_lines()

    def answer(self) -> str:
        live = self.board.network_loader.live
        fields = {"state": live.state, "waiting": live.waiting, "ticks": self.ticks, "idle": self.idle}
        fields.update({"most": self.most, "refused": live.refused(), "round": self.board.match.tally.round})
        fields["phase"], fields["seating"] = PHASE_NAMES[self.board.console.phase], self.board.network_loader.seating()
        fields["results"] = list(self.board.results.lines_after(0))
        self.clear()
        return json.dumps(fields)


def obey(watch, command) -> None:
    began = time.ticks_ms()
    if "run" in command:
        while time.ticks_diff(time.ticks_ms(), began) < command["run"]:
            watch.step()
    if "until" in command:
        live = watch.board.network_loader.live
        while live.state != command["until"] or live.waiting != command["waiting"]:
            watch.step()
            time.sleep_ms(1)
    for topic, payload in command.get("hear", ()):
        live = watch.board.network_loader.live
        live._handle_message(f"cribbage/{watch.board.uid}/in/{topic}".encode(), binascii.unhexlify(payload))
        while live._queue.busy():
            live._queue.read()
    for mask in command.get("keys", ()):
        press(watch, mask, command.get("ms", 36))


def press(watch, mask, ms) -> None:
    for held in (mask, 0):
        watch.board.hal.keys_down(held)
        for _ in range(3):
            watch.step()
            time.sleep_ms(ms // 3)
    while watch.board.work_due():
        watch.step()


def main() -> None:
    watch = Watch(*make(sys.argv[2], int(sys.argv[3]), sys.argv[4], sys.argv[5], json.loads(sys.argv[6])))
    for line in sys.stdin:
        obey(watch, json.loads(line))
        print(watch.answer())


main()
