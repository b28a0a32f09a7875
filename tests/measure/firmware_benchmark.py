"""Measures time and memory of the firmware, inside the interpreter that runs it: CPython, and MicroPython.

A full redraw, with which a key press is compared, is naive: it goes through every LED of every strip, computes its
colour from the pegs, and sets it by `strip[i] = (r, g, b)`.
"""

import gc

from firmware.config import FRAME_MS, KEY_OK
from firmware.view.lights.hole_led_map import HOLES, HoleLedMap

try:
    from host_tools.sim.virtual.board import VirtualBoard
except ImportError:
    from virtual.board import VirtualBoard  # type: ignore[no-redef, unused-ignore]

try:
    from js import performance

    def now_us() -> float:
        """Return the microseconds of the browser's monotonic clock; MicroPython's own counts milliseconds here."""
        return performance.now() * 1000

except ImportError:
    from time import perf_counter  # type: ignore[attr-defined, unused-ignore]

    def now_us() -> float:
        """Return the microseconds of a monotonic clock."""
        return perf_counter() * 1e6


def tenth_percentile(times: list) -> float:
    """Return the tenth percentile of times: slower ones are those that other processes have delayed."""
    return sorted(times)[len(times) // 10]


TRACKS = 2
_BATCH = 50

_A_1, _A_2, _A_5, _A_BACK, _B_1, _B_2, _B_5 = range(7)
"""Keys +1, +2, +5 and BACK of teams A and B."""
_TURNS_BEFORE_OUT = 12
"""Turns by 10 holes after which team A is on hole 120 of 121."""
_BITS_PER_LED = 24
_PRESS_MS = 40
_SIGN_MS = 1200
"""Duration of a press by which B's players agree to A's claim."""


class Bench(VirtualBoard):
    """A virtual board that counts its steps and presses."""

    presses = steps = 0

    def step(self) -> None:
        """Run one step of the board at the present board time."""
        self.steps += 1
        self.board.step(self.now)

    def press(self, *keys, ms: int = _PRESS_MS) -> None:
        """Hold keys down for `ms`, then release them for _PRESS_MS."""
        self.presses += 1
        super().press(*keys, ms=ms)

    def timed_press_us(self, key: int) -> float:
        """Press a key, and return the microseconds of the step that reads it and sends the frame.

        Raises RuntimeError unless that one step does both.
        """
        frames = self.hal.frames
        start = now_us()
        self.hold(key)
        elapsed = now_us() - start
        if self.hal.frames != frames + 1:
            raise RuntimeError("the measured press was not shown at once")
        self.wait(_PRESS_MS)
        self.hold()
        self.wait(_PRESS_MS)
        return elapsed

    def play_turns(self, turns: int) -> None:
        """Peg `turns` times: 10 holes for team A, then 8 for B."""
        for _ in range(turns):
            for key in (_A_5, _A_5, KEY_OK, _B_5, _B_2, _B_1, KEY_OK):
                self.press(key)

    def play_game(self) -> None:
        """Play a whole game with signatures, and begin the next one."""
        finished = self.board.match.finished
        self.play_turns(_TURNS_BEFORE_OUT)
        self.press(_A_5)
        self.press(KEY_OK)
        self.press(_B_1, ms=_SIGN_MS)
        self.press(KEY_OK)
        self.press(KEY_OK)
        if self.board.match.finished != finished + 1:
            raise RuntimeError("the measured game did not end")


_OFF = (0, 0, 0)
_FRONT = (60, 40, 0)
_BACK = (12, 8, 0)
_BETWEEN = (3, 2, 0)
_LINE = (6, 6, 5)
_LINES = (60, 90, HOLES)


class _Strip:
    """A strip of the naive view, set one LED at a time, its bytes in the order of the wire."""

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
    """Return the colour (r, g, b) of a hole."""
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
    """Set every LED of every strip."""
    for strip in strips:
        for led in range(len(hole_of)):
            strip[led] = _colour(pegs, hole_of[led])


def measure_redraw_us(redraws: int) -> float:
    """Return the tenth percentile of the microseconds that a naive redraw of both tracks takes."""
    led_map = HoleLedMap()
    strips = [_Strip(led_map.leds) for _ in range(TRACKS)]
    pegs = _Pegs()
    hole_of = [0] * led_map.leds
    for hole in range(1, HOLES + 1):
        hole_of[led_map.led_of[hole]] = hole
    times = []
    for _ in range(redraws):
        start = now_us()
        _redraw(strips, pegs, hole_of)
        times.append(now_us() - start)
    return tenth_percentile(times)


def measure_idle_us(bench: Bench, batches: int, pass_ms: int = 0) -> float:
    """Return the microseconds of a step without input, `pass_ms` of board time after the previous one.

    From FRAME_MS on, each step also renders the frame, which is unchanged.
    """
    times = []
    for _ in range(batches):
        start = now_us()
        for _ in range(_BATCH):
            bench.now += pass_ms
            bench.step()
        times.append((now_us() - start) / _BATCH)
    return tenth_percentile(times)


def measure_rotate_us(bench: Bench, count: int) -> float:
    """Return the microseconds in which the journal opens a new segment."""
    board = bench.board
    times = []
    for _ in range(count):
        start = now_us()
        for _ in board.journal.open_segment(board.match, board.clock.now):
            pass
        times.append(now_us() - start)
    return tenth_percentile(times)


def measure_key_us(bench: Bench, turns: int) -> tuple:
    """Return the microseconds of a press that counts, and of an OK that commits (writes to flash, then shows it)."""
    counts: list = []
    commits: list = []
    for _ in range(turns):
        for key in (_A_5, _A_2, _A_1):
            counts.append(bench.timed_press_us(key))
        commits.append(bench.timed_press_us(KEY_OK))
        # Team A asks to take the move back, and B agrees.
        bench.press(_A_BACK)
        bench.press(_B_1, ms=_SIGN_MS)
    return tenth_percentile(counts), tenth_percentile(commits)


def _used_heap() -> int:
    return gc.mem_alloc()  # type: ignore[attr-defined, unused-ignore]


class _HeapBench(Bench):
    """Sums in `allocated` the heap bytes of its steps, except those that open a journal segment, which may allocate."""

    allocated = 0

    def step(self) -> None:
        """Run a step, and add the heap that it allocates, unless it opens a segment."""
        self.steps += 1
        segment = self._segment_names()
        before = _used_heap()
        self.board.step(self.now)
        allocated = _used_heap() - before
        if self._segment_names() == segment:
            self.allocated += allocated

    def _segment_names(self) -> list:
        return self.hal.disk.names("journal")


def measure_led_traffic(bench: Bench, games: int) -> tuple:
    """Play games; return the bits sent per press, the bits of a whole frame, and the share of frames sent whole."""
    hal = bench.hal
    leds_before, presses_before = hal.leds_sent, bench.presses
    frames_before, whole_before = hal.frames, hal.whole_frames
    for _ in range(games):
        bench.play_game()
    press_bits = _BITS_PER_LED * (hal.leds_sent - leds_before) / (bench.presses - presses_before)
    frame_bits = _BITS_PER_LED * TRACKS * hal.leds
    return press_bits, frame_bits, (hal.whole_frames - whole_before) / (hal.frames - frames_before)


def measure_bytes_per_step(hal, turns: int) -> "float | None":
    """Return the heap bytes that a step allocates, on average over `turns` turns of a game (`Bench.play_turns`).

    Returns None if the interpreter does not count its heap.
    """
    if not hasattr(gc, "mem_alloc"):
        return None
    bench = _HeapBench(lambda: hal)
    gc.collect()
    gc.disable()
    bench.allocated = bench.steps = 0
    bench.play_turns(turns)
    gc.enable()
    return bench.allocated / bench.steps


def measure(make_hal, games: int) -> dict:
    """Measure and return all figures of this interpreter, by name; `make_hal` returns a virtual machine with TRACKS."""
    bench = Bench(make_hal)
    bench.wait(200)
    steps = bench.steps
    times = []
    for _ in range(games):
        start = now_us()
        bench.play_game()
        times.append(now_us() - start)
    game_us = tenth_percentile(times)
    figures = {"games_per_s": 1e6 / game_us, "steps_per_s": (bench.steps - steps) / games * 1e6 / game_us}
    figures["idle_us"] = measure_idle_us(bench, 4 * games)
    figures["look_us"] = measure_idle_us(bench, 4 * games, FRAME_MS)
    figures["rotate_us"] = measure_rotate_us(bench, 2 * games)
    figures["press_us"], figures["commit_us"] = measure_key_us(bench, 3 * games)
    figures["redraw_us"] = measure_redraw_us(5 * games)
    figures["press_bits"], figures["frame_bits"], figures["whole_frames"] = measure_led_traffic(bench, games)
    figures["bytes_per_step"] = measure_bytes_per_step(make_hal(), 8)
    return figures
