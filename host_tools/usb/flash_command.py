"""Typer command `cribboard flash`: installs this version's firmware on boards, several in parallel."""

import ast
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import platformdirs
import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn

from firmware.hardware_file import HARDWARE_FILE, HARDWARE_VERSION, check_hardware
from firmware.json_file import decode_json, encode_json
from firmware.messages import CodedError
from host_tools.command_group import failed, print_error
from host_tools.i18n import grouped, message, plural
from host_tools.i18n.board_messages import board_message, message_text
from host_tools.os_errors import os_reason
from host_tools.timeouts import stretched
from host_tools.usb import bootsel, hardware_options
from host_tools.usb.board_reports import BoardReport, on_all, query_boards, stopping
from host_tools.usb.deploy import deploy
from host_tools.usb.hardware_options import HardwareError, Revision
from host_tools.usb.option_groups import NONE_GIVEN, Given
from host_tools.usb.ports import Port, connected_ports
from host_tools.usb.protocol_client import BoardLink, BoardLinkError
from host_tools.usb.repl import Repl, ReplError
from host_tools.usb.sans_io.findings import ANSWERS, flash_obstacle
from host_tools.usb.sans_io.problem import Problem
from host_tools.usb.sans_io.status import hardware_message
from host_tools.usb.select_board import All, Board, ChoiceError, PortPath, select_ports

START_S = 20
"""How long a board may take to answer after a restart."""


class NotFlashedError(Exception):
    """A board is left as it is; the message says why, and what would be flashed."""


@dataclass(frozen=True)
class FlashOptions:
    """What may be flashed: a board with a game (`force`), one with a stranger's files (`new`), one with newer firmware
    (`downgrade`), one whose firmware does not answer (unless `everyone`). `fields` are changed in its hardware.json."""

    force: bool
    new: bool
    downgrade: bool
    everyone: bool
    fields: Given


@hardware_options.takes_hardware
def flash(
    board: Board = "",
    port: PortPath = "",
    everyone: All = False,
    force: Annotated[bool, typer.Option("--force", help="Also a board on which a game is being played.")] = False,
    new: Annotated[
        bool,
        typer.Option("--new", help="Also a Pico with another program's files, which are kept; the place is printed."),
    ] = False,
    downgrade: Annotated[bool, typer.Option("--downgrade", help="Also a board with newer firmware.")] = False,
    uf2: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="First copy this UF2 file of MicroPython onto a board in BOOTSEL mode."),
    ] = None,
    revision: Revision = "",
    hardware: Given = NONE_GIVEN,
) -> None:
    """Put this program's firmware on a board. What the board has already is not sent again.

    Results, journal and settings stay; so do the kind of board, tracks, LEDs, direction and
    supply that are not named. Pull the cable if
    you must: the board then runs the firmware it had, or the new one, and flashing again completes it. Files that are
    not the firmware's are named, and nothing is changed, unless you say --new. --all is for boards that run this
    firmware already. Exit 1 where a board could not be flashed.
    """
    try:
        hardware_options.check_fields(hardware)
        if revision:
            hardware = {**hardware, "board": hardware_options.read_revision(revision)}
        if uf2 and hardware:
            raise HardwareError(message("usb.flash.uf2"))
        if uf2:
            drive, has_firmware = bootsel.install_image(uf2)
            typer.echo(message("usb.flash.firmware" if has_firmware else "usb.flash.micropython", drive=drive.path))
        else:
            if everyone and new:
                raise ChoiceError(message("usb.flash.new"))
            ports = select_ports(board, port, everyone)
            _flash_all(ports, FlashOptions(force, new, downgrade, everyone, hardware))
    except (bootsel.DriveError, ChoiceError, HardwareError) as error:
        for drive in bootsel.find_drives() if isinstance(error, ChoiceError) else []:
            print_error(drive.no_micropython())
        raise failed(error) from None


