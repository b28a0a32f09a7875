"""Typer command `cribboard bench`: run the benchmarks and print Rich tables or JSON."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from host_tools.bench import (
    desk_phones,
    desk_scaling,
    firmware_steps,
    flash_wear,
    hall_boards,
    led_signal_timing,
    live_throughput,
    usb_boards,
    wall_viewers,
)
from host_tools.bench.hall_boards import SECONDS, VIEWERS
from host_tools.bench.hall_servers import BOARDS_A_HALL, HALLS
from host_tools.desk.simulation.benchmark import SQLITE
from host_tools.desk.simulation.postgresql import ServerError
from host_tools.desk.store.database import DeskError
from host_tools.exit_on_signals import exit_on_signals
from host_tools.extras import missing_message
from host_tools.hardware.errors import ParamsError
from host_tools.i18n import message
from host_tools.progress import progress
from host_tools.sim.micropython_process import MicroPython, MicroPythonError
from host_tools.sim.npm import FetchError
from host_tools.sim.python_bundle import bundle
from host_tools.sim.serial.command import MAX_BOARDS
from host_tools.sim.serial.ptys import PtyError
from host_tools.usb.protocol_client import BoardLinkError
from host_tools.usb.repl import ReplError

FLASH_GAMES = 200
_TERMINATED = 143
"""Exit status after SIGTERM, as a shell gives it."""

Report = tuple[Mapping[str, object], list[Table]]
"""The measured figures as JSON fields, and the same figures as printed tables."""


class BenchError(Exception):
    """A benchmark cannot run on this computer; the message says why."""


_OWN_ERRORS = (BenchError, DeskError, ParamsError, ServerError)
_ERRORS = (*_OWN_ERRORS, BoardLinkError, FetchError, MicroPythonError, PtyError, ReplError)


def bench(
    json_lines: Annotated[bool, typer.Option("--json", help="Print the figures as one line of JSON.")] = False,
    flash_games: Annotated[int, typer.Option(min=1, help="Games to play on the model of the flash.")] = FLASH_GAMES,
    page: Annotated[bool, typer.Option("--page", help="Measure the virtual board's page instead.")] = False,
    usb: Annotated[bool, typer.Option("--usb", help="Measure boards on USB instead, virtual ones.")] = False,
    live: Annotated[bool, typer.Option("--live", help="Measure boards on a network instead; long.")] = False,
    boards: Annotated[int | None, typer.Option(min=1, help="How many boards, with --usb, --live or --halls.")] = None,
    halls: Annotated[bool, typer.Option("--halls", help="Measure an event of fifty halls instead; very long.")] = False,
    desks: Annotated[int, typer.Option(min=1, max=8, help="How many desks share its boards, with --halls.")] = 1,
    phones: Annotated[int, typer.Option(min=0, max=4000, help="How many follow a table, with --halls.")] = VIEWERS,
    seconds: Annotated[float, typer.Option(min=10, help="How long at people's pace, with --halls.")] = SECONDS,
    desk: Annotated[bool, typer.Option("--desk", help="Measure the desk instead, on both databases; long.")] = False,
    desk_scale: Annotated[
        list[int] | None, typer.Option(min=1, help="The desk's event in 1,024 players; left out: 1, 10; --desk: 100.")
    ] = None,
) -> None:
    """Measure the firmware on this Python and on real MicroPython, and the desk at large events.

    The full redraw, with which a key press is compared, computes and sets the colour of every LED. Times are those of
    this machine; a board with an RP2040 is slower, but the proportions are similar.
    """
    try:
        with exit_on_signals(_TERMINATED), progress(message("cli.progress.bench")):
            if halls:
                figures, tables = _measure_halls(boards or BOARDS_A_HALL * HALLS, desks, phones, seconds)
            elif live:
                figures, tables = _measure_live(boards or live_throughput.BOARDS)
            elif page or usb:
                figures, tables = (
                    _measure_page() if page else _measure_usb(min(boards or usb_boards.BOARDS, MAX_BOARDS))
                )
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
    """Measure the firmware on both interpreters, its flash use and LED signal, and the desk at `desk_scale`s."""
    wire = led_signal_timing.measure()
    cpython = firmware_steps.measure_cpython(firmware_steps.GAMES)
    with MicroPython(bundle()) as python:
        heap = firmware_steps.heap_after_start(python)
        micropython = firmware_steps.measure_micropython(python, firmware_steps.GAMES)
    size = firmware_steps.mpy_size()
    flash = flash_wear.measure(flash_games)
    desk = desk_scaling.figures(desk_scale or desk_scaling.QUICK, [SQLITE])
    figures = {
        **{"cpython": cpython.as_json(), "micropython": micropython.as_json()},
        **{"heap": heap, "mpy": size, "flash": asdict(flash), "wire": asdict(wire)},
        "desk": [asdict(figure) for figure in desk],
    }
    return figures, [
        _firmware_table(firmware_steps.report_rows(cpython, micropython, heap, size)),
        _build_table("The LED signal, by the PIO program", led_signal_timing.report_rows(wire)),
        _build_table(f"Flash use in {flash.games:,} games, on littlefs", flash_wear.report_rows(flash)),
        _build_table("The desk", desk_scaling.report_rows(desk)),
    ]


def _firmware_table(rows: Iterable[tuple[str, str, str, str]]) -> Table:
    table = Table(title="The firmware on two tracks")
    table.add_column("")
    for name in ("CPython", "MicroPython", "goal"):
        table.add_column(name, justify="right")
    for row in rows:
        table.add_row(*row)
    return table


def _measure_desk(desk_scale: list[int] | None) -> Report:
    """Measure the desk at all sizes on both databases, and under the load of phones."""
    desk_figures = desk_scaling.figures(desk_scale or desk_scaling.WHOLE, desk_scaling.BOTH)
    phone_figures = desk_phones.measure(desk_phones.PHONES)
    tables = [
        _build_table("The desk", desk_scaling.report_rows(desk_figures)),
        _build_table("How the desk's times grow with the event", desk_scaling.ratio_rows(desk_figures)),
    ]
    figures = {"desk": [asdict(figure) for figure in desk_figures], "phones": asdict(phone_figures)}
    return figures, [
        *tables,
        _build_table("Phones that visit the desk's pages", desk_phones.report_rows(phone_figures)),
    ]


def _measure_page() -> Report:
    """Measure the virtual board's page in Chromium. Raises BenchError without Playwright or Chromium."""
    try:
        from host_tools.bench import page_performance
        from host_tools.sim import headless_browser
    except ImportError as error:
        raise BenchError(missing_message(error.name or "", "test")) from None
    try:
        figures = page_performance.measure()
    except headless_browser.BrowserError as error:
        raise BenchError(str(error)) from None
    table = Table("the page", "figure", "")
    for measured, values in figures.items():
        for name, value in values.items():
            label, unit = page_performance.label_and_unit(name)
            table.add_row(measured, label, f"{value:g} {unit}")
            measured = ""
    return figures, [table]


def _measure_usb(boards: int) -> Report:
    usb_figures = usb_boards.measure(boards, usb_boards.RESULTS)
    return asdict(usb_figures), [_build_table("Boards on USB, virtual ones", usb_boards.report_rows(usb_figures))]


def _measure_live(boards: int) -> Report:
    live_figures, viewer_figures = live_throughput.measure(boards), wall_viewers.measure()
    table = _build_table(
        "Boards on a network", (*live_throughput.report_rows(*live_figures), *wall_viewers.report_rows(viewer_figures))
    )
    return live_throughput.as_json(*live_figures) | {"viewers": asdict(viewer_figures)}, [table]


def _measure_halls(boards: int, desks: int, phones: int, seconds: float) -> Report:
    hall_figures = hall_boards.measure(boards, desks, phones, seconds)
    return asdict(hall_figures), [_build_table("An event of many halls", hall_boards.report_rows(hall_figures))]


def _build_table(title: str, rows: Iterable[tuple[str, str, str]]) -> Table:
    table = Table("", "figure", "goal", title=title)
    for row in rows:
        table.add_row(*row)
    return table
