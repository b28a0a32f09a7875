"""The folder of one build: its book, parts and wires, what is cut and printed, and what a board house takes."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from . import (
    case,
    charger_plan,
    laser_test_and_cutting_jig,
    led_placement,
    plate_drawings,
    tap_board,
    wire_cuts,
)
from .battery_bay import BANK, CELL
from .bom import Bom
from .build_tables import parts_csv, tables
from .builds import Build
from .cross_section import section
from .drawing import Drawing
from .dxf import dxf
from .errors import ParamsError
from .exploded_view import exploded
from .faceplate import faceplate, sheet
from .guide_pdf import pdf as book_pdf
from .guide_tables import fill
from .guide_text import facts, insert_tables, renumber, select
from .netlist import PICO_PORT_MA, fitted, parts
from .pcb import board_file, fabricate, guide_picture, house_lists, ibom, schematic_picture
from .pcb.carrier_steps import STEPS, belongs
from .plate_geometry import build_plate
from .plate_tiles import pieces
from .power import Row, build_row
from .step_pictures import STEP_NAMES, step_picture
from .svg_and_pdf_writers import pdf, svg

BOOK = "guide.pdf"
_BATTERIES = {BANK: "a power bank", CELL: "a charger module with a protected lithium cell"}
CHAPTERS = ("SAFETY.md", "ASSEMBLY.md", "TEST.md")
_HOUSE_FILES = ("gerbers.zip", "top.png", "bottom.png")

Files = dict[str, str | bytes]


@dataclass(frozen=True)
class Sources:
    """What all builds are made from: parameters, power report, parts, the guides' text for all builds by their names,
    and what fills their marks (`guide_tables.blocks`)."""

    params: Any
    rows: list[Row]
    bom: Bom
    guides: dict[str, str]
    blocks: dict[str, str]


def files(found: Sources, build: Build) -> Files:
    """Return all files of a build's folder by name; what is printed only if build123d is
    installed, the book only if KiCad is."""
    params = found.params
    generated: Files = papers(found, build) if fabricate.available() else lists(found, build)
    generated["LICENSE"] = _read(params.folder / "LICENSE")
    generated |= {f"cut/{name}": content for name, content in cut_files(params, build).items()}
    generated |= {f"order/{name}": content for name, content in order_files(found, build).items()}
    if case.available():
        generated |= {f"print/{name}": content for name, content in print_files(params, build).items()}
    if fabricate.available() and ibom.available():
        left_out = {part.ref for part in parts(params)} - {part.ref for part in fitted(params, build)}
        generated["carrier.html"] = ibom.page(params.folder / "boards/carrier/carrier.kicad_pcb", left_out)
    return generated


def papers(found: Sources, build: Build) -> Files:
    """Return a build's book and lists, which the project keeps of some builds."""
    picture = cache(_pictures(found.params, build))
    return {BOOK: book_pdf(f"Cribbage board, build {build.id}", text(found, build), picture),
            **lists(found, build)}  # fmt: skip


def lists(found: Sources, build: Build) -> Files:
    return {
        "parts.csv": parts_csv(found.params, found.bom, build),
        "wires.csv": wire_cuts.table(found.params, build),
        "leds.csv": led_placement.placement_csv(build_plate(found.params, build)),
    }


