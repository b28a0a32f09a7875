"""Calculates the load switch between the 5 V inlet and the strips: current limit, start-up, power in a fault.

The equations of the limit are those of the TPS2553's data sheet (TI SLVS841F, "Programming the current-limit
threshold"), for resistors of 15 to 232 kilohm.
"""

from typing import Any, NamedTuple

LEAST_KOHM, MAX_KOHM = 15, 232
_KELVIN_PER_WATT = 182
"""Thermal resistance of SOT-23-6 to the air."""
_PICO_VOLTS = 3.3
_BOTH_RESISTORS_MA = 1500
"""Both resistors set the limit at ports that offer this current or more."""


class Limit(NamedTuple):
    """The current limit in mA: least, typical and most, over temperature and resistors' tolerance."""

    least: float
    typical: float
    most: float


def limit(power: Any, port: int) -> Limit:
    """Return the lowest, nominal and highest current limit at a port that offers `port` mA."""
    kohm = limit_kohm(power, port)
    spread = power.limit_tolerance
    return Limit(25230 / (kohm * (1 + spread)) ** 1.016, 23950 / kohm**0.977, 22980 / (kohm * (1 - spread)) ** 0.94)


def limit_kohm(power: Any, port: int) -> float:
    """Return the resistance in kΩ that sets the limit: two in parallel if the port offers 1.5 A or more."""
    low, high = power.limit_low_kohm, power.limit_high_kohm
    return low if port < _BOTH_RESISTORS_MA else low * high / (low + high)


def start_ma(power: Any, port: int) -> float:
    """Return the highest current in mA while the bulk capacitors charge: the load switch limits the inrush."""
    return limit(power, port).most + power.controller


def rise_ms(power: Any, port: int, dark_ma: float) -> float:
    """Return the ms until the bulk capacitors are charged, by the least limit less the LEDs' dark current."""
    charging_ma = limit(power, port).least - dark_ma
    return power.bulk_uf * power.rail / charging_ma if charging_ma > 0 else float("inf")


def fault_w(power: Any, port: int) -> float:
    """Return the most power in W that a fault behind the switch can take."""
    return limit(power, port).most / 1000 * power.most_volts


def heat_c(power: Any, led_ma: float) -> float:
    """Return by how many kelvins the switch becomes warmer than the air."""
    return (led_ma / 1000) ** 2 * power.switch_mohm / 1000 * _KELVIN_PER_WATT


def thresholds(power: Any) -> tuple[float, float]:
    """Return the typical voltages on a CC line above which 1.5 A and 3 A are reported."""
    top, middle, bottom = power.cc_ladder
    total = top + middle + bottom
    return _PICO_VOLTS * bottom / total, _PICO_VOLTS * (middle + bottom) / total
