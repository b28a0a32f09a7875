"""File list of a deploy: the firmware compiled for a board's processor, boot.py and main.py as they are."""

import hashlib
from functools import cache
from pathlib import Path
from threading import Lock

from host_tools.firmware_build import START, board_sources, compile_mpy, firmware_sources, read_start_file, strip_viper

FOLDER = "firmware"
LIST = "firmware/files.txt"
"""On the board: every file of the firmware, a path a line, so that a later one knows which are not somebody else's."""
ARCHITECTURES = (
    "", "x86", "x64", "armv6", "armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp", "xtensa", "xtensawin",
    "rv32imc",
)  # fmt: skip
"""mpy-cross's names, in the order of the number in `sys.implementation._mpy`; "" runs only bytecode."""
_compiling = Lock()
FORMAT = 6
"""Version of the .mpy format that mpy-cross writes, and MicroPython reads since 1.19."""
MACHINE_CODE = 3
"""That of its machine code, which MicroPython runs since 1.23."""


class FormatError(Exception):
    """A MicroPython that cannot run what mpy-cross makes; it says which one could."""


def architecture(mpy: int) -> str:
    """Return the processor of a board whose MicroPython gives this `sys.implementation._mpy`; "" where it is to have
    bytecode.

    Raises FormatError.
    """
    if mpy & 0xFF != FORMAT:
        used = mpy & 0xFF
        raise FormatError(f"its MicroPython runs .mpy format {used}, not {FORMAT}: put a newer one on it (--uf2 FILE)")
    number = (mpy >> 10) & 0x0F
    supported = number < len(ARCHITECTURES) and (mpy >> 8) & 0x03 == MACHINE_CODE
    return ARCHITECTURES[number] if supported else ""


def image(processor: str = "", platform: str = "") -> dict[str, bytes]:
    """Return path and bytes of every file a board carries.

    `processor` is one of ARCHITECTURES, `platform` the board's `sys.platform`.
    """
    # Several boards are flashed in parallel: the first thread compiles, the others wait and take its cached result.
    with _compiling:
        return _image(processor, platform)


@cache
def _image(processor: str, platform: str) -> dict[str, bytes]:
    """Build all files of a board, compiled for a processor."""
    files = {name: read_start_file(name) for name in START}
    for path, text in board_sources(platform, bool(processor)).items():
        # Without machine code in it a file is the same for every processor: it is compiled once.
        files[_compiled_path(path)] = compile_mpy(path, text, processor if strip_viper(text) != text else "")
    files[LIST] = "\n".join(sorted([*files, LIST])).encode()
    return files


def names() -> set[str]:
    """Return the paths of all files that are the firmware's on whatever kind of board."""
    sources = firmware_sources()
    return {*START, LIST, *sources, *map(_compiled_path, sources)}


def _compiled_path(path: str) -> str:
    return path.removesuffix(".py") + ".mpy"


def digest(data: bytes) -> str:
    """Return the name of a file's contents: SHA-256 in hex."""
    return hashlib.sha256(data).hexdigest()


def write(folder: Path) -> None:
    """Write all files of a board into a folder, laid out as on its flash."""
    for path, data in image().items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
