"""A board without MicroPython shows itself as a USB drive; an image copied there is what it runs from then on."""

import os
import struct
import sys
from dataclasses import dataclass
from glob import glob
from pathlib import Path

_INFO = "INFO_UF2.TXT"
_BLOCK = 512
_MAGIC = 0x0A324655
_FAMILIES = {0xE48BFF56: "RPI-RP2", 0xE48BFF59: "RP2350", 0xE48BFF5B: "RP2350"}
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
    """Every board that waits for an image."""
    mounted = [Path(path) for pattern in _PLACES.get(sys.platform, _PLACES["linux"]) for path in sorted(glob(pattern))]
    return [Drive(path, board) for path in mounted if (board := _board(path))]


def _board(path: Path) -> str:
    try:
        info = (path / _INFO).read_text(errors="replace")
    except OSError:
        return ""
    return next((line.partition(":")[2].strip() for line in info.splitlines() if line.startswith("Board-ID:")), "")


def put(file: Path) -> Drive:
    """Copy an image to the one drive there is; its board then begins with it. Raises DriveError."""
    data, family = _image(file)
    found = drives()
    if not found:
        raise DriveError("no board waits for an image: hold its BOOTSEL button while you plug it in, then try again")
    if len(found) > 1:
        raise DriveError(
            "several boards wait for an image: leave one plugged in\n" + "\n".join(f"  {d.path}" for d in found)
        )
    if family and family not in found[0].board:
        raise DriveError(f"{file} is for {family}, the board is {found[0].board}: take the image for that one")
    _copy(data, found[0].path / "firmware.uf2")
    return found[0]


def _image(file: Path) -> tuple[bytes, str]:
    try:
        data = file.read_bytes()
    except OSError as error:
        raise DriveError(f"{file}: {error.strerror}") from None
    if len(data) < _BLOCK or len(data) % _BLOCK or struct.unpack_from("<I", data)[0] != _MAGIC:
        raise DriveError(f"{file} is no UF2 image: {WHERE_FROM}")
    return data, _FAMILIES.get(struct.unpack_from("<I", data, 28)[0], "")


def _copy(data: bytes, target: Path) -> None:
    try:
        with open(target, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
    except OSError as error:
        # The drive goes the moment its board has all of it.
        if target.parent.exists():
            raise DriveError(f"{target}: {error.strerror}") from None
