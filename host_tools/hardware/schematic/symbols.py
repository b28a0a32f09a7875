"""KiCad symbols of the schematic: millimetres, y up, pins on a grid of 2.54 mm, two steps of the sheet's.

Two-pin parts lie flat, pin 1 on the left; a diode's pin 1 is its cathode, a cell's its plus. The middle of a box is
that of its first row of pins.
"""

from collections.abc import Sequence
from typing import NamedTuple

from .. import pins
from . import symbol_shapes as shapes
from .symbol_shapes import Shape

STEP = 1.27
"""Millimetres of a step: the sheet's grid."""


class SymbolPin(NamedTuple):
    """A pin: its name, KiCad type (`kind`), free end (x, y), and direction from there into the symbol in degrees.

    `number` counts the part's nets from 1; `pad` is its name in the footprint; `unit`: the part of the symbol that it
    belongs to, from 1. An `inverted` pin is active low, drawn with a ring.
    """

    number: int
    name: str
    kind: str
    x: float
    y: float
    angle: int
    pad: str
    length: float = 2 * STEP
    unit: int = 1
    inverted: bool = False


class Symbol(NamedTuple):
    """A kind of part. `prefix`: of references; `units`: the shapes of each unit; `named`: pin names are shown;
    `numbered`: pad names are; `power`: the symbol names the net that it stands on, by its value."""

    name: str
    prefix: str
    pins: list[SymbolPin]
    units: list[Sequence[Shape]]
    named: bool = False
    numbered: bool = True
    power: bool = False


class Side(NamedTuple):
    """Pins in a row on one side of a box, by number; 0 leaves a place empty."""

    numbers: Sequence[int]
    first: int = 0
    """Steps from the box's middle (or first row) to the first pin."""
    pitch: int = 2
    lead: int = 2
    """Length of its pins, in steps."""


_NO_PINS = Side(())
_GROUND_ROW = (3, 8, 13, 18, 23, 28, 33, 38)
_KEY_ROWS = (14, 15, 16, 17, 0, 0, 19, 20, 21, 22, 0, 0, 26, 27, 29, 31, 0, 0, 32, 34, 1, 2, 0, 0, 24, 25)
"""The Pico's pins for keys: four of each team, then OK and MENU."""
_DATA_ROWS = (9, 0, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0, 11, 0, 0, 0, 0, 0, 12, 0, 0, 6, 7, 4, 5)
"""Its pins for LED data, the I²C bus, the load switch and the buzzer."""
_AHCT = "1OE 1A 1Y 2OE 2A 2Y GND 3Y 3A 3OE 4Y 4A 4OE VCC".split()
_LM339 = "OUT2 OUT1 VCC IN1- IN1+ IN2- IN2+ IN3- IN3+ IN4- IN4+ GND OUT4 OUT3".split()
_TCA9554 = "A0 A1 A2 P0 P1 P2 P3 GND P4 P5 P6 P7 INT SCL SDA VCC".split()
_SOUND_MODULE = "VCC RX TX DAC_R DAC_L SPK1 GND SPK2 IO1 GND IO2 ADKEY1 ADKEY2 USB+ USB- BUSY".split()
CHARGER_PINS = "USB BAT VS EN GND LBO GND 5V".split()
"""A charger module's row, from its Micro-USB socket on."""
_LOAD_SWITCH = "IN GND EN FAULT ILIM OUT".split()
_USB_C = "VBUS VBUS GND GND CC1 CC2 SHIELD".split()
_USB_C_PADS = "A9 B9 A12 B12 A5 B5 S1".split()

_TWO_PINS = (
    ("R", "R", shapes.RESISTOR, 2.54),
    ("C", "C", shapes.CAPACITOR, 0.6),
    ("C_POLARIZED", "C", shapes.ELECTROLYTIC, 1.0),
    ("D", "D", shapes.DIODE, 1.27),
    ("D_SCHOTTKY", "D", shapes.SCHOTTKY, 1.27),
    ("D_TVS", "D", shapes.SUPPRESSOR, 1.27),
    ("LED", "D", shapes.LED, 1.27),
    ("F", "F", shapes.FUSE, 2.54),
    ("LINK", "JP", shapes.LINK, 1.9),
    ("SW", "SW", shapes.BUTTON, 2.3),
    ("TOGGLE", "S", shapes.TOGGLE, 2.3),
    ("CELL", "BT", shapes.CELL, 0.6),
)
"""Name, prefix, shapes, and from their middle to a pin's inner end."""
GROUNDS = ("GND", "V_GND", "C_GND")
SUPPLIES = ("IN_5V", "LED_5V", "VSYS", "VBUS", "3V3", "V_FEED", "V_5V", "C_BAT")
"""Nets that power symbols name."""
FLAG = "PWR_FLAG"

_POWER_IN = {"GND", "AGND", "VSYS", "VCC", "IN"}


