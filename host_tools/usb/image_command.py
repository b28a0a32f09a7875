"""Typer command `cribboard image`: writes a UF2 file of MicroPython and the firmware, for a new Pico."""

from pathlib import Path
from typing import Annotated

import typer

from firmware.config import FIRMWARE_VERSION
from host_tools.command_group import failed
from host_tools.firmware_build.sources import build_id
from host_tools.i18n import labelled, message
from host_tools.i18n.board_messages import message_text
from host_tools.os_errors import os_reason
from host_tools.usb import hardware_options, uf2
from host_tools.usb.hardware_options import HardwareError, Revision
from host_tools.usb.new_board_image import PREFIX, ImageError, build_image
from host_tools.usb.option_groups import NONE_GIVEN, Given
from host_tools.usb.sans_io.status import hardware_message


@hardware_options.takes_hardware
def image(
    micropython: Annotated[Path, typer.Option(metavar="FILE", help="MicroPython's own UF2 file for the board.")],
    out: Annotated[
        Path, typer.Argument(help=f"The file to write, its name beginning with {PREFIX}, or a folder for it.")
    ] = Path(),
    revision: Revision = "",
    hardware: Given = NONE_GIVEN,
) -> None:
    """Make one UF2 file of MicroPython and this program's firmware, for a new Pico, Pico W or Pico 2.

    It is copied onto the drive that the Pico shows while BOOTSEL is held. On a board in use it would erase results,
    journal and settings: there, use `cribboard flash`.
    """
    try:
        hardware_options.check_fields(hardware)
        if revision:
            hardware = {**hardware, "board": hardware_options.read_revision(revision)}
        full = hardware_options.validated_hardware(hardware)
        data, program = build_image(micropython.read_bytes(), hardware_options.without_usual(hardware))
        path = _target_path(out, program.board, full["tracks"])
        path.write_bytes(data)
    except (ImageError, uf2.Uf2Error) as error:
        raise failed(f"{micropython} {error}") from None
    except HardwareError as error:
        raise failed(error) from None
    except OSError as error:
        raise failed(labelled(error.filename, os_reason(error))) from None
    firmware = f"firmware {FIRMWARE_VERSION} build {build_id()}"
    typer.echo(labelled(path, f"{firmware}, MicroPython {program.version}, {message_text(hardware_message(full))}."))
    typer.echo(message("usb.image.how", prefix=PREFIX))


def _target_path(path: Path, board: str, tracks: int) -> Path:
    """Return the file to write: `path`, or a new name if it is a folder. Raises HardwareError for other file names."""
    if path.is_dir():
        return path / f"{PREFIX}{board.replace('_', '-') or 'pico'}-{tracks}-tracks.uf2"
    if not (path.name.startswith(PREFIX) and path.suffix == ".uf2"):
        raise HardwareError(message("usb.image.name", file=path, prefix=PREFIX))
    return path
