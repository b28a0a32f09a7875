"""The firmware in the form a board carries it: modules that load together joined into one file, and compiled."""

from host_tools.firmware_build.joining import ROOTS, imports, joined, modules, shipped
from host_tools.firmware_build.mpy_compiler import compile_mpy
from host_tools.firmware_build.sources import START, firmware_sources, plain, sources_below, start_file

__all__ = [
    "ROOTS",
    "START",
    "compile_mpy",
    "firmware_sources",
    "imports",
    "joined",
    "modules",
    "plain",
    "shipped",
    "sources_below",
    "start_file",
]
