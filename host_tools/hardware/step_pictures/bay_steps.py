"""Pictures of the assembly steps that make a battery's bay, and put a bank, or a charger module with its cell, in."""

from ..assembly_solids import Solid
from ..cutouts import Cut
from ..plate_geometry import Plate
from .oblique_projection import BLACK, DATA, Picture
from .parts import APART, draw_parts, solids_by_prefix

_PULLED_MM = 70
"""How far out of its bay the bank is drawn, behind the board."""
_CABLE_MM = 3
_WIRE_MM = 1.2
_BEND_MM = 12
"""Of the cable behind its plug."""
_LEFT_OF_SEAM_MM, _FRONT_MM = 25, 115
"""How much of the base the picture of a charger module shows: left of the seam, and from the back edge."""


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
    count = {2: "two", 3: "three"}[len(rails)]
    picture.label(f"{count} bay-rail, glued", right.x, right.y, -rails[-1].top)
    picture.label("bay-strap, closed under the base", strap.plan.x, strap.plan.y, -strap.top)
    return picture


def charger(plate: Plate) -> Picture:
    """Draw the corner of the base with the charger module on its screws and its rest, its tap board, the switch and the
    wires, and the cell above its bay; the carrier is left of it."""
    picture = Picture("Charger module, cell and switch on the base", plate.height)
    beginnings = ("charger module", "tap board", "plug in", "switch", "cell")
    found = {part.name: part for part in solids_by_prefix(plate, *beginnings)}
    corner = _corner(plate)
    floor = -solids_by_prefix(plate, "base")[0].top
    picture.prism(corner, floor - plate.params.case.base, floor)
    draw_parts(picture, solids_by_prefix(plate, "bay rail"))
    draw_parts(picture, [found[name] for name in ("charger module's rest", "charger module", "switch")], added=True)
    _supply_cable(picture, plate, found["plug in the charger module"], corner)
    drawn = ("charger module's USB-A socket", "tap board", "plug in the charger module")
    draw_parts(picture, [found[name] for name in drawn], added=True)
    _tap_wires(picture, found, corner)
    cell = found["cell"]
    draw_parts(picture, [cell], added=True, lift=2 * APART)
    picture.axis(cell.plan.x, cell.plan.y + cell.plan.half_y, floor, 2 * APART - cell.bottom)
    for name, text in (("charger module", "charger-module, two screw-charger"), ("tap board", "tap-board, on its pins"),
                       ("switch", "toggle-switch, in the back wall"),
                       ("charger module's USB-A socket", "charger-rest, glued, below this end")):  # fmt: skip
        plan = found[name].plan
        picture.label(text, plan.x, plan.y - plan.half_y, -found[name].top)
    picture.label("cell, under the strap, its plug last", cell.plan.x, cell.plan.y, 2 * APART - cell.top)
    return picture


def _corner(plate: Plate) -> Cut:
    """Return the part of the base from the seam's left to the right edge, as far to the front as the cable reaches."""
    left, front = plate.seam_x - _LEFT_OF_SEAM_MM, _FRONT_MM
    return Cut("corner of the base", (left + plate.width) / 2, front / 2, (plate.width - left) / 2, front / 2, False)


def _supply_cable(picture: Picture, plate: Plate, plug: Solid, corner: Cut) -> None:
    """Draw the cable from the module's USB-A socket, below the tap board's edge, out of the wall to the Pico's plug."""
    height, out, end = -(plug.top + plug.bottom) / 2, plate.params.charger.cable_at, plug.plan.y + plug.plan.half_y
    inside, left = out - _BEND_MM / 2, corner.x - corner.half_x
    way = [(plug.plan.x, end), (plug.plan.x, end + _BEND_MM), (inside, end + _BEND_MM), (inside, 2 * _BEND_MM)]
    way += [(out, 0), (out, -_BEND_MM), (left, -_BEND_MM)]
    picture.wire(BLACK, *((x, y, height) for x, y in way), thick=_CABLE_MM, end=True)
    picture.label("cable-short, outside, to the Pico’s plug", left, -_BEND_MM, height)


def _tap_wires(picture: Picture, found: dict[str, Solid], corner: Cut) -> None:
    """Draw the wires from the tap board to the carrier and to the switch."""
    tap, switch, height = found["tap board"].plan, found["switch"].plan, -found["tap board"].top
    start, left = tap.x - tap.half_x, corner.x - corner.half_x
    picture.wire(DATA, (start, tap.y - 4, height), (left, tap.y - 4, height), thick=_WIRE_MM, end=True)
    picture.wire(DATA, (start, tap.y + 6, height), (switch.x, tap.y + 6, height),
                 (switch.x, switch.y + switch.half_y, height), thick=_WIRE_MM)  # fmt: skip
    picture.label("J25, to the carrier’s J10", left, tap.y - 4, height)
    picture.label("J26, to the switch", switch.x, tap.y + 6, height)


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
