"""Packs the release folder: each circuit board's fabrication files, for a board house."""

from collections.abc import Iterator
from pathlib import Path

from ..errors import ParamsError
from . import ibom

FILE_SUFFIXES = ("gerbers.zip", "positions.csv", "bom.csv", "top.png", "bottom.png")
"""Gerbers with drill files, positions, parts, and both sides as pictures."""
PAGE_SUFFIX = "ibom.html"
_LICENCE = "LICENSE"


def write(folder: Path, to: Path) -> Iterator[Path]:
    """Write a folder for each board of `folder`, yielding each file; parts pages only if their program is installed.

    Raises ParamsError if a file of a board is missing, OSError if one cannot be read or written.
    """
    boards = sorted(folder.glob("boards/*/*.kicad_pcb"))
    if not boards:
        raise ParamsError(f"{folder}: no boards/*/*.kicad_pcb there; give the folder that holds boards/")
    contents = {_LICENCE: _read_generated(folder / _LICENCE)}
    for board in boards:
        for suffix in FILE_SUFFIXES:
            contents[f"{board.stem}/{board.stem}-{suffix}"] = _read_generated(board.with_name(f"{board.stem}-{suffix}"))
    for name, content in contents.items():
        yield _write(to / name, content)
    if ibom.available():
        for board in boards:
            yield _write(to / board.stem / f"{board.stem}-{PAGE_SUFFIX}", ibom.page(board).encode())


def _read_generated(path: Path) -> bytes:
    """Read a generated file. Raises ParamsError if it is missing."""
    if not path.is_file():
        raise ParamsError(f"{path}: not there; cribboard hardware build makes it, with KiCad 9")
    return path.read_bytes()


def _write(path: Path, content: bytes) -> Path:
    """Write a file, with the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path
