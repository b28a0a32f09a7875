"""Opens the I²C bus of the displays (0x3C, 0x3D) and of the expander that senses the supply (0x20)."""

from machine import I2C, Pin

from ..config import I2C_HZ, I2C_TIMEOUT_US
from ..interpreter import const
from .this_board import pins

_NO_BUS = const(19)
"""The errno of a device that is not there."""
DISPLAY_ADDRESS = 0x3C
"""Address of the first display; the second has the next one."""
_DARK = b"\x00\xae"
_KIND = const(15)
"""Bits of a display's status that differ by chip."""
_SH1106 = const(8)


def open_bus():
    """Return the bus (`machine.I2C`). To open it again after an OSError aborts a transfer that hangs.

    Raises OSError on a board without one.

    Transfers raise OSError: EIO if nobody acknowledges, ETIMEDOUT after I2C_TIMEOUT_US if the clock is held low.
    On a Pico `writeto` and `readfrom_into` of one buffer allocate nothing; an empty buffer is bit-banged: send a byte.
    """
    if "sda" not in pins:
        raise OSError(_NO_BUS)
    # Which controller a Pico has at a pin: data sheet, 1.4.3.
    sda: int = pins["sda"]
    return I2C(sda // 2 % 2, sda=Pin(sda), scl=Pin(pins["scl"]), freq=I2C_HZ, timeout=I2C_TIMEOUT_US)


def display_chip(bus, number: int) -> str:
    """Return the chip of display `number`, by the status that is read of it: the module of `displays` that drives it.

    What does not let itself be read is taken for an SSD1306, which many modules are that connect no such line.
    """
    status = bytearray(1)
    try:
        bus.readfrom_into(DISPLAY_ADDRESS + number, status)
    except OSError:
        return "ssd1306"
    return "sh1106" if status[0] & _KIND == _SH1106 else "ssd1306"


def probe_display(number: int):
    """Switch display `number` (0 or 1) dark; return the bus if it answers, else None, also without such a bus."""
    try:
        # Opened again for each probe: after a fault the controller may hang in a transfer.
        bus = open_bus()
        bus.writeto(DISPLAY_ADDRESS + number, _DARK)
        return bus
    except (OSError, ValueError, TypeError):
        return None
