"""GPIO keys with pull-ups: levels by polling, edges by interrupt."""

from time import ticks_ms

from machine import Pin

from ..hardware_config import key_pins
from .this_board import pins


class Contacts:
    """The key pins of a board of `tracks` tracks, low while a key is down; edges are logged in `edges` (EdgeLog)."""

    def __init__(self, tracks: int, edges) -> None:
        keys = key_pins(pins, tracks)
        self._numbers = bytes(sorted(keys))
        self._pins = [Pin(keys[number], Pin.IN, Pin.PULL_UP) for number in self._numbers]
        self._note = edges.note
        for pin in self._pins:
            self._listen(pin)

    def _listen(self, pin) -> None:
        """Call `_on_edge` at both edges of a pin."""
        trigger = Pin.IRQ_FALLING | Pin.IRQ_RISING
        try:
            pin.irq(self._on_edge, trigger, hard=True)
        except TypeError:
            # Some ports have but one kind of interrupt.
            pin.irq(self._on_edge, trigger)

    def _on_edge(self, pin) -> None:
        """Log an edge of `pin`; runs in the interrupt."""
        # The interrupt passes the Pin object that was made here.
        self._note(self._numbers[self._pins.index(pin)], not pin.value(), ticks_ms())

    def levels(self) -> int:
        """Return the mask of the keys that are down now."""
        mask = 0
        for place in range(len(self._pins)):
            if not self._pins[place].value():
                mask |= 1 << self._numbers[place]
        return mask

    def close(self) -> None:
        for pin in self._pins:
            pin.irq(None)
