"""What a meter reads on a board of a build, step by step, with all parts soldered so far and its sockets empty.

Computed from the net list. A capacitor is open in the end (a large one lets the reading rise first), a diode is open in
ohms and has a range of its own; chips are taken as open: their junctions conduct only above about 0.3 V.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from math import isinf
from typing import Any, NamedTuple

from . import resistor_colours
from .battery_bay import CELL
from .netlist import GND, LED_5V, V3, CellNets, Part, fitted, sheet_parts
from .pcb.carrier_steps import SOCKETED, STEPS, belongs
from .resistor_network import Resistor, resistance

BEEP, OPEN, RISES = "beep", "open", "rise "
_SHOWN = {BEEP: "0 Ω, beeps", OPEN: "open (OL)"}
_PAIR = re.compile(r"(\d+–\d+) ([^V]+)$")
"""Two neighbouring contacts, and what is read between them."""
_METER_ERROR = 0.02
"""Readings closer than this are the same."""
_FORWARD, _GLOWING = "0.2–0.8 V", "1.6–2 V"
_WIRED = ("SW", "SPEAKER", "TOGGLE")
"""Parts on wires of their own, not on a board."""
_NAMES = {"U1": "Pico"}


class Reading(NamedTuple):
    """What is measured: `way` is ohms or diode (red at `first`) between two places, across a part's leads, or
    neighbours, each contact of `first` to the next. `right` is what is read: beep, open, ohms or volts, `rise ` before
    what a charging capacitor lets it rise to; after `; ` neighbours that are not open, as `3–4 beep`. `wrong` says in
    the book's words what else may be read. `refs` are the parts that it tells of; `item` is a resistor's in parts.toml.
    """

    group: str
    what: str
    way: str
    first: str
    second: str
    right: str
    wrong: str
    refs: tuple[str, ...]
    item: str = ""


def after_step(params: Any, build: Any, step: str) -> list[Reading]:
    """Return the carrier's readings after a step of STEPS."""
    done = list(STEPS)[: list(STEPS).index(step) + 1]
    parts = fitted(params, build)
    there = [part for part in parts if any(belongs(part.ref, name) for name in done)]
    return _readings(parts, there, [part for part in there if belongs(part.ref, step)])


def soldered(params: Any, build: Any) -> list[Reading]:
    """Return the readings of all boards of a build: each with everything soldered, no cable in it."""
    parts = fitted(params, build)
    beside = [*voice_board(params, build), *tap_board(params, build)]
    return _readings(parts, parts, parts) + beside


def voice_board(params: Any, build: Any) -> list[Reading]:
    """Return the readings of a build's voice board; none if it has none."""
    parts = sheet_parts(params, "voice") if build.voice else []
    return _readings(parts, parts, parts, ("J23", "J24"), ("J22", "J23"))


def tap_board(params: Any, build: Any) -> list[Reading]:
    """Return the readings of a build's tap board, before it is on its module; none if it has none."""
    parts = sheet_parts(params, "cell") if build.battery == CELL else []
    parts = [part for part in parts if part.ref in CellNets.ON_TAP]
    return _readings(parts, parts, parts, (CellNets.HEADER,), (CellNets.HEADER, CellNets.SWITCH))


def book_rows(readings: Sequence[Reading]) -> list[list[str]]:
    """Return readings in the book's words: what, between, right, else; resistors that read alike in one row."""
    rows = []
    for _, alike in groupby(readings, lambda reading: (reading.item or reading, reading.right, reading.wrong)):
        same = list(alike)
        one = same[0]
        what = f"`{one.item}`: {' '.join(reading.what for reading in same)}" if one.item else one.what
        between = {
            "across": "across each" if one.item else "across it",
            "neighbours": "each contact to the next",
            "diode": f"red at {one.first}, black at {one.second}",
            "ohms": f"to {one.second}" if what.startswith(one.first) else f"{one.first} to {one.second}",
        }[one.way]
        right = "; ".join(map(_shown, one.right.split("; ")))
        rows.append([what, _socket(between), right, _socket(one.wrong)])
    return rows


def _socket(text: str) -> str:
    return text.replace("Pico ", "Pico socket ").replace("U2.", "U2 socket ")


