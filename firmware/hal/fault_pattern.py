"""Fault pattern: lights every other one of each track's first ten LEDs until a restart.

Uses `machine.bitstream` only, no PIO and no DMA: it has to work whatever state these are in.
"""

from time import sleep_ms

from machine import Pin, bitstream

from ..config import STRIP_LEDS
from .led_rail import rail
from .this_board import kind, pins

_LIT = 10
_LIGHT = b"\x08\x18\x00"
"""GRB: amber, so faint that any port can give it."""


def show() -> None:
    """Light the fault pattern on all tracks that a board of this kind may have; takes its `rail_ms`."""
    rail.switch(True)
    # They may have been without supply, or in the middle of a frame.
    sleep_ms(kind["rail_ms"])
    frame = bytearray(3 * STRIP_LEDS)
    for led in range(0, _LIT, 2):
        frame[3 * led : 3 * led + 3] = _LIGHT
    for pin in pins["led_data"]:
        bitstream(Pin(pin, Pin.OUT), 0, kind["led_ns"], frame)
