"""The bay of a USB power bank: on the base beside the carrier, its sockets behind a window in the back wall.

The bank lies between two rails, held by a strap that goes through the base and closes under it. A cable goes from the
bank through the window to the board's plug, outside.
"""

from typing import Any, NamedTuple

_SLOT_MM = 3.0
"""Width of the slots for the strap."""
_SLOT_FROM_RAIL_MM = 1.0
_STRAP_PLAY_MM = 1.0
"""Between the strap and each end of its slots."""
_WINDOW_ABOVE_MM = 2.0
"""From the bank's upper side to the window's edge."""
STRAP_LAYERS = 2
"""Its ends lie on one another under the base."""


class Box(NamedTuple):
    """A rectangle on the base: its middle from the plate's top left corner, and half its sides, in mm."""

    x: float
    y: float
    half_x: float
    half_y: float


def bank(params: Any) -> Box:
    """Return the plan of the largest bank of the class, its sockets just inside the back wall."""
    bay = params.bank
    width, length, _ = bay.size
    top = params.case.wall + bay.play
    return Box(bay.left + width / 2, top + length / 2, width / 2, length / 2)


def rails(params: Any) -> list[Box]:
    """Return the plans of the two rails, on the left and on the right of the bank."""
    width, length, _ = params.bank.rail
    plan = bank(params)
    away = plan.half_x + params.bank.play + width / 2
    y = params.case.wall + params.bank.play + length / 2
    return [Box(plan.x + side * away, y, width / 2, length / 2) for side in (-1, 1)]


def slots(params: Any) -> list[Box]:
    """Return the base's slots for the strap, outside the rails."""
    half = params.bank.strap[0] / 2 + _STRAP_PLAY_MM
    away = params.bank.rail[0] / 2 + _SLOT_FROM_RAIL_MM + _SLOT_MM / 2
    left, right = rails(params)
    spots = (left.x - away, right.x + away)
    return [Box(x, params.bank.strap_at, _SLOT_MM / 2, half) for x in spots]


def strap(params: Any) -> Box:
    """Return the plan of the strap, from slot to slot."""
    left, right = slots(params)
    middle = (left.x + right.x) / 2
    return Box(middle, params.bank.strap_at, right.x - middle, params.bank.strap[0] / 2)


def window(params: Any) -> tuple[float, float, float]:
    """Return the window in the back wall: its middle from the plate's left, its width, its height above the base."""
    width, _, thickness = params.bank.size
    return bank(params).x, width + 2 * params.bank.play, thickness + _WINDOW_ABOVE_MM
