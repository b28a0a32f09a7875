"""The bay of a battery: on the base beside the carrier, between two rails and under a strap that closes below the base.

A power bank has its sockets behind a window in the back wall. A cell lies between the wall and a stop; its charger
module stands beside it (`charger_places`).
"""

from typing import Any, NamedTuple

BANK, CELL = "bank", "cell"
"""What lies in a bay: a section of the parameters has its size and place."""
_SLOT_MM = 3.0
"""Width of the slots for the strap."""
_SLOT_FROM_RAIL_MM = 1.0
_STRAP_PLAY_MM = 1.0
"""Between the strap and each end of its slots."""
_WINDOW_ABOVE_MM = 2.0
"""From a bank's upper side to the window's edge."""
STRAP_LAYERS = 2
"""Its ends lie on one another under the base."""


class Box(NamedTuple):
    """A rectangle on the base: its middle from the plate's top left corner, and half its sides, in mm."""

    x: float
    y: float
    half_x: float
    half_y: float


def block(params: Any, kind: str) -> Box:
    """Return the plan of what lies in the bay, the largest of its class, at the back wall."""
    own = getattr(params, kind)
    width, length, _ = own.size
    top = params.case.wall + params.bay.play
    return Box(own.left + width / 2, top + length / 2, width / 2, length / 2)


def rails(params: Any, kind: str) -> list[Box]:
    """Return the plans of the rails: on the left and on the right, and for a cell a third as stop at its front."""
    width, length = params.bay.rail[0], getattr(params, kind).rail_length
    plan = block(params, kind)
    away = plan.half_x + params.bay.play + width / 2
    y = params.case.wall + params.bay.play + length / 2
    sides = [Box(plan.x + side * away, y, width / 2, length / 2) for side in (-1, 1)]
    front = plan.y + plan.half_y + params.bay.play + width / 2
    return sides + ([Box(plan.x, front, length / 2, width / 2)] if kind == CELL else [])


def slots(params: Any, kind: str) -> list[Box]:
    """Return the base's slots for the strap, outside the rails."""
    half = params.bay.strap[0] / 2 + _STRAP_PLAY_MM
    away = params.bay.rail[0] / 2 + _SLOT_FROM_RAIL_MM + _SLOT_MM / 2
    left, right = rails(params, kind)[:2]
    at = getattr(params, kind).strap_at
    return [Box(x, at, _SLOT_MM / 2, half) for x in (left.x - away, right.x + away)]


def strap(params: Any, kind: str) -> Box:
    """Return the plan of the strap, from slot to slot."""
    left, right = slots(params, kind)
    middle = (left.x + right.x) / 2
    return Box(middle, left.y, right.x - middle, params.bay.strap[0] / 2)


def window(params: Any) -> tuple[float, float, float]:
    """Return a bank's window in the back wall: its middle from the plate's left, its width, its height above the
    base."""
    width, _, thickness = params.bank.size
    return block(params, BANK).x, width + 2 * params.bay.play, thickness + _WINDOW_ABOVE_MM
