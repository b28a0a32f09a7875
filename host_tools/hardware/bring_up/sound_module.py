"""What the sound module of a powered board does: whether it answers the firmware, and whether it is heard."""

from collections.abc import Callable, Mapping

from ..netlist import GND, V3, Part
from .circuit import Circuit

_VCC, _RX, _TX, _GROUNDS, _SPEAKER = 1, 2, 3, (7, 10), (6, 8)
"""Pins of the module."""
_LINE_OHMS = 10_000.0
_SENT, _ANSWERED = "D_5", "D_BACK"
"""Nets of the Pico's pins for the serial line: what is sent, and what is read."""


class SoundModule:
    """The module U6 of a board with a fault or without. `gpio` gives the node of the Pico's pin for a net; `inlet`: the
    node of the 5 V before the load switch, "" where there are none."""

    def __init__(
        self, circuit: Circuit, parts: Mapping[str, Part], gpio: Callable[[str], str | None], inlet: str
    ) -> None:
        self._circuit, self._parts, self._gpio, self._inlet = circuit, parts, gpio, inlet

    def symptoms(self) -> dict[str, str]:
        """Return `supply`, at its empty sockets: `fed` or `unfed`; `module`: `module-answers` or `module-silent`;
        `voice`: `spoken` or `silent`.

        Its busy line does neither: without it the firmware goes by the module's messages.
        """
        fed = self._is_fed()
        hears = fed and self._is_plugged() and self._reaches(_SENT, _RX)
        answers = hears and self._reaches(_ANSWERED, _TX)
        return {
            "supply": "fed" if fed else "unfed",
            "module": "module-answers" if answers else "module-silent",
            "voice": "spoken" if hears and self._speaker_sounds() else "silent",
        }

    def _pin(self, number: int) -> str | None:
        return self._circuit.node("U6", number)

    def _is_fed(self) -> bool:
        """Return whether 5 V and ground come to the left socket, through fuse and diode."""
        fuse, diode = self._parts.get("F1"), self._parts.get("D4")
        supply, ground = (self._circuit.node("J23", pin) for pin in (_VCC, _GROUNDS[0]))
        if fuse is None or diode is None or not self._inlet:
            return False
        cathode, anode = diode.pins
        fed = self._circuit.joined(cathode, supply) and self._circuit.joined(anode, self._inlet)
        return fed and self._circuit.joined(ground, GND) and not self._circuit.joined(supply, GND)

    def _is_plugged(self) -> bool:
        """Return whether the module has the sockets' supply."""
        supply = self._pin(_VCC)
        grounded = any(self._circuit.joined(self._pin(pin), GND) for pin in _GROUNDS)
        return grounded and self._circuit.joined(supply, self._circuit.node("J23", _VCC)) and supply is not None

    def _reaches(self, net: str, pin: int) -> bool:
        """Return whether the Pico's pin and the module's are one line, which nothing holds."""
        ends = (self._gpio(net), self._pin(pin))
        if self._circuit.ohms(*ends) > _LINE_OHMS:
            return False
        others = [_TX if pin == _RX else _RX, _VCC, *_GROUNDS, *_SPEAKER]
        held = [GND, V3, *map(self._pin, others)]
        return not any(other and self._circuit.joined(end, other) for end in ends for other in held)

    def _speaker_sounds(self) -> bool:
        """Return whether the speaker is between the two ends of the bridge, and neither of them on ground."""
        speaker, ends = self._parts.get("LS1"), [self._pin(pin) for pin in _SPEAKER]
        if speaker is None or any(self._circuit.joined(end, GND) for end in ends) or self._circuit.joined(*ends):
            return False
        return all(any(self._circuit.joined(end, wire) for wire in speaker.pins) for end in ends)
