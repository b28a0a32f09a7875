"""Inks: the colours of teams and marks in light that LEDs can give. Loaded when brightness is set.

Okabe-Ito colours tell teams apart for most eyes; levels, places and movement tell everything else.
"""

from ..interpreter import const
from .palette import DIM, FULL, LEVELS

_SRGB = ((0xE6, 0x9F, 0x00), (0x56, 0xB4, 0xE9), (0x00, 0x9E, 0x73), (0xCC, 0x79, 0xA7), (0xFF, 0xF0, 0xD8))
_FULL_LIGHT = (50, 80, 120, 180, 270)
"""R+G+B of FULL for brightness 1 to 5."""
_SHARE = (0.09, 0.21, 0.46, 1.0)
_LEAST = (10, 16, 26, 40)
"""Below these sums of R+G+B, 8-bit steps would turn the hue, or a level become its neighbour."""

_PEGS_FULL = const(2)
_PEGS_DIM = const(3)
"""What a track must always be able to show: front peg and pulse; back peg, game hole, a line."""


def mix(inks: list, brightness: int, budget: int) -> None:
    """Fill `inks` (see Palette) for a brightness of 1 to 5, within `budget`. Allocates."""
    light = _FULL_LIGHT[brightness - 1]
    while light > _LEAST[FULL] and _needed(light) > budget:
        light -= 5
    for colour in range(len(_SRGB)):
        linear = [(channel / 255) ** 2.2 for channel in _SRGB[colour]]
        for level in range(LEVELS):
            inks[LEVELS * colour + level] = _ink(linear, _light(light, level))


def _ink(linear: list, light: int) -> int:
    scale = light / sum(linear)
    red, green, blue = [int(channel * scale + 0.5) for channel in linear]
    return green << 16 | red << 8 | blue


def _light(full: int, level: int) -> int:
    return max(int(full * _SHARE[level]), _LEAST[level])


def _needed(full: int) -> int:
    return _PEGS_FULL * _light(full, FULL) + _PEGS_DIM * _light(full, DIM)
