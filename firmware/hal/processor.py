"""The processor of a Pico: which one it is, and its clock.

MicroPython begins at 125 MHz on an RP2040, which is certified for 200 MHz with a core of 1.15 V or more (release notes
of pico-sdk 2.1.1). The regulator begins with 1.10 V; bits 7 to 4 of its register VREG choose (RP2040 data sheet, 2.10).
What pico-sdk is built with then, `PICO_USE_FASTEST_SUPPORTED_CLOCK`, does the same in the same order.

MicroPython divides the flash chip's clock by four instead of two then: 50 MHz instead of 62.5. Unchanged are the clocks
of USB and UART (48 MHz), watchdog and `time` (1 MHz). PIO, PWM and I2C divide the processor's: they are set up later.
The line to a Pico W's radio has a quarter of it, as pico-sdk sets it: 50 MHz, the most that the radio's maker allows.
"""

import os
import sys
from time import sleep_ms

from ..interpreter import const

_HZ = const(200_000_000)
_VREG = const(0x40064000)
_VOLTAGE = const(0xF0)
_VOLTAGE_1_15 = const(0xC0)
_SETTLE_MS = const(2)
"""pico-sdk waits 1 ms for the new voltage; of `sleep_ms` the first millisecond may be none."""

RP2350 = "RP2350" in os.uname().machine
"""Whether this is a Pico 2, which stays at MicroPython's 150 MHz."""


def speed_up() -> None:
    """Run an RP2040 at 200 MHz from now on; does nothing on other processors, nor where it does so already."""
    if sys.platform != "rp2" or RP2350:
        return
    from machine import freq, mem32

    if freq() < _HZ:
        mem32[_VREG] = mem32[_VREG] & ~_VOLTAGE | _VOLTAGE_1_15
        sleep_ms(_SETTLE_MS)
        freq(_HZ)
