"""What the firmware costs, measured inside the interpreter that runs it.

The yardstick is the obvious way to light a board: go through every LED of every strip, ask the game what colour it
should have, and set it with `strip[i] = (r, g, b)`.
"""

import gc
import time

from firmware.board import Board
from firmware.config import KEY_OK
from firmware.view.layout import HOLES, Layout

from .hal import VirtualHal

TRACKS = 2
_STEP_MS = 10
_OFF = (0, 0, 0)
_FRONT = (60, 40, 0)
_BACK = (12, 8, 0)
_BETWEEN = (3, 2, 0)
_LINE = (6, 6, 5)


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
    if hole in (60, 90, HOLES) and hole > pegs.front:
        return _LINE
    return _OFF


def _redraw(strips: list, pegs: _Pegs, led_of: bytearray) -> None:
    for strip in strips:
        for hole in range(1, HOLES + 1):
            strip[led_of[hole]] = _colour(pegs, hole)


def now_us() -> int:
    """Microseconds of a clock that only goes on."""
    if hasattr(time, "ticks_us"):
        return time.ticks_us()
    return time.perf_counter_ns() // 1000


def passed_us(since: int) -> int:
    """Microseconds since `now_us` said `since`."""
    if hasattr(time, "ticks_us"):
        return time.ticks_diff(time.ticks_us(), since)
    return now_us() - since


class Bench:
    """A virtual board with its own clock; `root` is an empty folder for its flash."""

    def __init__(self, root: str) -> None:
        self.hal = VirtualHal(TRACKS, root)
        self.board = Board(self.hal)
        self.now_ms = 0
        self.steps = 0
        self.presses = 0
        self.press_us = 0
        self.run(200)

    def run(self, ms: int) -> None:
        """Let board time pass."""
        step = self.board.step
        for _ in range(ms // _STEP_MS):
            self.now_ms += _STEP_MS
            step(self.now_ms)
        self.steps += ms // _STEP_MS

    def press(self, key: int, down_ms: int = 40) -> None:
        """Hold a key down, then let go for 40 ms. What the press took until its frame was shown is added up."""
        self.hal.keys_down(1 << key)
        frames = self.hal.frames
        start = now_us()
        self.run(_STEP_MS)
        took = passed_us(start)
        if self.hal.frames != frames:
            self.presses += 1
            self.press_us += took
        self.run(down_ms - _STEP_MS)
        self.hal.keys_down(0)
        self.run(40)

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


def idle_us(bench: Bench, steps: int) -> float:
    """Microseconds of a step in which nothing is new."""
    start = now_us()
    bench.run(steps * _STEP_MS)
    return passed_us(start) / steps


def redraw_us(redraws: int) -> float:
    """Microseconds of the obvious redraw of both tracks."""
    layout = Layout()
    strips = [_Strip(layout.leds) for _ in range(TRACKS)]
    pegs = _Pegs()
    start = now_us()
    for _ in range(redraws):
        _redraw(strips, pegs, layout.led_of)
    return passed_us(start) / redraws


def bytes_per_step(bench: Bench, turns: int):
    """Bytes of heap taken by a step of a game going on; None where the interpreter cannot tell."""
    if not hasattr(gc, "mem_alloc"):
        return None
    bench.turns(1)
    steps = bench.steps
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    bench.turns(turns)
    taken = gc.mem_alloc() - before
    gc.enable()
    return taken / (bench.steps - steps)


def measure(root: str, games: int) -> dict:
    """All figures of this interpreter, by name; `root` is an empty folder."""
    bench = Bench(root)
    figures = {"idle_us": idle_us(bench, 500 * games), "redraw_us": redraw_us(10 * games)}
    steps = bench.steps
    start = now_us()
    for _ in range(games):
        bench.game()
    took = passed_us(start)
    figures["games_per_s"] = games * 1e6 / took
    figures["steps_per_s"] = (bench.steps - steps) * 1e6 / took
    figures["press_us"] = bench.press_us / bench.presses
    figures["bytes_per_step"] = bytes_per_step(bench, 8)
    return figures
