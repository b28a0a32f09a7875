"""The book of a build: its text from the guides, its tables and its pictures, as one PDF."""

from collections.abc import Callable, Collection
from functools import cache, partial
from typing import Any

from . import (
    book_tables,
    charger_plan,
    finished_picture,
    inside_picture,
    laser_test_and_cutting_jig,
    led_placement,
    plate_drawings,
    tap_board,
)
from .battery_bay import CELL
from .build_tables import tables
from .builds import Build
from .cross_section import section
from .errors import ParamsError
from .exploded_view import exploded
from .faceplate import faceplate
from .guide_pdf import Picture, pdf
from .guide_tables import fill
from .guide_text import facts, include, insert_tables, renumber, select
from .netlist import Part, fitted, parts, sheet_parts
from .pcb import board_file, guide_picture, schematic_picture
from .pcb.carrier_steps import STEPS, belongs
from .plate_geometry import build_plate
from .sources import Sources
from .step_plans import STEP_NAMES, step_plan
from .svg_writer import svg

GUIDE = "ASSEMBLY.md"
_LEAST_LETTERS_PT = 6.0
_PT_PER_MM = 72 / 25.4
_SHARE, _SHARES = 0.58, {"inside": 0.74, "section": 0.35, "exploded": 0.4, "test-piece": 0.3, "finished": 0.45}
"""Most of a page's height that a picture may take."""


def book(found: Sources, build: Build, image: bool) -> bytes:
    """Return a build's book as PDF; `image`: a file of firmware lies beside it."""
    return pdf(f"Cribbage board, build {build.id}", text(found, build, image), cache(pictures(found.params, build)))


def text(found: Sources, build: Build, image: bool) -> str:
    """Return the Markdown of a build's book, without what concerns other builds; `image` as for `book`."""
    blocks = {**found.blocks, **tables(found.params, found.rows, build),
              **book_tables.tables(found.params, found.rows, found.bom, build)}  # fmt: skip
    whole = select(include(found.guides[GUIDE], found.guides), facts(build, image))
    return renumber(fill(insert_tables(whole, blocks), blocks, GUIDE))


def pictures(params: Any, build: Build) -> Callable[[str], Picture]:
    """Return a function that draws a picture of the book by its name. It raises ParamsError for others."""
    plate = build_plate(params, build)
    drawn: dict[str, Callable[[], str]] = {
        "finished": lambda: finished_picture.draw(params, build),
        "inside": lambda: inside_picture.draw(params, build),
        "cuts": lambda: svg(led_placement.draw_cuts(plate)),
        "test-piece": lambda: svg(laser_test_and_cutting_jig.test_piece(params)),
        "exploded": lambda: svg(exploded(plate)),
        "section": lambda: svg(section(params)),
    }
    drawn |= {name: partial(step_plan, params, build, name) for name in STEP_NAMES}
    if build.voice:
        drawn["voice-board"] = lambda: _voice_board(params)
    if build.battery == CELL:
        drawn["tap-board"] = lambda: svg(tap_board.layout(params))
        drawn["charger-plan"] = lambda: svg(charger_plan.plan(plate))
    drawn |= {f"carrier-{step}": partial(_carrier_step, params, build, step) for step in STEPS}
    scaled = {
        "circuit": lambda: _circuit(params, "carrier", fitted(params, build), _absent(params, build)),
        "voice-circuit": lambda: _circuit(params, "voice", sheet_parts(params, "voice")),
        "cell-circuit": lambda: _circuit(params, "cell", sheet_parts(params, "cell")),
        "template-faceplate": lambda: Picture(svg(faceplate(plate)), 1),
        "template-strip-plate": lambda: Picture(svg(plate_drawings.template(plate)), 1),
        "jig": lambda: Picture(svg(laser_test_and_cutting_jig.jig(params)), 1),
    }

    def picture(name: str) -> Picture:
        if name in scaled:
            return scaled[name]()
        if name not in drawn:
            raise ParamsError(f"guides: build {build.id} has no picture {name}; pictures are "
                              f"{' '.join(sorted([*drawn, *scaled]))}")  # fmt: skip
        return Picture(drawn[name](), most=_SHARES.get(name, _SHARE))

    return picture


def _circuit(params: Any, sheet: str, there: list[Part], absent: Collection[str] = ()) -> Picture:
    """Draw the blocks of a circuit that have parts of a build, so large that all is read."""
    drawn = schematic_picture.svg(params.folder, sheet, False, absent)
    refs = {part.ref for part in there}
    scale = _LEAST_LETTERS_PT / (schematic_picture.LETTERS_MM * _PT_PER_MM)
    return Picture(drawn, scale, tuple(schematic_picture.used_rows(drawn, refs)))


def _absent(params: Any, build: Build) -> set[str]:
    """Return names and values of the carrier's parts that a build does not have: on its circuit they are nameless. A
    test point's value is the name of a supply, which stays."""
    there = {part.ref: part.value for part in fitted(params, build)}
    # J10 has another use, and so another name, in some builds.
    gone = [part for part in parts(params) if there.get(part.ref) != part.value]
    gone_refs = [part.ref for part in gone if part.ref not in there]
    units = {f"{ref}{unit}" for ref in gone_refs for unit in ("", *"ABCDE")}
    supplies = {net for part in parts(params) for net in part.pins}
    return units | {part.value for part in gone} - set(there.values()) - supplies


def _voice_board(params: Any) -> str:
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
    return guide_picture.draw_step(board, added, before, f"Carrier of {build.id}: {step}")
