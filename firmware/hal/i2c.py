"""Opens the I²C bus of the displays (0x3C, 0x3D) and of the expander that senses the supply (0x20)."""

from machine import I2C, Pin

from ..config import I2C_HZ, I2C_TIMEOUT_US, PIN_I2C_SCL, PIN_I2C_SDA

_CONTROLLER = 0
DISPLAY_ADDRESS = 0x3C
"""Of the first display; the second has the next one."""
_DARK = b"\x00\xae"


def open_bus():
    """Return the bus (`machine.I2C`). Opened again after an OSError, the controller aborts a transfer it hangs in.

    Transfers raise OSError: EIO where nobody acknowledges, ETIMEDOUT after I2C_TIMEOUT_US where the clock is held low.
    On a Pico `writeto` and `readfrom_into` of one buffer allocate nothing; an empty buffer is bit-banged: send a byte.
    """
    return I2C(_CONTROLLER, sda=Pin(PIN_I2C_SDA), scl=Pin(PIN_I2C_SCL), freq=I2C_HZ, timeout=I2C_TIMEOUT_US)


def display_bus(number: int):
    """Return the bus if that display answers, which goes dark; else None, also where this machine has no such bus."""
    try:
        # Opened again for each look: after a fault the controller may hang in a transfer.
        bus = open_bus()
        bus.writeto(DISPLAY_ADDRESS + number, _DARK)
        return bus
    except (OSError, ValueError, TypeError):
        return None