def _shown(right: str) -> str:
    """Return what a meter shows, in the book's words."""
    if pair := _PAIR.match(right):
        return f"{pair[1]}: {_shown(pair[2])}"
    if right.startswith(RISES):
        return f"rises to {_shown(right.removeprefix(RISES))}"
    return _SHOWN.get(right, right)


def _readings(parts: Sequence[Part], there: Sequence[Part], new: Sequence[Part], sockets: Sequence[str] = ("U2", "U1"),
              bridged: Sequence[str] = ()) -> list[Reading]:  # fmt: skip
    """Return the readings of the parts `new` among those `there`. `parts` has what is in sockets too; connectors lead
    to `sockets`; between the contacts of chips and of `bridged` no solder may be."""
    there = [part for part in there if part.ref not in SOCKETED and part.symbol not in _WIRED]
    places = {net: place(part.ref, pin) for ref in sockets for part in parts if part.ref == ref
              for pin, net in enumerate(part.pins, 1) if net}  # fmt: skip
    for part in there:
        if part.ref == "C1":
            places[part.pins[0]], places[GND] = place("C1", 1), place("C1", 2)
    soldered_now = [part for part in new if part in there]
    chips = [part for part in new if part.ref in bridged or part.ref[0] == "U"]
    return [
        *(_neighbours(there, part) for part in chips if part.ref not in ("U6", "U7")),
        *_resistors(there, soldered_now),
        *(reading for part in soldered_now for reading in _across(there, part)),
        *_supplies(there, soldered_now, places),
        *_connector_pins(there, soldered_now, places),
    ]


def place(ref: str, pin: int) -> str:
    """Return how a pin is named to people: `J7.2`, `Pico 15`."""
    return f"Pico {pin}" if ref == "U1" else f"{ref}.{pin}"


def network(parts: Sequence[Part]) -> list[Resistor]:
    """Return the resistors, links and fuses of parts."""
    return [
        (part.pins[0], part.pins[1], resistor_colours.ohms(part.value) if part.symbol == "R" else 0.0)
        for part in parts
        if part.symbol in ("R", "LINK", "F")
    ]


def between(parts: Sequence[Part], start: str, end: str) -> str:
    """Return what a meter reads between two nets, as a `Reading` has it."""
    ohms = resistance(network(parts), start, end)
    shown = OPEN if isinf(ohms) else BEEP if ohms < 1 else resistor_colours.text(ohms)
    charged = any(_is_large(part) and {start, end} == set(part.pins) for part in parts)
    return RISES + shown if charged else shown


def _is_large(part: Part) -> bool:
    """Return whether a part is a capacitor that is seen to charge."""
    return part.symbol == "C" and part.value.endswith("u")


def _without(parts: Sequence[Part], *gone: Part) -> list[Part]:
    return [part for part in parts if part not in gone]


def _neighbours(there: Sequence[Part], part: Part) -> Reading:
    """Return the reading of a part's contacts, each to the next of its row: those that are not open are told."""
    half = len(part.pins) if part.symbol.startswith("CONN") else len(part.pins) // 2
    numbers = [number for number, net in enumerate(part.pins, 1) if net]
    rows = [[n for n in numbers if n <= half], [n for n in numbers if n > half]]
    shown = [(a, b, between(there, part.pins[a - 1], part.pins[b - 1])) for row in rows for a, b in pairwise(row)]
    right = "; ".join([OPEN, *(f"{a}–{b} {read}" for a, b, read in shown if read != OPEN)])
    name = _NAMES.get(part.ref, part.ref)
    return Reading("contacts", name, "neighbours", name, "", right, "beeps elsewhere: a bridge of solder", (part.ref,))


def _resistors(there: Sequence[Part], new: Sequence[Part]) -> Iterator[Reading]:
    """Yield a reading for each resistor, those of a kind together: with the others around it."""
    kit = sorted({resistor_colours.ohms(part.value) for part in there if part.symbol == "R"})
    resistors = [part for part in new if part.symbol == "R"]
    items = list(dict.fromkeys(part.item for part in resistors))
    found = []
    for part in resistors:
        (start, end), others = part.pins, _without(there, part)
        shifted = []
        for ohms in kit:
            read = resistance([*network(others), (start, end, ohms)], start, end)
            if abs(read - ohms) > _METER_ERROR * ohms and ohms != resistor_colours.ohms(part.value):
                shifted.append(f"{resistor_colours.text(read)} for {resistor_colours.text(ohms)}")
        wrong = f"missing: {_shown(between(others, start, end))}; another: its own value"
        wrong += f", but {', '.join(shifted)}" if shifted else ""
        found.append(Reading("resistors", part.ref, "across", part.ref, "", between(there, start, end), wrong,
                             (part.ref,), part.item))  # fmt: skip
    yield from sorted(found, key=lambda reading: (items.index(reading.item), reading.right, reading.wrong))


