"""The circuit: every part and the net that each of its pins is on, as KiCad reads them from the schematics.

The schematics in hardware/boards are the source; `cribboard hardware build` has KiCad export the net list of each as
NAME.net.xml beside it, which this module reads. So nothing here needs KiCad.

A part's field *Item* is its id in parts.toml. Its field *Fit* says which builds have it: "all"; a team's letter (that
track exists); "strip A" (and its LEDs are strip, not street boards); "three" (no fourth track); "socket" (the board
has a power socket of its own); "link" (it has none, and runs from the Pico's plug); "display 1" (it has at least one);
"bus" (it has a device on the I²C bus); "voice" (a sound module); "voice D" (one, or the fourth track whose pins those
are); "voice cell D" (or it measures a cell by one of them); "option" (in none, by choice).
"""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

from . import pins
from .battery_bay import CELL
from .errors import ParamsError

PICO_PORT_MA = 500
"""Builds that draw more than this have a power socket of their own; others are fed through the Pico's plug."""
GND, LED_5V, VSYS, V3 = "GND", "LED_5V", "VSYS", "3V3"
FOURTH_KEYS = "J10"
"""Without a fourth team its keys' connector and resistors lead to a sound module, or to a cell's tap board."""
SOCKET_PADS = "A9 B9 A12 B12 A5 B5 S1".split()
"""The pads of the USB-C socket, in the order of its nets in a `Part`; of other parts the pads are numbers."""


class CellNets:
    """Nets and connectors of the tap board on a charger module; ground is the carrier's by one wire, and by the USB
    cable."""

    GND, BAT = "C_GND", "C_BAT"
    HEADER, TAP, SWITCH = "J27", "J25", "J26"
    ON_TAP = ("J27", "R41", "R42", "C11", "J25", "J26")
    """Parts on the tap board; all others are beside it."""


class Part(NamedTuple):
    """`pins` are the nets of pins 1, 2, …; None: not connected. `symbol` is its kind, the symbol's name in KiCad."""

    ref: str
    symbol: str
    value: str
    item: str
    pins: tuple
    fit: str = "all"
    footprint: str = ""
    maker: str = ""
    mpn: str = ""


@cache
def _read(path: Path, changed: int) -> tuple[Part, ...]:
    """Read a net list that KiCad has exported; `changed`: when its file was, so that it is read anew then."""
    root = ElementTree.parse(path).getroot()
    nets = {
        (node.get("ref"), node.get("pin")): net.get("name", "").removeprefix("/")
        for net in root.iter("net")
        for node in net.iter("node")
    }
    pads = {
        (kind.get("lib"), kind.get("part")): [pin.get("num", "") for pin in kind.iter("pin")]
        for kind in root.iter("libpart")
    }
    found = []
    for comp in root.iter("comp"):
        ref, source = comp.get("ref", ""), comp.find("libsource")
        assert source is not None
        names = pads[source.get("lib"), source.get("part")]
        names = SOCKET_PADS if set(names) == set(SOCKET_PADS) else sorted(names, key=int)
        joined = [nets.get((ref, name), "unconnected-") for name in names]
        fields = {field.get("name"): field.text or "" for field in comp.iter("field")}
        symbol = source.get("part", "")
        found.append(
            Part(
                ref,
                _KINDS.get(symbol, symbol),
                comp.findtext("value", ""),
                fields.get("Item", ""),
                tuple(None if net.startswith("unconnected-") else net for net in joined),
                fields.get("Fit", "all"),
                fields.get("Footprint", ""),
                fields.get("Manufacturer", ""),
                fields.get("MPN", ""),
            )
        )
    return tuple(sorted(found, key=lambda part: (part.ref.rstrip("0123456789"), _number(part.ref))))


_KINDS = {"C_POLARIZED": "C", "D_SCHOTTKY": "D", "D_TVS": "D", "LED": "D", "CONN3_WIDE": "CONN3"}
"""Symbols that are drawn otherwise than others of their kind."""


