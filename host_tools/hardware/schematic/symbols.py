"""KiCad symbols of the schematic: millimetres, y up, pins on a 2.54 mm grid."""

from typing import NamedTuple

from .. import pins

GRID = 2.54


class SymbolPin(NamedTuple):
    """A pin: its name, KiCad type (`kind`), free end (x, y), and direction from there into the symbol in degrees.

    `number` counts the part's nets from 1; `pad` is its name in the footprint.
    """

    number: int
    name: str
    kind: str
    x: float
    y: float
    angle: int
    pad: str


class Symbol(NamedTuple):
    """A kind of part: pins, and strokes as runs of points. `prefix`: of references; `named`: pin names are shown."""

    name: str
    prefix: str
    pins: list[SymbolPin]
    strokes: list[list[tuple[float, float]]]
    named: bool


def symbols() -> dict[str, Symbol]:
    """Return all symbols by name."""
    all_symbols = [_two_pins(name, prefix, strokes) for name, prefix, strokes in _TWO_PINS]
    all_symbols += [_connector(n) for n in (1, 2, 3, 4, 5, 8)]
    all_symbols += [
        _box("USB_C", "J", [(1, "VBUS"), (2, "VBUS"), (5, "CC1"), (6, "CC2")], [(7, "SHIELD"), (3, "GND"), (4, "GND")]),
        _box("NFET", "Q", [(2, "G"), (1, "S")], [(3, "D")]),
        _box("NPN", "Q", [(2, "B"), (1, "E")], [(3, "C")]),
        _box("LOAD_SWITCH", "U", [(1, "IN"), (3, "EN"), (2, "GND")], [(6, "OUT"), (4, "FAULT"), (5, "ILIM")]),
        _two_rows("LM339", _LM339),
        _two_rows("TCA9554", _TCA9554),
        _two_rows("PICO", pins.pin_names()),
        _two_rows("AHCT125", _AHCT),
        _two_rows("SOUND_MODULE", _SOUND_MODULE),
        _box("CHARGER", "U", list(enumerate(CHARGER_PINS, 1)), []),
        Symbol(
            "FLAG",
            "#FLG",
            [SymbolPin(1, "flag", "power_out", 0, 0, 90, "1")],
            [[(0, 0), (0, 1.27), (1, 2), (0, 2.7), (-1, 2), (0, 1.27)]],
            False,
        ),
    ]
    return {symbol.name: symbol for symbol in all_symbols}


_AHCT = "1OE 1A 1Y 2OE 2A 2Y GND 3Y 3A 3OE 4Y 4A 4OE VCC".split()
_LM339 = "OUT2 OUT1 VCC IN1- IN1+ IN2- IN2+ IN3- IN3+ IN4- IN4+ GND OUT4 OUT3".split()
_TCA9554 = "A0 A1 A2 P0 P1 P2 P3 GND P4 P5 P6 P7 INT SCL SDA VCC".split()
_SOUND_MODULE = "VCC RX TX DAC_R DAC_L SPK1 GND SPK2 IO1 GND IO2 ADKEY1 ADKEY2 USB+ USB- BUSY".split()
CHARGER_PINS = "USB BAT VS EN GND LBO GND 5V".split()
"""A charger module's row, from its Micro-USB socket on."""
_PADS = {"USB_C": "A9 B9 A12 B12 A5 B5 S1".split()}
"""Pad names of footprints whose pads are not numbered from 1."""
_PLATES = [[(-0.5, -1.5), (-0.5, 1.5)], [(0.5, -1.5), (0.5, 1.5)], [(-2.54, 0), (-0.5, 0)], [(0.5, 0), (2.54, 0)]]
_FRAME = [[(-2.54, -1), (2.54, -1), (2.54, 1), (-2.54, 1), (-2.54, -1)]]
_DIODE = [[(1.3, -1.3), (1.3, 1.3), (-1.3, 0), (1.3, -1.3)], [(-1.3, -1.3), (-1.3, 1.3)], [(-2.54, 0), (2.54, 0)]]
_SWITCH = [[(-2.54, 0), (-1.5, 0)], [(-1.5, 0), (1.6, 1.3)], [(1.5, 0), (2.54, 0)]]
_TWO_PINS = (
    ("R", "R", _FRAME),
    ("C", "C", _PLATES),
    ("D", "D", _DIODE),
    ("F", "F", [*_FRAME, [(-2.54, 0), (2.54, 0)]]),
    ("LINK", "JP", [[(-2.54, 0), (-0.4, 0)], [(-0.4, -1), (-0.4, 1)], [(0.4, -1), (0.4, 1)], [(0.4, 0), (2.54, 0)]]),
    ("SW", "SW", _SWITCH),
    ("TOGGLE", "S", _SWITCH),
    ("CELL", "BT", [*_PLATES[:1], [(0.5, -0.7), (0.5, 0.7)], *_PLATES[2:]]),
    ("SPEAKER", "LS", [*_FRAME, [(-1.2, -1), (-2, -2.2), (2, -2.2), (1.2, -1)]]),
    (
        "BUZZER",
        "BZ",
        [[(-2.54, 0), (-1, 0)], [(-1, -1.5), (-1, 1.5), (1, 1.5), (1, -1.5), (-1, -1.5)], [(1, 0), (2.54, 0)]],
    ),
)
"""Two-pin parts lie flat, pin 1 on the left. A diode's pin 1 is its cathode, a cell's its plus."""

