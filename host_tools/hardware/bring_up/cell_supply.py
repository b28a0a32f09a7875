"""What a powered board sees of charger module and cell: whether it starts from them, what voltage it measures."""

from collections.abc import Callable, Mapping

from ..netlist import CELL_NET, GND, CellNets, Part
from .circuit import Circuit

TELLS_MV = (3000, 4250)
"""Least and most that a cell's voltage is told as, if all is right: from empty to just charged."""
_CELL_V = 3.9
_ADC_V = 3.3


class CellSupply:
    """The module U7 with the cell BT1 of a board with a fault or without. `gpio` gives the node of the Pico's pin for a
    net; `fixed`: voltages of the nodes that something holds."""

    def __init__(
        self,
        circuit: Circuit,
        parts: Mapping[str, Part],
        gpio: Callable[[str], str | None],
        fixed: Mapping[str, float],
    ) -> None:
        self._circuit, self._parts, self._gpio, self._fixed = circuit, parts, gpio, fixed

    def symptoms(self) -> dict[str, str]:
        """Return `cell_starts`: whether the board starts from the module, switched on; `cell_off`: whether the switch
        switches it off; `battery_mv`: the cell's voltage as told, `right`, `low` or `high`."""
        enable, grounds = self._pin(CellNets.MODULE_EN), [self._pin(pin) for pin in CellNets.MODULE_GROUNDS]
        never = any(self._circuit.joined(enable, ground) for ground in grounds)
        starts = self._fed() is not None and not never
        switched = "S1" in self._parts and any(
            self._circuit.joined(self._contact(1), enable) and self._circuit.joined(self._contact(2), ground)
            for ground in grounds
        )
        return {
            "cell_starts": "yes" if starts else "no",
            "cell_off": "yes" if never or switched else "no",
            "battery_mv": self._told(),
        }

    def _pin(self, number: int) -> str | None:
        return self._circuit.node("U7", number)

    def _contact(self, number: int) -> str | None:
        """Return the contact of the switch's connector that an end of its wires is in."""
        end = self._parts["S1"].pins[number - 1]
        return end if end == f"{CellNets.SWITCH}.{number}" and CellNets.SWITCH in self._parts else None

    def _fed(self) -> str | None:
        """Return the node of the module's BAT if the cell feeds it; None if not."""
        cell, bat = self._parts.get("BT1"), self._pin(CellNets.MODULE_BAT)
        if cell is None or bat is None:
            return None
        grounds = (self._pin(pin) for pin in CellNets.MODULE_GROUNDS)
        plugged = not any(end.endswith(" open") for end in cell.pins) and len(set(cell.pins)) == 2
        return bat if plugged and any(ground is not None for ground in grounds) else None

    def _told(self) -> str:
        """Return what the board tells of the cell, which has 3.9 V: twice its pin's voltage."""
        bat, node = self._fed(), self._gpio(CELL_NET)
        ground = self._circuit.node("R42", 2)
        if bat is None or (ground is not None and not self._circuit.joined(ground, GND)):
            return "low"
        volts = self._circuit.volts(node, {**self._fixed, bat: _CELL_V})
        millivolts = 2000 * min(volts or 0.0, _ADC_V)
        return "low" if millivolts < TELLS_MV[0] else "high" if millivolts > TELLS_MV[1] else "right"