def net_name(net: str) -> str:
    """Return what KiCad calls a net: one of a power symbol by its name, one of labels by the path of its sheet."""
    return net if net in GROUNDS + SUPPLIES else f"/{net}"


def symbols() -> dict[str, Symbol]:
    """Return all symbols by name."""
    found = [_two_pins(*row) for row in _TWO_PINS]
    found += [_connector(f"CONN{n}", n, 2) for n in (2, 3)]
    found += [_connector("CONN3_WIDE", 3, 4), *(_connector(f"CONN{n}", n, 4) for n in (4, 5, 8))]
    found += [*_transducers(), *_transistors(), *_chips(), _comparators(), _buffers()]
    found.append(Symbol("CONN1", "TP", [_pin(1, "", "passive", (0, 0), 90, length=1)], [shapes.TEST_POINT],
                        numbered=False))  # fmt: skip
    found += [_power(net, shapes.GROUND, 270) for net in GROUNDS] + [_power(net, shapes.SUPPLY, 90) for net in SUPPLIES]
    flag = _pin(1, "", "power_out", (0, 0), 90, length=0)
    found.append(Symbol(FLAG, "#FLG", [flag], [shapes.POWER_FLAG], numbered=False, power=True))
    return {symbol.name: symbol for symbol in found}


def _pin(number: int, name: str, kind: str, end: tuple[int, int], angle: int, pad: str = "", length: float = 2,
         unit: int = 1, inverted: bool = False) -> SymbolPin:  # fmt: skip
    """Return a pin; its end and length in steps."""
    x, y = (STEP * value for value in end)
    return SymbolPin(number, name, kind, x, y, angle, pad or str(number), STEP * length, unit, inverted)


def _two_pins(name: str, prefix: str, outline: tuple[Shape, ...], inner: float) -> Symbol:
    """Return a symbol with one pin at each end, three steps from the middle; four for a key."""
    end = 4 if name == "SW" else 3
    length = end - inner / STEP
    both = [_pin(1, "", "passive", (-end, 0), 0, length=length), _pin(2, "", "passive", (end, 0), 180, length=length)]
    return Symbol(name, prefix, both, [outline], numbered=False)


def _power(net: str, outline: tuple[Shape, ...], angle: int) -> Symbol:
    """Return the power symbol of a net."""
    return Symbol(net, "#PWR", [_pin(1, net, "power_in", (0, 0), angle, length=0)], [outline], False, False, True)


def _transducers() -> list[Symbol]:
    """Return buzzer and speaker, both pins on the left."""
    both = [_pin(1, "", "passive", (-3, 0), 0), _pin(2, "", "passive", (-3, -2), 0)]
    return [Symbol("BUZZER", "BZ", both, [shapes.BUZZER], numbered=False),
            Symbol("SPEAKER", "LS", both, [shapes.SPEAKER], numbered=False)]  # fmt: skip


def _transistors() -> list[Symbol]:
    """Return a MOSFET and a bipolar transistor: control on the left, load above."""
    kinds = (("NFET", "GSD", shapes.NFET), ("NPN", "BEC", shapes.NPN))
    ends = ((-4, 0), 0), ((2, -4), 90), ((2, 4), 270)
    found = []
    for name, letters, outline in kinds:
        numbers = (2, 1, 3)
        leads = [_pin(number, letter, "passive", end, angle)
                 for number, letter, (end, angle) in zip(numbers, letters, ends, strict=True)]  # fmt: skip
        found.append(Symbol(name, "Q", leads, [outline]))
    return found


def _chips() -> list[Symbol]:
    """Return the parts drawn as boxes: supply above, ground below, signals from left to right."""
    return [
        _box("USB_C", "J", _USB_C, 6, right=Side((1, 2, 0, 5, 6, 0, 3, 4, 7), lead=4), pads=_USB_C_PADS),
        _box("LOAD_SWITCH", "U", _LOAD_SWITCH, 6, Side((1, 0, 3)), Side((6, 0, 0, 0, 4, 0, 0)),
             bottom=Side((2, 5), -4, 8)),
        _box("TCA9554", "U", _TCA9554, 8, Side((15, 0, 14, 0, 13, 0, 0, 1, 2, 3)), Side((4, 5, 6, 7, 9, 10, 11, 12)),
             top=Side((16,)), bottom=Side((8,))),
        _box("PICO", "U", pins.pin_names(), 14, Side(_KEY_ROWS, 0, 4), Side(_DATA_ROWS, 6, 4),
             top=Side((40, 0, 0, 39, 0, 0, 36, 35, 37, 30), -8), bottom=Side(_GROUND_ROW, -7)),
        _box("SOUND_MODULE", "U", _SOUND_MODULE, 10, Side((16, 2, 3, 0, 9, 11, 12, 13)),
             Side((6, 8, 0, 4, 5, 0, 14, 15)), top=Side((1,)), bottom=Side((7, 10), -1)),
        _box("CHARGER", "U", CHARGER_PINS, 8, Side((2, 0, 4)), Side((1, 3, 6, 8)), bottom=Side((5, 7), -1)),
    ]  # fmt: skip