_SOUND_MODULE_KINDS = {"VCC": "power_in", "GND": "power_in", "RX": "input", "TX": "output", "BUSY": "output"}
_POWER_IN = {"GND", "AGND", "VSYS", "VCC", "IN"}


def _two_pins(name: str, prefix: str, strokes: list) -> Symbol:
    """Return a symbol with one pin at each end."""
    ends = [SymbolPin(1, "", "passive", -2 * GRID, 0, 0, "1"), SymbolPin(2, "", "passive", 2 * GRID, 0, 180, "2")]
    return Symbol(name, prefix, ends, strokes, False)


def _connector(count: int) -> Symbol:
    """Return a connector of `count` pins, all on its left."""
    return _box(f"CONN{count}", "J", [(n, str(n)) for n in range(1, count + 1)], [], 2 * GRID)


def _two_rows(name: str, names: list[str]) -> Symbol:
    """Return a chip with its pins in two rows, pin 1 at the top left."""
    numbered = list(enumerate(names, 1))
    half = len(names) // 2
    return _box(name, "U", numbered[:half], numbered[: half - 1 : -1])


def _box(name: str, prefix: str, left: list, right: list, width: float = 10 * GRID) -> Symbol:
    """Return a box with (number, name) pins from top to bottom on both sides."""
    rows = max(len(left), len(right))
    top = (rows + 1) // 2 * GRID
    half = round(width / 2 / GRID) * GRID
    pins = []
    for side, column in ((-1, left), (1, right)):
        for index, (number, pin) in enumerate(column):
            x, y = side * (half + GRID), top - (index + 1) * GRID
            pad = _PADS[name][number - 1] if name in _PADS else str(number)
            pins.append(SymbolPin(number, pin, _kind(name, pin), x, y, 0 if side < 0 else 180, pad))
    bottom = top - (rows + 1) * GRID
    frame = [(-half, top), (half, top), (half, bottom), (-half, bottom), (-half, top)]
    return Symbol(name, prefix, pins, [frame], True)


def _kind(symbol: str, pin: str) -> str:
    """Return a pin's electrical type, for KiCad's check of the circuit."""
    if symbol == "SOUND_MODULE":
        return _SOUND_MODULE_KINDS.get(pin, "passive")
    if symbol not in ("PICO", "AHCT125", "LM339", "TCA9554", "LOAD_SWITCH"):
        return "passive"
    if pin in _POWER_IN:
        return "power_in"
    if symbol == "AHCT125":
        return "output" if pin.endswith("Y") else "input"
    if symbol == "LM339":
        return "open_collector" if pin.startswith("OUT") else "input"
    if symbol == "TCA9554":
        return {"INT": "open_collector", "SDA": "bidirectional"}.get(pin, "input")
    if symbol == "LOAD_SWITCH":
        return {"OUT": "power_out", "FAULT": "open_collector", "EN": "input"}.get(pin, "passive")
    if pin in ("3V3", "VBUS"):
        return "power_out"
    return "bidirectional" if pin.startswith("GP") else "passive"
