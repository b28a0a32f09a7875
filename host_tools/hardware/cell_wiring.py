"""Draws the charger module of a build's wiring diagram, with its cell, its switch and the divider on its tap board."""

from typing import Any

import schemdraw.elements

elm: Any = schemdraw.elements
"""Untyped: the package's type hints lack some of its functions."""

_MODULE = (5.6, 6.0)
_OFFSET = (25, 0)
"""From the Pico's pin that measures to the module."""
_LEG = 2.0


def draw(drawing: Any, pico: Any) -> None:
    """Draw the module right of the Pico's pins: divider and cell on its left, its USB-A socket on its right."""
    x, y = pico.CELL[0] + _OFFSET[0], pico.CELL[1] + _OFFSET[1]
    ends = [elm.IcPin(name=name, side="left", slot=f"{slot}/4", anchorname=name)
            for slot, name in enumerate(("GND", "EN", "BAT", "CELL"), 1)]  # fmt: skip
    ends += [elm.IcPin(name=name, side="right", slot=f"{slot}/2", anchorname=anchor)
             for slot, (name, anchor) in enumerate((("USB-A", "OUT"), ("Micro-USB", "IN")), 1)]  # fmt: skip
    module = drawing.add(elm.Ic(pins=ends, size=_MODULE, label="U7\ncharger\nmodule").at((x, y)).right())
    _draw_socket(drawing, module.OUT, "0.3 m cable,\noutside, to\nthe Pico")
    _draw_socket(drawing, module.IN, "charging,\nin the\nback wall")
    drawing.add(elm.Line().at(module.GND).left(0.6))
    drawing.add(elm.Ground())
    _draw_cell(drawing, module.CELL)
    _draw_switch(drawing, module.EN)
    _draw_divider(drawing, module.BAT)


def _draw_socket(drawing: Any, pin: Any, text: str) -> None:
    drawing.add(elm.Line().at(pin).right(0.8))
    drawing.add(elm.Dot(open=True).label(text, "right", fontsize=8))


def _draw_cell(drawing: Any, pin: Any) -> None:
    """Draw the cell, plugged into the module."""
    top = drawing.add(elm.Line().at(pin).left(1.4)).end
    rise = drawing.add(elm.Line().at(top).up(1.2)).end
    left = drawing.add(elm.Line().at(rise).left(1.0)).end
    drawing.add(elm.BatteryCell().at(left).left().label("BT1, plug PH: its + as printed", "top", fontsize=8))
    drawing.add(elm.Line().left(0.6))
    drawing.add(elm.Ground())


def _draw_switch(drawing: Any, pin: Any) -> None:
    """Draw the switch that joins EN to ground: the module is off then."""
    start = drawing.add(elm.Line().at(pin).left(1.6)).end
    drawing.add(elm.Switch().at(start).left().label("S1 on J26: closed is off", "top", fontsize=8))
    drawing.add(elm.Ground())


def _draw_divider(drawing: Any, pin: Any) -> None:
    """Draw the divider from BAT to the Pico's pin, by the tap board's and the carrier's connectors."""
    start = drawing.add(elm.Line().at(pin).left(4.4)).end
    series = drawing.add(elm.Resistor().at(start).left().label("R41 100k", "top", fontsize=8))
    middle = series.end
    drawing.add(elm.Resistor().at(middle).down(_LEG).label("R42\n100k", "bottom", fontsize=8))
    drawing.add(elm.Ground())
    tap = drawing.add(elm.Line().at(middle).left(2.6)).end
    drawing.add(elm.Capacitor().at(tap).down(_LEG).label("C11\n100 nF", "bottom", fontsize=8))
    drawing.add(elm.Ground())
    drawing.add(elm.Line().at(tap).left(0.8))
    drawing.add(elm.Dot(open=True).label("J25.1: J10.2, R33, GP28\nJ25.2: J10.5", "left", fontsize=8))
