"""The data of the captain's page *Bring-up*: the tests of a board just built, and what to look at where one fails.

A test leads along the nets that it needs: the parts on them are suspects, with their pins there. Whoever measures what
`meter_readings` says of these parts finds which of them it is.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from firmware.entry.key_names import key_name
from host_tools.usb.sans_io.figures import FIGURES

from . import board_settings, builds, meter_readings
from .battery_bay import CELL
from .netlist import GND, LED_5V, V3, VSYS, Part, build_parts, fitted
from .pcb import board_file

FOLDER = Path(__file__).parents[1] / "captain" / "page" / "bring_up"
BUILDS, PICTURE = "builds.json", "carrier.json"
RAIL_MV = FIGURES["rail_mv"].low, FIGURES["rail_mv"].high
"""Least and most that `rail_mv` should tell."""
BATTERY_MV = FIGURES["battery_mv"].low, FIGURES["battery_mv"].high
"""Least and most that a cell's voltage is told as: from empty to just charged."""
_ENDS = (GND, "V_GND", "C_GND", "IN_5V", LED_5V, VSYS, V3, "VBUS")
"""Nets at which a line ends; they have too many parts to suspect them all."""

Tests = Iterator[tuple[str, str, dict[str, str]]]


def page_data(params: Any) -> dict[str, Any]:
    """Return the contents of the files by name."""
    return {BUILDS: build_data(params), PICTURE: carrier_picture(params)}


def write(params: Any) -> int:
    """Write the files into the page's folder, and return how many there are."""
    found = page_data(params)
    FOLDER.mkdir(exist_ok=True)
    for name, data in found.items():
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
        (FOLDER / name).write_text(text, encoding="utf-8")
    return len(found)


def build_data(params: Any) -> dict[str, Any]:
    """Return what the dialogue needs: all `readings` and `tests`; of each of the `builds` that there may be the numbers
    of its own, its `parts`, and what its board is told of its `hardware`; `keys` by reference; the ranges in which
    `rail_mv` and a cell's `battery_mv` are right.

    A reading is [group, way, two places, what is right, parts that it tells of]; a test [name, what is right, places to
    look at by what is seen instead]; "" is no key.
    """
    readings: dict[str, list] = {}
    tests: dict[str, list] = {}
    found = {}
    for build in builds.all_possible(params):
        own = [[r.group, r.way, r.first, r.second, r.right, r.refs] for r in meter_readings.soldered(params, build)]
        asked = [[name, right, {seen: _places(build_parts(params, build), along) for seen, along in wrong.items()}]
                 for name, right, wrong in _tests(params, build)]  # fmt: skip
        found[build.id] = {
            "tests": _numbers(tests, asked),
            "readings": _numbers(readings, own),
            "parts": [part.ref for part in fitted(params, build)],
            "hardware": board_settings.hardware_fields(params, build),
        }
    keys = {f"SW{number + 1}": key_name(number) for number in range(18)}
    return {"readings": list(readings.values()), "tests": list(tests.values()), "builds": found, "keys": keys,
            "rail_mv": RAIL_MV, "battery_mv": BATTERY_MV}  # fmt: skip


def _numbers(known: dict[str, list], items: Sequence[list]) -> list[int]:
    """Return the places of items in `known`, to which new ones are added."""
    for item in items:
        known.setdefault(json.dumps(item), item)
    order = {text: number for number, text in enumerate(known)}
    return [order[json.dumps(item)] for item in items]


