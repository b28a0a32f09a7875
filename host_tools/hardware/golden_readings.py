"""What a meter reads on the carrier after each soldering step, with all parts of the build soldered so far.

Computed from the net list. A capacitor is open in the end (a large one lets the reading rise first), a diode is open in
ohms and has a range of its own; chips are taken as open: their junctions conduct only above about 0.3 V.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import isinf
from typing import Any, NamedTuple

from . import resistor_colours
from .netlist import GND, IN_5V, LED_5V, Part, fitted
from .pcb.carrier_steps import SOCKETED, STEPS, belongs
from .resistor_network import Resistor, resistance

_RISING_UF = 1.0
"""A capacitor this large or larger is seen to charge."""
_OPEN = "open (OL)"
_BEEP = "0 Ω, beeps"
_NAMES = {"U1": "Pico", "U2": "U2"}
"""Chips in sockets to which connectors lead."""
_METER_ERROR = 0.02
"""Readings closer than this are the same."""
_FORWARD = "0.2 to 0.8 V"


class Reading(NamedTuple):
    """A line of a table: what is measured, between which points, and what is read if all is right, and if not."""

    what: str
    points: str
    right: str
    wrong: str


def after_step(params: Any, build: Any, step: str) -> list[Reading]:
    """Return the readings after a step of STEPS."""
    parts = [part for part in fitted(params, build) if part.symbol != "SW"]
    done = list(STEPS)[: list(STEPS).index(step) + 1]
    there = [part for part in parts if any(belongs(part.ref, name) for name in done) and part.ref not in SOCKETED]
    return _readings(parts, there, [part for part in there if belongs(part.ref, step)])


def all_soldered(params: Any, build: Any) -> list[Reading]:
    """Return the readings when everything is soldered and wired, and the sockets are empty."""
    parts = [part for part in fitted(params, build) if part.symbol != "SW"]
    there = [part for part in parts if part.ref not in SOCKETED]
    return _readings(parts, there, there)


def _readings(parts: list[Part], there: list[Part], new: list[Part]) -> list[Reading]:
    """Return the readings of the parts `new` among those `there`; `parts` has what is in sockets too."""
    kit = sorted({resistor_colours.ohms(part.value) for part in parts if part.symbol == "R"})
    return [
        *_neighbours(new),
        *_resistors(there, new, kit),
        *_links(there, new),
        *_diodes(new),
        *_transistors(new),
        *_rails(there, new),
        *_connector_pins(parts, there, new),
    ]


def network(parts: Sequence[Part]) -> list[Resistor]:
    """Return the resistors, links and fuses of parts."""
    return [
        (part.pins[0], part.pins[1], resistor_colours.ohms(part.value) if part.symbol == "R" else 0.0)
        for part in parts
        if part.symbol in ("R", "LINK", "F")
    ]


def between(parts: Sequence[Part], start: str, end: str) -> str:
    """Return what a meter reads between two nets: resistance, and whether it rises to it."""
    ohms = resistance(network(parts), start, end)
    shown = _OPEN if isinf(ohms) else _BEEP if ohms < 1 else resistor_colours.text(ohms)
    rising = any(part.symbol == "C" and part.value.endswith("u") and {start, end} == set(part.pins) for part in parts)
    return f"rises to {shown}" if rising else shown


def place(parts: Sequence[Part], refs: Sequence[str], net: str) -> str:
    """Return the first pin on a net among the parts `refs`, as `J23.1`. Raises StopIteration if there is none."""
    return next(f"{part.ref}.{part.pins.index(net) + 1}" for part in parts if part.ref in refs and net in part.pins)


def joint(parts: Sequence[Part], start: str, end: str, net: str) -> Reading:
    """Return the reading from a pin to another one on its net, which says whether both are soldered."""
    name = net.partition("_")[2]
    wrong = f"open: a joint at {start} or {end}"
    return Reading(f"{start} ({name})", f"to {end}", between(parts, net, net), wrong)


def _without(parts: Sequence[Part], gone: Part) -> list[Part]:
    return [part for part in parts if part.ref != gone.ref]


def _resistors(there: list[Part], new: list[Part], kit: list[float]) -> list[Reading]:
    """Return a line for each value of the resistors that are new: across each, with the others around it."""
    groups: dict[tuple[str, str, str, str], list[str]] = {}
    for part in (part for part in new if part.symbol == "R"):
        start, end = part.pins
        around = network(_without(there, part))
        shifted = []
        for ohms in kit:
            read = resistance([*around, (start, end, ohms)], start, end)
            if abs(read - ohms) > _METER_ERROR * ohms and ohms != resistor_colours.ohms(part.value):
                shifted.append(f"{resistor_colours.text(read)} for {resistor_colours.text(ohms)}")
        key = (part.item, between(there, start, end), between(_without(there, part), start, end), ", ".join(shifted))
        groups.setdefault(key, []).append(part.ref)
    return [
        Reading(f"`{item}`: {' '.join(refs)}", "across each", right, f"missing: {missing}; another: its own value"
                + (f", but {shifted}" if shifted else ""))
        for (item, right, missing, shifted), refs in groups.items()
    ]  # fmt: skip


def _links(there: list[Part], new: list[Part]) -> list[Reading]:
    """Return a line for each wire link."""
    return [
        Reading(
            part.ref, "across it", between(there, *part.pins), f"missing: {between(_without(there, part), *part.pins)}"
        )
        for part in new
        if part.symbol == "LINK"
    ]


def _diodes(new: list[Part]) -> list[Reading]:
    """Return a line for each diode, in the meter's diode range; pin 1 is the cathode."""
    readings = []
    for part in (part for part in new if part.symbol == "D"):
        forward = "1.6 to 2 V, it glows" if part.item == "led" else _FORWARD
        readings.append(Reading(f"{part.ref}, diode range", "red at pin 2, black at pin 1 (square pad)", forward,
                                "missing: OL; turned: OL here, and a voltage with the leads exchanged"))  # fmt: skip
    return readings


