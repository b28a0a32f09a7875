"""Draws the wiring diagram of a build: the Pico, its keys on the left, its strips on the right, power below."""

from typing import Any
from xml.etree import ElementTree

import schemdraw
import schemdraw.elements
import schemdraw.logic

from . import cell_wiring, pins, voice_wiring
from .battery_bay import CELL
from .power import chain
from .schematic.carrier_netlist import PICO_PORT_MA, key_names

elm: Any = schemdraw.elements
logic: Any = schemdraw.logic
"""Both untyped: the package's type hints lack some of its functions."""

_ROW = 1.4
_PICO_WIDTH = 5.0
_DATA_SLOTS = 3
"""Slots of the Pico's symbol from one track's data to the next: a strip's block fits beside them."""
_STRIP = (4.2, 2.6)
_GATES = ("2 > 3", "5 > 6", "9 > 8", "12 > 11")
"""The shifter's pins, in and out, for each track."""
_SOCKET = (3.4, 2.6)
_DISPLAY = (6.6, 3.6)
_FIRST_DISPLAY_OFFSET = (10, 1)
"""From the Pico's pin SDA to the first display."""
_DISPLAY_STEP = 12
_STUB = 0.8
_FIRST_ADDRESS = 0x3C
"""I²C address of the first display; that of the second is the next."""


def wiring(params: Any, build: Any) -> bytes:
    """Draw the diagram as SVG."""
    # svglib and build123d give this namespace a prefix, which schemdraw's elements then lack: nothing is seen.
    ElementTree.register_namespace("", "http://www.w3.org/2000/svg")
    schemdraw.use("svg")
    drawing = schemdraw.Drawing(show=False, fontsize=11, unit=2)
    drawing.config(bgcolor="white")
    uses = {use.net: use for use in pins.uses(params, build.tracks, build.voice, build.battery == CELL)}
    keys = [net for net, _, _ in key_names(params) if net in uses]
    other_nets = [net for net in uses if net not in keys and not net.startswith("DATA")]
    pico = _draw_pico(drawing, uses, keys, [f"DATA_{team}" for team in params.board.teams[: build.tracks]], other_nets)
    _draw_keys(drawing, pico, uses, keys)
    for track in range(build.tracks):
        _draw_strip(drawing, pico, params, build, track)
    _draw_stubs(drawing, pico, uses, other_nets)
    _draw_displays(drawing, pico, params, build)
    if build.voice:
        voice_wiring.draw(drawing, pico)
    if build.battery == CELL:
        cell_wiring.draw(drawing, pico)
    _draw_power(drawing, pico, build)
    return drawing.get_imagedata("svg")


def _draw_pico(drawing: Any, uses: dict, keys: list, data: list, other_nets: list) -> Any:
    """Draw the Pico: keys on the left, LED data and other nets on the right, supply below; return the element."""
    slots = max(len(keys), _DATA_SLOTS * len(data) + len(other_nets)) + 2
    ic_pins = [_ic_pin(uses[net], "left", slots - index, slots) for index, net in enumerate(keys)]
    ic_pins += [_ic_pin(uses[net], "right", slots - 1 - _DATA_SLOTS * index, slots) for index, net in enumerate(data)]
    ic_pins += [_ic_pin(uses[net], "right", len(other_nets) + 1 - index, slots) for index, net in enumerate(other_nets)]
    for index, name in enumerate(("VBUS", "VSYS", "GND")):
        ic_pins.append(
            elm.IcPin(name=name, pin=str(pins.pin_of(name)), side="bottom", slot=f"{index + 1}/3", anchorname=name)
        )
    size = (_PICO_WIDTH, slots * _ROW)
    return drawing.add(elm.Ic(pins=ic_pins, size=size, pinspacing=_ROW, label="Raspberry Pi\nPico"))


def _ic_pin(use: Any, side: str, slot: int, slots: int) -> Any:
    """Return a pin of the Pico's symbol, on its `side`, at `slot` of `slots`; anchored by the name of its net."""
    name = f"GP{use.gpio}"
    return elm.IcPin(name=name, pin=str(use.pin), side=side, slot=f"{slot}/{slots}", anchorname=use.net)


