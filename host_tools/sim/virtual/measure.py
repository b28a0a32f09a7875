"""What the firmware costs, measured inside the interpreter that runs it.

The yardstick is the obvious way to light a board: go through every LED of every strip, ask the game what colour it
should have, and set it with `strip[i] = (r, g, b)`.
"""

import gc

from firmware.board import Board
from firmware.config import KEY_OK
from firmware.view.layout import HOLES, Layout

from .hal import VirtualHal

try:
    from js import performance

    def now_us() -> float:
        """Microseconds of a clock that only goes on; MicroPython's own has but milliseconds here."""
        return performance.now() * 1000

except ImportError:
    from time import perf_counter  # type: ignore[attr-defined]

    def now_us() -> float:
        """Microseconds of a clock that only goes on."""
        return perf_counter() * 1e6


TRACKS = 2
_STEP_MS = 10
_BATCH = 50
_OFF = (0, 0, 0)
_FRONT = (60, 40, 0)
_BACK = (12, 8, 0)
_BETWEEN = (3, 2, 0)
_LINE = (6, 6, 5)
_LINES = (60, 90, HOLES)


class _Strip:
    """A strip set one LED at a time, its bytes in the order of the wire."""

    ORDER = (1, 0, 2)

    def __init__(self, leds: int) -> None:
        self.buf = bytearray(3 * leds)

    def __setitem__(self, led: int, colour: tuple) -> None:
        first = 3 * led
        for channel in range(3):
            self.buf[first + self.ORDER[channel]] = colour[channel]


class _Pegs:
    front = 37
    back = 25
    pending = 5


def _colour(pegs: _Pegs, hole: int) -> tuple:
    if hole == pegs.front or hole == pegs.front + pegs.pending:
        return _FRONT
    if hole == pegs.back:
        return _BACK
    if pegs.front < hole < pegs.front + pegs.pending:
        return _BETWEEN
    if hole in _LINES and hole > pegs.front:
        return _LINE
    return _OFF


def _redraw(strips: list, pegs: _Pegs, hole_of: list) -> None:
    for strip in strips:
        for led in range(len(hole_of)):
            strip[led] = _colour(pegs, hole_of[led])


class Bench:
    """A virtual board with its own clock; `root` is an empty folder for its flash."""

    def __init__(self, root: str) -> None:
        self.hal = VirtualHal(TRACKS, root)
        self.board = Board(self.hal)
        self.now_ms = 0
        self.steps = 0
        self.run(200)

    def run(self, ms: int) -> None:
        """Let board time pass."""
        for _ in range(ms // _STEP_MS):
            self.now_ms += _STEP_MS
            self.step()
        self.steps += ms // _STEP_MS

    def step(self) -> None:
        """One step of the board at the present board time."""
        self.board.step(self.now_ms)

    def press(self, key: int, down_ms: int = 40) -> None:
        """Hold a key down, then let go for 40 ms."""
        self.hal.keys_down(1 << key)
        self.run(down_ms)
        self.hal.keys_down(0)
        self.run(40)

    def press_us(self, key: int) -> float:
        """Press a key: microseconds of the step that hears it and shows the frame."""
        frames = self.hal.frames
        self.hal.keys_down(1 << key)
        start = now_us()
        self.run(_STEP_MS)
        took = now_us() - start
        if self.hal.frames != frames + 1:
            raise RuntimeError("the measured press was not shown at once")
        self.run(40)
        self.hal.keys_down(0)
        self.run(40)
        return took

    def turns(self, turns: int) -> None:
        """Two teams peg 10 and 8 by turns."""
        for _ in range(turns):
            for key in (2, 2, KEY_OK, 6, 5, 4, KEY_OK):
                self.press(key)

    def game(self) -> None:
        """A whole game, signed, and the next one begun."""
        finished = self.board.match.finished
        self.turns(12)
        self.press(2)
        self.press(KEY_OK)
        self.press(4, 1200)
        self.press(KEY_OK)
        self.press(KEY_OK)
        if self.board.match.finished != finished + 1:
            raise RuntimeError("the measured game did not end")


def idle_us(bench: Bench, batches: int) -> float:
    """Microseconds of a step in which nothing is new."""
    times = []
    for _ in range(batches):
        start = now_us()
        bench.run(_BATCH * _STEP_MS)
        times.append((now_us() - start) / _BATCH)
    return _undisturbed(times)


def key_us(bench: Bench, turns: int) -> tuple:
    """Microseconds of a press that counts, and of the OK that commits: on flash, then shown."""
    counts: list = []
    commits: list = []
    for _ in range(turns):
        for key in (2, 1, 0):
            counts.append(bench.press_us(key))
        commits.append(bench.press_us(KEY_OK))
        bench.press(3)
        bench.press(4, 1200)
    return _undisturbed(counts), _undisturbed(commits)


def redraw_us(redraws: int) -> float:
    """Microseconds of the obvious redraw of both tracks."""
    layout = Layout()
    strips = [_Strip(layout.leds) for _ in range(TRACKS)]
    pegs = _Pegs()
    hole_of = [0] * layout.leds
    for hole in range(1, HOLES + 1):
        hole_of[layout.led_of[hole]] = hole
    times = []
    for _ in range(redraws):
        start = now_us()
        _redraw(strips, pegs, hole_of)
        times.append(now_us() - start)
    return _undisturbed(times)


def _undisturbed(times: list) -> float:
    """The tenth percentile: what else this machine does only ever makes a time longer."""
    return sorted(times)[len(times) // 10]


def _heap() -> int:
    return gc.mem_alloc()  # type: ignore[attr-defined]


class _Weighed(Bench):
    """Adds up the heap its steps take, but for those that open a journal segment: they may."""

    taken = 0

    def step(self) -> None:
        segment = self._segment()
        before = _heap()
        self.board.step(self.now_ms)
        taken = _heap() - before
        if self._segment() == segment:
            self.taken += taken

    def _segment(self) -> str:
        return self.hal.disk.names("journal")[-1]


def bytes_per_step(root: str, turns: int):
    """Bytes of heap taken by a step of a game going on; None where the interpreter cannot tell."""
    if not hasattr(gc, "mem_alloc"):
        return None
    bench = _Weighed(root)
    gc.collect()
    gc.disable()
    bench.taken = bench.steps = 0
    bench.turns(turns)
    gc.enable()
    return bench.taken / bench.steps


def measure(root: str, games: int) -> dict:
    """All figures of this interpreter, by name; `root` is an empty folder."""
    bench = Bench(root)
    steps = bench.steps
    times = []
    for _ in range(games):
        start = now_us()
        bench.game()
        times.append(now_us() - start)
    game_us = _undisturbed(times)
    figures = {"games_per_s": 1e6 / game_us, "steps_per_s": (bench.steps - steps) / games * 1e6 / game_us}
    figures["idle_us"] = idle_us(bench, 4 * games)
    figures["press_us"], figures["commit_us"] = key_us(bench, 3 * games)
    figures["redraw_us"] = redraw_us(5 * games)
    figures["bytes_per_step"] = bytes_per_step(root, 8)
    return figures