def _transistors(new: list[Part]) -> list[Reading]:
    """Return the lines for the transistors' junctions, in the meter's diode range."""
    lines = {
        "n-fet": ("red at pin 1, black at pin 3", "0.4 to 0.8 V", "missing or turned: OL"),
        "npn": (
            "red at pin 2, black at pin 1, then at pin 3",
            "0.6 to 0.75 V both",
            "missing: OL; turned: the same, so look at its flat side",
        ),
    }
    return [Reading(f"{part.ref}, diode range", *lines[part.item]) for part in new if part.item in lines]


def _neighbours(new: list[Part]) -> list[Reading]:
    """Return which neighbouring contacts of a soldered chip are joined by the board; all others must be open."""
    readings = []
    for part in (part for part in new if part.ref.startswith("U")):
        half = len(part.pins) // 2
        rows = [range(half), range(half, len(part.pins))]
        joined = [
            f"{a + 1}–{b + 1}"
            for row in rows
            for a, b in pairwise(row)
            if part.pins[a] is not None and part.pins[a] == part.pins[b]
        ]
        right = f"open, but pins {', '.join(joined)}: beep" if joined else _OPEN
        readings.append(Reading(part.ref, "each contact to the next", right, "beeps elsewhere: a bridge of solder"))
    return readings


def _rails(there: list[Part], new: list[Part]) -> list[Reading]:
    """Return the readings from the 5 V nets to ground, once their capacitors are there."""
    readings = []
    for net, point, refs in ((IN_5V, "C1.1", ("C1",)), (LED_5V, "U2 socket 14", ("C4", "C7"))):
        if not any(part.ref in refs for part in new):
            continue
        gone = [part for part in there if part.ref not in refs]
        right = between(there, net, GND)
        wrong = f"does not rise ({between(gone, net, GND)}): {' and '.join(refs)} missing; 0 Ω: a bridge, or one turned"
        path = [part for part in there if part.symbol == "R" and between(_without(there, part), net, GND) != right]
        if path:
            missing = between(_without(there, path[0]), net, GND)
            wrong += f"; {missing}: {' or '.join(part.ref for part in path)} missing"
        readings.append(Reading(net.replace("_", " "), f"{point} to ground", right, wrong))
    if any(part.ref == "C1" for part in new):
        joined = between(there, "VBUS", IN_5V)
        wrong = "beeps: JP1 is there and must not" if joined == _OPEN else "open: JP1"
        readings.append(Reading("One source", "Pico socket 40 to C1.1", joined, wrong))
    return readings


def _connector_pins(parts: list[Part], there: list[Part], new: list[Part]) -> list[Reading]:
    """Return, for each pin of a connector, the socket (or C1) it leads to, and the reading between them."""
    chips = [(_NAMES[part.ref], part) for part in parts if part.ref in _NAMES]
    sockets = {net: f"{name} socket {pin}" for name, part in chips for pin, net in enumerate(part.pins, 1) if net}
    sockets[IN_5V] = "C1.1"
    readings = []
    for connector in (part for part in new if part.symbol.startswith("CONN")):
        for pin, net in enumerate(connector.pins, 1):
            rails = {GND, LED_5V, IN_5V} - {net}
            reached = [
                (resistance(network(there), net, end), socket) for end, socket in sockets.items() if end not in rails
            ]
            ohms, socket = min(reached)
            if isinf(ohms) or net == GND:
                continue
            place = f"{connector.ref}.{pin}"
            through = [f"{part.ref}, or" for part in there if part.symbol == "R" and net in part.pins and ohms >= 1]
            shown = _BEEP if ohms < 1 else resistor_colours.text(ohms)
            wrong = " ".join(["open:", *through, f"a joint at {place} or {socket}"])
            readings.append(Reading(f"{place} ({net.removeprefix('KEY_')})", f"to {socket}", shown, wrong))
    return readings