def _box(name: str, prefix: str, names: list[str], half: int, left: Side = _NO_PINS, right: Side = _NO_PINS,
         top: Side = _NO_PINS, bottom: Side = _NO_PINS, pads: Sequence[str] = ()) -> Symbol:  # fmt: skip
    """Return a box of twice `half` steps with pins on its sides; pins above and below stand beside one another."""
    last = max(side.first + side.pitch * (len(side.numbers) - 1) for side in (left, right) if side.numbers)
    floor = -last - 2
    places = [(n, (-half - left.lead, -y), 0, left.lead) for n, y in _rows(left)]
    places += [(n, (half + right.lead, -y), 180, right.lead) for n, y in _rows(right)]
    places += [(n, (x, 2 + top.lead), 270, top.lead) for n, x in _rows(top)]
    places += [(n, (x, floor - bottom.lead), 90, bottom.lead) for n, x in _rows(bottom)]
    found = [_pin(n, names[n - 1], _kind(name, names[n - 1]), end, angle, pads[n - 1] if pads else "", length)
             for n, end, angle, length in sorted(places)]  # fmt: skip
    return Symbol(name, prefix, found, [[shapes.box(-half * STEP, floor * STEP, half * STEP, 2 * STEP)]], True)


def _rows(side: Side) -> list[tuple[int, int]]:
    """Return the number of each pin of a side and its place in steps."""
    return [(number, side.first + side.pitch * n) for n, number in enumerate(side.numbers) if number]


def _connector(name: str, count: int, pitch: int) -> Symbol:
    """Return a connector of `count` pins, all on its left, `pitch` steps apart; only their numbers are shown."""
    found = [_pin(n + 1, str(n + 1), "passive", (-4, -pitch * n), 0) for n in range(count)]
    outline = shapes.box(-2 * STEP, -(pitch * (count - 1) + 2) * STEP, 2 * STEP, 2 * STEP)
    return Symbol(name, "J", found, [[outline]])


def _comparators() -> Symbol:
    """Return the four comparators of an LM339, and its supply as the fifth unit."""
    found = []
    for unit, (minus, plus, output) in enumerate(((4, 5, 2), (6, 7, 1), (8, 9, 14), (10, 11, 13)), 1):
        found += [_pin(plus, "+", "input", (-6, 2), 0, unit=unit), _pin(minus, "-", "input", (-6, -2), 0, unit=unit),
                  _pin(output, "", "open_collector", (6, 0), 180, unit=unit)]  # fmt: skip
    return _with_supply("LM339", found, shapes.COMPARATOR, _LM339)


def _buffers() -> Symbol:
    """Return the four gates of a 74AHCT125, each enabled by a low level, and its supply as the fifth unit."""
    found = []
    for unit, (enable, data, output) in enumerate(((1, 2, 3), (4, 5, 6), (10, 9, 8), (13, 12, 11)), 1):
        found += [_pin(data, "", "input", (-6, 0), 0, unit=unit), _pin(output, "", "output", (6, 0), 180, unit=unit),
                  _pin(enable, "", "input", (0, -6), 90, length=4, unit=unit, inverted=True)]  # fmt: skip
    return _with_supply("AHCT125", found, shapes.BUFFER, _AHCT)


def _with_supply(name: str, found: list[SymbolPin], outline: tuple[Shape, ...], names: list[str]) -> Symbol:
    """Return a chip of four like units, with its supply pins as a fifth."""
    above, below = names.index("VCC") + 1, names.index("GND") + 1
    found += [_pin(above, "VCC", "power_in", (0, 6), 270, unit=5), _pin(below, "GND", "power_in", (0, -6), 90, unit=5)]
    units: list[Sequence[Shape]] = [outline] * 4
    return Symbol(name, "U", sorted(found), [*units, shapes.SUPPLY_PINS], True)


def _kind(symbol: str, pin: str) -> str:
    """Return a pin's electrical type, for KiCad's check of the circuit."""
    if symbol == "USB_C":
        return "passive"
    if symbol == "SOUND_MODULE":
        return {"VCC": "power_in", "GND": "power_in", "RX": "input", "TX": "output", "BUSY": "output"}.get(
            pin, "passive"
        )
    if pin in _POWER_IN:
        return "power_in"
    if symbol == "TCA9554":
        return {"INT": "open_collector", "SDA": "bidirectional"}.get(pin, "input")
    if symbol == "LOAD_SWITCH":
        return {"OUT": "power_out", "FAULT": "open_collector", "EN": "input"}.get(pin, "passive")
    if pin in ("3V3", "VBUS"):
        return "power_out"
    return "bidirectional" if pin.startswith("GP") else "passive"
