"""Switches the supply of the LEDs. boot.py switches it on first: the firmware loads while the voltage rises."""

from time import ticks_us

from machine import Pin

from ..config import PIN_LED_RAIL


class Rail:
    """The switch of the LED supply. `on`: its state; `switched_us`: tick of its last change, in microseconds."""

    def __init__(self) -> None:
        self._pin = Pin(PIN_LED_RAIL, Pin.OUT)
        self.switch(False)

    def switch(self, on: bool) -> None:
        self._pin.value(on)
        self.on = on
        self.switched_us: int = ticks_us()  # type: ignore[assignment]


rail = Rail()
