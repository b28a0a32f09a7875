"""Lengths of the board's screws: the shortest that is sold and holds what it has to."""

from typing import Any

from .errors import ParamsError

M3_NUT_MM = 2.4
_M2_NUT_MM = 1.6
_BEHIND_NUT_MM = 0.5
"""A screw's end stands out of its nut by this, or the nut's last thread holds nothing."""
_LEAST_THREAD_MM = 2.5
"""In a standoff: a little less than the thread's diameter."""
_SOLD_MM = (5, 6, 8, 10, 12, 16, 20, 25, 30, 35, 40, 45, 50)
"""Longer M3 screws are hard to find."""


def held_by_rim_screws(params: Any) -> float:
    """Return the mm from the faceplate's front to the base's back."""
    case = params.case
    return params.plate.thickness + light_depth(params) + case.strip_plate + case.electronics + case.base


def light_depth(params: Any) -> float:
    """Return the mm from the faceplate's back to the strip plate: a standoff and its washers."""
    return params.screws.standoff + params.screws.washers


def rim(params: Any) -> int:
    """Return the length of the screws through everything, with a nut behind the base."""
    what = "[case] electronics, strip_plate, base: the screws through everything"
    return _sold(held_by_rim_screws(params) + M3_NUT_MM, what)


def carrier(params: Any) -> int:
    """Return the length of the screws through base, spacer and carrier, with a nut."""
    held = params.case.base + params.carrier.spacer + params.carrier.thickness
    return _sold(held + M3_NUT_MM, "[case] base, [carrier] spacer, thickness: the carrier's screws")


def street(params: Any) -> int:
    """Return the length of the M2 screws through a street board and its plate, with a nut."""
    return _sold(params.street.thickness + params.case.strip_plate + _M2_NUT_MM, "[case] strip_plate: M2 screws")


def charger(params: Any) -> int:
    """Return the length of the M2 screws through base, spacer and charger module, with a nut."""
    held = params.case.base + params.carrier.spacer + params.charger.thickness
    return _sold(held + _M2_NUT_MM, "[case] base, [carrier] spacer: the charger module's screws")


def short(params: Any) -> int:
    """Return the length of the screws at both ends of a standoff. Raises ParamsError where two of them would meet."""
    thin, thick = sorted((params.plate.thickness, params.case.strip_plate + params.screws.washers))
    length = _sold(thick + _LEAST_THREAD_MM - _BEHIND_NUT_MM, "[case] strip_plate: the standoffs' screws")
    if 2 * length - thin - thick > params.screws.standoff - _BEHIND_NUT_MM:
        raise ParamsError(f"[case] strip_plate: two screws of {length} mm meet in a standoff of "
                          f"{params.screws.standoff:g}; a thinner strip_plate")  # fmt: skip
    return length


def rim_end(params: Any) -> float:
    """Return by how many mm a rim screw stands out behind the base."""
    return rim(params) - held_by_rim_screws(params)


def _sold(held: float, what: str) -> int:
    """Return the shortest length sold for `held` mm. Raises ParamsError, naming `what`, if none is long enough."""
    needed = held + _BEHIND_NUT_MM
    for length in _SOLD_MM:
        if length >= needed:
            return length
    raise ParamsError(f"{what} would have to be {needed:.1f} mm long; {_SOLD_MM[-1]} are sold")
