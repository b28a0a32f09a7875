"""The virtual board while a hostile host has its serial port, playing a game; its text also runs on MicroPython."""

import json

try:
    from host_tools.sim.virtual.board import VirtualBoard
    from host_tools.sim.virtual.hal import VirtualHal
except ImportError:
    from virtual.board import VirtualBoard
    from virtual.hal import VirtualHal

from firmware.journal.export import journal_chunks

MAX_BYTES, MAX_PIECES = 64, 1
"""What a step may read, and write."""
MAX_STEPS = 200_000
"""A board that takes longer than this over a game's inputs has stopped answering."""
END = '{"id":"the end","do":"hello"}'
LOCK_MS = 30_000
STEP_MS = 50
AT_LAST = 64
"""What a host that would not read takes of a piece in the end."""


class HostileHal(VirtualHal):
    """A machine whose host takes up to `takes` bytes of a piece, and of every other piece none.

    `reads` and `writes` are of the step that is on; `replies` all that the host has.
    """

    def __init__(self, root, takes):
        super().__init__(2, root)
        self.takes = takes
        self.incoming, self.at, self.rest = b"", 0, b""
        self.full = False
        self.reads = self.writes = 0
        self.replies = []

    def send(self, data):
        self.incoming, self.at = self.incoming[self.at :] + data, 0

    def read(self):
        if self.at == len(self.incoming):
            return -1
        self.at += 1
        self.reads += 1
        return self.incoming[self.at - 1]

    def write(self, data):
        self.writes += 1
        self.full = not self.full
        taken = data[: 0 if self.full else self.takes]
        lines = (self.rest + taken).split(b"\n")
        self.rest = lines.pop()
        self.replies += [json.loads(str(line, "utf-8")) for line in lines]
        return len(taken)


class FuzzedBoard(VirtualBoard):
    """A board to which `inputs`, lists of bytes, are dealt over `ms` of its time; each of its steps is bounded."""

    def __init__(self, root, game, inputs):
        self.inputs, self.ms, self.dealt = [], 1, 0
        super().__init__(lambda: HostileHal(root, game["takes"]), step_ms=STEP_MS)
        self.configure(**game["settings"])
        self.inputs, self.ms = inputs, game["ms"]

    def step(self):
        due = len(self.inputs) * min(self.now, self.ms) // self.ms
        self.hal.send(b"".join(self.inputs[self.dealt : due]))
        self.dealt = due
        self.hal.reads = self.hal.writes = 0
        super().step()
        need(self.hal.reads <= MAX_BYTES and self.hal.writes <= MAX_PIECES, "a step is bounded")

    def answer(self, line):
        """The last line of the answer, while time stands still."""
        self.hal.send(b"\n" + line.encode() + b"\n")
        wanted, replies = json.loads(line)["id"], self.hal.replies
        for _ in range(MAX_STEPS):
            self.step()
            if replies and replies[-1].get("id") == wanted and "ok" in replies[-1]:
                return replies[-1]
        raise RuntimeError("no answer to " + line)

    def award_nobody(self, pin):
        """Award nobody nothing, which no board does; the error."""
        request = {"id": "award", "do": "judge", "op": "award", "holes": 5, "team": "Z", "pin": pin}
        self.hal.replies.append({})
        return self.answer(json.dumps(request))["error"]


def drive(root, game, inputs, pin):
    """Play `game` with `inputs`; what must not depend on them, as a dict.

    `game`: "settings" of the board, "keys" that take "ms", in which the inputs are all dealt, the keys "last", and
    "takes" (see HostileHal), 0 for a host that reads nothing before these. Raises RuntimeError where a step does too
    much or the line does not hold.
    """
    board = FuzzedBoard(root, game, inputs)
    board.play(game["keys"])
    need(board.dealt == len(inputs), "the inputs are all dealt")
    board.hal.takes = board.hal.takes or AT_LAST
    board.answer(END)
    for _ in range(3):
        board.award_nobody("0000")
    need(board.award_nobody(pin) == "locked", "three wrong PINs lock out the right one")
    board.play(game["last"])
    board.now += LOCK_MS
    need(board.award_nobody(pin) == "not-allowed", "the lock has ended")
    refused = sum(reply.get("ok") is False for reply in board.hal.replies)
    need(board.board.measures.refused == refused, "each refusal is counted")
    return {
        "results": board.lines(),
        "state": board.state,
        "events": list(journal_chunks(board.hal.disk, 1)),
        "values": board.board.settings.values,
    }


def need(held, message):
    if not held:
        raise RuntimeError("does not hold: " + message)
