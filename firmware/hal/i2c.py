"""The I²C bus, for whatever hangs on it: displays at 0x3C and 0x3D, the port's current at 0x20."""

from machine import I2C, Pin

from ..config import I2C_HZ, I2C_TIMEOUT_US, PIN_I2C_SCL, PIN_I2C_SDA

_CONTROLLER = 0


def open_bus():
    """The bus (`machine.I2C`). Opened again after an OSError, the controller lets go of a transfer it hangs in.

    Transfers raise OSError: EIO where nobody acknowledges, ETIMEDOUT after I2C_TIMEOUT_US where the clock is held low.
    On a Pico `writeto` and `readfrom_into` of one buffer allocate nothing; an empty buffer is bit-banged: send a byte.
    """
    return I2C(_CONTROLLER, sda=Pin(PIN_I2C_SDA), scl=Pin(PIN_I2C_SCL), freq=I2C_HZ, timeout=I2C_TIMEOUT_US)
