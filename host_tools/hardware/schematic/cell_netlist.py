"""Netlist of a charger module with a cell: the tap board on its row of pins, its switch, and the wires to the carrier.

The module is Adafruit 2465 (PowerBoost 1000C). Its row of pins: 1 USB, 2 BAT, 3 VS, 4 EN, 5 GND, 6 LBO, 7 GND, 8 5V.
BAT is the cell's plus, EN at GND switches its converter off. R33 of 1 kΩ is the carrier's; the supply goes by a USB
cable.
"""

from .carrier_netlist import FOURTH_KEYS, Part, cables

GND, BAT, SENSE, ENABLE = "C_GND", "C_BAT", "C_SENSE", "C_EN"
"""Nets; ground is the carrier's by one wire, and by the USB cable."""
HEADER, TAP, SWITCH = "J27", "J25", "J26"
MODULE_BAT, MODULE_EN, MODULE_GROUNDS = 2, 4, (5, 7)
_ROW = (None, BAT, None, ENABLE, GND, None, GND, None)
HEADER_CONTACTS = tuple(f"{HEADER}.{pin}" if net else None for pin, net in enumerate(_ROW, 1))
CELL_PINS = (MODULE_BAT, MODULE_GROUNDS[0])
"""Pins of the module's row that the cell's plus and minus are joined to, by its plug on the module."""
CABLES = cables((TAP, 1, FOURTH_KEYS, 2), (TAP, 2, FOURTH_KEYS, 5))
"""Wires to the carrier."""
ON_TAP = (HEADER, "R41", "R42", "C11", TAP, SWITCH)
"""Parts on the tap board; all others are beside it."""


def board_parts() -> list[Part]:
    """Return the parts on the tap board, the module below it, the cell and the switch."""
    return [
        Part(HEADER, "CONN8", "charger module", "header-8", _ROW),
        Part("R41", "R", "100k", "r-100k", (BAT, SENSE)),
        Part("R42", "R", "100k", "r-100k", (SENSE, GND)),
        Part("C11", "C", "100n", "c-100n", (SENSE, GND)),
        Part(TAP, "CONN2", f"cell's voltage, {FOURTH_KEYS}", "j-2", (SENSE, GND)),
        Part(SWITCH, "CONN2", "switch, S1", "j-2", (ENABLE, GND)),
        Part("U7", "CHARGER", "PowerBoost 1000C", "charger-module", _ROW),
        Part("BT1", "CELL", "3.7 V", "cell", (BAT, GND)),
        Part("S1", "TOGGLE", "closed: off", "toggle-switch", (ENABLE, GND)),
    ]
