"""Benchmark: the firmware on CPython and on MicroPython: steps, presses, heap, and the size of its `.mpy` files."""

import json
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from host_tools.firmware_build.module_joiner import PLAY, board_sources, join_modules
from host_tools.firmware_build.mpy_compiler import compile_mpy
from host_tools.sim.micropython_process import MicroPython
from host_tools.sim.python_bundle import bundle
from host_tools.sim.virtual.hal import VirtualHal
from tests.measure import firmware_benchmark
from tests.measure.firmware_benchmark import TRACKS

GAMES = 40
PRESS_GOAL = 10
HEAP_GOAL = 122_000
"""Of the 190 kB that MicroPython has on a Pico. With what a game's end needs, which is loaded at the start."""

_MEASURE = """
import json, os
from firmware_benchmark import TRACKS, measure
from virtual.hal import VirtualHal
os.mkdir("/flash")
print(json.dumps(measure(lambda: VirtualHal(TRACKS, "/flash"), %d)))
"""
_MAKE_HAL = """
import gc, os
os.mkdir("/flash")
from virtual.hal import VirtualHal
hal = VirtualHal(2, "/flash")
gc.collect()
"""
_START_BOARD = """
before = gc.mem_alloc()
from firmware.board import Board
board = Board(hal)
board.step(0)
gc.collect()
"""
"""The WebAssembly build collects garbage only after a piece of code has ended: the next piece sees the heap freed."""


@dataclass
class Figures:
    """Figures of one interpreter, measured by `firmware_benchmark.measure`.

    `..._us` are microseconds: of an idle step, of one that renders an unchanged frame (`look_us`), of a key press, of
    the OK that commits a peg, of opening a journal segment, and of setting every LED naively (`redraw_us`).
    `press_bits`: LED bits sent per press, `frame_bits`: bits of a full frame, `whole_frames`: share of frames sent in
    full. `bytes_per_step`: heap allocated by a step, None if the interpreter does not count it.
    """

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

    def time_and_ratio(self, us: float) -> str:
        """Format a time in µs, and its ratio to an idle step's."""
        return f"{us:.1f} µs, {us / self.idle_us:.1f} ×"

    @property
    def press_gain(self) -> float:
        """How many times as long a full redraw takes as a press."""
        return self.redraw_us / self.press_us

    def as_json(self) -> dict[str, float | None]:
        return {**asdict(self), "press_gain": self.press_gain}


def measure_cpython(games: int) -> Figures:
    """Play `games` games on this Python and return their figures."""
    with tempfile.TemporaryDirectory() as root:
        return Figures(**firmware_benchmark.measure(lambda: VirtualHal(TRACKS, root), games))


def measure_micropython(python: MicroPython, games: int) -> Figures:
    """Play `games` games on `python`, restarted, and return their figures. Raises MicroPythonError."""
    script = Path(firmware_benchmark.__file__)
    python.restart(bundle() | {script.name: script.read_text(encoding="utf-8")})
    return Figures(**json.loads(python.run(_MEASURE % games)))


def heap_after_start(python: MicroPython) -> int:
    """Return the heap bytes of the firmware, code included, after a board of two tracks has started.

    Not counted is the virtual hardware with the modules of the firmware that it needs, as a Pico's has its own file.
    """
    python.restart(join_modules(bundle(), ("virtual.hal", *PLAY)))
    python.run(_MAKE_HAL)
    python.run(_START_BOARD)
    return int(python.run("print(gc.mem_alloc() - before)"))


_PICO = "armv6m"
"""mpy-cross's name of the RP2040's processor."""


def mpy_size() -> int:
    """Return the total bytes of the `.mpy` files for a Pico."""
    return sum(len(compile_mpy(path, text, _PICO)) for path, text in board_sources("rp2", native=True).items())


def report_rows(cpython: Figures, micropython: Figures, heap: int, size: int) -> Iterator[tuple[str, str, str, str]]:
    """Yield rows of the printed report: name, each interpreter's figure, goal; `heap` and `size` in bytes."""
    both = (cpython, micropython)
    gain = _goal(min(figures.press_gain for figures in both) >= PRESS_GOAL, f"≥ {PRESS_GOAL} ×")
    full_frame = f"full frame: {cpython.frame_bits:,}"
    no_heap = _goal(not micropython.bytes_per_step, "0 B")

    def compared(name: str, text: Callable[[Figures], str], goal: str = "") -> tuple[str, str, str, str]:
        return name, text(cpython), text(micropython), goal

    yield compared("steps per second", lambda figures: f"{figures.steps_per_s:,.0f}")
    yield compared("whole games per second", lambda figures: f"{figures.games_per_s:.1f}")
    yield compared("idle step (1 ×)", lambda figures: f"{figures.idle_us:.1f} µs")
    yield compared("step that renders an unchanged frame", lambda figures: figures.time_and_ratio(figures.look_us))
    yield compared("key press, frame included", lambda figures: figures.time_and_ratio(figures.press_us))
    yield compared("commit, written to flash and shown", lambda figures: figures.time_and_ratio(figures.commit_us))
    yield compared("new journal segment", lambda figures: figures.time_and_ratio(figures.rotate_us))
    yield compared("full redraw, every LED set", lambda figures: figures.time_and_ratio(figures.redraw_us))
    yield compared("full redraw ÷ key press", lambda figures: f"{figures.press_gain:.1f} ×", gain)
    yield compared("bits sent to LEDs for a press", lambda figures: f"{figures.press_bits:,.0f}", full_frame)
    yield compared("frames sent in full", lambda figures: f"{figures.whole_frames:.0%}")
    yield "heap allocated by a step", "", _format_bytes(micropython.bytes_per_step), no_heap
    yield "heap in use after start", "", _format_bytes(heap), _goal(heap <= HEAP_GOAL, f"≤ {HEAP_GOAL:,} B")
    yield ".mpy files", "", _format_bytes(size), ""


def _goal(met: bool, goal: str) -> str:
    return goal if met else f"{goal}: missed"


def _format_bytes(count: float | None) -> str:
    return "" if count is None else f"{count:,.4g} B" if count < 1000 else f"{count:,.0f} B"
