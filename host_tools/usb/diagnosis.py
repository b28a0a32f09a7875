"""Diagnosis of boards and this computer: what is wrong, with one remedy for each finding."""

import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from firmware.config import FIRMWARE_VERSION
from host_tools.usb import bootsel
from host_tools.usb.board_reports import BoardReport
from host_tools.usb.ports import Port

BLOCK = 4096
CYCLES = 100_000
"""How often a sector of the Pico's flash can be erased, by its data sheet."""
WORN = 0.8
ERASES_PER_EVENT = 0.15
"""DESIGN.md section 6's target for what events cost."""
_NOTES = {
    "LED rail: ": "follow the strips' 5 V with a meter: supply, its connector, fuse, the switch that GP2 turns on, the "
    "strips' connectors (hardware/TEST.md)",
    "LED supply: ": "pull the strips' connectors, start it again, and put them back one after another: the one "
    "that cuts it has a short circuit (hardware/TEST.md)",
    "hardware.json: changed": "pull its cable, and put it in again",
    "hardware.json: ": "cribboard configure --tracks N --leds N, then pull its cable and put it in again",
    "port_ma: ": "plug in a USB-C supply of 5 V 3 A with its own cable, then pull the data cable and put it in again; "
    "or say with cribboard configure --port-ma MA what the supply gives",
    "teams: ": "cribboard configure --tracks N, where it has more tracks; else cribboard configure --teams N",
    "network.json: ": "cribboard configure --wifi NAME --broker ADDRESS",
    "settings.json: ": "cribboard configure with all that it is to have: name, table, preset, PIN",
}
"""What to do about a note, by how it begins."""
_NETWORK = {
    "joining": ("it has not joined its Wi-Fi", "wait half a minute, and ask again; bring it nearer to the Wi-Fi"),
    "wrong-password": ("its Wi-Fi refuses the password", "cribboard configure --wifi NAME"),
    "not-found": (
        "its Wi-Fi is not found",
        "switch the Wi-Fi on, at 2.4 GHz, or bring the board nearer; else cribboard configure --wifi NAME",
    ),
    "joined": (
        "no broker answers it",
        "start the broker, let its port through the firewall, or cribboard configure --broker ADDRESS",
    ),
    "refused": ("the broker refuses its name or password", "cribboard configure --broker ADDRESS"),
}
"""What is wrong with a network, and what to do, by the state a board tells."""


class Finding(NamedTuple):
    """Something wrong: with what, in words, and the one thing to do."""

    where: str
    wrong: str
    do: str


def computer_findings(ports: list[Port]) -> Iterator[Finding]:
    """Yield findings about the computer: no board, one without MicroPython, a port without permission."""
    drives = bootsel.drives()
    for drive in drives:
        yield Finding(str(drive.path), f"a board ({drive.board}) without MicroPython", bootsel.WHERE_FROM)
    if not ports and not drives:
        yield Finding("this computer", "it sees no board", _no_board())
    for port in ports:
        if not may_open(port):
            yield Finding(port.path, "you may not use this port", _permission(port.path))


def _no_board() -> str:
    if sys.platform == "win32":
        return "take another cable (many only charge); before Windows 10, install the Pico's serial driver"
    return "take another cable (many only charge) or another socket, and look at the hub's power"


def _permission(path: str) -> str:
    """Return the command that permits opening a port: its group is called otherwise on every kind of Linux."""
    try:
        group = Path(path).group()
    except (KeyError, OSError):
        group = "dialout"
    return f"sudo usermod -aG {group} $USER, then log in again"


def may_open(port: Port) -> bool:
    """Return whether the user may open the port; True for one that is missing: opening it reports that."""
    return os.name == "nt" or not os.path.exists(port.path) or os.access(port.path, os.R_OK | os.W_OK)


def boards_findings(boards: list[BoardReport]) -> Iterator[Finding]:
    """Yield findings about each board, and about names that several share."""
    for board in boards:
        yield from _board_findings(board)
    names = Counter(board.hello["name"] for board in boards if not board.fault)
    for name, count in names.items():
        if count > 1:
            problem = f"{count} boards are called {name}" if name else f"{count} boards have no name"
            yield Finding(
                "the boards", f"{problem}: no name chooses one", "cribboard configure --board SERIAL --name NAME"
            )


def _board_findings(board: BoardReport) -> Iterator[Finding]:
    """Yield findings about one board."""
    who = board.port.who
    if board.fault:
        yield Finding(who, board.fault.wrong, board.fault.do)
        return
    status, report = board.status, board.report
    if report["firmware"] != FIRMWARE_VERSION:
        problem = f"it runs firmware {report['firmware']}, this program has {FIRMWARE_VERSION}"
        yield Finding(who, problem, "cribboard flash")
    for key in report["keys_down"]:
        yield Finding(who, f"key {key} is down", "let go of it; if nobody holds it, clean or change the key")
    if status["faults"]:
        yield Finding(who, f"its firmware has failed {status['faults']} times", "send its faults.log with a report")
    yield from _flash_findings(who, report["flash"])
    yield from _network_findings(who, status.get("network", {}))
    for note in status["notes"]:
        if not note.startswith("key "):
            yield Finding(who, note, _remedy(note))


def _network_findings(who: str, network: dict) -> Iterator[Finding]:
    """Yield findings about a board's network."""
    if network.get("state") in _NETWORK:
        yield Finding(who, *_NETWORK[network["state"]])
    refused = sum(network.get("refused", {}).values())
    if refused:
        problem = f"it has refused {refused} messages from its network"
        yield Finding(who, problem, "see who may write there: cribboard live check")


def _remedy(note: str) -> str:
    files = "copy the board's files, then look: cribboard journal PATH"
    return next((do for prefix, do in _NOTES.items() if note.startswith(prefix)), files)


def _flash_findings(who: str, flash: dict) -> Iterator[Finding]:
    """Yield findings about a board's flash: refused writes, space, wear."""
    if flash["failed"]:
        yield Finding(
            who, f"its flash has refused {flash['failed']} writes", "export its results and take another board"
        )
    if flash["whole"] and flash["free"] < flash["whole"] // 10:
        yield Finding(who, "its flash is nearly full", "cribboard results --format json, then cribboard clear")
    if flash["whole"] and worn(flash) >= WORN:
        yield Finding(who, f"its flash is worn to {worn(flash):.0%}", "put another Pico into the board")


def worn(flash: dict) -> float:
    """Return the share of its flash's life that a board has used, by the events it has written; 1 is the end."""
    return flash["events"] * ERASES_PER_EVENT / (flash["whole"] / BLOCK * CYCLES)
