"""Collects all that a build takes in one folder: its book, plates, printed parts, and the files for board houses."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .. import params
from ..errors import ParamsError
from ..netlist import is_fitted, parts
from . import ibom

PAGE = "carrier-ibom.html"
COPIES = "copies"
_HOUSE_FILES = ("gerbers.zip", "top.png", "bottom.png")
_PANEL_FILES = (*_HOUSE_FILES, "bom.csv", "positions.csv")


def write(folder: Path, to: Path) -> Iterator[Path]:
    """Write a folder for each build of `folder`, yielding each file; pages of parts only if their program is installed.

    Raises ParamsError if a generated file is missing, OSError if one cannot be read or written.
    """
    parameters = params.load(folder)
    contents = {
        f"{build.id}/{name}": _read(path)
        for build in parameters.builds
        for name, path in {**_own(folder, build), **shared(folder, build)}.items()
    }
    for name, content in contents.items():
        yield _write(to / name, content)
    if ibom.available():
        for build in parameters.builds:
            yield _write(to / build.id / PAGE, _page(folder, parameters, build))


def complete(folder: Path, name: str) -> Iterator[Path]:
    """Put what a build shares with others beside its own files in `folder`/builds, yielding each file.

    Git ignores these copies.
    """
    parameters = params.load(folder)
    build = next(build for build in parameters.builds if build.id == name)
    for path, source in shared(folder, build).items():
        yield _write(folder / "builds" / name / COPIES / path, _read(source))
    if ibom.available():
        yield _write(folder / "builds" / name / COPIES / PAGE, _page(folder, parameters, build))


def shared(folder: Path, build: Any) -> dict[str, Path]:
    """Return the files that a build takes and others may take too: name in its folder, and where they are."""
    tracks = f"{build.tracks}-tracks"
    face = build.id if build.displays else tracks
    own = build.id if build.displays or build.battery else tracks
    base = build.id if build.voice else own
    plates = [f"faceplate-{face}.dxf", f"faceplate-{face}.pdf", f"base-{base}.dxf", f"baffle-{tracks}_x3.dxf",
              f"diffuser-{tracks}.dxf", "test-piece.dxf"]  # fmt: skip
    if build.form == "strip":
        plates += [f"strip-plate-{tracks}.dxf", f"strip-plate-{tracks}.pdf"]
    else:
        plates.append(f"street-plate-{tracks}.dxf")
    files = {"LICENSE": folder / "LICENSE"} | {f"plates/{name}": folder / "plates" / name for name in plates}
    split = sorted((folder / "plates/split").glob(f"faceplate-{face}-part-*"))
    files |= {f"plates/{path.name}": path for path in split}
    prints = [*(folder / "case" / own).glob("*.stl"), *(folder / "case" / tracks).glob("baffle_*.stl")]
    prints += (folder / "case" / base).glob("speaker-ring*.stl")
    files |= {f"print/{path.name}": path for path in sorted(prints)}
    if build.form == "strip":
        files["plates/jig.pdf"] = folder / "leds/jig.pdf"
    else:
        files |= _house_files(folder, "street-panel", _PANEL_FILES)
    if build.voice:
        files |= _house_files(folder, "voice", (*_HOUSE_FILES, "schematic.svg"))
    return files | _house_files(folder, "carrier", _HOUSE_FILES)


def _house_files(folder: Path, board: str, ends: tuple[str, ...]) -> dict[str, Path]:
    """Return a circuit board's files for a board house."""
    return {f"boards/{board}-{end}": folder / "boards" / board / f"{board}-{end}" for end in ends}


def _own(folder: Path, build: Any) -> dict[str, Path]:
    """Return the files of a build's own folder. Raises ParamsError if its book is not there."""
    home = folder / "builds" / build.id
    _read(home / "guide.pdf")
    return {path.name: path for path in sorted(home.iterdir()) if path.is_file()}


def _page(folder: Path, parameters: Any, build: Any) -> bytes:
    """Return the carrier's page of parts, without those that the build does not have."""
    left_out = [part.ref for part in parts(parameters) if not is_fitted(part, build)]
    return ibom.page(folder / "boards/carrier/carrier.kicad_pcb", left_out).encode()


def _read(path: Path) -> bytes:
    """Read a generated file. Raises ParamsError if it is missing."""
    if not path.is_file():
        raise ParamsError(f"{path}: not there; cribboard hardware build makes it, with KiCad 9")
    return path.read_bytes()


def _write(path: Path, content: bytes) -> Path:
    """Write a file, with the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path
