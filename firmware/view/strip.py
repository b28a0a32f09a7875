"""One track's chain of LEDs: marks in order of importance, within the track's power budget."""

from .fill import fill
from .palette import LEVELS


class Strip:
    """GRB bytes for one chain in `buf`, made once.

    Between `clear` and the next, the first mark on a hole stays, and a mark that would exceed `budget` is left out:
    so what matters most is marked first. Holes are the Layout's: 1 to the target, and LAST.
    """

    def __init__(self, layout, palette, budget: int) -> None:
        self.buf = bytearray(3 * layout.leds)
        self.budget = budget
        self._room = budget
        self._dark = layout.dark
        self._led_of = layout.led_of
        self._inks = palette.inks

    @property
    def light(self) -> int:
        """The sum of R+G+B in `buf`."""
        return self.budget - self._room

    def clear(self) -> None:
        """All dark."""
        self.buf[:] = self._dark
        self._room = self.budget

    def mark(self, hole: int, colour: int, level: int) -> None:
        """Light one hole."""
        ink = self._inks[LEVELS * colour + level]
        self._room = fill(self.buf, self._led_of, hole, 1, 1, ink, self._room)

    def run(self, hole: int, step: int, count: int, colour: int, level: int) -> None:
        """Light `count` holes from `hole` on, each `step` after the one before."""
        ink = self._inks[LEVELS * colour + level]
        self._room = fill(self.buf, self._led_of, hole, step, count, ink, self._room)