def _flash_all(ports: list[Port], options: FlashOptions) -> None:
    """Flash boards in parallel with progress bars; exit with status 1 if one failed."""
    columns = (TextColumn("{task.description}"), BarColumn(20), TextColumn("{task.fields[sent]}"))
    progress = Progress(*columns, transient=True, disable=not Console().is_terminal)
    found = connected_ports()
    reports = query_boards(found + [port for port in ports if port not in found], with_selftest=False)
    own_ids = new_ids(reports, ports)
    chosen = [report for report in reports if report.port in ports]
    with progress:
        succeeded = on_all(
            lambda board: _flash_with_progress(progress, board, options, own_ids.get(board.port.path, "")), chosen
        )
    for task in progress.tasks:
        progress.console.print(f"{task.description}  {task.fields['outcome']}", soft_wrap=True)
    if not all(succeeded):
        raise typer.Exit(1)


def new_ids(reports: list[BoardReport], ports: list[Port]) -> dict[str, str]:
    """Return an id for each of these ports whose board has the id of another one, by path.

    `reports`: all connected boards. One of those with the same id keeps it: one that is not at these ports, else the
    one with the most results.
    """
    flashed = {port.path for port in ports}
    by_id: dict[str, list[BoardReport]] = {}
    for report in reports:
        if report.hello:
            by_id.setdefault(report.hello["board"], []).append(report)
    ids = {}
    for twins in by_id.values():
        keeper = max(twins, key=lambda report: (report.port.path not in flashed, report.status["held"]))
        for report in twins:
            if report is not keeper and report.port.path in flashed:
                ids[report.port.path] = secrets.token_hex(8)
    return ids


def _flash_with_progress(progress: Progress, board: BoardReport, options: FlashOptions, own_id: str) -> bool:
    """Flash one board and show its progress and outcome. Returns whether it succeeded."""
    bar = progress.add_task(board.port.label, total=None, sent="", outcome="")

    def report(sent: int, total: int) -> None:
        if stopping.is_set():
            raise ReplError(message("usb.flash.stopped"))
        text = message("usb.flash.sent", sent=grouped(sent), total=grouped(total))
        progress.update(bar, completed=sent, total=max(total, 1), sent=text)

    try:
        outcome = flash_one(board, options, report, own_id)
    except (HardwareError, NotFlashedError, BoardLinkError, ReplError) as error:
        progress.update(bar, outcome=f"[bold red]{escape(str(error))}[/]")
        return False
    progress.update(bar, total=1, completed=1, outcome=escape(outcome))
    return True


def flash_one(board: BoardReport, options: FlashOptions, report: Callable[[int, int], None], own_id: str = "") -> str:
    """Flash a board and restart it. Returns a message with the files sent and the firmware that then runs.

    `report` takes the bytes sent and the bytes in all; `own_id`: the id that the board gets, "": it keeps its own.
    Raises NotFlashedError, HardwareError if the board cannot have that hardware, ReplError, and
    BoardLinkError.
    """
    port, runs_firmware = board.port, _check_flashable(board, options, own_id)
    fields = options.fields | ({"uid": own_id} if own_id else {})
    copies = kept_folder("before", port.serial)
    keep = partial(_keep_file, copies) if options.new else None
    with Repl(port.path) as repl:
        hardware = _merged_hardware(repl, fields)
        result = deploy(repl, report, runs_firmware, keep, options.downgrade)
        if fields:
            repl.write(f"/{HARDWARE_FILE}.new", encode_json(hardware, HARDWARE_VERSION), lambda sent: None)
            repl.run(f"import os\nos.rename('/{HARDWARE_FILE}.new', '/{HARDWARE_FILE}')")
    built = hardware_message(hardware_options.validated_hardware(hardware))
    suffix = f"; {message_text(built)}" if options.fields else ""
    kept = message("usb.flash.kept", place=result["kept"], copies=copies) if result["kept"] else ""
    twin = message("usb.flash.twin", id=own_id) if own_id else ""
    return _deploy_text(result, _wait_for_version(port)) + suffix + kept + twin


