"""What the USB-C port offers, as the expander on the carrier reads it (hardware/DESIGN.md, "What the port offers")."""

from ..config import PORT_EXPANDER
from .i2c import open_bus

_OFFERS_MA = (3000, 0, 1500, 500)
"""By inputs 1 and 0: low above 3 A, low above 1.5 A. The port cannot be above the first alone."""


def read_port() -> int:
    """Milliamperes the port offers: 500, 1500 or 3000; 0 where nobody answers. Waits I2C_TIMEOUT_US at most."""
    inputs = bytearray(1)
    try:
        open_bus().readfrom_into(PORT_EXPANDER, inputs)
    except (OSError, ValueError, TypeError):
        # The last two: on other chips these pins may be no bus, or a bus have no timeout.
        return 0
    return _OFFERS_MA[inputs[0] & 3]
