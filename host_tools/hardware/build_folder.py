"""The folder of one build: its book, parts and wires, what is cut and printed, and what a board house takes."""

from pathlib import Path
from typing import Any

from host_tools.i18n import message
from host_tools.usb.hardware_options import without_usual
from host_tools.usb.new_board_image import build_image

from . import case, folder_texts, laser_test_and_cutting_jig, led_placement, plate_drawings, shops, wire_cuts
from .board_settings import hardware_fields
from .book_tables import image_name
from .build_tables import parts_csv, references
from .builds import Build
from .dxf import dxf
from .errors import ParamsError
from .faceplate import faceplate
from .netlist import fitted, parts
from .pcb import board_file, fabricate, house_lists, ibom
from .plate_geometry import build_plate
from .plate_tiles import pieces
from .sources import Sources

BOOK = "guide.pdf"
_HOUSE_FILES = ("gerbers.zip", "top.png", "bottom.png")

Files = dict[str, str | bytes]


def files(found: Sources, build: Build, micropython: bytes = b"") -> Files:
    """Return all files of a build's folder by name; what is printed only if build123d is installed, the book only if
    KiCad is. `micropython`: its UF2 file for a Pico, to which the firmware is added, told of the build's parts."""
    params = found.params
    generated: Files = lists(found, build)
    if fabricate.available():
        generated |= {BOOK: _book(found, build, bool(micropython))}
    if micropython:
        generated[image_name(build)], _ = build_image(micropython, without_usual(hardware_fields(params, build)))
    generated["LICENSE"] = _read(params.folder / "LICENSE")
    generated |= {f"cut/{name}": content for name, content in cut_files(params, build).items()}
    generated |= {f"order/{name}": content for name, content in order_files(found, build).items()}
    if case.available():
        generated |= {f"print/{name}": content for name, content in print_files(params, build).items()}
    if fabricate.available() and ibom.available():
        left_out = {part.ref for part in parts(params)} - {part.ref for part in fitted(params, build)}
        generated["carrier.html"] = ibom.page(params.folder / "boards/carrier/carrier.kicad_pcb", left_out)
    return _with_readme(params, build, generated)


def kept(found: Sources, build: Build) -> Files:
    """Return what the project keeps of some builds: book and lists."""
    return _with_readme(found.params, build, {BOOK: _book(found, build, image=False), **lists(found, build)})


def _book(found: Sources, build: Build, image: bool) -> bytes:
    # Drawing takes the extra `hardware`; lists and drawings for houses do not.
    from .book import book

    return book(found, build, image)


def _with_readme(params: Any, build: Build, generated: Files) -> Files:
    return {**generated, "README.txt": folder_texts.readme(params, build, generated)}


def lists(found: Sources, build: Build) -> Files:
    return {
        "parts.csv": parts_csv(found.params, found.bom, build),
        "cart.csv": shops.cart(found.bom, build, references(found.params, build)),
        "wires.csv": wire_cuts.table(found.params, build),
        "leds.csv": led_placement.placement_csv(build_plate(found.params, build)),
    }


def cut_files(params: Any, build: Build) -> Files:
    """Return what is cut."""
    plate = build_plate(params, build)
    face = faceplate(plate)
    generated: Files = {
        "faceplate.dxf": dxf(face),
        "baffle_x3.dxf": dxf(plate_drawings.baffle(plate)),
        "diffuser.dxf": dxf(plate_drawings.diffuser(plate)),
        "base.dxf": dxf(plate_drawings.base(plate)),
        "test-piece.dxf": dxf(laser_test_and_cutting_jig.test_piece(params)),
    }
    tiles = pieces(plate, face)
    for number, tile in enumerate(tiles, 1):
        generated[f"faceplate-part-{number}-of-{len(tiles)}.dxf"] = dxf(tile.drawing)
    if build.form == "street":
        generated["strip-plate.dxf"] = dxf(plate_drawings.street_plate(plate))
    else:
        generated["strip-plate.dxf"] = dxf(plate_drawings.template(plate))
    return generated


def print_files(params: Any, build: Build) -> Files:
    """Return the printed parts: a file to print of each, and the walls, and a row of the baffle, to be changed."""
    plate = build_plate(params, build)
    printed, row = case.printed(plate), case.baffle_row(plate)
    walls = [part for part in printed if part.name.startswith("wall")]
    generated: Files = {f"{part.name}_x{part.quantity}.stl": case.stl(part) for part in printed}
    generated["walls.step"] = case.step(walls)
    generated[f"{row.name}_x{row.quantity}.step"] = case.step([row])
    return generated


def order_files(found: Sources, build: Build) -> Files:
    """Return what a board house takes: Gerbers, drill files and pictures, and the lists of a house that fits parts."""
    folder, carrier = found.params.folder, board_file.load(found.params.folder, "carrier")
    items = {part.ref: part.item for part in fitted(found.params, build)}
    generated: Files = {"README.txt": folder_texts.order_notes(found.params, build)}
    generated |= house_lists.lists(carrier, items, found.bom)
    boards = ["carrier", *(["voice"] if build.voice else []), *([fabricate.PANEL] if build.form == "street" else [])]
    ends = {fabricate.PANEL: ("bom.csv", "positions.csv"), "voice": ("schematic.svg",)}
    for board in boards:
        for end in (*_HOUSE_FILES, *ends.get(board, ())):
            generated[f"{board}-{end}"] = _read(folder / "boards" / board / f"{board}-{end}")
    return generated


def _read(path: Path) -> bytes:
    """Read a file that the project keeps. Raises ParamsError if it is missing."""
    if not path.is_file():
        raise ParamsError(message("cli.hardware.not_made", path=path))
    return path.read_bytes()
