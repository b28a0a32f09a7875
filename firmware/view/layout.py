"""Where each hole is: in the chain of LEDs, and on the faceplate.

One parametric layout serves firmware, page and drawings (HARDWARE.md, "Geometry"). A strip track is four
serpentine rows of thirty holes with one dark LED between groups of five; a circuit-board track has one LED a hole.
"""

from ..interpreter import const

HOLES = 121
PITCH_MM = 1000 / 144
TRACK_GAP_MM = 12.5
ROW_GAP_MM = 20.0

_STREET = const(30)
_GROUP = const(5)
_ROW_LEDS = const(35)
_COLUMNS = const(34)

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
        street, k = divmod(hole - 1, _STREET)
        return _ROW_LEDS * street + k + k // _GROUP


def column(hole: int) -> int:
    """Column (0..35) in which a hole stands: rows run to and fro, a gap after each five holes."""
    street, k = divmod(hole - 1, _STREET)
    along = k + k // _GROUP
    if hole == HOLES:
        return -1
    return along if street % 2 == 0 else _COLUMNS - along


def position_mm(track: int, tracks: int, hole: int) -> tuple:
    """Centre (x, y) of a hole in millimetres from hole 1 of track 0; x runs right, y away from it.

    The game hole lies one step past the end of the fourth row.
    """
    street = min((hole - 1) // _STREET, 3)
    y = street * ((tracks - 1) * TRACK_GAP_MM + ROW_GAP_MM) + track * TRACK_GAP_MM
    return column(hole) * PITCH_MM, y


def size_mm(tracks: int) -> tuple:
    """(width, height) of the field of holes in millimetres, centre to centre."""
    last = position_mm(tracks - 1, tracks, HOLES - 1)
    return (_COLUMNS + 1) * PITCH_MM, last[1]
