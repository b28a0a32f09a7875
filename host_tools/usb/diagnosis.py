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
from host_tools.usb import bootsel
from host_tools.usb.board_reports import BoardReport
from host_tools.usb.ports import Port

BLOCK = 4096
CYCLES = 100_000
"""How often a sector of the Pico's flash can be erased, by its data sheet."""
WORN = 0.8
"""Share of the flash's life after which another Pico is advised."""
ERASES_PER_EVENT = 0.15
"""DESIGN.md section 6's target for what events cost."""
_NOTE_REMEDIES = {
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
    "watchdog: ": "send its faults.log with a report",
    "Ctrl-C: ": "close the program that sends Ctrl-C to boards that are plugged in, such as ModemManager",
    "flash: ": "cribboard results --format json, then cribboard clear",
    "settings.json: ": "cribboard configure with all that it is to have: name, table, preset, PIN",
}
"""What to do about a note, by the prefix of the note."""
_NETWORK_PROBLEMS = {
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
"""What is wrong with a board's network, and what to do, by the state that the board reports."""


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
    label = board.port.label
    if board.fault:
        yield Finding(label, board.fault.problem, board.fault.remedy)
        return
    status, selftest = board.status, board.selftest
    if selftest["firmware"] != FIRMWARE_VERSION:
        problem = f"it runs firmware {selftest['firmware']}, this program has {FIRMWARE_VERSION}"
        yield Finding(label, problem, "cribboard flash")
    for key in selftest["keys_down"]:
        yield Finding(label, f"key {key} is down", "let go of it; if nobody holds it, clean or change the key")
    if status["faults"]:
        yield Finding(label, f"its firmware has failed {status['faults']} times", "send its faults.log with a report")
    yield from _flash_findings(label, selftest["flash"])
    yield from _network_findings(label, status.get("network", {}))
    for note in status["notes"]:
        if not note.startswith("key "):
            yield Finding(label, note, _remedy(note))


def _network_findings(label: str, network: dict) -> Iterator[Finding]:
    """Yield findings about a board's network, from the field `network` of its status."""
    if network.get("state") in _NETWORK_PROBLEMS:
        yield Finding(label, *_NETWORK_PROBLEMS[network["state"]])
    refused = sum(network.get("refused", {}).values())
    if refused:
        problem = f"it has refused {refused} messages from its network"
        yield Finding(label, problem, "see who may write there: cribboard live check")


def _remedy(note: str) -> str:
    """Return what to do about a note in a board's status."""
    default = "copy the board's files, then look: cribboard journal PATH"
    return next((do for prefix, do in _NOTE_REMEDIES.items() if note.startswith(prefix)), default)


def _flash_findings(label: str, flash: dict) -> Iterator[Finding]:
    """Yield findings about a board's flash, from the field `flash` of its self-test: failed writes, wear."""
    if flash["failed"]:
        yield Finding(
            label, f"its flash has refused {flash['failed']} writes", "export its results and take another board"
        )
    if flash["whole"] and flash_wear(flash) >= WORN:
        yield Finding(label, f"its flash is worn to {flash_wear(flash):.0%}", "put another Pico into the board")


def flash_wear(flash: dict) -> float:
    """Return the share (0 to 1) of its flash's life that a board has used, estimated from the events it has written."""
    return flash["events"] * ERASES_PER_EVENT / (flash["whole"] / BLOCK * CYCLES)