def _number(ref: str) -> int:
    return int(ref.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ") or 0)


def sheet_parts(params: Any, sheet: str) -> list[Part]:
    """Return the parts on a schematic: "carrier" (with the keys), "voice" (with module and speaker) or "cell".

    Raises ParamsError if its net list is not there or cannot be read.
    """
    path = params.folder / "boards" / sheet / f"{sheet}.net.xml"
    try:
        return list(_read(path, path.stat().st_mtime_ns))
    except (OSError, ElementTree.ParseError, KeyError, ValueError) as error:
        raise ParamsError(f"{path}: KiCad's net list cannot be read ({error}); cribboard hardware build exports it "
                          "where KiCad 9 is installed") from None  # fmt: skip


def parts(params: Any) -> list[Part]:
    """Return the parts of the carrier and its keys, for four tracks."""
    return sheet_parts(params, "carrier")


def all_parts(params: Any) -> list[Part]:
    """Return the parts of all circuits, for four tracks."""
    return [part for sheet in ("carrier", "voice", "cell") for part in sheet_parts(params, sheet)]


def key_names(params: Any) -> list[tuple[str, str, str]]:
    """Return the net at the Pico, the name on the faceplate and the team ("all") of each key, in key-number order."""
    keys = [(pins.key_net(t, face), f"{t} {face}", t) for t in params.board.teams for face in params.keys.faces]
    return keys + [(name, name, "all") for name in params.keys.shared]


def is_fitted(part: Part, build: Any) -> bool:
    """Return whether a part is in a build; options are not."""
    socket = build.port > PICO_PORT_MA
    displays = len(build.displays)
    rules = {"all": True, "three": build.tracks < 4, "socket": socket, "link": not socket, "option": False,
             "voice": build.voice, "voice D": build.voice or build.tracks == 4,
             "voice cell D": build.voice or build.battery == CELL or build.tracks == 4,
             "bus": socket or displays > 0, "display 1": displays > 0, "display 2": displays > 1}  # fmt: skip
    if part.fit in rules:
        return rules[part.fit]
    form, _, team = part.fit.rpartition(" ")
    if team not in tuple("ABCD") or form not in ("", "strip", "street"):
        raise ParamsError(f"{part.ref}: its field Fit is {part.fit!r}; hardware/README.md lists what it may be")
    return "ABCD".index(team) < build.tracks and (not form or build.form == form)


def fitted(params: Any, build: Any) -> list[Part]:
    """Return the parts on the carrier of a build, and its keys; J10 is named by what is plugged in there.

    Raises ParamsError where a supply at J1 would feed the computer at the Pico's plug: by JP1.
    """
    there = [part for part in parts(params) if is_fitted(part, build)]
    if value := "sound module" if build.voice else "cell's voltage" if build.battery == CELL else "":
        there = [part._replace(value=value) if part.ref == FOURTH_KEYS else part for part in there]
    refs = {part.ref for part in there}
    if "JP1" in refs and refs & {"J1", "D1"}:
        raise ParamsError(
            f"build {build.id}: JP1 and J1 with D1 are never both fitted: one supply would feed the other"
        )
    return there


def build_parts(params: Any, build: Any) -> list[Part]:
    """Return all parts of a build's circuit."""
    return fitted(params, build) + [part for sheet in _beside(build) for part in sheet_parts(params, sheet)]


def _beside(build: Any) -> list[str]:
    """Return the schematics of the boards that a build has beside its carrier."""
    return [sheet for sheet, there in (("voice", build.voice), ("cell", build.battery == CELL)) if there]


def check(params: Any) -> None:
    """Check the schematics against the firmware's pins and the parameters' values. Raises ParamsError."""
    found = {part.ref: part for part in all_parts(params)}
    pico = found["U1"].pins
    wanted = {use.pin: use.net for use in pins.uses(params, 4)}
    for pin, net in wanted.items():
        if pico[pin - 1] != net:
            raise ParamsError(f"carrier.kicad_sch: pin {pin} of U1 is on {pico[pin - 1]}; the firmware has {net} there")
    power = params.power
    top, middle, bottom = power.cc_ladder
    values = {"R7": f"{power.limit_low_kohm:g}k", "R8": f"{power.limit_high_kohm:g}k", "R16": f"{top:g}k",
              "R17": f"{middle:g}k", "R18": f"{bottom:g}k", "R10": f"{power.divider[0]}k",
              "R11": f"{power.divider[1]}k", "C1": f"{power.inlet_uf}u",
              "C4": f"{power.bulk_uf // 2}u", "C7": f"{power.bulk_uf // 2}u"}  # fmt: skip
    for ref, value in values.items():
        if found[ref].value != value:
            raise ParamsError(f"carrier.kicad_sch: {ref} is {found[ref].value}; params.toml makes it {value}")
