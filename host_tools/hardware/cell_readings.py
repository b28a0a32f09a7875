"""What a meter reads on the tap board of a charger module, soldered, before it is on the module. Computed from the net
list."""

from typing import Any

from .golden_readings import Reading, between, joint, place
from .netlist import CellNets, Part, sheet_parts

BAT, ENABLE, GND, SENSE = CellNets.BAT, CellNets.ENABLE, CellNets.GND, CellNets.SENSE
HEADER, SWITCH, TAP = CellNets.HEADER, CellNets.SWITCH, CellNets.TAP


def soldered(params: Any) -> list[Reading]:
    """Return the readings of the tap board: its two resistors, its joints, and what must not be joined."""
    parts = [part for part in sheet_parts(params, "cell") if part.ref in CellNets.ON_TAP]
    return [*_divider(parts), *_joints(parts), *_shorts(parts)]


def _divider(parts: list[Part]) -> list[Reading]:
    """Return the readings across each resistor and across both, with what is read where one is missing or another."""
    tap, bat, ground = place(parts, [TAP], SENSE), place(parts, [HEADER], BAT), place(parts, [TAP], GND)
    gone = [part for part in parts if part.symbol != "R"]
    readings = []
    for what, points, nets in (("R41", (bat, tap), (BAT, SENSE)), ("R42, C11", (tap, ground), (SENSE, GND)),
                               ("R41 and R42", (bat, ground), (BAT, GND))):  # fmt: skip
        wrong = f"{between(gone, *nets)}: missing, or a joint; 0 Ω: a bridge; another value: another resistor"
        readings.append(Reading(what, f"{points[0]} to {points[1]}", between(parts, *nets), wrong))
    return readings


def _joints(parts: list[Part]) -> list[Reading]:
    """Return the readings from each connector's pins to the row of pins for the module."""
    pairs = ((SWITCH, ENABLE), (SWITCH, GND), (TAP, GND))
    return [joint(parts, place(parts, [ref], net), place(parts, [HEADER], net), net) for ref, net in pairs]


def _shorts(parts: list[Part]) -> list[Reading]:
    """Return the readings of what must not be joined: the cell's plus, or the switch's line, with another."""
    pairs = ((ENABLE, GND, "beeps: a bridge; the module would never switch on"), (BAT, ENABLE, "beeps: a bridge"))
    return [
        Reading("No bridge", f"{place(parts, [HEADER], one)} to {place(parts, [HEADER], other)}",
                between(parts, one, other), wrong)
        for one, other, wrong in pairs
    ]  # fmt: skip
