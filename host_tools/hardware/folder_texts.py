"""What is written beside the files of a build's folder: what each file is for, and what a board house will ask."""

import re
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from firmware.config import FIRMWARE_VERSION

from .board_settings import flash_command
from .book_tables import image_name
from .builds import Build
from .netlist import fitted
from .pcb import board_file, fabricate
from .pcb.house_lists import flat_parts

_USES = {
    "guide.pdf": "read it first: safety, then each step with its picture, then the first power-up",
    "parts.csv": "what to buy (cart.csv: for a shop's page); wires.csv: to cut; leds.csv: which LED lights which hole",
    "order/": "what a board house takes, and what it will ask: order/README.txt",
    "cut/": "plates for a laser, in mm (DXF; _x3: three of it)",
    "print/": "parts to print, in mm (STL; _x2: two of it); STEP files to change them",
    "LICENSE": "CERN-OHL-P-2.0: make it, change it, sell it",
}
"""What is in a build's folder, by how its path begins."""
_BOARD = """\
  2 layers, FR-4, {thickness:g} mm thick, copper of 35 um (1 oz) on both sides
  Finish: lead-free HASL or ENIG. Solder mask green, silk screen white; any other colours do as well
  The house's own number may be printed anywhere on the back
  No controlled impedance, no castellated holes, no filled vias{slots}
"""
_ROTATIONS = "  Rotations are KiCad's. In the house's preview pin 1 of {marked} has to lie at the mark on the board\n"


def readme(params: Any, build: Build, files: Collection[str]) -> str:
    """Return README.txt of a build's folder that has `files`: what each is for, and how to make what is missing."""
    image = image_name(build)
    lines = {name: use for name, use in _USES.items() if any(file.startswith(name) for file in files)}
    if image in files:
        lines["firmware"] = f"{image}: hold BOOTSEL while you plug in a new Pico, and copy it onto the drive"
    else:
        lines["firmware"] = f"{flash_command(params, build)} puts it on, as the book says"
    if missing := ", ".join(name for name in _USES if name not in lines):
        lines["not here"] = f"{missing}: cribboard hardware build {build.id} makes a folder with all"
        lines["not here"] += ", after pip install '.[hardware,cad]', where KiCad 9 is"
    title = f"Cribbage board, build {build.id}, version {FIRMWARE_VERSION}."
    return "\n".join([f"{title} Nobody has built one yet: see the book's first page.", "",
                      *(f"{name:<12} {use}" for name, use in lines.items()), ""])  # fmt: skip


def order_notes(params: Any, build: Build) -> str:
    """Return README.txt of a build's folder order/: each board as it is ordered, and what the house fits."""
    carrier = board_file.load(params.folder, "carrier")
    there = {part.ref for part in fitted(params, build)}
    small = [ref for ref in flat_parts(carrier) if ref in there]
    slots = "; the slots of J1 are milled and plated" if "J1" in there else ""
    texts = [
        "For the board house. Number and date of the revision are on each board. Send a ZIP file as it is.\n",
        _title("carrier", carrier),
        _BOARD.format(thickness=params.carrier.thickness, slots=slots),
        f"  Fitting by carrier-bom.csv and carrier-positions.csv, top side only: {_and(small)}. All other parts have\n"
        "  legs, and are soldered by hand: their places stay empty\n",
        _ROTATIONS.format(marked=_and(ref for ref in small if ref != "J1")),
    ]
    if build.voice:
        voice = board_file.load(params.folder, "voice")
        texts += [_title("voice", voice), _BOARD.format(thickness=params.carrier.thickness, slots=""),
                  "  Soldered by hand: there are no lists\n"]  # fmt: skip
    if build.form == "street":
        width, height = _panel_size(params.folder / "boards" / fabricate.PANEL / f"{fabricate.PANEL}-gerbers.zip")
        texts += [
            f"\n{fabricate.PANEL}-gerbers.zip: {width:g} x {height:g} mm; {build.tracks} panels are needed\n"
            "  Each is the four boards of a track\n",
            _BOARD.format(thickness=params.street.thickness, slots=""),
            "  The panel is drawn: rails with tooling holes and fiducials, tabs with perforation. Leave it as it is\n",
            f"  Fitting on both sides: {fabricate.PANEL}-bom.csv and {fabricate.PANEL}-positions.csv, for one panel\n",
            _ROTATIONS.format(marked="each LED and each connector"),
        ]
    return "".join(texts)


def _panel_size(gerbers: Path) -> tuple[float, float]:
    """Return the panel's width and height, from the outline in its archive, whose numbers are nanometres."""
    with ZipFile(gerbers) as archive:
        outline = archive.read(next(name for name in archive.namelist() if "Edge_Cuts" in name)).decode("ascii")
    spots = re.findall(r"^X(-?\d+)Y(-?\d+)D0[12]", outline, re.MULTILINE)
    xs, ys = ([int(spot[axis]) / 1e6 for spot in spots] for axis in (0, 1))
    return round(max(xs) - min(xs), 1), round(max(ys) - min(ys), 1)


def _title(name: str, board: board_file.BoardFile) -> str:
    return f"\n{name}-gerbers.zip: {board.width:g} x {board.height:g} mm; one is needed, houses make five\n"


def _and(words: Iterable[str]) -> str:
    """Return words as a list in a sentence."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