def kept_folder(kind: str, serial: str) -> Path:
    """Return a folder of its own, in the user's data folder, for what is kept of a board before it is erased."""
    return platformdirs.user_data_path("cribboard") / kind / f"{serial or 'board'}-{time.strftime('%Y%m%d-%H%M%S')}"


def _keep_file(folder: Path, path: str, data: bytes) -> None:
    """Write a board's file below a folder; `path` begins with a slash. Raises ReplError."""
    # A board's names are not trusted to stay below the folder.
    target = folder.joinpath(*(part for part in path.split("/") if part not in ("", ".", "..")))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    except OSError as error:
        raise ReplError(message("usb.flash.not_kept", file=target, reason=os_reason(error))) from None


def _check_flashable(board: BoardReport, options: FlashOptions, own_id: str) -> bool:
    """Return whether the firmware is known to be on the board: it answers, or has stopped.

    Raises NotFlashedError for a board with a game, with newer firmware, or whose firmware does not answer, unless the
    `options` say so; HardwareError if there are more teams than tracks.
    """
    try:
        if board.fault:
            raise board.fault
        # Asked again, as a game may have begun while others were waited for.
        with BoardLink(board.port.path) as link:
            status, selftest = link.request("status")[0], link.request("selftest")[0]
    except BoardLinkError as error:
        if error.code not in ANSWERS:
            raise
        if options.everyone and not ANSWERS[error.code]:
            raise NotFlashedError(message("usb.flash.by_port", problem=error.problem)) from None
        return ANSWERS[error.code]
    if obstacle := flash_obstacle(status, selftest, options.force, options.downgrade, own_id):
        raise NotFlashedError(str(obstacle))
    teams = len(status["tracks"])
    if options.fields.get("tracks", teams) < teams:
        raise HardwareError(message("usb.flash.tracks", tracks=options.fields["tracks"], teams=teams))
    return True


def _merged_hardware(repl: Repl, fields: dict) -> dict:
    """Return the board's hardware.json with `fields` changed; {} if there are none. Raises HardwareError if invalid."""
    if not fields:
        return {}
    if "board" in fields:
        platform = repl.run("import sys\nprint(sys.platform)").strip()
        try:
            check_hardware(fields, platform)
        except CodedError as error:
            raise HardwareError(board_message(error.message)) from None
    output = repl.run(f"try:\n    print(open('/{HARDWARE_FILE}', 'rb').read())\nexcept OSError:\n    print(b'')")
    try:
        current = decode_json(ast.literal_eval(output.strip()), HARDWARE_VERSION)
        check_hardware(current)
    except (ValueError, TypeError, RecursionError):
        # There is none, or a damaged one, which the board does not use either.
        current = {}
    merged = {**current, **fields}
    hardware_options.validated_hardware(merged)
    return hardware_options.without_usual(merged)


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
                return message("usb.flash.version", firmware=report["firmware"], machine=report["machine"])
        except BoardLinkError as error:
            if time.monotonic() >= deadline:
                raise BoardLinkError(port.path, Problem("not_back", error=error.problem)) from None


def _set_time(link: BoardLink) -> None:
    """Set the board's time, which a restart has lost. A board with a PIN refuses it until `configure`."""
    try:
        link.request("time", at=int(time.time()))
    except BoardLinkError as error:
        if error.code != "refused":
            raise


def _deploy_text(result: dict, version: str) -> str:
    """Return the message about a finished deploy, after which the board runs `version`."""
    sent = plural("usb.flash.files", result["sent"]) if result["sent"] else message("usb.flash.nothing")
    removed = plural("usb.flash.removed", result["gone"]) if result["gone"] else ""
    return sent + removed + message("usb.flash.runs", version=version)
