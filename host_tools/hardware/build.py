"""Builds every generated file of hardware/ from its parameters, and the folder of any build."""

import io
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from host_tools.i18n import message

from . import build_folder, builds, led_bit_timing, led_placement, netlist, params, power
from .bom import Bom
from .build_folder import Files
from .cross_section import section
from .errors import ParamsError
from .faceplate import faceplate, sheet
from .guide_tables import blocks, fill
from .pcb import board_file, fabricate, house_lists, schematic_picture
from .plate_geometry import Plate, build_plate
from .sources import Sources
from .svg_writer import svg

GUIDES = ("README.md", "ASSEMBLY.md", "DESIGN.md", "SAFETY.md")
_TIME = (2000, 1, 1, 0, 0, 0)


def sources(folder: Path) -> Sources:
    """Read and check what is written by hand. Raises ParamsError for parameters that do not fit each other, PowerError
    for an example of the guides that does not fit its port."""
    parameters = params.load(folder)
    if outside := led_bit_timing.outside(parameters):
        raise ParamsError(
            f"[timing] {outside[0].part}: {outside[0].chosen} ns is outside the window of {outside[0].chip}"
        )
    rows = power.report(parameters)
    bom = Bom(parameters, folder)
    netlist.check(parameters)
    for build in parameters.builds:
        power.check(parameters, rows, build)
    guide_blocks = blocks(parameters, rows, bom)
    guides = {name: fill(_read_guide(folder / name), guide_blocks, name) for name in GUIDES}
    return Sources(parameters, rows, bom, guides, guide_blocks)


def files(folder: Path, net_lists: Files | None = None) -> Files:
    """Generate what the project keeps, by its path below the folder; circuit boards, and the books of the builds that
    are kept, only if KiCad is installed. `net_lists`: those of the circuits, if they have been exported already. Raises
    ParamsError and PowerError, as `sources`."""
    found = sources(folder)
    generated: Files = {**found.guides, **_pictures(found.params)}
    if fabricate.available():
        generated |= (net_lists or fabricate.net_lists(folder)) | fabricate.files(found.params)
        generated |= {f"boards/{name}/{name}-schematic.svg": schematic_picture.svg(folder, name)
                      for name in fabricate.SHEETS}  # fmt: skip
        generated |= _panel_lists(found.bom, generated)
        for name in found.params.build.kept:
            own = build_folder.kept(found, builds.named(found.params, name))
            generated |= {f"builds/{name}/{file}": content for file, content in own.items()}
    return generated


def _read_guide(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        raise ParamsError(message("cli.hardware.no_guide", path=path)) from None


def write(folder: Path) -> int:
    """Write what the project keeps, and return how many files that is.

    Net lists come first: all that is known of the circuits is read from them.
    """
    params.load(folder)
    net_lists = fabricate.net_lists(folder) if fabricate.available() else {}
    list(write_files(net_lists, folder))
    return len(list(write_files(files(folder, net_lists), folder)))


def write_builds(folder: Path, names: list[str], to: Path, packed: bool, micropython: bytes = b"") -> Iterator[Path]:
    """Write a folder, or a ZIP file if `packed`, for each build, yielding its path. Nothing is written unless all of
    them can be: raises ParamsError for a build that cannot be, PowerError for one that does not fit its port."""
    found = sources(folder)
    wanted = [builds.named(found.params, name) for name in names]
    for build in wanted:
        builds.check(found.params, found.rows, build)
    for build in wanted:
        generated = build_folder.files(found, build, micropython)
        if packed:
            yield from write_files({f"{build.id}.zip": zipped(generated, build.id)}, to)
        else:
            list(write_files(generated, to / build.id))
            yield to / build.id


def write_files(generated: Files, to: Path) -> Iterator[Path]:
    """Write files below a folder, yielding the path of each."""
    for name, content in generated.items():
        path = to / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_bytes(content))
        yield path


def zipped(generated: Files, folder: str) -> bytes:
    """Return a ZIP archive of files in a folder, the same bytes each time."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in generated.items():
            entry = zipfile.ZipInfo(f"{folder}/{name}", _TIME)
            # Without this the files can be read by nobody else on the computer on which they are unpacked.
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, _bytes(content), zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _bytes(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content


def _panel_lists(bom: Bom, generated: Files) -> Files:
    """Return the lists of the panel for a house that fits parts."""
    # Two megabytes: the Gerbers are what is kept of the panel.
    panel = generated.pop(f"boards/{fabricate.PANEL}/{fabricate.PANEL}.kicad_pcb")
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary, f"{fabricate.PANEL}.kicad_pcb")
        path.write_bytes(_bytes(panel))
        board = board_file.read(path)
    items = {part.ref: part.fields["Item"] for part in board.parts if "Item" in part.fields}
    return {f"boards/{board.name}/{name}": text for name, text in house_lists.lists(board, items, bom).items()}


def _pictures(parameters: Any) -> Files:
    """Draw the guides' pictures that are no circuit's."""
    first = parameters.board.tracks[0]
    displays = build_plate(parameters, builds.named(parameters, "two+display"))
    return {
        "pictures/cuts.svg": svg(led_placement.draw_cuts(Plate(parameters, first))),
        "pictures/section.svg": svg(section(parameters)),
        "pictures/faceplate.svg": svg(sheet(faceplate(Plate(parameters, first)))),
        "pictures/faceplate-with-displays.svg": svg(sheet(faceplate(displays))),
    }
