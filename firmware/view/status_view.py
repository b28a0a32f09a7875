"""The status menu on the LEDs: games won and points."""

from ..interpreter import const
from .hole_led_map import STREET
from .palette import FAINT, MID, WHITE
from .scenes import SCENE_STATUS

_MUGGINS_HOLE = const(95)
"""Lit in street 4 of status and setup when muggins is agreed."""
MUGGINS = const(16)
"""Bit of `SceneParams.amount`: muggins is agreed."""
_MAX_POINTS = const(255)
"""The numbers in SceneParams are bytes."""


def draw_status(scenes, strip, params) -> None:
    """Draw the status. Street 1: games won. Street 2: tens of points, street 3: their ones. Street 4: the first hole is
    lit for points below 0, the fifth for muggins.
    """
    scenes.mark_number(strip, params.team, MID, 0, params.front)
    scenes.mark_number(strip, params.team, MID, 1, params.back // 10)
    scenes.mark_number(strip, params.team, MID, 2, params.back % 10)
    scenes.mark_number(strip, params.team, MID, 3, params.amount & 1)
    draw_muggins(strip, params.amount)
    strip.mark_run(STREET, STREET, 4, WHITE, FAINT)


def draw_muggins(strip, number: int) -> None:
    """Light the hole that stands for muggins if `number` has the bit MUGGINS."""
    if number & MUGGINS:
        strip.mark(_MUGGINS_HOLE, WHITE, MID)


def status_scene(params, tally, muggins: bool) -> int:
    """Return the scene of the status menu, and set its numbers for the track of `params.team` in `params`."""
    points = tally.points[params.team]
    params.front = min(tally.won[params.team], STREET)
    params.back = min(abs(points), _MAX_POINTS)
    params.amount = int(points < 0) | (MUGGINS if muggins else 0)
    return SCENE_STATUS
