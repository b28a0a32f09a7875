"""Benchmark of virtual boards on USB: time to flash, results read per second, heap of the serial protocol."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware.journal.result_reader import RESULTS_FILE
from firmware.link.dispatch import HANDLERS
from firmware.link.read_handlers import READ_HANDLERS
from firmware.rules.presets import load_preset
from host_tools.desk.cli.simulate_command import SimulatedBoards
from host_tools.desk.events.event import new_key
from host_tools.desk.formats.movements import Table
from host_tools.sim.micropython_process import MicroPython
from host_tools.sim.python_bundle import bundle
from host_tools.sim.serial.boards import SerialBoard
from host_tools.sim.serial.command import uid
from host_tools.usb.board_reports import BoardReport, on_all
from host_tools.usb.deploy_files import board_image
from host_tools.usb.flash_command import FlashOptions, flash_one
from host_tools.usb.ports import Port
from host_tools.usb.read_results import fault_messages, read_all_results
from host_tools.usb.repl import Repl
from host_tools.usb.sans_io.deploy_steps import KIND, architecture
from tests.measure.desk_scaling import measure_seconds

BOARDS = 20
RESULTS = 300
"""Results on each board: some thirty nights of nine games without clearing."""
_KEY = bytes.fromhex(new_key())

_MAKE_HAL = """
import gc
from virtual.hal import VirtualHal
import firmware.interpreter
hal = VirtualHal(2, "/flash")
hal.write = len
"""
_START_LINK = """
before = gc.mem_alloc()
from firmware.link.link import Link
link = Link(hal)
gc.collect()
"""
_START_BOARD = """
print(gc.mem_alloc() - before)
from firmware.board import Board
board = Board(hal)
# What a start loads is loaded here by itself.
board._work = None
link = board.link

def send_request(line):
    hal.receive(line + "\\n")
    link.poll()
    hal.receive("")

def serve_once():
    link.serve(board)
    if board._work is not None:
        board._go_on()
    used = gc.mem_alloc()
    gc.collect()
    return used if link.poll() else 0
"""
"""`serve_once` does one piece of a reply's work and returns the heap bytes then used, uncollected; 0 after the last."""


@dataclass(frozen=True)
class Pace:
    """Figures of `boards` in parallel: seconds to flash them without firmware (`first_s`) and again when they are up to
    date (`again_s`); number of `results` on all of them, and seconds to read and verify those (`read_s`)."""

    boards: int
    first_s: float
    again_s: float
    results: int
    read_s: float


@dataclass(frozen=True)
class Heap:
    """Heap bytes of the board's serial link, code included: `rest`: idle; `verbs`: added by the handlers of all request
    types once loaded; `reply`: further added, before a collection, by the largest reply, that to request type `verb`.
    """

    rest: int
    verbs: int
    reply: int
    verb: str


@dataclass(frozen=True)
class Usb:
    """All figures. `compile_s`: seconds to compile the firmware, which is done once for all boards of a kind."""

    compile_s: float
    paces: tuple[Pace, ...]
    heap: Heap


def measure(boards: int, results: int) -> Usb:
    """Measure one board, then `boards` in parallel, with `results` results on each.

    Raises FetchError, MicroPythonError, PtyError, LineError, ReplError.
    """
    heap = measure_link_heap()
    with TemporaryDirectory() as folder, ExitStack() as stack:
        port = _start_board(stack, Path(folder), 1)
        compile_s = measure_seconds(lambda: _compile(port))
    return Usb(compile_s, tuple(measure_boards(count, results) for count in sorted({1, boards})), heap)


def _compile(port: Port) -> None:
    """Compile the firmware that fits the board."""
    with Repl(port.path) as repl:
        mpy, platform = repl.run(KIND).split()
        board_image(architecture(int(mpy)), platform)


