"""Pictures of the assembly steps that make the bay of a power bank, and put the bank into it."""

from ..assembly_solids import Solid
from ..cutouts import Cut
from ..plate_geometry import Plate
from .oblique_projection import BLACK, Picture
from .parts import APART, draw_parts, solids_by_prefix

_PULLED_MM = 70
"""How far out of its bay the bank is drawn, behind the board."""
_CABLE_MM = 3


def bay(plate: Plate) -> Picture:
    """Draw the rails and the strap above the base."""
    picture = Picture("Bay: rails glued, strap through the slots", plate.height)
    draw_parts(picture, solids_by_prefix(plate, "base"))
    rails = solids_by_prefix(plate, "bay rail")
    draw_parts(picture, [part for part in solids_by_prefix(plate, "carrier") if part.name == "carrier"])
    draw_parts(picture, rails, added=True)
    strap = solids_by_prefix(plate, "strap over")[0]
    draw_parts(picture, [strap], added=True)
    floor = -solids_by_prefix(plate, "base")[0].top
    for side in (-1, 1):
        spot = strap.plan.x + side * strap.plan.half_x
        picture.axis(spot, strap.plan.y, floor, -strap.bottom)
    right = rails[-1].plan
    picture.label("two bay-rail, glued", right.x, right.y, -rails[-1].top)
    picture.label("bank-strap, closed under the base", strap.plan.x, strap.plan.y, -strap.top)
    return picture


def bank(plate: Plate) -> Picture:
    """Draw the bank behind the closed board, in front of its window, and its cable to the plug."""
    picture = Picture("Bank: through the window of the back wall, sockets outside", plate.height)
    pulled = [_behind(part) for part in solids_by_prefix(plate, "power bank")]
    draw_parts(picture, pulled, added=True)
    draw_parts(picture, solids_by_prefix(plate, "base", "bay rail", "Pico"))
    draw_parts(picture, [part for part in solids_by_prefix(plate, "carrier") if part.name == "carrier"])
    plan, top = pulled[0].plan, -pulled[0].top
    height = (top - pulled[0].bottom) / 2
    back = plan.y - plan.half_y
    pico = solids_by_prefix(plate, "Pico")[0].plan
    picture.wire(BLACK, (plan.x, back, height), (plan.x, back - APART, height), (pico.x, back - APART, height),
                 (pico.x, -APART / 2, height), thick=_CABLE_MM, end=True)  # fmt: skip
    picture.label("bank, its sockets away from the board", plan.x, plan.y, top)
    picture.label("its cable, outside, to the board's plug", plan.x, back - APART, height)
    return picture


def _behind(part: Solid) -> Solid:
    """Return the bank as far behind the board as it is drawn."""
    plan = part.plan
    return part._replace(plan=Cut(plan.name, plan.x, plan.y - 2 * plan.half_y - _PULLED_MM, *plan[3:]))
