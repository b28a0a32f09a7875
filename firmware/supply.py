"""What powers the board: the LED rail and its load switch, a charger module's cell, a power bank that is to stay on."""

from .config import BATTERY_LAST_MV, BATTERY_LOW_MV, BATTERY_RISE_MV, BRIGHTNESS_LEVELS, RAIL_LEAST_MV
from .interpreter import TYPE_CHECKING, const

if TYPE_CHECKING:
    from .keep_alive import KeepAlive

_READINGS = const(4)
"""About so many readings a change takes: a long count pulls the voltage down for a moment."""


class Supply:
    """The supply of a machine (`hal`). `rail_off`: the LEDs have none, in standby. `cut`: the load switch has cut or
    limited it since the start. Of a lithium cell: `cell_mv`, its voltage, smoothed, -1 where it is not measured;
    `cell_low`: it has to be charged, an hour before its end; `cell_last`: light is saved.
    """

    def __init__(self, hal) -> None:
        self._hal = hal
        self.cell_mv: int = hal.battery_mv()
        self.cell_low = self.cell_last = self.rail_off = self.cut = False
        self._keep_alive: KeepAlive = None
        """None where no power bank is to be kept on."""

    def load_keep_alive(self) -> None:
        """Begin to keep a power bank on, where one is to be. Allocates."""
        if self._hal.keep_alive_s:
            from .keep_alive import KeepAlive

            self._keep_alive = KeepAlive(self._hal)

    def watch(self, charged: bool) -> bool:
        """Measure cell and load switch; return whether there is something new to tell.

        `charged`: the strips have had time to charge, which looks like an overload.
        """
        news = self._measure_cell()
        if charged and not self.cut and self._hal.overloaded():
            self.cut = news = True
        return news

    def _measure_cell(self) -> bool:
        """Measure the cell, and return whether `cell_low` or `cell_last` has changed. Does not allocate."""
        if self.cell_mv < 0:
            return False
        self.cell_mv += (self._hal.battery_mv() - self.cell_mv) // _READINGS
        low = self.cell_mv < BATTERY_LOW_MV + (BATTERY_RISE_MV if self.cell_low else 0)
        last = self.cell_mv < BATTERY_LAST_MV + (BATTERY_RISE_MV if self.cell_last else 0)
        changed = low != self.cell_low or last != self.cell_last
        self.cell_low = low
        self.cell_last = last
        return changed

    def brightest(self) -> int:
        """Return the brightness, 1 to 5, above which the cell would soon be empty."""
        return 1 if self.cell_last else BRIGHTNESS_LEVELS

    def rail_low(self) -> bool:
        """Return whether the LED rail is measured and too low, unless it is switched off."""
        return 0 <= self._hal.rail_mv() < RAIL_LEAST_MV and not self.rail_off

    def notes(self, lit: bool) -> list:
        """Return messages on what is wrong; on the LED rail once it is `lit`: a frame was sent."""
        notes: list = []
        if lit and self.rail_low():
            notes.append({"code": "rail-low", "mv": self._hal.rail_mv(), "least": RAIL_LEAST_MV})
        if self.cut:
            notes.append({"code": "supply-cut"})
        if self.cell_low:
            notes.append({"code": "battery-low", "mv": self.cell_mv, "least": BATTERY_LOW_MV})
        return notes

    def switch_rail(self, on: bool, clock: int) -> None:
        """Switch the LED rail at board time `clock`."""
        self._hal.rail(on)
        self.rail_off = not on
        if not on and self._keep_alive is not None:
            self._keep_alive.begin(clock)

    def keep_on(self, clock: int) -> None:
        """While the rail is off: do what keeps a power bank on, where one is to be. Does not allocate."""
        if self._keep_alive is not None:
            self._keep_alive.step(clock)
