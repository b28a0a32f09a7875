"""Maps holes to indices in the LED chain (hardware/DESIGN.md, "Geometry"); `hole_coordinates` has their coordinates.

A strip track is four serpentine rows of thirty holes with one dark LED between groups of five; a circuit-board track
has one LED a hole.
"""

from ...config import BOARD_LEDS, STRIP_LEDS
from ...interpreter import const

HOLES = const(121)
STREET = const(30)
GROUP = const(5)

_ROW_LEDS = const(35)

LINES = const(250)
LAST = const(0)
"""Entry of the track's last hole, whichever hole of a long game it is."""


class HoleLedMap:
    """The map of one track, the same for every track of a board.

    `leds` is the length of its chain: STRIP_LEDS for serpentine strips, BOARD_LEDS for circuit boards. `reverse` is
    True if data enters the chain at the game hole instead of at hole 1. For `target` and `lines` see `prepare`. Raises
    ValueError for a chain of any other length.

    `led_of` gives a hole's LED. If the target lies beyond the track's 121 holes, holes go round again after 120;
    entry LAST is hole 121 all the same. From entry LINES on follow the holes beside the skunk lines, two a line.

    `dark` are the bytes of a chain without light.
    """

    def __init__(self, leds: int = STRIP_LEDS, reverse: bool = False, target: int = HOLES, lines: tuple = ()) -> None:
        if leds not in (STRIP_LEDS, BOARD_LEDS):
            raise ValueError("leds: %d (strip) or %d (circuit board), not %d" % (STRIP_LEDS, BOARD_LEDS, leds))
        self.leds = leds
        self._reverse = reverse
        self.dark = bytes(3 * leds)
        self.led_of = bytearray(256)
        self.prepare(target, lines)

    def prepare(self, target: int, lines: tuple) -> None:
        """Map the holes of games up to `target`; `lines`: highest hole of a skunk, by level, or None."""
        number_holes(self.led_of, self.leds, self._reverse, target, lines)


def number_holes(led_of, leds: int, reverse: bool, target: int, lines: tuple) -> None:
    """Fill `led_of` (see HoleLedMap) for a chain of `leds` LEDs; other parameters as for HoleLedMap."""
    lap = HOLES - 1 if target > HOLES else HOLES
    spaced = leds == STRIP_LEDS
    for hole in range(HOLES):
        led = hole
        if spaced:
            index = hole % STREET
            led = hole // STREET * _ROW_LEDS + index + index // GROUP
        led_of[hole + 1] = leds - 1 - led if reverse else led
    led_of[LAST] = led_of[HOLES]
    for first in range(1 + lap, LINES, lap):
        count = min(lap, LINES - first)
        led_of[first : first + count] = led_of[1 : 1 + count]
    for i in range(len(lines)):
        line = lines[i] or 0
        # A line at the start (hole 0, without LED) is shown at hole 1.
        led_of[LINES + 2 * i] = led_of[max(line, 1)]
        led_of[LINES + 2 * i + 1] = led_of[line + 1]
