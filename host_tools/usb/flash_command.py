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

from firmware.hardware_config import HARDWARE_FILE, HARDWARE_VERSION, check_hardware, complete_hardware
from firmware.json_file import decode_json, encode_json
from host_tools.timeouts import stretched
from host_tools.usb import bootsel, hardware_options, status_text
from host_tools.usb.console_output import print_error
from host_tools.usb.deploy import DeployResult, deploy
from host_tools.usb.deploy_files import FormatError
from host_tools.usb.hardware_options import Battery, HardwareError, KeepAlive, Leds, PortMa, Reversed, Tracks, Voice
from host_tools.usb.ports import Port
from host_tools.usb.protocol_client import BoardLink, BoardLinkError, RefusedRequestError, SilentError
from host_tools.usb.repl import Repl, ReplError
from host_tools.usb.select_board import All, Board, ChoiceError, PortPath, select_ports

START_S = 20
"""How long a board may take to answer after a restart."""


class InPlayError(Exception):
    """A game is being played on the board."""


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
    voice: Voice = None,
    battery: Battery = None,
    keep_alive: KeepAlive = None,
) -> None:
    """Put this program's firmware on a board. What the board has already is not sent again.

    Results, journal and settings stay; so do tracks, LEDs, direction and supply that are not named. Pull the cable if
    you must: the board then runs the firmware it had, or the new one, and flashing again completes it. Exit 1 where a
    board could not be flashed.
    """
    try:
        fields = hardware_options.chosen_fields(tracks, leds, reversed_, port_ma, voice, battery, keep_alive)
        if uf2 and fields:
            raise HardwareError("--uf2 copies a file as it is: tell what the board has when you flash it afterwards")
        if uf2:
            drive, has_firmware = bootsel.install_image(uf2)
            installed, next_step = ("The firmware", "") if has_firmware else ("MicroPython", "; then: cribboard flash")
            typer.echo(f"{installed} is on the board at {drive.path}. It restarts now{next_step}")
        else:
            _flash_all(select_ports(board, port, everyone), force, fields)
    except (bootsel.DriveError, ChoiceError, HardwareError) as error:
        for drive in bootsel.find_drives() if isinstance(error, ChoiceError) else []:
            print_error(f"The board at {drive.path} ({drive.board}) has no MicroPython yet: {bootsel.DOWNLOAD_ADVICE}")
        print_error(str(error))
        raise typer.Exit(1) from None


def _flash_all(ports: list[Port], force: bool, fields: dict) -> None:
    """Flash boards in parallel with progress bars; exit with status 1 if one failed. Parameters as of `flash_one`."""
    columns = (TextColumn("{task.description}"), BarColumn(20), TextColumn("{task.fields[sent]}"))
    progress = Progress(*columns, transient=True, disable=not Console().is_terminal)
    with progress, ThreadPoolExecutor(len(ports)) as pool:
        succeeded = list(pool.map(lambda port: _flash_with_progress(progress, port, force, fields), ports))
    for task in progress.tasks:
        progress.console.print(f"{task.description}  {task.fields['outcome']}", soft_wrap=True)
    if not all(succeeded):
        raise typer.Exit(1)


def _flash_with_progress(progress: Progress, port: Port, force: bool, fields: dict) -> bool:
    """Flash one board and show its progress and outcome. Returns whether it succeeded."""
    bar = progress.add_task(port.label, total=None, sent="", outcome="")
    try:
        outcome = flash_one(port, force, fields, lambda sent, total: _show_progress(progress, bar, sent, total))
    except (FormatError, HardwareError, InPlayError, BoardLinkError, ReplError) as error:
        progress.update(bar, outcome=f"[bold red]{escape(str(error))}[/]")
        return False
    progress.update(bar, total=1, completed=1, outcome=escape(outcome))
    return True


def _show_progress(progress: Progress, bar: TaskID, sent: int, total: int) -> None:
    progress.update(bar, completed=sent, total=max(total, 1), sent=f"{sent:,} of {total:,} bytes")


def flash_one(port: Port, force: bool, fields: dict, report: Callable[[int, int], None]) -> str:
    """Flash the board at a port and restart it. Returns a message with the files sent and the firmware that then runs.

    `force`: even during a game. `fields` are changed in its hardware.json. `report` takes the bytes sent and the bytes
    in all. Raises InPlayError, HardwareError if the board cannot have that hardware, ReplError, BoardLinkError,
    FormatError.
    """
    _check_flashable(port, force, fields)
    with Repl(port.path) as repl:
        hardware = _merged_hardware(repl, fields)
        result = deploy(repl, report)
        if fields:
            repl.write(f"/{HARDWARE_FILE}.new", encode_json(hardware, HARDWARE_VERSION), lambda sent: None)
            repl.run(f"import os\nos.rename('/{HARDWARE_FILE}.new', '/{HARDWARE_FILE}')")
    suffix = f"; {hardware_options.hardware_text(complete_hardware(hardware))}" if fields else ""
    return _deploy_text(result, _wait_for_version(port)) + suffix


def _check_flashable(port: Port, force: bool, fields: dict) -> None:
    """Raise InPlayError if a game is being played, unless `force`; HardwareError if there are more teams than tracks.

    A board whose firmware does not answer is not checked.
    """
    try:
        with BoardLink(port.path) as link:
            status = link.request("status")[0]
    except (SilentError, RefusedRequestError):
        return
    if status_text.in_play(status) and not force:
        raise InPlayError(f"{status_text.play_text(status)} is being played: wait for its end, or --force")
    teams = len(status["tracks"])
    if fields.get("tracks", teams) < teams:
        raise HardwareError(f"tracks: {fields['tracks']} are too few for {teams} teams; cribboard configure --teams 2")


def _merged_hardware(repl: Repl, fields: dict) -> dict:
    """Return the board's hardware.json with `fields` changed; {} if there are none. Raises HardwareError if invalid."""
    if not fields:
        return {}
    output = repl.run(f"try:\n    print(open('/{HARDWARE_FILE}', 'rb').read())\nexcept OSError:\n    print(b'')")
    try:
        current = decode_json(ast.literal_eval(output.strip()), HARDWARE_VERSION)
        check_hardware(current)
    except (ValueError, TypeError, RecursionError):
        # There is none, or a damaged one, which the board does not use either.
        current = {}
    merged = {**current, **fields}
    hardware_options.validated_hardware(merged)
    return merged


def _wait_for_version(port: Port) -> str:
    """Wait until the board runs again, set its time, and return its firmware and machine as text.

    Raises BoardLinkError after START_S, stretched.
    """
    deadline = time.monotonic() + stretched(START_S)
    while True:
        try:
            with BoardLink(port.path, silence=1) as link:
                report = link.request("selftest")[0]
                _set_time(link)
                return f"firmware {report['firmware']}, {report['machine']}"
        except BoardLinkError as error:
            if time.monotonic() >= deadline:
                problem = f"the firmware is on the board, but has not spoken since ({error.problem})"
                raise BoardLinkError(port.path, problem, "pull the cable, put it in, then: cribboard doctor") from None


def _set_time(link: BoardLink) -> None:
    """Set the board's time, which a restart has lost. A board with a PIN refuses it until `configure`."""
    try:
        link.request("time", at=int(time.time()))
    except RefusedRequestError:
        pass


def _deploy_text(result: DeployResult, version: str) -> str:
    """Return the message about a finished deploy, after which the board runs `version`."""
    sent = f"{result.sent} files sent" if result.sent else "nothing to send"
    removed = f", {result.removed} removed" if result.removed else ""
    return f"{sent}{removed}; runs {version}"
