"""`python -m tests.measure`, from a checkout: measure what things cost, and print a table or a line of JSON."""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from host_tools.desk.errors import DeskError
from host_tools.exit_on_signals import exit_on_signals
from host_tools.hardware.errors import ParamsError
from host_tools.progress import progress
from host_tools.sim.micropython_process import MicroPython, MicroPythonError
from host_tools.sim.npm import FetchError
from host_tools.sim.python_bundle import bundle
from host_tools.sim.serial.command import MAX_BOARDS
from host_tools.sim.serial.ptys import PtyError
from host_tools.sim.unix_board import NoInterpreterError
from host_tools.usb.protocol_client import BoardLinkError
from host_tools.usb.repl import ReplError
from tests.measure import (
    UnavailableError,
    desk_phones,
    desk_scaling,
    firmware_steps,
    flash_wear,
    hall_boards,
    hostile_clients,
    led_signal_timing,
    live_throughput,
    usb_boards,
    wall_viewers,
)
from tests.measure.soak import soak
from tests.measure.soak_plan import SoakPlan

FLASH_GAMES = 200
_TERMINATED = 143
"""Exit status after SIGTERM, as a shell gives it."""
_ERRORS = (
    *(BoardLinkError, DeskError, FetchError, MicroPythonError, ParamsError, PtyError, ReplError),
    *(ImportError, UnavailableError, NoInterpreterError),
)

AsJson = Annotated[bool, typer.Option("--json", help="Print the figures as one line of JSON.")]
Rows = Iterable[tuple[str, str, str]]
"""What is measured, the figure, the goal or ""."""

app = typer.Typer(add_completion=False, no_args_is_help=True, help=__doc__)


@contextmanager
def _measuring() -> Iterator[None]:
    """Show that it is measured; a reason why it cannot be ends the program with status 1."""
    try:
        with exit_on_signals(_TERMINATED), progress("Measuring"):
            yield
    except _ERRORS as error:
        typer.echo(f"tests.measure: {error}", err=True)
        raise typer.Exit(1) from None


def _print(json_line: bool, figures: Mapping[str, object], *tables: Table) -> None:
    if json_line:
        typer.echo(json.dumps(figures))
    else:
        Console().print(*tables)


def _table(title: str, rows: Iterable[tuple[str, ...]], figures: tuple[str, ...] = ("figure",)) -> Table:
    table = Table("", *figures, "goal", title=title)
    for row in rows:
        table.add_row(*row)
    return table


@app.command()
def firmware(
    as_json: AsJson = False,
    flash_games: Annotated[int, typer.Option(min=1, help="Games to play on the model of the flash.")] = FLASH_GAMES,
) -> None:
    """What a step, a press, a redraw, an erase and a frame on the wire cost, on both interpreters and on models of
    flash and PIO.

    The full redraw, with which a key press is compared, computes and sets the colour of every LED. Times are those of
    this machine; a board with an RP2040 is slower, but the proportions are similar.
    """
    with _measuring():
        wire = led_signal_timing.measure()
        cpython = firmware_steps.measure_cpython(firmware_steps.GAMES)
        with MicroPython(bundle()) as python:
            heap = firmware_steps.heap_after_start(python)
            micropython = firmware_steps.measure_micropython(python, firmware_steps.GAMES)
        size = firmware_steps.mpy_size()
        flash = flash_wear.measure(flash_games)
    steps = firmware_steps.report_rows(cpython, micropython, heap, size)
    _print(
        as_json,
        {
            **{"cpython": cpython.as_json(), "micropython": micropython.as_json()},
            **{"heap": heap, "mpy": size, "flash": asdict(flash), "wire": asdict(wire)},
        },
        _table("The firmware on two tracks", steps, ("CPython", "MicroPython")),
        _table("The LED signal, by the PIO program", led_signal_timing.report_rows(wire)),
        _table(f"Flash use in {flash.games:,} games, on littlefs", flash_wear.report_rows(flash)),
    )


