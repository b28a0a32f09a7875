"""The wires of each build: how many of which length and colour, and what to buy for them."""

from math import ceil, dist
from typing import Any, NamedTuple

from .battery_bay import CELL
from .csv_writer import csv_text
from .inside_picture import wires as plugged_wires
from .plate_geometry import STREETS, Plate, build_plate

SPARE = 1.15
"""What is bought, by what is needed."""
_SLACK_MM, _STEP_MM = 60, 50
"""A wire is so much longer than its straight line on the picture of the open board, and is cut in such steps."""
_ENDS_MM = 15
"""Stripped, and bent to a pad, at both ends together."""
_AROUND_MM = 10
"""From the end of a row to outside the strip plate's edge, on the way to the next row."""
RED, BLACK, YELLOW, THIN_BLACK = "wire-red", "wire-black", "wire-signal", "wire-ground"
COLOURS = {RED: "red, thick", BLACK: "black, thick", YELLOW: "yellow, thin", THIN_BLACK: "black, thin"}


class Cut(NamedTuple):
    """`number` wires of `mm` each; `wire`: an id of the parts list."""

    what: str
    wire: str
    number: int
    mm: int


_VOICE = [
    Cut("sound module: 5 V, J19 to J20", RED, 1, 150),
    Cut("sound module: ground, J19 to J20", BLACK, 1, 150),
    Cut("sound module: busy, RX, TX, J10 to J21", YELLOW, 3, 250),
    Cut("speaker, J22", YELLOW, 1, 150),
    Cut("speaker, J22", THIN_BLACK, 1, 150),
]
"""The voice board stands right of the carrier, the speaker before it."""


_CELL = [
    Cut("cell's voltage, J25 to J10", YELLOW, 1, 250),
    Cut("cell's voltage: ground, J25 to J10", THIN_BLACK, 1, 250),
    Cut("switch, J26", YELLOW, 1, 100),
    Cut("switch, J26", THIN_BLACK, 1, 100),
]
"""The tap board stands right of the carrier, the switch in the back wall between them."""


def cuts(params: Any, build: Any) -> list[Cut]:
    """Return all wires of a build."""
    plate = build_plate(params, build)
    lengths = {
        wire.origin: _STEP_MM * ceil((dist(wire.start, wire.end) + _SLACK_MM) / _STEP_MM)
        for wire in plugged_wires(params, build)
    }
    wires = _keys(plate, lengths)
    for place in ("in front", "opposite")[: len(build.displays)]:
        wires.append(Cut(f"display {place}: 3V3, SDA, SCL", YELLOW, 3, lengths[f"display {place}"]))
        wires.append(Cut(f"display {place}: ground", THIN_BLACK, 1, lengths[f"display {place}"]))
    wires += _strips(plate, lengths) if build.form == "strip" else _streets(plate, lengths)
    if build.voice:
        wires += _VOICE
    if build.battery == CELL:
        wires += _CELL
    return wires


def metres(params: Any, build: Any) -> dict[str, int]:
    """Return the whole metres of each wire to buy, by its id in the parts list."""
    wires = cuts(params, build)
    return {wire: ceil(SPARE * sum(c.number * c.mm for c in wires if c.wire == wire) / 1000) for wire in COLOURS}


def table(params: Any, build: Any) -> str:
    """Return the wires as CSV, with the sum of each and what to buy in the last lines."""
    wires = cuts(params, build)
    lines = [[cut.what, cut.wire, COLOURS[cut.wire], cut.number, cut.mm] for cut in wires]
    for wire, bought in metres(params, build).items():
        needed = sum(c.number * c.mm for c in wires if c.wire == wire)
        if needed:
            lines.append([f"sum; buy {bought} m", wire, COLOURS[wire], "", needed])
    return csv_text(["for", "wire", "colour", "number", "length_mm"], lines)


def _keys(plate: Plate, lengths: dict[str, int]) -> list[Cut]:
    """Return the wires of the keys: one each, ground from key to key, and one ground to the carrier."""
    keys = plate.params.keys
    link = round(keys.pitch + _ENDS_MM)
    wires = []
    for name in (*plate.params.board.teams[: plate.tracks], ""):
        number = sum(spot.name.rpartition(" ")[0] == name for spot in plate.key_spots())
        what = f"keys {name}" if name else "OK and MENU"
        wires.append(Cut(f"{what}: each key", YELLOW, number, lengths[what]))
        wires.append(Cut(f"{what}: ground from key to key", THIN_BLACK, number - 1, link))
        wires.append(Cut(f"{what}: ground", THIN_BLACK, 1, lengths[what]))
    return wires


def _strips(plate: Plate, lengths: dict[str, int]) -> list[Cut]:
    """Return the wires of the tracks: two feeds each, from row to row on each side, and data from row to row."""
    across = round(2 * plate.street_step + _ENDS_MM)
    wires = []
    for track, team in enumerate(plate.params.board.teams[: plate.tracks]):
        for side, rows in (("left", "1 to row 3"), ("right", "2 to row 4")):
            for wire in (RED, BLACK):
                wires.append(Cut(f"track {team}: {side} connector", wire, 1, lengths[f"track {team}, {side}"]))
                wires.append(Cut(f"track {team}: row {rows}", wire, 1, across))
        wires.append(Cut(f"track {team}: data, left connector", YELLOW, 1, lengths[f"track {team}, left"]))
        outside = _AROUND_MM + 6 * track
        wires.append(Cut(f"track {team}: data from row to row", YELLOW, STREETS - 1,
                         round(plate.street_step + 2 * outside + _ENDS_MM)))  # fmt: skip
    return wires


def _streets(plate: Plate, lengths: dict[str, int]) -> list[Cut]:
    """Return the wires from each track's connector to the half of a cable that is plugged into street 1."""
    return [
        Cut(f"track {team}: left connector", wire, 1, lengths[f"track {team}, left"])
        for team in plate.params.board.teams[: plate.tracks]
        for wire in (RED, BLACK, YELLOW)
    ]
