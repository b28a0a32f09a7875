"""`cribboard bench`: what firmware and desk cost, in one run."""

import json
import tempfile
from dataclasses import asdict, dataclass
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from host_tools import bench_flash, bench_wire
from host_tools.desk import bench as bench_desk
from host_tools.hardware.params import ParamsError
from host_tools.shipping import compile_mpy, shipped
from host_tools.sim.bundle import bundle
from host_tools.sim.micropython import FetchError
from host_tools.sim.node import MicroPython, MicroPythonError
from host_tools.sim.virtual import measure

GAMES = 40
FLASH_GAMES = 200
PRESS_GOAL = 10
HEAP_GOAL = 60_000
MPY_GOAL = 60_000

_MEASURE = """
import json, os
from virtual.measure import measure
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
"""This MicroPython collects when it is back at the top: what `gc.collect` frees is seen by the next piece of code."""


@dataclass
class Figures:
    """What one interpreter took: microseconds a step, rates a second, bytes; None where it cannot tell."""

    steps_per_s: float
    games_per_s: float
    idle_us: float
    look_us: float
    press_us: float
    commit_us: float
    rotate_us: float
    redraw_us: float
    bytes_per_step: float | None

    def path(self, us: float) -> str:
        """What a step's path takes, beside a step in which nothing is new."""
        return f"{us:.1f} µs, {us / self.idle_us:.1f} ×"

    @property
    def press_gain(self) -> float:
        """How many times cheaper a press is than the obvious redraw."""
        return self.redraw_us / self.press_us


def bench(
    json_lines: Annotated[bool, typer.Option("--json", help="Print the figures as one line of JSON.")] = False,
    flash_games: Annotated[int, typer.Option(min=1, help="Games to play on the model of the flash.")] = FLASH_GAMES,
    page: Annotated[bool, typer.Option("--page", help="Measure the virtual board's page instead.")] = False,
    desk_scale: Annotated[
        list[int] | None,
        typer.Option(min=1, help="Size of the desk's event in 1,024 players; left out: 1 and 10. 100 takes long."),
    ] = None,
) -> None:
    """Measure the firmware on this Python and on real MicroPython, and the desk at large events.

    The obvious redraw, beside which a press is set, goes through every LED, asks the game for its colour and sets it.
    Times are those of this machine; a board with an RP2040 is slower, but the proportions are its own.
    """
    if page:
        _bench_page(json_lines)
        return
    try:
        wire = bench_wire.figures()
        figures, heap = {"cpython": on_cpython(GAMES)}, 0
        with MicroPython(bundle()) as python:
            heap = heap_after_start(python)
            figures["micropython"] = on_micropython(python, GAMES)
    except (ParamsError, FetchError, MicroPythonError) as error:
        typer.echo(f"cribboard bench: {error}", err=True)
        raise typer.Exit(1) from None
    size = mpy_size()
    flash = bench_flash.measure(flash_games)
    desk = bench_desk.figures(desk_scale or bench_desk.SCALES)
    if json_lines:
        runtimes = {name: {**asdict(found), "press_gain": found.press_gain} for name, found in figures.items()}
        rest = {"heap": heap, "mpy": size, "flash": asdict(flash), "wire": asdict(wire)}
        rest["desk"] = [asdict(one) for one in desk]
        typer.echo(json.dumps({**runtimes, **rest}))
    else:
        Console().print(_table(figures, heap, size), _wire_table(wire), _flash_table(flash), _desk_table(desk))


def _bench_page(json_lines: bool) -> None:
    try:
        from host_tools.sim import browse, pagetime
    except ImportError as error:
        typer.echo(f"cribboard bench: {error.name} is missing: pip install '.[test]'", err=True)
        raise typer.Exit(1) from None
    try:
        figures = pagetime.measure()
    except (FetchError, browse.BrowserError) as error:
        typer.echo(f"cribboard bench: {error}", err=True)
        raise typer.Exit(1) from None
    if json_lines:
        typer.echo(json.dumps(figures))
        return
    table = Table("visit", "first paint, ms", "ready to play, ms")
    for visit, told in figures.items():
        table.add_row(visit, *map(str, told.values()))
    Console().print(table)


