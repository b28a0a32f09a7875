"""Where each hole is in the chain of LEDs (HARDWARE.md, "Geometry"); `geometry` has where it is on the faceplate.

A strip track is four serpentine rows of thirty holes with one dark LED between groups of five; a circuit-board track
has one LED a hole.
"""

from ..interpreter import forget

HOLES = 121
STREET = 30
GROUP = 5

STRIP_LEDS = 141
BOARD_LEDS = 121

LINES = 250
LAST = 0
"""The track's last hole by its place, whichever hole of a long game it is."""


class Layout:
    """The map of one track, the same for every track of a board.

    `leds` is the length of its chain: 141 for serpentine strips, 121 for circuit boards. `reverse` is True where
    data enters at the game hole instead of at hole 1. For `target` and `lines` see `prepare`. Raises ValueError for a
    chain of any other length.

    `led_of` gives a hole's LED. Where the target lies beyond the track's 121 holes, they go round again after 120;
    entry LAST is hole 121 all the same, and from entry LINES on stand the holes beside the skunk lines, two a line.

    `dark` are the bytes of a chain without light.
    """

    def __init__(self, leds: int = STRIP_LEDS, reverse: bool = False, target: int = HOLES, lines: tuple = ()) -> None:
        if leds not in (STRIP_LEDS, BOARD_LEDS):
            raise ValueError("leds: a track has 141 LEDs (strip) or 121 (circuit board), not %d" % leds)
        self.leds = leds
        self._reverse = reverse
        self.dark = bytes(3 * leds)
        self.led_of = bytearray(256)
        self.prepare(target, lines)

    def prepare(self, target: int, lines: tuple) -> None:
        """Number the holes for games up to `target`; `lines` are the last holes of who is skunked, None: no line."""
        # Seldom: the memory is given back.
        from .numbering import number

        number(self.led_of, self.leds, self._reverse, target, lines)
        forget("firmware.view.numbering")