def _across(there: Sequence[Part], part: Part) -> Iterator[Reading]:
    """Yield the readings of a link, a fuse, a diode (pin 1 is the cathode) or a transistor's junctions."""
    if part.symbol in ("LINK", "F"):
        wrong = f"missing: {_shown(between(_without(there, part), *part.pins))}"
        yield Reading("resistors", part.ref, "across", part.ref, "", between(there, *part.pins), wrong, (part.ref,))
    glows = part.item == "led"
    for red, black in {"D": [(2, 1)], "NFET": [(1, 3)], "NPN": [(2, 1), (2, 3)]}.get(part.symbol, ()):
        wrong = "missing: OL; turned: OL here, and a voltage with the leads exchanged"
        if part.symbol == "NPN":
            wrong = "missing: OL; turned: the same, so look at its flat side"
        right = _GLOWING if glows else _FORWARD
        yield Reading("diodes", f"{part.ref}, diode range" + (", it glows" if glows else ""), "diode",
                      place(part.ref, red), place(part.ref, black), right, wrong, (part.ref,))  # fmt: skip


def _supplies(there: Sequence[Part], new: Sequence[Part], places: dict[str, str]) -> Iterator[Reading]:
    """Yield the readings from each supply with a large capacitor to ground, and whether JP1 joins two of them."""
    for net, ground in dict.fromkeys(part.pins for part in new if _is_large(part)):
        large = [part for part in there if _is_large(part) and part.pins == (net, ground)]
        right, refs = between(there, net, ground), [part.ref for part in large]
        wrong = (f"does not rise ({_shown(between(_without(there, *large), net, ground))}): {' and '.join(refs)} "
                 "missing; 0 Ω: a bridge, or one turned")  # fmt: skip
        path = [part for part in there if part.symbol == "R" and between(_without(there, part), net, ground) != right]
        if path:
            missing = _shown(between(_without(there, path[0]), net, ground))
            wrong += f"; {missing}: {' or '.join(part.ref for part in path)} missing"
        yield Reading("rails", net.replace("_", " "), "ohms", places[net], places[ground], right, wrong,
                      (*refs, *(part.ref for part in path)))  # fmt: skip
        if "C1" in refs:
            joined = between(there, "VBUS", net)
            wrong = "beeps: JP1 is there and must not" if joined == OPEN else "open: JP1"
            yield Reading("rails", "One source", "ohms", places["VBUS"], places[net], joined, wrong, ("JP1",))


def _connector_pins(there: Sequence[Part], new: Sequence[Part], places: dict[str, str]) -> Iterator[Reading]:
    """Yield, for each pin of a connector, the reading to the socket it leads to, itself or through a resistor; the
    carrier's ground is left out."""
    for connector in (part for part in new if part.symbol.startswith("CONN")):
        for pin, net in enumerate(connector.pins, 1):
            here = place(connector.ref, pin)
            beyond = [(end, part.ref) for part in there if part.symbol == "R" and net in part.pins
                      for end in part.pins if end not in (net, GND, LED_5V, V3)]  # fmt: skip
            reached = [(end, through) for end, *through in [(net,), *beyond] if end in places and places[end] != here]
            if net in (None, GND) or not reached:
                continue
            end, through = reached[0]
            wrong = " ".join(["open:", *(f"{ref}, or" for ref in through), f"a joint at {here} or {places[end]}"])
            socket = "U1" if places[end].startswith("Pico") else places[end].partition(".")[0]
            yield Reading("connectors", f"{here} ({net.removeprefix('KEY_')})", "ohms", here, places[end],
                          between(there, net, end), wrong, (connector.ref, *through, socket))  # fmt: skip