def on_cpython(games: int) -> Figures:
    """Measure on the Python that runs this."""
    with tempfile.TemporaryDirectory() as root:
        return Figures(**measure.measure(root, games))


def on_micropython(python: MicroPython, games: int) -> Figures:
    """Measure on MicroPython; the interpreter is made fresh for it. Raises MicroPythonError."""
    python.restart(bundle())
    return Figures(**json.loads(python.run(_MEASURE % games)))


def heap_after_start(python: MicroPython) -> int:
    """Bytes of heap, code included, that the firmware holds once a board of two tracks has started."""
    python.restart(bundle())
    python.run(_MACHINE)
    python.run(_START)
    return int(python.run("print(gc.mem_alloc() - before)"))


def mpy_size() -> int:
    """Bytes of the `.mpy` files a Pico carries."""
    return sum(len(compile_mpy(path, text)) for path, text in shipped().items())


def _table(figures: dict[str, Figures], heap: int, size: int) -> Table:
    table = Table(title="The firmware on two tracks")
    table.add_column("")
    for name in ("CPython", "MicroPython", "goal"):
        table.add_column(name, justify="right")
    both = (figures["cpython"], figures["micropython"])
    rows = {
        "steps per second": ([f"{one.steps_per_s:,.0f}" for one in both], ""),
        "whole games per second": ([f"{one.games_per_s:.1f}" for one in both], ""),
        "idle step (1 ×)": ([f"{one.idle_us:.1f} µs" for one in both], ""),
        "lights looked at, nothing new": ([one.path(one.look_us) for one in both], ""),
        "press, frame included": ([one.path(one.press_us) for one in both], ""),
        "commit, on flash and shown": ([one.path(one.commit_us) for one in both], ""),
        "new journal segment": ([one.path(one.rotate_us) for one in both], ""),
        "obvious redraw": ([one.path(one.redraw_us) for one in both], ""),
        "a press is cheaper": (
            [f"{one.press_gain:.1f} ×" for one in both],
            _goal(min(one.press_gain for one in both) >= PRESS_GOAL, f"≥ {PRESS_GOAL} ×"),
        ),
        "heap taken by a step": (["", _bytes(both[1].bytes_per_step)], _goal(not both[1].bytes_per_step, "0 B")),
        "heap in use after start": (["", _bytes(heap)], _goal(heap <= HEAP_GOAL, f"≤ {HEAP_GOAL:,} B")),
        ".mpy files": (["", _bytes(size)], _goal(size <= MPY_GOAL, f"≤ {MPY_GOAL:,} B")),
    }
    for name, (cells, goal) in rows.items():
        table.add_row(name, *cells, goal)
    return table


def _goal(met: bool, words: str) -> str:
    return words if met else f"{words}: missed"


def _wire_table(wire: bench_wire.Wire) -> Table:
    table = Table("", "figure", "goal", title="The strips' wire, by the PIO's program")
    for row in bench_wire.rows(wire):
        table.add_row(*row)
    return table


def _flash_table(flash: bench_flash.Flash) -> Table:
    table = Table("", "figure", "goal", title=f"The flash in {flash.games:,} games, on littlefs")
    for row in bench_flash.rows(flash):
        table.add_row(*row)
    return table


def _desk_table(figures: list[bench_desk.Figure]) -> Table:
    table = Table("", "figure", "goal", title="The desk, in a SQLite file")
    for one in figures:
        table.add_row(one.name, f"{one.seconds:.2f} s", _goal(one.seconds <= one.goal, f"≤ {one.goal:g} s"))
    return table


def _bytes(number: float | None) -> str:
    return "" if number is None else f"{number:,.4g} B" if number < 1000 else f"{number:,.0f} B"
