"""LED marks of the status menu: games won and points."""

from ..interpreter import const
from .hole_led_map import STREET
from .palette import FAINT, MID, WHITE
from .scenes import SCENE_STATUS

_MUGGINS_HOLE = const(95)
"""Lit in street 4 of status and setup where muggins is agreed."""
MUGGINS = const(16)
"""Laid over a number of a Look where the hole is lit."""
_MOST_POINTS = const(255)
"""A number of a Look is a byte."""


def draw_status(scenes, strip, look) -> None:
    """Draw the status. Street 1: games won. Street 2: tens of points, street 3: their ones. Street 4: its first hole:
    below 0; its fifth: muggins.
    """
    scenes.number(strip, look.team, MID, 0, look.front)
    scenes.number(strip, look.team, MID, 1, look.back // 10)
    scenes.number(strip, look.team, MID, 2, look.back % 10)
    scenes.number(strip, look.team, MID, 3, look.amount & 1)
    draw_muggins(strip, look.amount)
    strip.mark_run(STREET, STREET, 4, WHITE, FAINT)


def draw_muggins(strip, number: int) -> None:
    """Light the hole of muggins where `number` has the bit MUGGINS."""
    if number & MUGGINS:
        strip.mark(_MUGGINS_HOLE, WHITE, MID)


def look_at_status(look, tally, muggins: bool) -> int:
    """Return the scene of the track of `look.team`, and put its numbers into `look`."""
    points = tally.points[look.team]
    look.front = min(tally.won[look.team], STREET)
    look.back = min(abs(points), _MOST_POINTS)
    look.amount = int(points < 0) | (MUGGINS if muggins else 0)
    return SCENE_STATUS
