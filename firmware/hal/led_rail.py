"""Switches the supply of the LEDs. boot.py switches it on first: the firmware loads while the voltage rises."""

from time import ticks_us

from machine import Pin

from .this_board import pins


class Rail:
    """The switch of the LED supply, where the board has one.

    `on`: its state; `switched_us`: tick of its last change, in microseconds.
    """

    def __init__(self) -> None:
        self._pin = Pin(pins["led_rail"], Pin.OUT) if "led_rail" in pins else None
        self.switch(False)

    def switch(self, on: bool) -> None:
        if self._pin is not None:
            self._pin.value(on)
        self.on = on
        self.switched_us: int = ticks_us()  # type: ignore[assignment]


rail = Rail()
