"""Installs MicroPython on Picos in BOOTSEL mode: finds their USB drives and copies a UF2 image there."""

import os
import sys
import time
from dataclasses import dataclass
from glob import glob
from pathlib import Path

from host_tools.i18n import labelled, message
from host_tools.os_errors import os_reason
from host_tools.timeouts import stretched
from host_tools.usb import binary_info, uf2
from host_tools.usb.ports import connected_ports

_INFO = "INFO_UF2.TXT"
_FAMILIES = {uf2.RP2040: "RPI-RP2", uf2.RP2350: "RP2350", uf2.RP2350_RISCV: "RP2350"}
"""Part of the Board-ID on the drive of a board, by the processor family of the UF2 format."""
START_S = 5
"""How long after an error a drive's board may take to start the image that it has."""
_LOOK_S = 0.1
PLACES = {
    "win32": [f"{letter}:/" for letter in "DEFGHIJKLMNOPQRSTUVWXYZ"],
    "darwin": ["/Volumes/*"],
    "linux": ["/media/*", "/media/*/*", "/run/media/*", "/run/media/*/*"],
}
"""Where drives are mounted, by platform."""


class DriveError(Exception):
    """The image cannot be copied to a drive; the message says why, and what to do."""


@dataclass(frozen=True)
class Drive:
    """The USB drive of a board in BOOTSEL mode; `board` is its Board-ID, as RPI-RP2 or RP2350."""

    path: Path
    board: str

    def no_micropython(self) -> str:
        """Return the message that this board has no MicroPython yet, and where to get it."""
        return message("usb.no_micropython", drive=self.path, board=self.board, advice=message("usb.download"))


def find_drives() -> list[Drive]:
    """Return the drive of every board in BOOTSEL mode."""
    mounted = [Path(path) for pattern in PLACES.get(sys.platform, PLACES["linux"]) for path in sorted(glob(pattern))]
    return [Drive(path, board) for path in mounted if (board := _read_board_id(path))]


def _read_board_id(path: Path) -> str:
    """Return the Board-ID in a drive's INFO_UF2.TXT; "" if it has none."""
    try:
        info = (path / _INFO).read_text(errors="replace")
    except OSError:
        return ""
    return next((line.partition(":")[2].strip() for line in info.splitlines() if line.startswith("Board-ID:")), "")


def install_image(file: Path) -> tuple[Drive, bool]:
    """Copy a UF2 image to the only board in BOOTSEL mode, which then starts it. Raises DriveError.

    Returns its drive, and whether the image has the firmware's file system, as those of `cribboard image` have.
    """
    data, contents = _read_image(file)
    family = _FAMILIES[contents.family]
    waiting = find_drives()
    if not waiting:
        raise DriveError(message("usb.drive.none"))
    if len(waiting) > 1:
        raise DriveError("\n".join([message("usb.drive.several"), *(f"  {drive.path}" for drive in waiting)]))
    if family not in waiting[0].board:
        raise DriveError(message("usb.drive.family", file=file, family=family, board=waiting[0].board))
    _copy(data, waiting[0].path / "firmware.uf2")
    filesystem_start, _ = binary_info.read_program_info(contents).filesystem
    return waiting[0], max(contents.pages) >= filesystem_start > 0


def _read_image(file: Path) -> tuple[bytes, uf2.Uf2]:
    """Read and decode a UF2 file. Raises DriveError."""
    try:
        data = file.read_bytes()
        return data, uf2.decode(data)
    except OSError as error:
        raise DriveError(labelled(file, os_reason(error))) from None
    except uf2.Uf2Error as error:
        raise DriveError(labelled(f"{file} {error}", message("usb.download"))) from None


def _copy(data: bytes, target: Path) -> None:
    """Write an image to a file on a drive, which disappears when it has all of it. Raises DriveError."""
    known = {port.path for port in connected_ports()}
    try:
        stream = open(target, "wb")
    except OSError as error:
        raise DriveError(labelled(target, os_reason(error))) from None
    try:
        with stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
    except OSError as error:
        if not has_started(target.parent, known):
            raise DriveError(message("usb.drive.broken", file=target, reason=os_reason(error))) from None


def has_started(drive: Path, known: set[str]) -> bool:
    """Wait for what becomes of a drive that has given an error; return whether its board has started the image.

    The board goes the moment it has all of it, and the last write may fail. The drive's folder can outlive it for a
    while. `known`: the ports there were before.
    """
    deadline = time.monotonic() + stretched(START_S)
    while _read_board_id(drive):
        if {port.path for port in connected_ports()} - known:
            return True
        if time.monotonic() >= deadline:
            return False
        time.sleep(_LOOK_S)
    return True
