"""Collision check of the assembled board: finds parts that overlap or are too near each other.

Screws and standoffs must pass through holes; everything else must stay clear of everything else.
"""

from itertools import combinations
from math import sqrt

from .assembly_solids import Solid
from .cutouts import Cut

_ROUNDING_MM = 1e-9
"""Lengths that differ by less are equal: rounding errors of floats."""


def collisions(parts: list[Solid], tolerance: float) -> list[str]:
    """Return an error line for each pair of parts that overlap or are nearer than `tolerance` mm."""
    return [
        f"{a.name} and {b.name} stand in one another or nearer than {tolerance:g} mm"
        for a, b in combinations(parts, 2)
        if a.top < b.bottom - _ROUNDING_MM
        and b.top < a.bottom - _ROUNDING_MM
        and abs(a.plan.x - b.plan.x) < a.plan.half_x + b.plan.half_x + tolerance
        and not _clear(a, b, tolerance)
    ]


def _clear(a: Solid, b: Solid, tolerance: float) -> bool:
    """Return whether two parts are `tolerance` mm apart, side by side or with one in an opening of the other."""
    if a.plan.web(b.plan) >= tolerance - _ROUNDING_MM:
        return True
    return _passes(a.plan, b.openings, tolerance) or _passes(b.plan, a.openings, tolerance)


def _passes(plan: Cut, openings: tuple[Cut, ...], tolerance: float) -> bool:
    """Return whether a part's plan is inside one of the openings."""
    return any(abs(plan.x - hole.x) < hole.half_x and _within(plan, hole, tolerance) for hole in openings)


def _within(plan: Cut, hole: Cut, tolerance: float) -> bool:
    """Return whether a part's plan is inside a hole, at least `tolerance` mm from its edge."""
    dx, dy = abs(plan.x - hole.x), abs(plan.y - hole.y)
    if hole.round:
        radius = plan.half_x if plan.round else sqrt(plan.half_x**2 + plan.half_y**2)
        return sqrt(dx * dx + dy * dy) + radius <= hole.half_x - tolerance + _ROUNDING_MM
    fits_x = dx + plan.half_x <= hole.half_x - tolerance + _ROUNDING_MM
    return fits_x and dy + plan.half_y <= hole.half_y - tolerance + _ROUNDING_MM