def _draw_keys(drawing: Any, pico: Any, uses: dict, keys: list) -> None:
    """Draw each key through its resistor, all to one ground."""
    ends = []
    for net in keys:
        drawing.add(elm.Resistor().at(getattr(pico, net)).left().label("1k", fontsize=9))
        name = uses[net].what.removeprefix("key ")
        key = drawing.add(elm.Button().left().label(name, loc="bottom", ofst=0.1))
        ends.append(drawing.add(elm.Line().at(key.end).left(_STUB)).end)
    drawing.add(elm.Line().at(ends[0]).to(ends[-1]))
    drawing.add(elm.Ground().at(ends[-1]))


def _draw_strip(drawing: Any, pico: Any, params: Any, build: Any, track: int) -> None:
    """Draw a track: its gate of the level shifter, its resistor, and its four rows of LEDs as one block."""
    team = params.board.teams[track]
    drawing.add(elm.Line().at(getattr(pico, f"DATA_{team}")).right(1))
    gate = drawing.add(logic.Buf().right().label(f"U2: {_GATES[track]}", "top", fontsize=9))
    series = drawing.add(elm.Resistor().at(gate.out).right().label("330", fontsize=9))
    block = elm.Ic(
        pins=[
            elm.IcPin(name="5V", side="left", slot="3/3", anchorname="feed"),
            elm.IcPin(name="DIN", side="left", slot="2/3", anchorname="din"),
            elm.IcPin(name="GND", side="left", slot="1/3", anchorname="gnd"),
        ],
        size=_STRIP,
        label=f"track {team}\n{chain(params, build.kind)} LEDs\n4 rows",
    )
    strip = drawing.add(block.at(series.end).anchor("din").right())
    drawing.add(elm.Vdd().at(strip.feed).label("LED 5V", fontsize=8))
    drawing.add(elm.Ground().at(strip.gnd))


def _draw_stubs(drawing: Any, pico: Any, uses: dict, nets: list) -> None:
    """Draw a short wire from the Pico for each net, labelled with its use."""
    for net in nets:
        drawing.add(elm.Line().at(getattr(pico, net)).right(1))
        drawing.add(elm.Dot(open=True).label(_wire_label(net, uses[net].what), "right"))


def _draw_displays(drawing: Any, pico: Any, params: Any, build: Any) -> None:
    """Draw the displays in a row below the strips, each pin with the name of the pin it is wired to."""
    x, y = pico.SDA[0] + _FIRST_DISPLAY_OFFSET[0], pico.SDA[1] + _FIRST_DISPLAY_OFFSET[1]
    for index, (kind, connector) in enumerate(zip(build.displays, ("J12", "J18"), strict=False)):
        ic_pins = [
            elm.IcPin(name=name, pin=str(number), side="left", slot=f"{5 - number}/4", anchorname=name)
            for number, name in enumerate(("3V3", "GND", "SDA", "SCL"), 1)
        ]
        side, name = ("at the keys", "opposite")[index], params.display.kinds[kind].name
        label = f"{connector}: display\n{side}\n{hex(_FIRST_ADDRESS + index)}\n{name}"
        symbol = elm.Ic(pins=ic_pins, size=_DISPLAY, label=label).at((x + _DISPLAY_STEP * index, y))
        block = drawing.add(symbol.right())
        for pin, end in (("3V3", "Pico 36"), ("SDA", "GP4"), ("SCL", "GP5")):
            drawing.add(elm.Line().at(getattr(block, pin)).left(_STUB))
            drawing.add(elm.Dot(open=True).label(end, "left", fontsize=9))
        drawing.add(elm.Line().at(block.GND).left(_STUB))
        drawing.add(elm.Ground())


def _wire_label(net: str, description: str) -> str:
    """Return the label of a net's wire: its description, and the pins that it leads to."""
    suffix = {"RAIL_ON": " (to U4 below)", "BUZZER": ", 220 Ω, other side to GND", "SENSE": " by 10k and 10k"}
    suffix |= {"TX": " by R34, 1k", "RX": " by R35, 1k", "BUSY": " by R33, 1k"} if "sound module" in description else {}
    suffix |= {"CELL": ": R33, 1k, from U7"}
    suffix |= {"SDA": " (also J12.3, J18.3, U5)", "SCL": " (also J12.4, J18.4, U5)"}
    return description + suffix.get(net, "")