@app.command()
def desk(
    as_json: AsJson = False,
    scale: Annotated[
        list[int] | None, typer.Option(min=1, help="The event's size in 1,024 players; left out: 1, 10 and 100.")
    ] = None,
) -> None:
    """What large events cost a desk, on SQLite and PostgreSQL, and how long two hundred phones wait. Takes minutes."""
    with _measuring():
        sizes = desk_scaling.figures(scale or desk_scaling.WHOLE, desk_scaling.BOTH)
        phones = desk_phones.measure(desk_phones.PHONES)
    _print(
        as_json,
        {"desk": [asdict(figure) for figure in sizes], "phones": asdict(phones)},
        _table("The desk", desk_scaling.report_rows(sizes)),
        _table("How the desk's times grow with the event", desk_scaling.ratio_rows(sizes)),
        _table("Phones that visit the desk's pages", desk_phones.report_rows(phones)),
    )


@app.command()
def page(as_json: AsJson = False) -> None:
    """What the virtual board's page costs in Chromium: bytes, start, press to pixels, processor at rest, memory."""
    with _measuring():
        from tests.measure import page_performance  # Playwright is not needed for the others.

        figures = page_performance.measure()
    _print(as_json, figures, _table("The page", page_performance.report_rows(figures)))


@app.command()
def usb(
    as_json: AsJson = False,
    boards: Annotated[int, typer.Option(min=1, max=MAX_BOARDS)] = usb_boards.BOARDS,
) -> None:
    """How long boards on USB, virtual ones, take to be flashed and read."""
    with _measuring():
        figures = usb_boards.measure(boards, usb_boards.RESULTS)
    _print(as_json, asdict(figures), _table("Boards on USB, virtual ones", usb_boards.report_rows(figures)))


@app.command()
def live(as_json: AsJson = False, boards: Annotated[int, typer.Option(min=1)] = live_throughput.BOARDS) -> None:
    """What boards on a network cost a desk, and whether every result counts once while brokers, desks and boards die.
    Takes minutes."""
    with _measuring():
        figures, viewers = live_throughput.measure(boards), wall_viewers.measure()
    rows = (*live_throughput.report_rows(*figures), *wall_viewers.report_rows(viewers))
    _print(
        as_json,
        live_throughput.as_json(*figures) | {"viewers": asdict(viewers)},
        _table("Boards on a network", rows),
    )


@app.command()
def halls(
    as_json: AsJson = False,
    boards: Annotated[int, typer.Option(min=1)] = hall_boards.BOARDS,
    desks: Annotated[int, typer.Option(min=1, max=8, help="How many desks share the boards.")] = 1,
    phones: Annotated[int, typer.Option(min=0, max=4000, help="How many follow a table.")] = hall_boards.VIEWERS,
    seconds: Annotated[float, typer.Option(min=10, help="How long at people's pace.")] = hall_boards.SECONDS,
) -> None:
    """What ten thousand boards of fifty halls do to a broker, desks and PostgreSQL. Takes many minutes."""
    with _measuring():
        figures = hall_boards.measure(boards, desks, phones, seconds)
    _print(as_json, asdict(figures), _table("An event of many halls", hall_boards.report_rows(figures)))


@app.command("soak")
def soak_test(
    as_json: AsJson = False,
    boards: Annotated[int, typer.Option(min=1)] = SoakPlan.boards,
    games: Annotated[int, typer.Option(min=1, help="Games of each board.")] = SoakPlan.games,
    seed: Annotated[int, typer.Option(help="Of what dies, and when.")] = SoakPlan.seed,
    hostile: Annotated[bool, typer.Option("--hostile", help="Another computer attacks; Linux, as root.")] = False,
) -> None:
    """Whether every result counts once while brokers, desks and boards die or are away. Takes minutes."""
    with _measuring():
        result = soak(SoakPlan(boards=boards, games=games, seed=seed, hostile=hostile))
    _print(as_json, asdict(result), _table("Soak", [(name, str(value), "") for name, value in asdict(result).items()]))


@app.command()
def hostile(
    as_json: AsJson = False,
    seconds: Annotated[float, typer.Option(min=2, help="How long each part takes.")] = hostile_clients.SECONDS,
    turns: Annotated[int, typer.Option(min=1, help="How often both parts follow one another.")] = hostile_clients.TURNS,
) -> None:
    """How long pages and results take while another computer of the network takes of desk and broker what it can get.
    Takes minutes; Linux, as root."""
    with _measuring():
        figures = hostile_clients.measure(seconds=seconds, turns=turns)
    _print(as_json, asdict(figures), _table("A hostile computer", hostile_clients.report_rows(figures)))


if __name__ == "__main__":
    app(prog_name="python -m tests.measure")
