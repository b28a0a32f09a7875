"""I²C expander of the carrier board: senses the USB-C port's current offer and the load switch's fault output.

Its inputs are described in hardware/DESIGN.md, "What the port offers".
"""

from ..interpreter import const
from .i2c import open_bus
from .this_board import kind

_OFFERS_MA = (3000, 0, 1500, 500)
"""By inputs 1 (low: 3 A offered) and 0 (low: 1.5 A or more offered). The first cannot be low alone."""
_FAULT = const(4)
"""Input 2: low while the load switch limits the LEDs' current, or has switched it off because it is hot."""


class UsbCSupply:
    """`offered_ma`: milliamperes that the port offered at start, 500, 1500 or 3000; 0 if no expander answered."""

    def __init__(self) -> None:
        self._inputs = bytearray(1)
        self.offered_ma = 0
        self._address: int = kind["expander"]
        try:
            self._bus = open_bus()
            if self._address and self._read_inputs():
                self.offered_ma = _OFFERS_MA[self._inputs[0] & 3]
        except (ValueError, TypeError, OSError):
            # On other chips these pins may have no I2C, or I2C no timeout.
            pass

    def overloaded(self) -> bool:
        """Return whether the load switch limits the LEDs' current. Takes 60 us, I2C_TIMEOUT_US if the bus hangs."""
        return self.offered_ma > 0 and self._read_inputs() and not self._inputs[0] & _FAULT

    def _read_inputs(self) -> bool:
        """Read the expander's inputs into `_inputs`; return whether it answered."""
        try:
            self._bus.readfrom_into(self._address, self._inputs)
            return True
        except OSError:
            return False
