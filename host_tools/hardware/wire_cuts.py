"""The wires of each build: how many of which length and colour, and what to buy for them."""

from math import ceil, hypot
from typing import Any, NamedTuple

from .battery_bay import CELL
from .csv_writer import csv_text
from .plate_geometry import STREETS, Plate, build_plate

SPARE = 1.15
"""What is bought, by what is needed."""
_OPEN_MM, _ASIDE_MM, _SLACK_MM, _STEP_MM = 30, 150, 60, 50
"""The lid lies on its face before the base, so far from it. A key's wire reaches from there to the middle of the
carrier, as far aside as that, has so much to spare, and is cut in such steps."""
_ENDS_MM = 15
"""Stripped, and bent to a pad, at both ends together."""
_AROUND_MM = 10
"""From the end of a row to outside the strip plate's edge, on the way to the next row."""
_POWER_NETS = ("GND", "IN_5V", "LED_5V", "VBUS")
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
    wires = _keys(plate)
    if build.form == "strip":
        wires += _strips(plate)
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


def _keys(plate: Plate) -> list[Cut]:
    """Return the wires of the keys: one each, ground from key to key, and one ground to the carrier."""
    keys = plate.params.keys
    link = round(keys.pitch + _ENDS_MM)
    wires = []
    for name in (*plate.params.board.teams[: plate.tracks], ""):
        own = [spot for spot in plate.key_spots() if spot.name.rpartition(" ")[0] == name]
        what, length = f"keys {name}" if name else "OK and MENU", _key_mm(plate, own[0].y)
        wires.append(Cut(f"{what}: each key", YELLOW, len(own), length))
        wires.append(Cut(f"{what}: ground from key to key", THIN_BLACK, len(own) - 1, link))
        wires.append(Cut(f"{what}: ground", THIN_BLACK, 1, length))
    return wires


def _key_mm(plate: Plate, y: float) -> int:
    """Return the length of a wire from a row of keys to the carrier, with the lid open."""
    carrier = plate.params.carrier
    along = plate.height - carrier.at[1] - carrier.height / 2 + _OPEN_MM + plate.height - y
    return _STEP_MM * ceil((hypot(along, _ASIDE_MM) + _SLACK_MM) / _STEP_MM)


def _strips(plate: Plate) -> list[Cut]:
    """Return the wires of the tracks: two feeds each, from row to row on each side, and data from row to row."""
    feed = round(plate.params.power.feed_metres * 1000 / 2)
    across = round(2 * plate.street_step + _ENDS_MM)
    wires = []
    for track, team in enumerate(plate.params.board.teams[: plate.tracks]):
        for side, rows in (("left", "1 to row 3"), ("right", "2 to row 4")):
            for wire in (RED, BLACK):
                wires.append(Cut(f"track {team}: {side} connector", wire, 1, feed))
                wires.append(Cut(f"track {team}: row {rows}", wire, 1, across))
        wires.append(Cut(f"track {team}: data, left connector", YELLOW, 1, feed))
        outside = _AROUND_MM + 6 * track
        wires.append(Cut(f"track {team}: data from row to row", YELLOW, STREETS - 1,
                         round(plate.street_step + 2 * outside + _ENDS_MM)))  # fmt: skip
    return wires
