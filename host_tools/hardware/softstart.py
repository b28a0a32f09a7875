"""The soft-start switch: its diagram, and the sums that chose its parts."""

from math import log
from typing import Any

import schemdraw
import schemdraw.elements

elm: Any = schemdraw.elements
"""Its types know less than it can do."""


def diagram(params: Any) -> bytes:
    """The switch between fuse and strips, as SVG."""
    power = params.power
    schemdraw.use("svg")
    drawing = schemdraw.Drawing(show=False, fontsize=11, unit=2.4)
    drawing.config(bgcolor="white")
    drawing.add(elm.Dot(open=True).label("5 V, from F1", "left"))
    source = drawing.add(elm.Line().right(1.2)).end
    drawing.add(elm.Resistor().at(source).down().label(f"R7 {power.bleed_kohm / 1000:g} MΩ", "top"))
    gate = drawing.add(elm.Dot()).end
    drawing.add(elm.Line().at(source).right(2.4))
    corner = drawing.add(elm.Dot()).end
    drawing.add(elm.Capacitor().at(corner).down().label(f"C3 {power.hold_nf / 1000:g} µF", "bottom"))
    drawing.add(elm.Line().at(gate).right(2.4))
    joint = drawing.add(elm.Dot()).end
    to_gate = drawing.add(elm.Line().at(joint).right(3))
    fet = elm.Ic(pins=_fet_pins(), size=(3, 1.8), label="Q1\nSi4435DDY")
    line = drawing.add(elm.Line().at(corner).right(1.5))
    placed = drawing.add(fet.at(line.end).anchor("source").right())
    drawing.add(elm.Line().at(to_gate.end).to((placed.gate[0], to_gate.end[1])))
    drawing.add(elm.Line().at(placed.gate).to((placed.gate[0], to_gate.end[1])))
    out = drawing.add(elm.Line().at(placed.drain).right(1.5)).end
    drawing.add(elm.Dot())
    drawing.add(elm.Line().at(out).down().toy(to_gate.end))
    drawing.add(elm.Capacitor().left().tox(placed.gate).label(f"C2 {power.gate_nf:g} nF", "bottom"))
    drawing.add(elm.Line().at(out).right(1.2))
    drawing.add(elm.Dot(open=True).label("LED 5 V", "right"))
    _driver(drawing, power, gate)
    return drawing.get_imagedata("svg")


def _fet_pins() -> list:
    return [
        elm.IcPin(name="S", pin="1-3", side="left", anchorname="source"),
        elm.IcPin(name="D", pin="5-8", side="right", anchorname="drain"),
        elm.IcPin(name="G", pin="4", side="bottom", anchorname="gate"),
    ]


def _driver(drawing: Any, power: Any, gate: Any) -> None:
    drawing.add(elm.Resistor().at(gate).down().label(f"R8 {power.gate_kohm:g} kΩ", "top"))
    found = [
        elm.IcPin(name="D", pin="3", side="top", anchorname="drain"),
        elm.IcPin(name="G", pin="2", side="left", anchorname="gate"),
        elm.IcPin(name="S", pin="1", side="bottom", anchorname="source"),
    ]
    placed = drawing.add(elm.Ic(pins=found, size=(3, 2.6), label="Q2\n2N7000").anchor("drain").right())
    drawing.add(elm.Ground().at(placed.source))
    control = drawing.add(elm.Line().at(placed.gate).left(1)).end
    drawing.add(elm.Dot())
    drawing.add(elm.Resistor().at(control).down().label("R9 100 kΩ", "top"))
    drawing.add(elm.Ground())
    drawing.add(elm.Line().at(control).left(1))
    drawing.add(elm.Dot(open=True).label("RAIL_ON, GP2", "left"))


def gate_current_ua(power: Any, threshold: float) -> float:
    """What flows through R8 while the rail rises: the gate stands at the threshold then."""
    return (power.rail - threshold) / power.gate_kohm * 1000 - threshold / power.bleed_kohm * 1000


def slope_v_per_s(power: Any, threshold: float) -> float:
    """How fast the rail rises: the gate's current charges C2."""
    return gate_current_ua(power, threshold) / power.gate_nf * 1000


def rise_ms(power: Any, threshold: float) -> float:
    """From no voltage to all of it."""
    return power.rail / slope_v_per_s(power, threshold) * 1000


def inrush_ma(params: Any) -> float:
    """What charging the bulk capacitor takes meanwhile."""
    return params.power.bulk_uf * slope_v_per_s(params.power, params.power.threshold) / 1000


def delay_ms(power: Any, threshold: float) -> float:
    """From RAIL_ON to the beginning of the rise: R8 charges C2 and C3 to the threshold."""
    charge = (power.gate_nf + power.hold_nf) * threshold
    mean = (power.rail - threshold / 2) / power.gate_kohm
    return charge / mean / 1000


def ready_ms(power: Any, threshold: float) -> float:
    """From RAIL_ON to 5 V at the strips."""
    return delay_ms(power, threshold) + rise_ms(power, threshold)


def plug_in_volts(params: Any) -> float:
    """What the gate sees when a plug goes in with the rail off: C2 and C3 divide the step."""
    power = params.power
    return power.rail * power.gate_nf / (power.gate_nf + power.hold_nf)


def gate_volts(params: Any) -> float:
    """What the gate gets once the rail is up: R7 and R8 divide it."""
    power = params.power
    return power.rail * power.bleed_kohm / (power.bleed_kohm + power.gate_kohm)


def unplugged_s(params: Any) -> float:
    """How long a plug must stay out until the switch is off when it comes back: R7 empties C2 and C3.

    What is left, and the plug's step, must stay below the least threshold.
    """
    power = params.power
    left = power.thresholds[0] - plug_in_volts(params)
    return power.bleed_kohm * (power.gate_nf + power.hold_nf) / 1e6 * log(gate_volts(params) / left)
