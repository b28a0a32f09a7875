"""The folder of one build, hardware/builds/ID: its book as PDF, its parts, wires and sheet."""

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from . import charger_plan, laser_test_and_cutting_jig, led_placement, tap_board, wire_cuts
from .battery_bay import BANK, CELL
from .bom import Bom
from .build_tables import parts_csv, tables
from .cross_section import section
from .drawing import Drawing
from .errors import ParamsError
from .exploded_view import exploded
from .guide_pdf import pdf
from .guide_tables import fill
from .guide_text import facts, insert_tables, renumber, select
from .netlist import PICO_PORT_MA, fitted, parts
from .pcb import board_file, guide_picture, schematic_picture
from .pcb.carrier_steps import STEPS, belongs
from .plate_geometry import build_plate
from .power import Row, build_row
from .step_pictures import STEP_NAMES, step_picture
from .svg_and_pdf_writers import svg

BOOK = "guide.pdf"
_BATTERIES = {BANK: "a power bank", CELL: "a charger module with a protected lithium cell"}
CHAPTERS = ("SAFETY.md", "ASSEMBLY.md", "TEST.md")


def files(
    params: Any, rows: list[Row], bom: Bom, build: Any, guides: dict[str, str], blocks: dict[str, str]
) -> dict[str, str | bytes]:
    """Return the files of a build's folder by name; `guides`: the text of each guide, by its name, for all builds, and
    `blocks` what fills their marks (`guide_tables.blocks`)."""
    picture = cache(_pictures(params, build))
    book = text(params, rows, bom, build, guides, blocks)
    generated: dict[str, str | bytes] = {
        "parts.csv": parts_csv(params, bom, build),
        "wires.csv": wire_cuts.table(params, build),
        BOOK: pdf(f"Cribbage board, build {build.id}", book, picture),
    }
    return generated


def text(params: Any, rows: list[Row], bom: Bom, build: Any, guides: dict[str, str], blocks: dict[str, str]) -> str:
    """Return the Markdown of a build's book: what it is, then the chapters, without what concerns other builds."""
    found = blocks | tables(params, rows, bom, build)
    chapters = [select(guides[name], facts(build)) for name in CHAPTERS]
    chapters = [fill(insert_tables(chapter, found), found, name)
                for chapter, name in zip(chapters, CHAPTERS, strict=True)]  # fmt: skip
    return "\n\n".join([_cover(params, rows, bom, build), *map(renumber, chapters)])


def _cover(params: Any, rows: list[Row], bom: Bom, build: Any) -> str:
    """Return the first page: what is built, what it takes and what is in the folder."""
    plate, row = build_plate(params, build), build_row(params, rows, build)
    plug = "its own USB-C socket" if build.port > PICO_PORT_MA else "the Pico’s plug"
    supply = f"{plug}, a supply of 5 V 3 A" if build.port > PICO_PORT_MA else f"{plug}, 500 mA"
    if build.battery:
        supply = f"{_BATTERIES[build.battery]} in its bay, at {plug}"
    facts_of_it = [
        ("tracks, keys", f"{build.tracks}, {len(plate.key_spots())}"),
        ("LEDs", params.power.kinds[build.kind].name),
        ("displays", ", ".join(params.display.kinds[name].name for name in build.displays) or "none"),
        ("plate", f"{plate.width:.0f} × {plate.height:.0f} mm"),
        ("fed by", supply),
        ("takes in the worst scene", f"{row.worst} mA"),
        ("parts, estimated", f"${bom.total(build.id):.0f} ({bom.date})"),
    ]
    if build.voice:
        facts_of_it.insert(4, ("voice", "a sound module, a speaker in the base"))
    lines = "\n".join(f"| {name} | {value} |" for name, value in facts_of_it)
    return (
        f"# Cribbage board: build `{build.id}`\n\n| what | here |\n|---|---|\n{lines}\n\n"
        "**No board of this kind has been built yet.** Every number is from data sheets or computed.\n\n"
        "`cribboard hardware build --only "
        f"{build.id}` makes this book, and puts drawings, printed parts and files for board houses in `copies` "
        "beside it. Chapters: safety, assembly, first power-up. Licence: CERN-OHL-P-2.0.\n"
    )


def _pictures(params: Any, build: Any) -> Callable[[str], str]:
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


def _absent(params: Any, build: Any) -> set[str]:
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


def _carrier_step(params: Any, build: Any, step: str) -> str:
    """Draw the carrier in a soldering step: only parts of the build."""
    refs = [part.ref for part in fitted(params, build)]
    done = list(STEPS)[: list(STEPS).index(step)]
    before = {ref for ref in refs if any(belongs(ref, name) for name in done)}
    added = {ref for ref in refs if belongs(ref, step)}
    board = board_file.load(params.folder, "carrier")
    return svg(guide_picture.draw_step(board, added, before, f"Carrier of {build.id}: {step}"))