def cut_files(params: Any, build: Build) -> Files:
    """Return what is cut, and the templates on paper."""
    plate = build_plate(params, build)
    face = faceplate(plate)
    generated: Files = {
        "faceplate.dxf": dxf(face),
        "faceplate.pdf": pdf(sheet(face)),
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
        strips = plate_drawings.template(plate)
        generated["strip-plate.dxf"], generated["strip-plate.pdf"] = dxf(strips), pdf(sheet(strips))
        generated["jig.pdf"] = pdf(laser_test_and_cutting_jig.jig(params))
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
    generated: Files = dict(house_lists.lists(carrier, items, found.bom))
    boards = ["carrier", *(["voice"] if build.voice else []), *([fabricate.PANEL] if build.form == "street" else [])]
    ends = {fabricate.PANEL: ("bom.csv", "positions.csv"), "voice": ("schematic.svg",)}
    for board in boards:
        for end in (*_HOUSE_FILES, *ends.get(board, ())):
            generated[f"{board}-{end}"] = _read(folder / "boards" / board / f"{board}-{end}")
    return generated


def _read(path: Path) -> bytes:
    """Read a file that the project keeps. Raises ParamsError if it is missing."""
    if not path.is_file():
        raise ParamsError(f"{path}: not there; cribboard hardware build makes it, with KiCad 9")
    return path.read_bytes()


def text(found: Sources, build: Build) -> str:
    """Return the Markdown of a build's book: what it is, then the chapters, without what concerns other builds."""
    blocks = found.blocks | tables(found.params, found.rows, found.bom, build)
    chapters = [select(found.guides[name], facts(build)) for name in CHAPTERS]
    chapters = [fill(insert_tables(chapter, blocks), blocks, name)
                for chapter, name in zip(chapters, CHAPTERS, strict=True)]  # fmt: skip
    return "\n\n".join([_cover(found, build), *map(renumber, chapters)])


def _cover(found: Sources, build: Build) -> str:
    """Return the first page: what is built, what it takes and what is in the folder."""
    params, bom = found.params, found.bom
    plate, row = build_plate(params, build), build_row(params, found.rows, build)
    plug = "its own USB-C socket" if build.port > PICO_PORT_MA else "the Pico’s plug"
    supply = f"{plug}, a supply of 5 V 3 A" if build.port > PICO_PORT_MA else f"{plug}, 500 mA"
    if build.battery:
        supply = f"{_BATTERIES[build.battery]} in its bay, at {plug}"
    facts_of_it = [
        ("tracks, keys", f"{build.tracks}, {len(plate.key_spots())}"),
        ("LEDs", params.power.kinds[build.form].name),
        ("displays", ", ".join(params.display.kinds[name].name for name in build.displays) or "none"),
        ("plate", f"{plate.width:.0f} × {plate.height:.0f} mm"),
        ("fed by", supply),
        ("takes in the worst scene", f"{row.worst} mA"),
        ("parts, estimated", f"${bom.total(build):.0f} ({bom.date})"),
    ]
    if build.voice:
        facts_of_it.insert(4, ("voice", "a sound module, a speaker in the base"))
    lines = "\n".join(f"| {name} | {value} |" for name, value in facts_of_it)
    return (
        f"# Cribbage board: build `{build.id}`\n\n| what | here |\n|---|---|\n{lines}\n\n"
        "**No board of this kind has been built yet.** Every number is from data sheets or computed.\n\n"
        f"`cribboard hardware build {build.id}` makes this book, and the folder it belongs to. "
        "Chapters: safety, assembly, first power-up. Licence: CERN-OHL-P-2.0.\n"
    )


def _pictures(params: Any, build: Build) -> Callable[[str], str]:
    """Return a function that draws a picture of the book by its name, as SVG. It raises ParamsError for others."""
    plate = build_plate(params, build)
    drawn: dict[str, Callable[[], str]] = {
        "circuit": lambda: schematic_picture.svg(params.folder, "carrier", False, _absent(params, build)),
        "cuts": lambda: svg(led_placement.draw_cuts(plate)),
        "jig": lambda: svg(laser_test_and_cutting_jig.jig(params)),
        "test-piece": lambda: svg(laser_test_and_cutting_jig.test_piece(params)),
        "exploded": lambda: svg(exploded(plate)),
        "section": lambda: svg(section(params)),
    }
    drawn |= {name: partial(step_picture, params, build, name) for name in STEP_NAMES}
    if build.voice:
        drawn["voice-board"] = lambda: svg(_voice_board(params))
        drawn["voice-circuit"] = lambda: schematic_picture.svg(params.folder, "voice", False)
    if build.battery == CELL:
        drawn["cell-circuit"] = lambda: schematic_picture.svg(params.folder, "cell", False)
        drawn["tap-board"] = lambda: svg(tap_board.layout(params))
        drawn["charger-plan"] = lambda: svg(charger_plan.plan(plate))
    drawn |= {f"carrier-{step}": partial(_carrier_step, params, build, step) for step in STEPS}

    def picture(name: str) -> str:
        if name not in drawn:
            raise ParamsError(f"guides: build {build.id} has no picture {name}; pictures are {' '.join(sorted(drawn))}")
        return drawn[name]()

    return picture


def _absent(params: Any, build: Build) -> set[str]:
    """Return names and values of the carrier's parts that a build does not have: on its circuit they are nameless."""
    there = {part.ref: part.value for part in fitted(params, build)}
    # J10 has another use, and so another name, in some builds.
    gone = [part for part in parts(params) if there.get(part.ref) != part.value]
    gone_refs = [part.ref for part in gone if part.ref not in there]
    units = {f"{ref}{unit}" for ref in gone_refs for unit in ("", *"ABCDE")}
    return units | {part.value for part in gone} - set(there.values())


def _voice_board(params: Any) -> Drawing:
    """Draw the voice board with all its parts."""
    board = board_file.load(params.folder, "voice")
    return guide_picture.draw_step(board, {part.ref for part in board.parts}, set(), "Voice board")


def _carrier_step(params: Any, build: Build, step: str) -> str:
    """Draw the carrier in a soldering step: only parts of the build."""
    refs = [part.ref for part in fitted(params, build)]
    done = list(STEPS)[: list(STEPS).index(step)]
    before = {ref for ref in refs if any(belongs(ref, name) for name in done)}
    added = {ref for ref in refs if belongs(ref, step)}
    board = board_file.load(params.folder, "carrier")
    return svg(guide_picture.draw_step(board, added, before, f"Carrier of {build.id}: {step}"))
