"""Play a game by its keys while its serial port is fuzzed; its text also runs on MicroPython."""

import json

from firmware.board_operations import configure
from firmware.journal.export import journal_chunks

MAX_BYTES, MAX_PIECES = 64, 1
"""What a step may read, and write."""
MAX_STEPS = 200_000
"""A board that takes longer than this over a game's inputs has stopped answering."""
END = b'\n{"id":"the end","do":"hello"}\n'
LOCK_MS = 30_000
AT_LAST = 64
"""What a host that would not read takes of a piece in the end."""


class Port:
    """A serial port whose host takes up to `takes` bytes of a piece, and of every other piece none.

    `reads` and `writes` are of the step that is on; `replies` all that the host has.
    """

    def __init__(self, takes):
        self.takes = takes
        self._waiting = b""
        self._at = 0
        self._rest = b""
        self._full = False
        self.reads = self.writes = 0
        self.replies = []

    def receive(self, data):
        self._waiting = self._waiting[self._at :] + data
        self._at = 0

    def read(self):
        if self._at == len(self._waiting):
            return -1
        self._at += 1
        self.reads += 1
        return self._waiting[self._at - 1]

    def write(self, data):
        self.writes += 1
        self._full = not self._full
        taken = data[: 0 if self._full else self.takes]
        lines = (self._rest + taken).split(b"\n")
        self._rest = lines.pop()
        self.replies += [json.loads(str(line, "utf-8")) for line in lines]
        return len(taken)


def drive(hal, make, state, game, inputs, pin):
    """Play `game` with `inputs`, lists of bytes, dealt over it; what must not depend on them, as a dict.

    `game`: "settings" of the board, "ticks" [[ms, mask of the keys down], …], at the tick "last" the inputs are all
    taken, and "takes" (see Port), 0 for a host that reads nothing before that tick. Raises RuntimeError where a step
    does too much or the line does not hold.
    """
    port = Port(game["takes"])
    hal.read, hal.write = port.read, port.write
    board = make(hal)
    configure(board, game["settings"], None)
    dealt = 0
    for number, (t, mask) in enumerate(game["ticks"]):
        hal.keys_down(mask)
        due = len(inputs) * min(number + 1, game["last"]) // game["last"]
        port.receive(b"".join(inputs[dealt:due]))
        dealt = due
        _step(board, port, t)
        if number == game["last"]:
            port.takes = port.takes or AT_LAST
            _ask(board, port, END, t)
            _need_locked(board, port, pin, t)
    _need(_judge(board, port, pin, t + LOCK_MS) == "not-allowed", "the lock has ended")
    _need(board.measures.refused == sum(reply.get("ok") is False for reply in port.replies), "each refusal is counted")
    return {
        "results": list(board.results.lines_after(0)),
        "state": state(board),
        "events": list(journal_chunks(board.hal.disk, 1)),
        "values": board.settings.values,
    }


def _step(board, port, t):
    port.reads = port.writes = 0
    board.step(t)
    _need(port.reads <= MAX_BYTES and port.writes <= MAX_PIECES, "a step is bounded")


def _ask(board, port, line, t):
    """The last line of the answer, while time stands still."""
    port.receive(line)
    wanted = json.loads(line)["id"]
    for _ in range(MAX_STEPS):
        _step(board, port, t)
        if port.replies and port.replies[-1].get("id") == wanted and "ok" in port.replies[-1]:
            return port.replies[-1]
    raise RuntimeError("no answer to " + str(line))


def _judge(board, port, pin, t):
    """Award nobody nothing, which no board does; the error."""
    request = {"id": "award", "do": "judge", "op": "award", "n": 5, "team": "Z", "pin": pin}
    port.replies.append({})
    return _ask(board, port, json.dumps(request).encode() + b"\n", t)["error"]


def _need_locked(board, port, pin, t):
    for _ in range(3):
        _judge(board, port, "0000", t)
    _need(_judge(board, port, pin, t) == "locked", "three wrong PINs lock out the right one")


def _need(held, message):
    if not held:
        raise RuntimeError("does not hold: " + message)
