"""One track's chain of LEDs: marks in order of importance, within the track's power budget."""

from .palette import LEVELS


class Strip:
    """GRB bytes for one chain in `buf`, made once. `light` is the sum of R+G+B in it.

    Between `clear` and the next, the first mark on a hole stays, and a mark that would exceed `budget` is left out:
    so what matters most is marked first.
    """

    def __init__(self, layout, palette, budget: int) -> None:
        self.buf = bytearray(3 * layout.leds)
        self.budget = budget
        self.light = 0
        self._led_of = layout.led_of
        self._palette = palette
        self._lit = bytearray(layout.leds)
        self._count = 0

    def clear(self) -> None:
        """All dark."""
        buf = self.buf
        led_of = self._led_of
        lit = self._lit
        for i in range(self._count):
            at = 3 * led_of[lit[i]]
            buf[at] = buf[at + 1] = buf[at + 2] = 0
        self._count = 0
        self.light = 0

    def mark(self, hole: int, colour: int, level: int) -> None:
        """Light a hole (1 to 121)."""
        buf = self.buf
        at = 3 * self._led_of[hole]
        ink = LEVELS * colour + level
        light = self.light + self._palette.cost[ink]
        if light > self.budget or buf[at] or buf[at + 1] or buf[at + 2]:
            return
        grb = self._palette.grb
        ink *= 3
        buf[at] = grb[ink]
        buf[at + 1] = grb[ink + 1]
        buf[at + 2] = grb[ink + 2]
        self.light = light
        self._lit[self._count] = hole
        self._count += 1