def measure_boards(count: int, results: int) -> Pace:
    """Measure flashing `count` empty boards, flashing them again with results on them, and reading these."""
    with TemporaryDirectory() as folder, ExitStack() as stack:
        ports = [_start_board(stack, Path(folder), number) for number in range(1, count + 1)]
        first = measure_seconds(lambda: _flash(ports))
        for number in range(1, count + 1):
            _write_results(Path(folder), number, results)
        again = measure_seconds(lambda: _flash(ports))
        reading = measure_seconds(lambda: _read_results(ports, results))
    return Pace(count, first, again, count * results, reading)


def _start_board(stack: ExitStack, root: Path, number: int) -> Port:
    """Start an empty virtual board, whose flash is a folder in `root`; `stack` disconnects it."""
    flash = root / str(number)
    flash.mkdir()
    board = SerialBoard(flash, uid(number))
    stack.callback(board.unplug)
    return Port(board.port, board.uid)


def _write_results(root: Path, number: int, results: int) -> None:
    """Write results to a board's flash, which it reads when it restarts."""
    file = root / str(number) / RESULTS_FILE
    file.parent.mkdir(exist_ok=True)
    file.write_text("".join(result_lines(number, results)))


def result_lines(number: int, count: int) -> Iterator[str]:
    """Yield the result lines that board `number` holds after `count` games."""
    simulated = SimulatedBoards("Friday", load_preset("acc"), _KEY, seed=number)
    return (f"{simulated.play(game, Table(number, ((1,), (2,))))}\n" for game in range(1, count + 1))


def _flash(ports: list[Port]) -> None:
    options = FlashOptions(force=False, new=False, downgrade=False, everyone=False, fields={})
    on_all(lambda port: flash_one(BoardReport(port, {}, {}, {}), options, lambda sent, size: None), ports)


def _read_results(ports: list[Port], results: int) -> None:
    for result in read_all_results(ports, 0, _KEY):
        if fault_messages(result) or len(result.lines) != results:
            raise RuntimeError(f"the measured results were not read: {fault_messages(result)}")


def measure_link_heap() -> Heap:
    """Measure the link's heap on a virtual board that holds one result. Raises FetchError, MicroPythonError."""
    with MicroPython(bundle()) as python:
        python.write(f"/flash/{RESULTS_FILE}", next(result_lines(1, 1)).encode())
        python.run(_MAKE_HAL)
        python.run(_START_LINK)
        rest = int(python.run(_START_BOARD))
        before = _used_heap(python)
        python.run("link.load_handlers()")
        for request_type in HANDLERS:
            _peak_heap_of_reply(python, request_type)
        loaded = _used_heap(python)
        replies = {name: _peak_heap_of_reply(python, name) - loaded for name in READ_HANDLERS}
    largest = max(replies, key=replies.__getitem__)
    return Heap(rest, loaded - before, replies[largest], largest)


def _used_heap(python: MicroPython) -> int:
    python.run("gc.collect()")  # takes effect when this piece of code has ended
    return int(python.run("print(gc.mem_alloc())"))


def _peak_heap_of_reply(python: MicroPython, request_type: str) -> int:
    """Send a request; return the most heap bytes in use while the board replies."""
    python.call("send_request", f'{{"do":"{request_type}"}}')
    return max(int(used) for used in iter(lambda: python.call("serve_once"), 0) if used)


def report_rows(usb: Usb) -> Iterator[tuple[str, str, str]]:
    """Yield rows of the printed report: metric, measured, target."""
    yield "firmware compiled, once for all boards", f"{usb.compile_s:.1f} s", ""
    for pace in usb.paces:
        boards = f"{pace.boards} board{'s' if pace.boards > 1 else ''}"
        yield f"{boards} flashed, no firmware before", f"{pace.first_s:.1f} s", ""
        yield f"{boards} flashed, already up to date", f"{pace.again_s:.1f} s", ""
        yield f"{boards} read, {pace.results:,} results", f"{pace.results / pace.read_s:,.0f} results/s", ""
    yield "heap of the serial link, idle", f"{usb.heap.rest:,} B", ""
    yield "heap retained by request handlers, all loaded", f"{usb.heap.verbs:,} B", ""
    yield f"extra heap of the largest reply ({usb.heap.verb})", f"{usb.heap.reply:,} B", ""