def _draw_power(drawing: Any, pico: Any, build: Any) -> None:
    """Draw the supply from the plug to the strips' 5 V."""
    drawing.add(elm.Line().at(pico.GND).down(0.6))
    drawing.add(elm.Ground())
    if build.port > PICO_PORT_MA:
        node = _draw_socket(drawing, pico)
    else:
        drawing.add(elm.Line().at(pico.VBUS).down(2.6))
        node = drawing.add(elm.Line().right(3.5).label("JP1: a wire", fontsize=9)).end
    inlet = drawing.add(elm.Line().at(node).right(1.5))
    drawing.add(elm.Zener().at(inlet.end).down().reverse().label("D2 TVS", "bottom", fontsize=9))
    drawing.add(elm.Ground())
    capacitor = drawing.add(elm.Line().at(inlet.end).right(2.2))
    drawing.add(elm.Capacitor().down().label("C1 10 µF\nC2 100 nF", "bottom", fontsize=9))
    drawing.add(elm.Ground())
    _draw_load_switch(drawing, capacitor.end, build)


def _draw_socket(drawing: Any, pico: Any) -> Any:
    """Draw the board's own power socket, which feeds the Pico's VSYS through D1. Returns the node of its 5 V."""
    diode = drawing.add(elm.Schottky().at((pico.VSYS[0], pico.VSYS[1] - 2.8)).up().to(pico.VSYS))
    drawing.add(elm.Label().at((pico.VSYS[0] - 0.6, pico.VSYS[1] - 1.4)).label("D1", fontsize=9))
    names = ("GND", "CC2", "CC1", "5V")
    pads = [elm.IcPin(name=name, side="right", slot=f"{number}/4") for number, name in enumerate(names, 1)]
    socket = elm.Ic(pins=pads, size=_SOCKET, label="J1\nUSB-C")
    end = drawing.add(elm.Line().at(diode.start).left(4.2)).end
    plug = drawing.add(socket.anchor("inR4").at(end).right())
    ends = [drawing.add(elm.Resistor().at(anchor).right(1.6).scale(0.5)).end for anchor in (plug.inR3, plug.inR2)]
    drawing.add(elm.Line().at(ends[0]).to(ends[1]).label("R5, R6: 5.1k", "bottom", fontsize=8))
    drawing.add(elm.Ground().at(ends[1]))
    drawing.add(elm.Ground().at(plug.inR1))
    for number, anchor in enumerate((plug.inR3, plug.inR2), 1):
        drawing.add(elm.Dot().at((anchor[0] + 0.2 * number, anchor[1])))
    drawing.add(elm.Label().at((plug.inR1[0] + 1.2, plug.inR1[1] - 0.9)).label("CC1, CC2 also to U3", fontsize=8))
    return diode.start


def _draw_load_switch(drawing: Any, inlet: Any, build: Any) -> None:
    """Draw the load switch; its pins are numbered as on its case."""
    limit = "R7; R8 by Q1" if build.port > PICO_PORT_MA else "R7"
    block = elm.Ic(
        pins=[
            elm.IcPin(name="IN", pin="1", side="left", slot="3/3", anchorname="source"),
            elm.IcPin(name="GND", pin="2", side="left", slot="2/3", anchorname="ground"),
            elm.IcPin(name="OUT", pin="6", side="right", slot="3/3", anchorname="out"),
            elm.IcPin(name="FAULT", pin="4", side="right", slot="2/3", anchorname="fault"),
            elm.IcPin(name="EN", pin="3", side="bottom", slot="1/2", anchorname="on"),
            elm.IcPin(name="ILIM", pin="5", side="bottom", slot="2/2", anchorname="limit"),
        ],
        size=(5.4, 4.8),
        label="U4\nTPS2553",
    )
    drawing.add(elm.Line().at(inlet).right(1.6))
    switch = drawing.add(block.anchor("source").right())
    drawing.add(elm.Ground().at(switch.ground))
    drawing.add(elm.Line().at(switch.on).down(0.4))
    drawing.add(elm.Dot(open=True).label("RAIL_ON, GP2", "bottom", fontsize=9))
    drawing.add(elm.Resistor().at(switch.limit).down(1.8).label(limit, "bottom", fontsize=9))
    drawing.add(elm.Ground())
    drawing.add(elm.Line().at(switch.fault).right(0.4))
    drawing.add(elm.Dot(open=True).label("D3, R15 to 5 V", "right", fontsize=9))
    drawing.add(elm.Line().at(switch.out).right(3.6))
    drawing.push()
    drawing.add(elm.Capacitor(polar=True).down().label("C4, C7\n2 × 470 µF", "bottom", fontsize=9))
    drawing.add(elm.Ground())
    drawing.pop()
    drawing.add(elm.Line().right(1.5))
    drawing.add(elm.Vdd().label("LED 5V: J2 to J5,\nJ14 to J17", fontsize=9))
