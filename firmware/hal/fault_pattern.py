"""Fault pattern: lights every other one of each track's first ten LEDs until a restart.

Uses `machine.bitstream` only, no PIO and no DMA: it has to work whatever state these are in.
"""

from time import sleep_ms

from machine import Pin, bitstream

from ..config import PIN_LED_RAIL, PINS_LED_DATA, RAIL_MS, TRACK_LEDS

TIMING = (350, 900, 750, 600)
"""Nanoseconds high and low of a nought, then of a one."""
_LIT = 10
_LIGHT = b"\x08\x18\x00"
"""GRB: amber, so faint that any port can give it."""


def show() -> None:
    """Light the fault pattern on all four tracks that a board may have; takes RAIL_MS."""
    Pin(PIN_LED_RAIL, Pin.OUT).value(1)
    # They may have been without supply, or in the middle of a frame.
    sleep_ms(RAIL_MS)
    frame = bytearray(3 * TRACK_LEDS)
    for led in range(0, _LIT, 2):
        frame[3 * led : 3 * led + 3] = _LIGHT
    for pin in PINS_LED_DATA:
        bitstream(Pin(pin, Pin.OUT), 0, TIMING, frame)
