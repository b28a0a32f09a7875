"""Builds the firmware for a board: concatenates modules that load together, and compiles them by mpy-cross."""

from host_tools.firmware_build.module_joiner import (
    PLAY,
    ROOTS,
    board_sources,
    imports,
    join_modules,
    modules,
    with_imports,
)
from host_tools.firmware_build.mpy_compiler import compile_mpy
from host_tools.firmware_build.sources import START, firmware_sources, read_start_file, sources_below, strip_viper

__all__ = [
    "PLAY",
    "ROOTS",
    "START",
    "board_sources",
    "compile_mpy",
    "firmware_sources",
    "imports",
    "join_modules",
    "modules",
    "read_start_file",
    "sources_below",
    "strip_viper",
    "with_imports",
]
