"""Keys on pins: levels to be asked, edges noted by interrupt."""

from time import ticks_ms

from machine import Pin

from ..config import KEY_COUNT, KEY_OK, KEYS_PER_TEAM, PINS_KEYS


class _Contact:
    """One key: low when it is down."""

    def __init__(self, number: int, edges) -> None:
        self.bit = 1 << number
        self._number = number
        self._note = edges.note
        self._pin = Pin(PINS_KEYS[number], Pin.IN, Pin.PULL_UP)
        self.value = self._pin.value

    def listen(self) -> None:
        trigger = Pin.IRQ_FALLING | Pin.IRQ_RISING
        try:
            self._pin.irq(self._moved, trigger, hard=True)
        except TypeError:
            # Some ports have but one kind of interrupt.
            self._pin.irq(self._moved, trigger)

    def close(self) -> None:
        self._pin.irq(None)

    def _moved(self, pin) -> None:
        self._note(self._number, not self.value(), ticks_ms())


class Contacts:
    """The keys of a board of `tracks` tracks; `edges` takes what they do."""

    def __init__(self, tracks: int, edges) -> None:
        numbers = list(range(tracks * KEYS_PER_TEAM)) + list(range(KEY_OK, KEY_COUNT))
        self._contacts = [_Contact(number, edges) for number in numbers]
        for contact in self._contacts:
            contact.listen()

    def levels(self) -> int:
        """Mask of the keys down now."""
        mask = 0
        for contact in self._contacts:
            if not contact.value():
                mask |= contact.bit
        return mask

    def close(self) -> None:
        for contact in self._contacts:
            contact.close()
