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
from host_tools.usb.sans_io.deploy_steps import LIST

_compiling = Lock()


def board_image(processor: str = "", platform: str = "") -> dict[str, bytes]:
    """Return the contents of all firmware files of a board, by path.

    `processor` is one of `deploy_steps.ARCHITECTURES`, `platform` the board's `sys.platform`.
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
