"""Diagnosis of boards and this computer: what is wrong, with one remedy for each finding.

What is wrong with boards the captain's page finds too, in the reader's language: captain/page/js/diagnosis.js.
"""

import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from firmware.config import FIRMWARE_VERSION
from host_tools.firmware_build.sources import build_id
from host_tools.i18n import has_message, message
from host_tools.i18n.board_messages import board_notes
from host_tools.usb import bootsel
from host_tools.usb.board_reports import BoardReport
from host_tools.usb.deploy import version_key
from host_tools.usb.ports import Port

BLOCK = 4096
CYCLES = 100_000
"""How often a sector of the Pico's flash can be erased, by its data sheet."""
WORN = 0.8
"""Share of the flash's life after which another Pico is advised."""
ERASES_PER_EVENT = 0.15
"""DESIGN.md section 6's target for what events cost."""
_NETWORK_PROBLEMS = ("joining", "wrong-password", "not-found", "joined", "refused")
"""States of its network, as the board reports them, in which something is wrong."""


class Finding(NamedTuple):
    """A problem: where it is, what is `wrong` there, and the one thing to `do`, as texts."""

    where: str
    wrong: str
    do: str


def computer_findings(ports: list[Port]) -> Iterator[Finding]:
    """Yield findings about the computer: no board, one without MicroPython, a port without permission."""
    drives = bootsel.find_drives()
    for drive in drives:
        yield Finding(str(drive.path), f"a board ({drive.board}) without MicroPython", bootsel.DOWNLOAD_ADVICE)
    if not ports and not drives:
        yield Finding("this computer", "it sees no board", _no_board_remedy())
    for port in ports:
        if not is_accessible(port):
            yield Finding(port.path, "you may not use this port", _permission_command(port.path))


def _no_board_remedy() -> str:
    if sys.platform == "win32":
        return "take another cable (many only charge); before Windows 10, install the Pico's serial driver"
    return "take another cable (many only charge) or another socket, and look at the hub's power"


def _permission_command(path: str) -> str:
    """Return the command that permits opening a port: it adds the user to the port's group, whose name varies."""
    try:
        group = Path(path).group()
    except (KeyError, OSError):
        group = "dialout"
    return f"sudo usermod -aG {group} $USER, then log in again"


def is_accessible(port: Port) -> bool:
    """Return whether the user has permission to open the port; True for a missing one: opening it reports that."""
    return os.name == "nt" or not os.path.exists(port.path) or os.access(port.path, os.R_OK | os.W_OK)


def boards_findings(boards: list[BoardReport]) -> Iterator[Finding]:
    """Yield findings about each board, and about what several share."""
    for board in boards:
        yield from _board_findings(board)
    yield from shared_findings(boards)


def shared_findings(boards: list[BoardReport]) -> Iterator[Finding]:
    """Yield findings about ids, tables of an event, and names that several boards have."""
    answering = [board.hello for board in boards if not board.fault]
    where = message("cli.doctor.boards")
    for board, count in Counter(hello["board"] for hello in answering).items():
        if count > 1:
            wrong = message("captain.found.same_id", count=count, board=board)
            yield Finding(where, wrong, message("cli.remedy.same_id"))
    for (_, table), count in Counter((hello["event"], hello["table"]) for hello in answering).items():
        if table and count > 1:
            wrong = message("captain.found.same_table", count=count, number=table)
            yield Finding(where, wrong, message("cli.remedy.same_table"))
    for name, count in Counter(hello["name"] for hello in answering).items():
        if count > 1:
            key = "captain.found.same_name" if name else "captain.found.no_name"
            yield Finding(where, message(key, count=count, name=name), message("cli.remedy.names"))


def _board_findings(board: BoardReport) -> Iterator[Finding]:
    """Yield findings about one board."""
    label = board.port.label
    if board.fault:
        yield Finding(label, board.fault.problem, board.fault.remedy)
        return
    for code, values in _reported(board.hello, board.status, board.selftest):
        yield Finding(label, message(f"captain.found.{code}", **values), message(f"cli.remedy.{code}"))
    for code, text in board_notes(board.status):
        # Keys that are down are in the self-test.
        if code != "key-down":
            yield Finding(label, text, _remedy(code))


def firmware_finding(hello: dict, selftest: dict) -> tuple[str, dict] | None:
    """Return what is wrong with a board's firmware, compared with this program's: a message's name, and its values."""
    version = selftest["firmware"]
    if version_key(version) > version_key(FIRMWARE_VERSION):
        return "firmware_newer", {"has": version, "ours": FIRMWARE_VERSION}
    if version != FIRMWARE_VERSION:
        return "firmware", {"has": version, "ours": FIRMWARE_VERSION}
    if hello["build"] not in ("", build_id()):
        return "build", {"version": version, "has": hello["build"], "ours": build_id()}
    return None


def _reported(hello: dict, status: dict, selftest: dict) -> Iterator[tuple[str, dict]]:
    """Yield what is wrong by a board's replies, without its notes: the message's name, and its values."""
    if finding := firmware_finding(hello, selftest):
        yield finding
    for key in selftest["keys_down"]:
        yield "key", {"key": key}
    if status["faults"]:
        yield "faults", {"count": status["faults"]}
    flash = selftest["flash"]
    if flash["failed"]:
        yield "flash_failed", {"count": flash["failed"]}
    if flash["whole"] and flash_wear(flash) >= WORN:
        yield "flash_worn", {"share": f"{100 * flash_wear(flash):.0f}"}
    network = status.get("network", {})
    if network.get("state") in _NETWORK_PROBLEMS:
        yield f"network_{network['state']}", {}
    if refused := sum(network.get("refused", {}).values()):
        yield "network_messages", {"count": refused}


def _remedy(code: str) -> str:
    """Return what to do about a note with this code."""
    key = f"cli.remedy.{code}"
    return message(key if has_message(key) else "cli.remedy.files")


def flash_wear(flash: dict) -> float:
    """Return the share (0 to 1) of its flash's life that a board has used, estimated from the events it has written."""
    return flash["events"] * ERASES_PER_EVENT / (flash["whole"] / BLOCK * CYCLES)
