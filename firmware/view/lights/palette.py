"""Colours of teams and marks at four levels of light, mixed to stay within the supply's current.

Okabe-Ito colours tell teams apart for most eyes; levels, places and movement tell everything else.
"""

from array import array

from ...interpreter import const

FAINT = const(0)
DIM = const(1)
MID = const(2)
FULL = const(3)
LEVELS = const(4)

COLOURS = const(5)
WHITE = const(4)
"""Colour number of marks that belong to no team; teams are 0 to 3."""

_LINEAR = [
    array("H", [52226, 23182, 0]),
    array("H", [5998, 30457, 53736]),
    array("H", [0, 22863, 11366]),
    array("H", [40112, 12712, 25826]),
    array("H", [65535, 57352, 45487]),
]
"""R, G, B as LEDs take them: E69F00, 56B4E9, 009E73, CC79A7 and FFF0D8 of sRGB, each to the power of its gamma, 2.2."""
_FULL_LIGHT = (50, 80, 120, 180, 270)
"""R+G+B of FULL for brightness 1 to 5."""
_DIMMING_STEP = const(5)
_SHARE = (0.09, 0.21, 0.46, 1.0)
"""Share of the light of FULL, by level."""
_LEAST = (10, 16, 26, 40)
"""By level: below these sums of R+G+B, 8-bit steps would change the hue, or two levels become the same."""

_PEGS_FULL = const(2)
_PEGS_DIM = const(3)
"""LEDs at each level that a track must always be able to light: front peg and pulse; back peg, game hole, a line."""


class Palette:
    """`inks[LEVELS * colour + level]` is green << 16 | red << 8 | blue, as `strip.paint` wants it.

    `brightness` is 1 to 5; `budget` the sum of R+G+B one track may reach. Where the budget cannot carry the pegs at
    that brightness, everything is dimmed, down to the least light that keeps the hue. `full`: R+G+B of the brightest
    ink.
    """

    def __init__(self, brightness: int, budget: int) -> None:
        self.inks = array("i", [0] * (LEVELS * COLOURS))
        self.set(brightness, budget)

    def set(self, brightness: int, budget: int) -> None:
        """Mix all inks for another brightness or budget. Allocates: not for use within a step."""
        mix_inks(self.inks, brightness, budget)
        self.full = max([_light_of(self.inks[LEVELS * colour + FULL]) for colour in range(COLOURS)])


def mix_inks(inks, brightness: int, budget: int) -> None:
    """Fill `inks` (see Palette) for a brightness of 1 to 5, dimmed until a track needs at most `budget` (R+G+B)."""
    light = _FULL_LIGHT[brightness - 1]
    while light > _LEAST[FULL] and _light_needed(light) > budget:
        light -= _DIMMING_STEP
    lights = [_level_light(light, level) for level in range(LEVELS)]
    for colour in range(COLOURS):
        for level in range(LEVELS):
            inks[LEVELS * colour + level] = _ink(_LINEAR[colour], lights[level])


def _ink(linear, light: int) -> int:
    """Mix a colour (R, G, B in linear light) to a sum of `light`, as green << 16 | red << 8 | blue."""
    red, green, blue = linear
    whole = red + green + blue
    red = (2 * red * light + whole) // (2 * whole)
    green = (2 * green * light + whole) // (2 * whole)
    blue = (2 * blue * light + whole) // (2 * whole)
    return (green << 16) | (red << 8) | blue


def _light_of(ink: int) -> int:
    """Return the sum of R+G+B of an ink."""
    return (ink >> 16) + ((ink >> 8) & 255) + (ink & 255)


def _level_light(full: int, level: int) -> int:
    """Return the R+G+B of a level (FAINT to FULL) when that of FULL is `full`."""
    return max(int(full * _SHARE[level]), _LEAST[level])


def _light_needed(full: int) -> int:
    """Return the R+G+B that a track needs for its pegs and marks when an LED at FULL takes `full`."""
    return _PEGS_FULL * _level_light(full, FULL) + _PEGS_DIM * _level_light(full, DIM)
