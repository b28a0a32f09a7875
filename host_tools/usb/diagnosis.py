"""Diagnosis of boards and this computer: what is wrong, with one remedy for each finding."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from host_tools.firmware_build.sources import build_id
from host_tools.i18n import message
from host_tools.usb import bootsel
from host_tools.usb.board_reports import BoardReport
from host_tools.usb.ports import Port
from host_tools.usb.sans_io.findings import board_problems, shared_problems


class Finding(NamedTuple):
    """A problem: where it is, what is `wrong` there, and the one thing to `do`, as texts."""

    where: str
    wrong: str
    do: str


def computer_findings(ports: list[Port]) -> Iterator[Finding]:
    """Yield findings about the computer: no board, one without MicroPython, a port without permission."""
    drives = bootsel.find_drives()
    for drive in drives:
        yield Finding(str(drive.path), message("usb.doctor.bare", board=drive.board), message("usb.download"))
    if not ports and not drives:
        yield Finding(message("usb.doctor.computer"), message("usb.doctor.no_board"), _no_board_remedy())
    for port in ports:
        if not is_accessible(port):
            yield Finding(port.path, message("usb.doctor.denied"), _permission_command(port.path))


def _no_board_remedy() -> str:
    return message("usb.doctor.cable_windows" if sys.platform == "win32" else "usb.doctor.cable")


def _permission_command(path: str) -> str:
    """Return the command that permits opening a port: it adds the user to the port's group, whose name varies."""
    try:
        group = Path(path).group()
    except (KeyError, OSError):
        group = "dialout"
    return message("usb.doctor.group", command=f"sudo usermod -aG {group} $USER")


def is_accessible(port: Port) -> bool:
    """Return whether the user has permission to open the port; True for a missing one: opening it reports that."""
    return os.name == "nt" or not os.path.exists(port.path) or os.access(port.path, os.R_OK | os.W_OK)


def boards_findings(boards: list[BoardReport]) -> Iterator[Finding]:
    """Yield findings about each board, and about what several share."""
    for board in boards:
        label = board.port.label
        if board.fault:
            yield Finding(label, board.fault.problem, board.fault.remedy)
            continue
        for problem in board_problems(board.hello, board.status, board.selftest, build_id()):
            problem.of_several = len(boards) > 1
            yield Finding(label, problem.wrong, problem.do)
    yield from shared_findings(boards)


def shared_findings(boards: list[BoardReport]) -> Iterator[Finding]:
    """Yield findings about ids, tables of an event, and names that several boards have."""
    where = message("usb.doctor.boards")
    for problem in shared_problems([board.hello for board in boards if not board.fault]):
        yield Finding(where, problem.wrong, problem.do)
