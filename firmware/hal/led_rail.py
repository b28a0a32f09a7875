"""Switches the supply of the LEDs. boot.py does so first: the firmware loads while the rail rises."""

from time import ticks_us

from machine import Pin

from ..config import PIN_LED_RAIL


class Rail:
    """`on`: its state; `turned_us`: the tick of its last change."""

    def __init__(self) -> None:
        self._pin = Pin(PIN_LED_RAIL, Pin.OUT)
        self.turn(False)

    def turn(self, on: bool) -> None:
        self._pin.value(on)
        self.on = on
        self.turned_us: int = ticks_us()  # type: ignore[assignment]


rail = Rail()
