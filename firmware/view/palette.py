"""The colours of teams and marks, at four levels of light, within what the port can give."""

from ..interpreter import forget

FAINT = 0
DIM = 1
MID = 2
FULL = 3
LEVELS = 4

COLOURS = 5
WHITE = 4
"""Colour number of what belongs to no team; teams are 0 to 3."""


class Palette:
    """`inks[LEVELS * colour + level]` is green << 16 | red << 8 | blue, as `fill` wants it.

    `brightness` is 1 to 5; `budget` the sum of R+G+B one track may reach. Where the budget cannot carry the pegs at
    that brightness, everything is dimmed, down to the least light that keeps the hue.
    """

    def __init__(self, brightness: int, budget: int) -> None:
        self.inks = [0] * (LEVELS * COLOURS)
        self.set(brightness, budget)

    def set(self, brightness: int, budget: int) -> None:
        """Mix all inks anew. Allocates; not for use while a step is on."""
        # Seldom: the memory is given back.
        from .mixing import mix

        mix(self.inks, brightness, budget)
        forget("firmware.view.mixing")
