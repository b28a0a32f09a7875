"""What a meter reads on the voice board, soldered, its sockets empty and no cable in it. Computed from the net list."""

from typing import Any

from .golden_readings import Reading, between, joint, place
from .netlist import Part, VoiceNets, sheet_parts

FEED, GND, SPEAKER, SUPPLY = VoiceNets.FEED, VoiceNets.GND, VoiceNets.SPEAKER, VoiceNets.SUPPLY

_CONNECTORS, _SOCKETS = ("J20", "J21", "J22"), ("J23", "J24")
_PLUGGED = ("U6", "LS1")


def soldered(params: Any) -> list[Reading]:
    """Return the readings of the board when everything is soldered."""
    parts = [part for part in sheet_parts(params, "voice") if part.ref not in _PLUGGED]
    return [*_supply(parts), *_lines(parts), *_shorts(parts)]


def _supply(parts: list[Part]) -> list[Reading]:
    """Return the readings of fuse, diode and capacitor."""
    feed, supply, ground = (place(parts, (*_CONNECTORS, *_SOCKETS), net) for net in (FEED, SUPPLY, GND))
    fuse = next(part for part in parts if part.symbol == "F")
    gone = [part for part in parts if part.symbol != "C"]
    return [
        Reading(fuse.ref, "across it", between(parts, *fuse.pins), "open: missing, or a joint"),
        Reading("D4, diode range", f"red at {feed}, black at {supply}", "0.4 to 0.8 V",
                "OL: missing, turned, or F1; the voltage with the leads exchanged: turned"),
        Reading("5 V of the module", f"{supply} to {ground}", between(parts, SUPPLY, GND),
                f"does not rise ({between(gone, SUPPLY, GND)}): C9 missing; 0 Ω: a bridge, or C9 turned"),
    ]  # fmt: skip


def _lines(parts: list[Part]) -> list[Reading]:
    """Return, for each pin of a connector, the socket of the module it leads to."""
    return [
        joint(parts, f"{part.ref}.{pin}", place(parts, _SOCKETS, net), net)
        for part in parts
        if part.ref in _CONNECTORS
        for pin, net in enumerate(part.pins, 1)
        if net != FEED
    ]


def _shorts(parts: list[Part]) -> list[Reading]:
    """Return the readings of what must not be joined: the speaker's ends, and each of them to ground."""
    ends, ground = [place(parts, ("J22",), net) for net in SPEAKER], place(parts, ("J20",), GND)
    pairs = [(ends[0], ends[1], SPEAKER), *((end, ground, (net, GND)) for end, net in zip(ends, SPEAKER, strict=True))]
    return [
        Reading("Speaker", f"{one} to {other}", between(parts, *nets), "beeps: a bridge of solder")
        for one, other, nets in pairs
    ]
