"""Netlist of the voice board: a sound module of the DFPlayer Mini class in its sockets, its supply and its speaker.

Its pins, with 1 at the mark: 1 VCC, 2 RX, 3 TX, 4 and 5 audio for an amplifier, 6 and 8 speaker (a bridge: neither end
to ground), 7 and 10 ground, 9 and 11 to 13 for keys, 14 and 15 USB, 16 busy, low while it plays. Resistors of 1 kΩ in
its lines are the carrier's, R33 to R35.
"""

from .carrier_netlist import FOURTH_KEYS, Part, cables

GND, FEED, FUSED, SUPPLY = "V_GND", "V_FEED", "V_FUSED", "V_5V"
"""Nets of the supply: from the carrier, behind the fuse, behind the diode; its ground is the carrier's by one wire."""
BUSY, RX, TX, SPEAKER = "V_BUSY", "V_RX", "V_TX", ("V_SPK_1", "V_SPK_2")
_LEFT = (SUPPLY, RX, TX, None, None, SPEAKER[0], GND, SPEAKER[1])
_RIGHT = (None, GND, None, None, None, None, None, BUSY)
"""Pins 1 to 8 and 9 to 16 of the module."""
CABLES = cables(("J19", 1, "J20", 1), ("J19", 2, "J20", 2), (FOURTH_KEYS, 2, "J21", 1), (FOURTH_KEYS, 3, "J21", 2),
                (FOURTH_KEYS, 4, "J21", 3))  # fmt: skip
"""Wires from the carrier's connectors to those of the voice board."""


def board_parts() -> list[Part]:
    """Return the parts on the voice board, the module in its sockets and the speaker."""
    return [
        Part("J20", "CONN2", "5 V from J19", "j-2", (FEED, GND)),
        Part("F1", "F", "0.25 A, resets", "fuse", (FEED, FUSED)),
        Part("D4", "D", "1N4001", "diode", (SUPPLY, FUSED)),
        Part("C9", "C", "100u", "c-voice", (SUPPLY, GND)),
        Part("C10", "C", "100n", "c-100n", (SUPPLY, GND)),
        Part("J21", "CONN3", f"lines, {FOURTH_KEYS}", "j-3", (BUSY, RX, TX)),
        Part("J23", "CONN8", "module 1-8", "socket-8", _LEFT),
        Part("J24", "CONN8", "module 16-9", "socket-8", _RIGHT[::-1]),
        Part("U6", "SOUND_MODULE", "DFPlayer Mini", "sound-module", _LEFT + _RIGHT),
        Part("J22", "CONN2", "speaker, LS1", "j-2", SPEAKER),
        Part("LS1", "SPEAKER", "8 ohm", "speaker", SPEAKER),
    ]
