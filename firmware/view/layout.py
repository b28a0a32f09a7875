"""Where each hole is in the chain of LEDs (HARDWARE.md, "Geometry"); `geometry` has where it is on the faceplate.

A strip track is four serpentine rows of thirty holes with one dark LED between groups of five; a circuit-board track
has one LED a hole.
"""

from ..interpreter import const

HOLES = 121
STREET = 30
GROUP = 5
_ROW_LEDS = const(35)

STRIP_LEDS = 141
BOARD_LEDS = 121


class Layout:
    """The map of one track, the same for every track of a board.

    `leds` is the length of its chain: 141 for serpentine strips, 121 for circuit boards. `reverse` is True where
    data enters at the game hole instead of at hole 1. Raises ValueError for a chain of any other length.
    """

    def __init__(self, leds: int = STRIP_LEDS, reverse: bool = False) -> None:
        if leds not in (STRIP_LEDS, BOARD_LEDS):
            raise ValueError("leds: a track has 141 LEDs (strip) or 121 (circuit board), not %d" % leds)
        self.leds = leds
        self.led_of = bytearray(HOLES + 1)
        """Hole (1..121) to LED index; entry 0 is unused."""
        for hole in range(1, HOLES + 1):
            led = self._strip_led(hole) if leds == STRIP_LEDS else hole - 1
            self.led_of[hole] = leds - 1 - led if reverse else led

    @staticmethod
    def _strip_led(hole: int) -> int:
        street, k = divmod(hole - 1, STREET)
        return _ROW_LEDS * street + k + k // GROUP
