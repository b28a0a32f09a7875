"""One track's chain of LEDs: marks in order of importance, within the track's power budget."""

from .palette import LEVELS


class Strip:
    """GRB bytes for one chain in `buf`, made once. `light` is the sum of R+G+B in it.

    Between `clear` and the next, the first mark on a hole stays, and a mark that would exceed `budget` is left out:
    so what matters most is marked first. Holes are the Layout's: 1 to the target, and LAST.
    """

    def __init__(self, layout, palette, budget: int) -> None:
        self.buf = bytearray(3 * layout.leds)
        self.budget = budget
        self.light = 0
        self._dark = layout.dark
        self._led_of = layout.led_of
        self._palette = palette

    def clear(self) -> None:
        """All dark."""
        self.buf[:] = self._dark
        self.light = 0

    def mark(self, hole: int, colour: int, level: int) -> None:
        """Light one hole."""
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

    def run(self, hole: int, step: int, count: int, colour: int, level: int) -> None:
        """Light `count` holes from `hole` on, each `step` after the one before."""
        # What costs most of a frame: everything in the loop is at hand.
        buf = self.buf
        led_of = self._led_of
        ink = LEVELS * colour + level
        cost = self._palette.cost[ink]
        grb = self._palette.grb
        ink *= 3
        green, red, blue = grb[ink], grb[ink + 1], grb[ink + 2]
        room = self.budget - self.light - cost
        while count > 0 and room >= 0:
            at = 3 * led_of[hole]
            if not (buf[at] or buf[at + 1] or buf[at + 2]):
                buf[at] = green
                buf[at + 1] = red
                buf[at + 2] = blue
                room -= cost
            hole += step
            count -= 1
        self.light = self.budget - room - cost