def _tests(params: Any, build: Any) -> Tests:
    """Yield the tests of a build: name, what is right, and what leads to the fault by what is seen instead: parts, and
    nets with all that is on them and behind their resistors."""
    teams = params.board.teams[: build.tracks]
    yield "answers", "yes", {"no": "U1 JP1 D1 J1 C1 D2 VSYS VBUS"}
    yield "rail", "on", {"off": "U4 RAIL_ON ILIM JP1 J1 D2", "off-lit": "C4 C7 C5 U2 U4", "always": "U4"}
    yield "buzzer", "heard", {"silent": "BZ1 BUZZER"}
    parts = fitted(params, build)
    plugs = {net: part for part in parts if part.symbol.startswith("CONN") for net in part.pins if net != GND}
    keys = [part for part in parts if part.symbol == "SW"]
    yield "keys", "", {"something": " ".join(dict.fromkeys(plugs[key.pins[0]].ref for key in keys)) + " U1"}
    for key in keys:
        name, plug = key_name(int(key.ref.removeprefix("SW")) - 1), plugs[key.pins[0]]
        yield f"key {name}", name, {"": f"{key.ref} {key.pins[0]} {plug.ref}.{plug.pins.index(GND) + 1}"}
    for number, team in enumerate(teams):
        left, right = f"J{2 + number}", f"J{14 + number}"
        lines = f"U2 DATA_{team} OUT_{team} {left}"
        wrong = {"dark": lines, "row-2": right, "wrong": f"U2 DATA_{team} OUT_{team}"}
        yield f"track {team}", "right", {seen: along for seen, along in wrong.items()
                                         if seen != "row-2" or build.form == "strip"}  # fmt: skip
    for ref in ("J12", "J18")[: len(build.displays)]:
        yield f"display {ref}", "shows", {"dark": f"{ref} SDA SCL"}
    if build.voice:
        yield "supply", "fed", {"unfed": "F1 D4 J19 J20 J23 C9"}
        yield "module", "module-answers", {"module-silent": "U6 R34 R35 J10 J21 V_RX V_TX"}
        yield "voice", "spoken", {"silent": "U6 LS1 J22 V_SPK_1 V_SPK_2 R34"}
    if build.battery == CELL:
        yield "cell_starts", "yes", {"no": "BT1 U7 S1 J26 J27 C_EN"}
        yield "cell_off", "yes", {"no": "S1 J26 C_EN"}
        divider = "R41 R42 C11 J25 C_SENSE J10 D_2"
        yield "battery_mv", "right", {"low": divider, "high": "R41 R42 J25 C_SENSE"}
    if build.tracks < 4:
        yield "rail_mv", "right", {"low": "R10 D_1 R11 U4", "high": "R11 R10 D_1"}
    if "J1" in {part.ref for part in parts}:
        yield "alone", "yes", {"no": "D1 J1 VSYS"}
        for offer in (3000, 500):
            others = [mA for mA in (3000, 1500, 500) if mA != offer]
            for line in ("CC1", "CC2"):
                read = f"U3 {line} PORT_1A5 PORT_3A CC_HIGH CC_LOW"
                wrong = {"0": "U5 SDA SCL", "unpowered": f"J1 {line}", **{str(mA): read for mA in others}}
                yield f"offered {offer} {line}", str(offer), wrong


def _places(parts: Sequence[Part], along: str) -> list[str]:
    """Return where to look, `R21` or `J7.2`: the parts and nets of `along` that the build has, in their order."""
    refs = [part.ref for part in parts]
    found: dict[str, None] = {}
    for word in along.split():
        if word.partition(".")[0] in refs:
            found[word] = None
        for net in _line(parts, word):
            for part in parts:
                pins = [number for number, own in enumerate(part.pins, 1) if own == net]
                leads = len(part.pins) == 2 and not part.symbol.startswith("CONN")
                found |= dict.fromkeys([part.ref] if leads and pins else
                                       [meter_readings.place(part.ref, pin) for pin in pins])  # fmt: skip
    return [name for name in found if name.partition(".")[0] not in found or "." not in name]


def _line(parts: Sequence[Part], net: str) -> list[str]:
    """Return a net and those that resistors join to it, up to supplies and ground."""
    line = [net]
    for one in line:
        for part in parts:
            if part.symbol in ("R", "F") and one in part.pins:
                line += [end for end in part.pins if end not in line and end not in _ENDS]
    return line


def carrier_picture(params: Any) -> dict[str, Any]:
    """Return the carrier from above in mm: its size, and of each part its strokes and pads (x, y) and its box."""
    board = board_file.load(params.folder, "carrier")
    parts = {part.ref: _drawn(part) for part in board.parts}
    return {"width": board.width, "height": board.height, "parts": parts}


def _drawn(part: Any) -> dict[str, list]:
    runs = [[[round(x, 2), round(y, 2)] for x, y in run] for run in part.silk]
    spots = [[round(pad.x, 2), round(pad.y, 2)] for pad in part.pads]
    xs, ys = zip(*[point for run in runs for point in run], *spots, strict=True)
    return {"lines": runs, "pads": spots, "box": [min(xs), min(ys), max(xs), max(ys)]}
