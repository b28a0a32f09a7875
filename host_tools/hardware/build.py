"""Builds every generated file of hardware/ from its parameters."""

import tempfile
from pathlib import Path
from typing import Any

from . import (
    build_folder,
    case,
    laser_test_and_cutting_jig,
    led_bit_timing,
    led_placement,
    netlist,
    params,
    plate_drawings,
    power,
)
from .bom import Bom
from .cross_section import section
from .dxf import dxf
from .errors import ParamsError
from .faceplate import faceplate, sheet
from .guide_tables import blocks, fill
from .pcb import board_file, fabricate, house_lists, schematic_picture
from .pcb.board_file import BoardFile
from .plate_geometry import Plate, build_plate
from .plate_tiles import pieces
from .svg_and_pdf_writers import pdf, svg

GUIDES = ("README.md", "ASSEMBLY.md", "TEST.md", "DESIGN.md", "SAFETY.md")

Files = dict[str, str | bytes]


def files(folder: Path, only: str = "") -> Files:
    """Generate every file, by its path below the folder; printed parts only if build123d is installed, circuit boards
    and the builds' books only if KiCad is. `only`: a build's id; what it does not
    take is left out.

    Raises ParamsError for parameters that do not fit each other, PowerError for a build that does not fit its port.
    """
    parameters = params.load(folder)
    rows = power.report(parameters)
    power.check(parameters, rows)
    if outside := led_bit_timing.outside(parameters):
        raise ParamsError(
            f"[timing] {outside[0].part}: {outside[0].chosen} ns is outside the window of {outside[0].chip}"
        )
    bom = Bom(parameters, folder)
    netlist.check(parameters)
    builds = [build for build in parameters.builds if only in ("", build.id)]
    if not builds:
        raise ParamsError(f"no build {only}; there are {' '.join(build.id for build in parameters.builds)}")
    generated: Files = {"bom.csv": bom.table()}
    generated |= _pictures(parameters)
    for tracks in sorted({build.tracks for build in builds}) if only else parameters.board.tracks:
        generated |= _track_files(parameters, tracks)
    for build in builds:
        generated |= _own_plate_files(build_plate(parameters, build), build.id)
    guide_blocks = blocks(parameters, rows, bom)
    guides = {name: fill(_read_guide(folder / name), guide_blocks, name) for name in GUIDES}
    if fabricate.available():
        generated |= fabricate.net_lists(folder) | fabricate.files(parameters)
        generated |= {f"boards/{name}/{name}-schematic.svg": schematic_picture.svg(folder, name)
                      for name in fabricate.SHEETS}  # fmt: skip
        generated |= _house_lists(parameters, bom, builds, generated)
        for build in builds:
            own = build_folder.files(parameters, rows, bom, build, guides, guide_blocks)
            generated |= {f"builds/{build.id}/{name}": content for name, content in own.items()}
    return generated | guides


def _read_guide(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        raise ParamsError(f"{path}: not there; the guides are written by hand, only their tables are made") from None


def write(folder: Path, only: str = "") -> int:
    """Write all files (`only`: of the builds that one's), and return how many there are."""
    generated = files(folder, only)
    for name, content in generated.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return len(generated)


def _house_lists(params: Any, bom: Bom, builds: list[Any], generated: Files) -> Files:
    """Generate the lists for a house that fits parts: of the carrier for each build, and of the panel."""
    lists: Files = {}
    carrier = board_file.load(params.folder, "carrier")
    for build in builds:
        items = {part.ref: part.item for part in netlist.fitted(params, build)}
        lists |= _both_lists(carrier, items, bom, f"builds/{build.id}")
    # Two megabytes: the Gerbers are what is kept of the panel.
    panel = generated.pop(f"boards/{fabricate.PANEL}/{fabricate.PANEL}.kicad_pcb")
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary, f"{fabricate.PANEL}.kicad_pcb")
        assert isinstance(panel, bytes)
        path.write_bytes(panel)
        board = board_file.read(path)
    items = {part.ref: part.fields["Item"] for part in board.parts if "Item" in part.fields}
    return lists | _both_lists(board, items, bom, f"boards/{board.name}")


