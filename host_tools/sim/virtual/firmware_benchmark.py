"""Measures time and memory of the firmware, inside the interpreter that runs it."""

import gc

from firmware.board import Board
from firmware.config import FRAME_MS, KEY_OK

from .hal import VirtualHal
from .naive_view import redraw_us
from .stopwatch import now_us, tenth_percentile

TRACKS = 2
_BATCH = 50

_A_1, _A_2, _A_5, _A_BACK, _B_1, _B_2, _B_5 = range(7)
"""Keys +1, +2, +5 and BACK of teams A and B."""
_TURNS_BEFORE_OUT = 12
"""After so many turns by 10 holes, team A is on hole 120 of 121."""
_BITS_PER_LED = 24
_PRESS_MS = 40
_SIGN_MS = 1200
"""Long enough a press for B's players to agree to A's claim."""


class Bench:
    """A virtual board with its own clock, which goes on by `step_ms`; `root` is an empty folder for its flash."""

    step_ms = 10
    presses = 0

    def __init__(self, root: str) -> None:
        self.hal = VirtualHal(TRACKS, root)
        self.board = Board(self.hal)
        self.now_ms = 0
        self.steps = 0
        self.run(200)

    def run(self, ms: int) -> None:
        """Let `ms` of board time pass, a step every `step_ms`."""
        for _ in range(ms // self.step_ms):
            self.now_ms += self.step_ms
            self.step()
        self.steps += ms // self.step_ms

    def step(self) -> None:
        """Run one step of the board at the present board time."""
        self.board.step(self.now_ms)

    def press(self, key: int, down_ms: int = _PRESS_MS) -> None:
        """Hold a key down for `down_ms`, then release it for _PRESS_MS."""
        self.presses += 1
        self.hal.keys_down(1 << key)
        self.run(down_ms)
        self.hal.keys_down(0)
        self.run(_PRESS_MS)

    def press_us(self, key: int) -> float:
        """Press a key, and return the microseconds of the step that hears it and shows the frame."""
        frames = self.hal.frames
        self.hal.keys_down(1 << key)
        start = now_us()
        self.run(self.step_ms)
        elapsed = now_us() - start
        if self.hal.frames != frames + 1:
            raise RuntimeError("the measured press was not shown at once")
        self.run(_PRESS_MS)
        self.hal.keys_down(0)
        self.run(_PRESS_MS)
        return elapsed

    def turns(self, turns: int) -> None:
        """Peg `turns` times: 10 holes for team A, then 8 for B."""
        for _ in range(turns):
            for key in (_A_5, _A_5, KEY_OK, _B_5, _B_2, _B_1, KEY_OK):
                self.press(key)

    def game(self) -> None:
        """Play a whole game, signed, and begin the next one."""
        finished = self.board.match.finished
        self.turns(_TURNS_BEFORE_OUT)
        self.press(_A_5)
        self.press(KEY_OK)
        self.press(_B_1, _SIGN_MS)
        self.press(KEY_OK)
        self.press(KEY_OK)
        if self.board.match.finished != finished + 1:
            raise RuntimeError("the measured game did not end")


def idle_us(bench: Bench, batches: int, pass_ms: int = 0) -> float:
    """Return the microseconds of a step in which nothing is new, `pass_ms` after the one before: from FRAME_MS on,
    lights are looked at in each.
    """
    times = []
    for _ in range(batches):
        start = now_us()
        for _ in range(_BATCH):
            bench.now_ms += pass_ms
            bench.step()
        times.append((now_us() - start) / _BATCH)
    return tenth_percentile(times)


def rotate_us(bench: Bench, count: int) -> float:
    """Return the microseconds of opening a new segment of the journal."""
    board = bench.board
    times = []
    for _ in range(count):
        start = now_us()
        board.journal.rotate(board.match, board.clock)
        times.append(now_us() - start)
    return tenth_percentile(times)


def key_us(bench: Bench, turns: int) -> tuple:
    """Return the microseconds of a press that counts, and of the OK that commits: on flash, then shown."""
    counts: list = []
    commits: list = []
    for _ in range(turns):
        for key in (_A_5, _A_2, _A_1):
            counts.append(bench.press_us(key))
        commits.append(bench.press_us(KEY_OK))
        # Team A asks to take the move back, and B agrees.
        bench.press(_A_BACK)
        bench.press(_B_1, _SIGN_MS)
    return tenth_percentile(counts), tenth_percentile(commits)


def _heap() -> int:
    return gc.mem_alloc()  # type: ignore[attr-defined]


class _HeapBench(Bench):
    """Adds up the heap its steps take, but for those that open a journal segment: they may."""

    taken = 0

    def step(self) -> None:
        """Run a step, and add the heap that it takes, unless it opens a segment."""
        segment = self._segment()
        before = _heap()
        self.board.step(self.now_ms)
        allocated = _heap() - before
        if self._segment() == segment:
            self.taken += allocated

    def _segment(self) -> list:
        return self.hal.disk.names("journal")


def led_traffic(bench: Bench, games: int) -> tuple:
    """Play games; return the bits sent per press, the bits of a whole frame, and the share of frames sent whole."""
    hal = bench.hal
    leds_before, presses_before = hal.leds_sent, bench.presses
    frames_before, whole_before = hal.frames, hal.whole_frames
    for _ in range(games):
        bench.game()
    press_bits = _BITS_PER_LED * (hal.leds_sent - leds_before) / (bench.presses - presses_before)
    frame_bits = _BITS_PER_LED * TRACKS * hal.leds
    return press_bits, frame_bits, (hal.whole_frames - whole_before) / (hal.frames - frames_before)


def bytes_per_step(root: str, turns: int) -> "float | None":
    """Return the heap bytes that a step of a running game allocates, on average over `turns` turns (`Bench.turns`).

    None where the interpreter does not count its heap.
    """
    if not hasattr(gc, "mem_alloc"):
        return None
    bench = _HeapBench(root)
    gc.collect()
    gc.disable()
    bench.taken = bench.steps = 0
    bench.turns(turns)
    gc.enable()
    return bench.taken / bench.steps


def measure(root: str, games: int) -> dict:
    """Measure all figures of this interpreter, by name; `root` is an empty folder."""
    bench = Bench(root)
    steps = bench.steps
    times = []
    for _ in range(games):
        start = now_us()
        bench.game()
        times.append(now_us() - start)
    game_us = tenth_percentile(times)
    figures = {"games_per_s": 1e6 / game_us, "steps_per_s": (bench.steps - steps) / games * 1e6 / game_us}
    figures["idle_us"] = idle_us(bench, 4 * games)
    figures["look_us"] = idle_us(bench, 4 * games, FRAME_MS)
    figures["rotate_us"] = rotate_us(bench, 2 * games)
    figures["press_us"], figures["commit_us"] = key_us(bench, 3 * games)
    figures["redraw_us"] = redraw_us(5 * games)
    figures["press_bits"], figures["frame_bits"], figures["whole_frames"] = led_traffic(bench, games)
    figures["bytes_per_step"] = bytes_per_step(root, 8)
    return figures
