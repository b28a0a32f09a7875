"""Benchmark: the firmware on CPython and on MicroPython: steps, presses, heap, and the size of its `.mpy` files."""

import json
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass

from host_tools.firmware_build import board_sources, compile_mpy, join_modules
from host_tools.sim.micropython_process import MicroPython
from host_tools.sim.python_bundle import bundle
from host_tools.sim.virtual import firmware_benchmark

GAMES = 40
PRESS_GOAL = 10
HEAP_GOAL = 100_000

_MEASURE = """
import json, os
from virtual.firmware_benchmark import measure
os.mkdir("/flash")
print(json.dumps(measure("/flash", %d)))
"""
_MACHINE = """
import gc, os
os.mkdir("/flash")
from virtual.hal import VirtualHal
hal = VirtualHal(2, "/flash")
gc.collect()
"""
_START = """
before = gc.mem_alloc()
from firmware.board import Board
board = Board(hal)
board.step(0)
gc.collect()
"""
"""This MicroPython collects at the top level: what `gc.collect` frees is seen by the next piece of code."""


@dataclass
class Figures:
    """Figures of one interpreter: microseconds a step, rates a second, bytes; None where not measurable."""

    steps_per_s: float
    games_per_s: float
    idle_us: float
    look_us: float
    press_us: float
    commit_us: float
    rotate_us: float
    redraw_us: float
    press_bits: float
    frame_bits: int
    whole_frames: float
    bytes_per_step: float | None

    def path(self, us: float) -> str:
        """Format the time of a step in µs, and its ratio to an idle step's."""
        return f"{us:.1f} µs, {us / self.idle_us:.1f} ×"

    @property
    def press_gain(self) -> float:
        """Ratio of the obvious redraw's time to a press's."""
        return self.redraw_us / self.press_us

    def as_json(self) -> dict[str, float | None]:
        return {**asdict(self), "press_gain": self.press_gain}


def measure_cpython(games: int) -> Figures:
    """Measure on this Python."""
    with tempfile.TemporaryDirectory() as root:
        return Figures(**firmware_benchmark.measure(root, games))


def measure_micropython(python: MicroPython, games: int) -> Figures:
    """Measure on a restarted MicroPython. Raises MicroPythonError."""
    python.restart(bundle())
    return Figures(**json.loads(python.run(_MEASURE % games)))


def heap_after_start(python: MicroPython) -> int:
    """Measure the bytes of heap, code included, of the firmware once a board of two tracks has started."""
    python.restart(join_modules(bundle()))
    python.run(_MACHINE)
    python.run(_START)
    return int(python.run("print(gc.mem_alloc() - before)"))


_PICO = "armv6m"
"""mpy-cross's name of the RP2040's processor."""


def mpy_size() -> int:
    """Sum the bytes of a Pico's `.mpy` files."""
    return sum(len(compile_mpy(path, text, _PICO)) for path, text in board_sources("rp2", native=True).items())


def rows(cpython: Figures, micropython: Figures, heap: int, size: int) -> Iterator[tuple[str, str, str, str]]:
    """Yield rows of the printed report: name, each interpreter's figure, goal; `heap` and `size` in bytes."""
    both = (cpython, micropython)
    gain = _goal(min(figures.press_gain for figures in both) >= PRESS_GOAL, f"≥ {PRESS_GOAL} ×")
    whole_frame = f"whole frame: {cpython.frame_bits:,}"
    no_heap = _goal(not micropython.bytes_per_step, "0 B")

    def compared(name: str, text: Callable[[Figures], str], goal: str = "") -> tuple[str, str, str, str]:
        return name, text(cpython), text(micropython), goal

    yield compared("steps per second", lambda figures: f"{figures.steps_per_s:,.0f}")
    yield compared("whole games per second", lambda figures: f"{figures.games_per_s:.1f}")
    yield compared("idle step (1 ×)", lambda figures: f"{figures.idle_us:.1f} µs")
    yield compared("lights looked at, nothing new", lambda figures: figures.path(figures.look_us))
    yield compared("press, frame included", lambda figures: figures.path(figures.press_us))
    yield compared("commit, on flash and shown", lambda figures: figures.path(figures.commit_us))
    yield compared("new journal segment", lambda figures: figures.path(figures.rotate_us))
    yield compared("obvious redraw", lambda figures: figures.path(figures.redraw_us))
    yield compared("obvious redraw ÷ press", lambda figures: f"{figures.press_gain:.1f} ×", gain)
    yield compared("bits sent for a press", lambda figures: f"{figures.press_bits:,.0f}", whole_frame)
    yield compared("frames sent whole", lambda figures: f"{figures.whole_frames:.0%}")
    yield "heap taken by a step", "", _bytes(micropython.bytes_per_step), no_heap
    yield "heap in use after start", "", _bytes(heap), _goal(heap <= HEAP_GOAL, f"≤ {HEAP_GOAL:,} B")
    yield ".mpy files", "", _bytes(size), ""


def _goal(met: bool, words: str) -> str:
    return words if met else f"{words}: missed"


def _bytes(number: float | None) -> str:
    return "" if number is None else f"{number:,.4g} B" if number < 1000 else f"{number:,.0f} B"
