"""Finds the serial ports of boards, by USB ids and among virtual boards, and remembers other ports that boards had."""

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import platformdirs
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from host_tools.private_files import write_private
from host_tools.usb import virtual_board_registry

BOARD_IDS = {(0x2E8A, 0x0005), *((0xF055, product) for product in range(0x9800, 0x9803))}
"""USB vendor and product id of MicroPython on a Pico (RP2040, RP2350), and of boards with MicroPython's own ids."""
_SHORTEST_SERIAL = 8
"""Characters of a USB serial number that is a device's own: many chips all have the same short one, as 0001."""
found_ports: set[str] = set()
"""Paths that `connected_ports` has returned: there is nothing to remember about them."""


@dataclass(frozen=True)
class Port:
    """A serial port, and the USB serial number of the board behind it; "" if that is not known."""

    path: str
    serial: str

    @property
    def label(self) -> str:
        """The text that names the board in messages: serial number, else path."""
        return self.serial or self.path


def connected_ports() -> list[Port]:
    """Return every port that may be opened unasked, ordered by path; virtual boards come last.

    Those are ports with a board's USB ids, and those at which a board has answered before.
    """
    known = _known_devices()
    devices = [port for port in list_ports.comports() if (port.vid, port.pid) in BOARD_IDS or _device(port) in known]
    real = [Port(port.device, (port.serial_number or "").lower()) for port in devices]
    virtual = [Port(path, uid) for uid, path in virtual_board_registry.running_boards().items()]
    ports = sorted(real, key=lambda port: port.path) + virtual
    found_ports.update(port.path for port in ports)
    return ports


def other_ports() -> list[str]:
    """Return path and description of each USB serial port that is not opened unasked."""
    paths = {port.path for port in connected_ports()}
    others = [port for port in list_ports.comports() if port.vid and port.device not in paths]
    return [f"{port.device} ({port.description})" for port in others]


def remember_board(path: str) -> None:
    """Remember the device at a port at which a board has answered, if it is not found by its USB ids."""
    if path in found_ports:
        return
    found_ports.add(path)
    device = next((_device(port) for port in list_ports.comports() if port.device == path), "")
    known = _known_devices()
    if device and device not in known:
        with suppress(OSError):
            write_private(_known_file(), json.dumps(sorted({*known, device})))


def _known_file() -> Path:
    return platformdirs.user_data_path("cribboard") / "known-boards.json"


def _known_devices() -> set[str]:
    """Return the devices at which boards have answered, as `_device` names them."""
    try:
        return set(json.loads(_known_file().read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return set()


def _device(port: ListPortInfo) -> str:
    """Return USB ids and serial number of the device at a port; "" where that is not one device's own."""
    serial = port.serial_number or ""
    return f"{port.vid:04x}:{port.pid:04x}:{serial}" if port.vid and len(serial) >= _SHORTEST_SERIAL else ""