def _both_lists(board: BoardFile, items: dict[str, str], bom: Bom, folder: str) -> Files:
    found = house_lists.house_items(items, bom.items)
    return {
        f"{folder}/{board.name}-bom.csv": house_lists.parts_list(board, found),
        f"{folder}/{board.name}-positions.csv": house_lists.positions(board, found),
    }


def _own_plate_files(plate: Plate, suffix: str) -> Files:
    """Generate the plates and printed parts that a build does not share with all of as many tracks."""
    if plate.displays:
        return _plate_files(plate, suffix)
    if plate.bay:
        return _bay_files(plate, suffix)
    return _voice_files(plate, suffix) if plate.voice else {}


def _voice_files(plate: Plate, suffix: str) -> Files:
    """Generate the base of a build with a voice, and the ring around its speaker; all else is as without."""
    generated: Files = {f"plates/base-{suffix}.dxf": dxf(plate_drawings.base(plate))}
    if case.available():
        ring = case.speaker_ring(plate)
        generated[f"case/{suffix}/{ring.name}_x{ring.quantity}.stl"] = case.stl(ring)
    return generated


def _pictures(parameters: Any) -> Files:
    """Generate drawings, templates and tables that do not depend on the number of tracks."""
    generated: Files = {}
    generated["leds/cuts.svg"] = svg(led_placement.draw_cuts(Plate(parameters, parameters.board.tracks[0])))
    generated["plates/test-piece.dxf"] = dxf(laser_test_and_cutting_jig.test_piece(parameters))
    generated["leds/jig.pdf"] = pdf(laser_test_and_cutting_jig.jig(parameters))
    generated["case/section.svg"] = svg(section(parameters))
    return generated


def _track_files(parameters: Any, tracks: int) -> Files:
    """Generate the files for a number of tracks."""
    plate = Plate(parameters, tracks)
    strips = plate_drawings.template(plate)
    suffix = f"{tracks}-tracks"
    return {
        **_plate_files(plate, suffix),
        f"plates/strip-plate-{suffix}.dxf": dxf(strips),
        f"plates/strip-plate-{suffix}.svg": svg(sheet(strips)),
        f"plates/strip-plate-{suffix}.pdf": pdf(sheet(strips)),
        f"plates/baffle-{suffix}_x3.dxf": dxf(plate_drawings.baffle(plate)),
        f"plates/diffuser-{suffix}.dxf": dxf(plate_drawings.diffuser(plate)),
        f"plates/street-plate-{suffix}.dxf": dxf(plate_drawings.street_plate(plate)),
        f"leds/map-{suffix}.csv": led_placement.placement_csv(plate),
    }


def _plate_files(plate: Plate, suffix: str) -> Files:
    """Generate faceplate, base and case, which depend on displays too; `suffix` is the end of their names."""
    face = faceplate(plate)
    generated: Files = {
        f"plates/faceplate-{suffix}.dxf": dxf(face),
        f"plates/faceplate-{suffix}.svg": svg(sheet(face)),
        f"plates/faceplate-{suffix}.pdf": pdf(sheet(face)),
        f"plates/base-{suffix}.dxf": dxf(plate_drawings.base(plate)),
    }
    parts = pieces(plate, face)
    for number, piece in enumerate(parts, 1):
        generated[f"plates/split/faceplate-{suffix}-part-{number}-of-{len(parts)}.dxf"] = dxf(piece.drawing)
    return generated | (_case(plate, suffix) if case.available() else {})


def _bay_files(plate: Plate, suffix: str) -> Files:
    """Generate base and walls with a battery's bay; the other plates are those without one."""
    generated: Files = {f"plates/base-{suffix}.dxf": dxf(plate_drawings.base(plate))}
    return generated | (_case(plate, suffix) if case.available() else {})


def _case(plate: Plate, suffix: str) -> Files:
    """Generate the printed parts of a plate's case."""
    printed_parts = case.printed(plate)
    if plate.displays or plate.bay:
        # The baffle is the same as without them.
        printed_parts, row = printed_parts[1:], None
    else:
        row = case.baffle_row(plate)
    generated: Files = {f"case/{suffix}/{part.name}_x{part.quantity}.stl": case.stl(part) for part in printed_parts}
    generated[f"case/{suffix}/walls.step"] = case.step([part for part in printed_parts if part.name.startswith("wall")])
    if row:
        generated[f"case/{suffix}/{row.name}_x{row.quantity}.step"] = case.step([row])
    return generated
