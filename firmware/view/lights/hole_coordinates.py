"""Coordinates of the holes on the faceplate, for the page, pictures and drawings. Not deployed to boards.

One parametric layout serves them all (hardware/DESIGN.md, "Geometry").
"""

from ...interpreter import const
from .hole_led_map import GROUP, HOLES, STREET

PITCH_MM = 1000 / 144
TRACK_GAP_MM = 12.5
ROW_GAP_MM = 20.0

_LAST_COLUMN = const(34)


def column(hole: int) -> int:
    """Return the column (0 to 34) of a hole, -1 for the game hole: rows run to and fro, a gap after every fifth."""
    street, index = divmod(hole - 1, STREET)
    along = index + index // GROUP
    if hole == HOLES:
        return -1
    return along if street % 2 == 0 else _LAST_COLUMN - along


def position_mm(track: int, tracks: int, hole: int) -> tuple:
    """Return the centre (x, y) of a hole in millimetres from hole 1 of track 0; x runs right, y away from it.

    The game hole lies one step past the end of the fourth row.
    """
    street = min((hole - 1) // STREET, 3)
    y = street * ((tracks - 1) * TRACK_GAP_MM + ROW_GAP_MM) + track * TRACK_GAP_MM
    return column(hole) * PITCH_MM, y


def size_mm(tracks: int) -> tuple:
    """Return (width, height) of the field of holes in millimetres, centre to centre."""
    last = position_mm(tracks - 1, tracks, HOLES - 1)
    return (_LAST_COLUMN + 1) * PITCH_MM, last[1]
