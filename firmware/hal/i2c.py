"""Opens the I²C bus of the displays (0x3C, 0x3D) and of the expander that senses the supply (0x20)."""

from machine import I2C, Pin

from ..config import I2C_HZ, I2C_TIMEOUT_US, PIN_I2C_SCL, PIN_I2C_SDA

_CONTROLLER = 0
DISPLAY_ADDRESS = 0x3C
"""Address of the first display; the second has the next one."""
_DARK = b"\x00\xae"


def open_bus():
    """Return the bus (`machine.I2C`). To open it again after an OSError aborts a transfer that hangs.

    Transfers raise OSError: EIO if nobody acknowledges, ETIMEDOUT after I2C_TIMEOUT_US if the clock is held low.
    On a Pico `writeto` and `readfrom_into` of one buffer allocate nothing; an empty buffer is bit-banged: send a byte.
    """
    return I2C(_CONTROLLER, sda=Pin(PIN_I2C_SDA), scl=Pin(PIN_I2C_SCL), freq=I2C_HZ, timeout=I2C_TIMEOUT_US)


def probe_display(number: int):
    """Switch display `number` (0 or 1) dark; return the bus if it answers, else None, also without such a bus."""
    try:
        # Opened again for each probe: after a fault the controller may hang in a transfer.
        bus = open_bus()
        bus.writeto(DISPLAY_ADDRESS + number, _DARK)
        return bus
    except (OSError, ValueError, TypeError):
        return None
