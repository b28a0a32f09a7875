"""Installs MicroPython on Picos in BOOTSEL mode: finds their USB drives and copies a UF2 image there."""

import os
import sys
from dataclasses import dataclass
from glob import glob
from pathlib import Path

from host_tools.usb import binary_info, uf2

_INFO = "INFO_UF2.TXT"
_FAMILIES = {uf2.RP2040: "RPI-RP2", uf2.RP2350: "RP2350", uf2.RP2350_RISCV: "RP2350"}
"""Processor families of the UF2 format, and what the drive of such a board calls itself."""
_PLACES = {
    "win32": [f"{letter}:/" for letter in "DEFGHIJKLMNOPQRSTUVWXYZ"],
    "darwin": ["/Volumes/*"],
    "linux": ["/media/*", "/media/*/*", "/run/media/*", "/run/media/*/*"],
}
"""Where a drive that is plugged in appears."""
WHERE_FROM = "download MicroPython for it from micropython.org/download, then: cribboard flash --uf2 FILE"


class DriveError(Exception):
    """The image cannot be put on a drive; it says why, and what to do."""


@dataclass(frozen=True)
class Drive:
    """A board's drive; `board` is what it calls itself: RPI-RP2, RP2350."""

    path: Path
    board: str


def drives() -> list[Drive]:
    """Return the drive of every board that waits for an image."""
    mounted = [Path(path) for pattern in _PLACES.get(sys.platform, _PLACES["linux"]) for path in sorted(glob(pattern))]
    return [Drive(path, board) for path in mounted if (board := _board(path))]


def _board(path: Path) -> str:
    """Return the board's name in a drive's INFO_UF2.TXT; "" where there is none."""
    try:
        info = (path / _INFO).read_text(errors="replace")
    except OSError:
        return ""
    return next((line.partition(":")[2].strip() for line in info.splitlines() if line.startswith("Board-ID:")), "")


def put(file: Path) -> tuple[Drive, bool]:
    """Copy an image to the one drive there is; its board then starts with it. Raises DriveError.

    The drive, and whether the image has a file system in it, as those of `cribboard image` have.
    """
    data, contents = _image(file)
    family = _FAMILIES[contents.family]
    waiting = drives()
    if not waiting:
        raise DriveError("no board waits for an image: hold its BOOTSEL button while you plug it in, then try again")
    if len(waiting) > 1:
        raise DriveError(
            "several boards wait for an image: leave one plugged in\n" + "\n".join(f"  {d.path}" for d in waiting)
        )
    if family not in waiting[0].board:
        raise DriveError(f"{file} is for {family}, the board is {waiting[0].board}: take the image for that one")
    _copy(data, waiting[0].path / "firmware.uf2")
    return waiting[0], max(contents.pages) >= binary_info.program(contents).filesystem[0] > 0


def _image(file: Path) -> tuple[bytes, uf2.Uf2]:
    """Read and decode a UF2 file. Raises DriveError."""
    try:
        data = file.read_bytes()
        return data, uf2.decode(data)
    except OSError as error:
        raise DriveError(f"{file}: {error.strerror}") from None
    except uf2.Uf2Error as error:
        raise DriveError(f"{file} {error}: {WHERE_FROM}") from None


def _copy(data: bytes, target: Path) -> None:
    """Copy an image to a drive, which disappears when it has all of it. Raises DriveError."""
    try:
        with open(target, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
    except OSError as error:
        # The drive goes the moment its board has all of it.
        if target.parent.exists():
            raise DriveError(f"{target}: {error.strerror}") from None
