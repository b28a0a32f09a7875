"""Typer command `cribboard flash`: installs this version's firmware on boards, several in parallel."""

import ast
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TaskID, TextColumn

from firmware.hardware_config import HARDWARE_FILE, HARDWARE_VERSION, complete_hardware, hardware_fault
from firmware.json_file import decode_json, encode_json
from host_tools.usb import bootsel, hardware_options, status_text
from host_tools.usb.console_output import fail
from host_tools.usb.deploy import DeployResult, deploy
from host_tools.usb.deploy_files import FormatError
from host_tools.usb.hardware_options import HardwareError, Leds, PortMa, Reversed, Tracks
from host_tools.usb.ports import Port
from host_tools.usb.protocol_client import BoardLink, BoardLinkError, RefusedRequestError, SilentError
from host_tools.usb.repl import Repl, ReplError
from host_tools.usb.select_board import All, Board, ChoiceError, PortPath, select_ports

START_S = 20
"""A board that has not spoken so long after a restart does not run."""


class InPlayError(Exception):
    """A game is on at the board."""


def flash(
    board: Board = "",
    port: PortPath = "",
    everyone: All = False,
    force: Annotated[bool, typer.Option("--force", help="Also a board on which a game is being played.")] = False,
    uf2: Annotated[
        Path | None, typer.Option(metavar="FILE", help="First of all MicroPython itself, on a board in BOOTSEL mode.")
    ] = None,
    tracks: Tracks = None,
    leds: Leds = None,
    reversed_: Reversed = None,
    port_ma: PortMa = None,
) -> None:
    """Put this program's firmware on a board. What the board has already is not sent again.

    Results, journal and settings stay; so do tracks, LEDs, direction and supply that are not named. Pull the cable if
    you must: the board then runs the firmware it had, or the new one, and flashing again completes it. Exit 1 where a
    board could not be flashed.
    """
    try:
        fields = hardware_options.chosen_fields(tracks, leds, reversed_, port_ma)
        if uf2 and fields:
            raise HardwareError("--uf2 copies a file as it is: tell what the board has when you flash it afterwards")
        if uf2:
            drive, complete = bootsel.put(uf2)
            installed, next_step = ("The firmware", "") if complete else ("MicroPython", "; then: cribboard flash")
            typer.echo(f"{installed} is on the board at {drive.path}. It restarts now{next_step}")
        else:
            _flash(select_ports(board, port, everyone), force, fields)
    except (bootsel.DriveError, ChoiceError, HardwareError) as error:
        for drive in bootsel.drives() if isinstance(error, ChoiceError) else []:
            fail(f"The board at {drive.path} ({drive.board}) has no MicroPython yet: {bootsel.WHERE_FROM}")
        fail(str(error))
        raise typer.Exit(1) from None


def _flash(ports: list[Port], force: bool, fields: dict) -> None:
    """Flash boards in parallel with progress bars; exit with status 1 where one failed."""
    columns = (TextColumn("{task.description}"), BarColumn(20), TextColumn("{task.fields[words]}"))
    progress = Progress(*columns, transient=True, disable=not Console().is_terminal)
    with progress, ThreadPoolExecutor(len(ports)) as pool:
        succeeded = list(pool.map(lambda port: _flash_with_progress(progress, port, force, fields), ports))
    for task in progress.tasks:
        progress.console.print(f"{task.description}  {task.fields['outcome']}", soft_wrap=True)
    if not all(succeeded):
        raise typer.Exit(1)


def _flash_with_progress(progress: Progress, port: Port, force: bool, fields: dict) -> bool:
    """Flash one board and show its progress; False where it failed."""
    bar = progress.add_task(port.who, total=None, words="", outcome="")
    try:
        words = flash_one(port, force, fields, lambda sent, total: _show(progress, bar, sent, total))
    except (FormatError, HardwareError, InPlayError, BoardLinkError, ReplError) as error:
        progress.update(bar, outcome=f"[bold red]{escape(str(error))}[/]")
        return False
    progress.update(bar, total=1, completed=1, outcome=escape(words))
    return True


def _show(progress: Progress, bar: TaskID, sent: int, total: int) -> None:
    progress.update(bar, completed=sent, total=max(total, 1), words=f"{sent:,} of {total:,} bytes")


def flash_one(port: Port, force: bool, fields: dict, report: Callable[[int, int], None]) -> str:
    """Flash the board at a port, restart it, and say what it runs. `report` takes the bytes sent and the bytes in all.

    `fields` go into its hardware.json. Raises InPlayError where a game is on, HardwareError where the board cannot
    have that hardware, ReplError, BoardLinkError, FormatError.
    """
    _check_flashable(port, force, fields)
    with Repl(port.path) as repl:
        hardware = _hardware(repl, fields)
        result = deploy(repl, report)
        if fields:
            repl.write(f"/{HARDWARE_FILE}.new", encode_json(hardware, HARDWARE_VERSION), lambda sent: None)
            repl.run(f"import os\nos.rename('/{HARDWARE_FILE}.new', '/{HARDWARE_FILE}')")
    suffix = f"; {hardware_options.words(complete_hardware(hardware))}" if fields else ""
    return _words(result, _version(port)) + suffix


def _check_flashable(port: Port, force: bool, fields: dict) -> None:
    """Check that no game is on, unless forced, and that `fields` have a track per team.

    Raises InPlayError, HardwareError.
    """
    try:
        with BoardLink(port.path) as link:
            status = link.ask("status")[0]
    except (SilentError, RefusedRequestError):
        return
    if status_text.in_play(status) and not force:
        raise InPlayError(f"{status_text.play(status)} is being played: wait for its end, or --force")
    teams = len(status["tracks"])
    if fields.get("tracks", teams) < teams:
        raise HardwareError(f"tracks: {fields['tracks']} are too few for {teams} teams; cribboard configure --teams 2")


def _hardware(repl: Repl, fields: dict) -> dict:
    """Return the fields that the board's hardware.json is to hold: `fields` over those it holds.

    Raises HardwareError.
    """
    if not fields:
        return {}
    output = repl.run(f"try:\n    print(open('/{HARDWARE_FILE}', 'rb').read())\nexcept OSError:\n    print(b'')")
    try:
        current = decode_json(ast.literal_eval(output.strip()), HARDWARE_VERSION)
    except (ValueError, TypeError, RecursionError):
        current = {}
    # A damaged file, which the board does not take either, is replaced.
    merged = fields if hardware_fault(current) else {**current, **fields}
    hardware_options.validated_hardware(merged)
    return merged


def _version(port: Port) -> str:
    """Return the firmware and machine that the board reports once it runs again."""
    deadline = time.monotonic() + START_S
    while True:
        try:
            with BoardLink(port.path, silence=1) as link:
                report = link.ask("selftest")[0]
                _set_time(link)
                return f"firmware {report['firmware']}, {report['machine']}"
        except BoardLinkError as error:
            if time.monotonic() >= deadline:
                problem = f"the firmware is on the board, but has not spoken since ({error.wrong})"
                raise BoardLinkError(port.path, problem, "pull the cable, put it in, then: cribboard doctor") from None


def _set_time(link: BoardLink) -> None:
    """Set the board's time: its clock does not outlive a restart. One with a PIN waits for `configure`."""
    try:
        link.ask("time", at=int(time.time()))
    except RefusedRequestError:
        pass


def _words(result: DeployResult, version: str) -> str:
    """Return the message about a finished deploy."""
    sent = f"{result.sent} files sent" if result.sent else "nothing to send"
    removed = f", {result.removed} removed" if result.removed else ""
    return f"{sent}{removed}; runs {version}"
