"""Benchmark of virtual boards on USB: time to flash, results read per second, heap of the serial protocol."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware.journal.results import RESULTS_FILE
from firmware.link.dispatch import HANDLERS
from firmware.link.read_handlers import READ_HANDLERS
from firmware.rules.presets import load_preset
from host_tools.desk.events import new_key
from host_tools.desk.formats import Table
from host_tools.desk.simulation import SimulatedBoards, measure_seconds
from host_tools.sim.micropython_process import MicroPython
from host_tools.sim.python_bundle import bundle
from host_tools.sim.serial.boards import SerialBoard
from host_tools.sim.serial.command import uid
from host_tools.usb.deploy import fitting_image
from host_tools.usb.flash_command import flash_one
from host_tools.usb.ports import Port
from host_tools.usb.read_results import fault_messages, read_all_results
from host_tools.usb.repl import Repl

BOARDS = 20
RESULTS = 300
"""Results on each board: some thirty nights of nine games without clearing."""
_KEY = bytes.fromhex(new_key())

_MACHINE = """
import gc
from virtual.hal import VirtualHal
import firmware.interpreter
hal = VirtualHal(2, "/flash")
hal.write = len
"""
_LINK = """
before = gc.mem_alloc()
from firmware.link.link import Link
link = Link(hal, None)
gc.collect()
"""
_BOARD = """
print(gc.mem_alloc() - before)
from firmware.board import Board
link = Board(hal).link

def hear(line):
    hal.receive(line + "\\n")
    link.poll()
    hal.receive("")

def serve():
    link.serve(True)
    taken = gc.mem_alloc()
    gc.collect()
    return taken if link.poll() else 0
"""
"""`serve`: bytes of heap once a piece of work is done, before anything is collected; 0 when nothing is left to do."""


@dataclass(frozen=True)
class Pace:
    """Figures of `boards` in parallel: seconds to flash them when empty, and again when nothing has changed; number of
    results, and seconds to read and verify these."""

    boards: int
    first_s: float
    again_s: float
    results: int
    read_s: float


@dataclass(frozen=True)
class Heap:
    """Bytes of heap of the link, code included: at rest, what requests leave loaded once all have been sent, and what
    the longest reply, that to `verb`, takes beside that, before anything is collected."""

    rest: int
    verbs: int
    reply: int
    verb: str


@dataclass(frozen=True)
class Usb:
    """All figures. `compile_s`: seconds to compile the firmware for a kind of board, once for all boards."""

    compile_s: float
    paces: tuple[Pace, ...]
    heap: Heap


def figures(boards: int, results: int) -> Usb:
    """Measure one board and `boards` of them, with `results` each.

    Raises FetchError, MicroPythonError, PtyError, LineError, ReplError.
    """
    heap = link_heap()
    with TemporaryDirectory() as folder, ExitStack() as stack:
        port = _start_board(stack, Path(folder), 1)
        compile_s = measure_seconds(lambda: _compile(port))
    return Usb(compile_s, tuple(pace(count, results) for count in (1, boards)), heap)


def _compile(port: Port) -> None:
    """Compile the firmware that fits the board."""
    with Repl(port.path) as repl:
        fitting_image(repl)


def pace(count: int, results: int) -> Pace:
    """Measure flashing `count` boards that are empty but for their results, flashing them again, and reading them."""
    with TemporaryDirectory() as folder, ExitStack() as stack:
        ports = [_start_board(stack, Path(folder), number, results) for number in range(1, count + 1)]
        first, again = (measure_seconds(lambda: _flash(ports)) for _ in range(2))
        reading = measure_seconds(lambda: _read_results(ports, results))
    return Pace(count, first, again, count * results, reading)


def _start_board(stack: ExitStack, root: Path, number: int, results: int = 0) -> Port:
    """Start a virtual board with this number of results; `stack` disconnects it."""
    flash = root / str(number)
    flash.mkdir()
    (flash / RESULTS_FILE).write_text("".join(lines(number, results)))
    board = SerialBoard(flash, uid(number))
    stack.callback(board.cut)
    return Port(board.port, board.uid)


def lines(number: int, count: int) -> Iterator[str]:
    """Yield the result lines of board `number` after `count` games."""
    simulated = SimulatedBoards("Friday", load_preset("acc"), _KEY, seed=number)
    return (f"{simulated.play(game, Table(number, ((1,), (2,))))}\n" for game in range(1, count + 1))


def _flash(ports: list[Port]) -> None:
    with ThreadPoolExecutor(len(ports)) as pool:
        list(pool.map(lambda port: flash_one(port, False, {}, lambda sent, size: None), ports))


def _read_results(ports: list[Port], results: int) -> None:
    for result in read_all_results(ports, 0, _KEY):
        if fault_messages(result) or len(result.lines) != results:
            raise RuntimeError(f"the measured results were not read: {fault_messages(result)}")


def link_heap() -> Heap:
    """Measure the link's heap on a board with a result and a game's journal. Raises FetchError, MicroPythonError."""
    with MicroPython(bundle()) as python:
        python.write(f"/flash/{RESULTS_FILE}", next(lines(1, 1)).encode())
        python.run(_MACHINE)
        python.run(_LINK)
        rest = int(python.run(_BOARD))
        before = _heap(python)
        for verb in HANDLERS:
            _reply(python, verb)
        loaded = _heap(python)
        replies = {verb: _reply(python, verb) - loaded for verb in READ_HANDLERS}
    verb = max(replies, key=replies.__getitem__)
    return Heap(rest, loaded - before, replies[verb], verb)


def _heap(python: MicroPython) -> int:
    python.run("gc.collect()")  # seen by the next piece of code
    return int(python.run("print(gc.mem_alloc())"))


def _reply(python: MicroPython, verb: str) -> int:
    """Send a request; return the most heap in use at any time of the reply, in bytes."""
    python.call("hear", f'{{"do":"{verb}"}}')
    return max(int(used) for used in iter(lambda: python.call("serve"), 0) if used)


def rows(usb: Usb) -> Iterator[tuple[str, str, str]]:
    """Yield rows of the printed report: metric, measured, target."""
    yield "firmware compiled, once for all boards", f"{usb.compile_s:.1f} s", ""
    for pace in usb.paces:
        boards = f"{pace.boards} board{'s' if pace.boards > 1 else ''}"
        yield f"{boards} flashed, empty before", f"{pace.first_s:.1f} s", ""
        yield f"{boards} flashed, nothing to send", f"{pace.again_s:.1f} s", ""
        yield f"{boards} read, {pace.results:,} results", f"{pace.results / pace.read_s:,.0f} a second", ""
    yield "heap of the link, no host", f"{usb.heap.rest:,} B", ""
    yield "its verbs, once all have been asked", f"{usb.heap.verbs:,} B", ""
    yield f"its longest reply ({usb.heap.verb})", f"{usb.heap.reply:,} B", ""
