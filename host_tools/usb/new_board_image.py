"""Builds the UF2 image of a new board: MicroPython, and the firmware in a littlefs behind it."""

import re
from pathlib import Path

from firmware.hardware_file import HARDWARE_FILE, HARDWARE_VERSION
from firmware.json_file import encode_json
from host_tools.i18n import message
from host_tools.littlefs.chip import SECTOR, Chip
from host_tools.littlefs.disk import LittleDisk
from host_tools.usb import binary_info, uf2
from host_tools.usb.deploy_files import board_image

PREFIX = "new-board-"
OLDEST = (1, 23)
"""The first MicroPython with all features that the firmware uses: `rp2.DMA`, and the present machine code format."""
PROCESSORS = {uf2.RP2040: "armv6m", uf2.RP2350: "armv7emsp", uf2.RP2350_RISCV: "rv32imc"}
"""mpy-cross's name of the processor, by UF2 family."""


class ImageError(Exception):
    """The UF2 file given is not a suitable MicroPython; the message says why, and which file to take."""


def build_image(micropython: bytes, fields: dict) -> tuple[bytes, binary_info.ProgramInfo]:
    """Build a UF2 file of MicroPython and a file system with the firmware; return it and the info of this MicroPython.

    `micropython` is MicroPython's own UF2 file; `fields` go into hardware.json. Raises uf2.Uf2Error, ImageError.
    """
    base = uf2.decode(micropython)
    program = binary_info.read_program_info(base)
    check_micropython(base, program)
    files = dict(board_image(PROCESSORS[base.family], "rp2"))
    if fields:
        files[HARDWARE_FILE] = encode_json(fields, HARDWARE_VERSION)
    start, size = program.filesystem
    pages = {**base.pages, **_split_into_pages(start, build_file_system(files, size // SECTOR))}
    return uf2.encode(uf2.Uf2(base.family, pages, base.preamble)), program


def check_micropython(base: uf2.Uf2, program: binary_info.ProgramInfo) -> None:
    """Raise ImageError unless this is MicroPython, new enough, without a file system or firmware in it."""
    start, _ = program.filesystem
    if not start:
        raise ImageError(message("usb.image.foreign"))
    if max(base.pages) >= start:
        raise ImageError(message("usb.image.files"))
    if any(name.startswith("firmware/") for name in program.frozen):
        raise ImageError(message("usb.image.frozen"))
    number = re.match(r"v?(\d+)\.(\d+)", program.version)
    if not number or tuple(map(int, number.groups())) < OLDEST:
        oldest = ".".join(map(str, OLDEST))
        raise ImageError(
            message("usb.image.old" if program.version else "usb.image.unknown", version=program.version, oldest=oldest)
        )


class _ReadTrackingChip(Chip):
    """Flash that records which sectors are read, by number in `read_sectors`."""

    def __init__(self, sectors: int) -> None:
        super().__init__(sectors)
        self.read_sectors: set[int] = set()

    def read(self, cfg: object, block: int, off: int, size: int) -> bytearray:
        self.read_sectors.add(block)
        return super().read(cfg, block, off, size)


def build_file_system(files: dict[str, bytes], sectors: int) -> dict[int, bytes]:
    """Build a littlefs with these files on a flash of so many sectors; return the sectors that matter, by number.

    Those are all that a reader reads. Blank ones are among them: littlefs has two sectors for each folder and reads the
    newer one, for which it must not take what the flash held before in the other.
    """
    chip = _ReadTrackingChip(sectors)
    disk = LittleDisk(chip)
    for path, data in sorted(files.items()):
        disk.fs.makedirs(str(Path(path).parent), exist_ok=True)
        with disk.fs.open(path, "wb") as file:
            file.write(data)
    chip.read_sectors.clear()
    read_back = read_files(LittleDisk(chip))
    assert read_back == files, "littlefs gives back what it was given"
    return {number: bytes(chip.buffer[number * SECTOR :][:SECTOR]) for number in sorted(chip.read_sectors)}


def read_files(disk: LittleDisk) -> dict[str, bytes]:
    """Return the contents of all files of a littlefs, by path."""
    files = {}
    for folder, _, names in disk.fs.walk("/"):
        for name in names:
            path = f"{folder}/{name}".lstrip("/")
            with disk.fs.open(path, "rb") as file:
                files[path] = file.read()
    return files


def _split_into_pages(start: int, sectors: dict[int, bytes]) -> dict[int, bytes]:
    """Split sectors, by number, into the pages of a UF2 file, by address; sector 0 is at address `start`."""
    return {
        start + number * SECTOR + offset: data[offset : offset + uf2.PAGE]
        for number, data in sectors.items()
        for offset in range(0, SECTOR, uf2.PAGE)
    }
