"""Draws the sound module of a build's wiring diagram, with its supply and its speaker."""

from typing import Any

import schemdraw.elements

elm: Any = schemdraw.elements
"""Untyped: the package's type hints lack some of its functions."""

_MODULE = (6.6, 6.2)
_OFFSET = (20, -8)
"""From the Pico's pin TX to the module."""
_STUB = 0.8
_LINES = (("RX", "J21.2", "J10.3, R34, GP0"), ("TX", "J21.3", "J10.4, R35, GP1"), ("BUSY", "J21.1", "J10.2, R33, GP28"))


def draw(drawing: Any, pico: Any) -> None:
    """Draw the module right of the Pico's serial pins: each line with the pins that it is wired to."""
    x, y = pico.TX[0] + _OFFSET[0], pico.TX[1] + _OFFSET[1]
    left = [(name, f"{slot}/5") for slot, name in enumerate(("GND", "BUSY", "TX", "RX", "VCC"), 1)]
    ends = [elm.IcPin(name=name, side="left", slot=slot, anchorname=name) for name, slot in left]
    ends += [elm.IcPin(name=f"SPK{n}", side="right", slot=f"{n + 1}/5", anchorname=f"SPK{n}") for n in (1, 2)]
    module = drawing.add(elm.Ic(pins=ends, size=_MODULE, label="U6\nsound module\non J23, J24").at((x, y)).right())
    for name, contact, path in _LINES:
        drawing.add(elm.Line().at(getattr(module, name)).left(_STUB))
        drawing.add(elm.Dot(open=True).label(f"{path}: {contact}", "left", fontsize=8))
    diode = drawing.add(elm.Diode().at((module.VCC[0] - 2.2, module.VCC[1])).to(module.VCC))
    drawing.add(elm.Label().at((module.VCC[0] - 1.1, module.VCC[1] + 0.6)).label("D4", fontsize=9))
    fuse = drawing.add(elm.Fuse().at(diode.start).left(1.8).label("F1", fontsize=9))
    drawing.add(elm.Dot(open=True).at(fuse.end).label("J19: 5 V before U4", "left", fontsize=8))
    drawing.add(elm.Line().at(module.GND).left(_STUB))
    drawing.add(elm.Ground())
    _draw_speaker(drawing, module)


def _draw_speaker(drawing: Any, module: Any) -> None:
    """Draw the speaker between the two ends of the module's bridge."""
    first = drawing.add(elm.Line().at(module.SPK2).right(1.6))
    speaker = drawing.add(elm.Speaker().at(first.end).right().anchor("in1"))
    drawing.add(elm.Line().at(module.SPK1).right(1.2))
    drawing.add(elm.Line().to(speaker.in2))
    drawing.add(elm.Label().at((first.end[0] + 1.2, first.end[1] + 1.0)).label("LS1, J22: 8 Ω", fontsize=9))
