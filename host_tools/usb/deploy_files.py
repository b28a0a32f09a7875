"""Files to deploy: the firmware compiled to .mpy for a board's processor, boot.py and main.py as source."""

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from threading import Lock

from firmware.config import FIRMWARE_VERSION
from host_tools.firmware_build.module_joiner import board_sources
from host_tools.firmware_build.mpy_compiler import compile_mpy
from host_tools.firmware_build.sources import START, firmware_sources, read_start_file, strip_viper

FOLDER = "firmware"
LIST = "firmware/files.txt"
"""On the board: the firmware's version, then digest and path of each of its files, one a line.

By it a later deploy knows which files are the firmware's: it removes, and puts others in the place of, no other files.
"""
ARCHITECTURES = (
    "", "x86", "x64", "armv6", "armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp", "xtensa", "xtensawin",
    "rv32imc",
)  # fmt: skip
"""mpy-cross's names, indexed by the number in `sys.implementation._mpy`; "" runs only bytecode."""
_compiling = Lock()
FORMAT = 6
"""Version of the .mpy format that mpy-cross writes, and MicroPython reads since 1.19."""
MACHINE_CODE = 3
"""Version of the machine code in .mpy files, which MicroPython runs since 1.23."""


class FormatError(Exception):
    """The board's MicroPython cannot run what mpy-cross makes; the message says which one could."""


def architecture(mpy: int) -> str:
    """Return the processor that `sys.implementation._mpy` of a board names; "" if it is unknown and runs only bytecode.

    Raises FormatError.
    """
    if mpy & 0xFF != FORMAT:
        used = mpy & 0xFF
        raise FormatError(f"its MicroPython runs .mpy format {used}, not {FORMAT}: put a newer one on it (--uf2 FILE)")
    index = (mpy >> 10) & 0x0F
    supported = index < len(ARCHITECTURES) and (mpy >> 8) & 0x03 == MACHINE_CODE
    return ARCHITECTURES[index] if supported else ""


def board_image(processor: str = "", platform: str = "") -> dict[str, bytes]:
    """Return the contents of all firmware files of a board, by path.

    `processor` is one of ARCHITECTURES, `platform` the board's `sys.platform`.
    """
    # Several boards are flashed in parallel: the first thread compiles, the others wait and take its cached result.
    with _compiling:
        return _build_image(processor, platform)


@cache
def _build_image(processor: str, platform: str) -> dict[str, bytes]:
    """Build the result of `board_image`, compiled for the processor."""
    files = {name: read_start_file(name) for name in START}
    for path, text in board_sources(platform, bool(processor)).items():
        # Without machine code in it a file is the same for every processor: it is compiled once.
        files[_compiled_path(path)] = compile_mpy(path, text, processor if strip_viper(text) != text else "")
    return with_list(files)


def with_list(files: Mapping[str, bytes], version: str = FIRMWARE_VERSION) -> dict[str, bytes]:
    """Return an image's files, contents by path, with their LIST."""
    lines = [f"{sha256_hex(data)} {path}" for path, data in sorted(files.items()) if path != LIST]
    return {**files, LIST: "\n".join([f"version {version}", *lines]).encode()}


def firmware_paths() -> set[str]:
    """Return the paths that the firmware's files have on any kind of board, compiled or not."""
    sources = firmware_sources()
    return {*START, LIST, *sources, *map(_compiled_path, sources)}


def _compiled_path(path: str) -> str:
    return path.removesuffix(".py") + ".mpy"


def sha256_hex(data: bytes) -> str:
    """Return the SHA-256 of a file's contents, in hex."""
    return hashlib.sha256(data).hexdigest()


def write_image(folder: Path) -> None:
    """Write all firmware files of a board into a folder, laid out as on its flash."""
    for path, data in board_image().items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
