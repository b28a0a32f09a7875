"""Draws parts of the assembled board: those already mounted pale, those of the step in colour."""

from collections.abc import Iterable

from ..assembly_solids import Solid, solids
from ..cutouts import Cut
from ..plate_geometry import Plate
from .oblique_projection import ADDED, PALE, Picture

APART = 32.0
"""How far (mm) a part is lifted off its place."""
HOUSING = 4.0
"""Half the width (mm) of a connector's housing, and how far it reaches above its wires."""


def solids_by_prefix(plate: Plate, *beginnings: str, form: str = "strip") -> list[Solid]:
    """Return the assembly's parts whose names start with one of `beginnings`, the far ones first."""
    parts = [part for part in solids(plate, form) if part.name.startswith(beginnings)]
    return sorted(parts, key=lambda part: part.plan.y - part.plan.half_y)


def draw_parts(
    picture: Picture, parts: Iterable[Solid], added: bool = False, lift: float = 0, front: bool = True
) -> None:
    """Draw parts at their heights, `lift` mm higher, coloured if `added`.

    `front`: the board lies with the faceplate's front on top; else it is upside down.
    """
    for part in parts:
        low, high = (-part.bottom, -part.top) if front else (part.top, part.bottom)
        picture.prism(part.plan, low + lift, high + lift, ADDED if added else PALE, part.openings)


def draw_housing(picture: Picture, x: float, y: float, height: float) -> None:
    """Draw a connector's housing."""
    picture.prism(Cut("", x, y, HOUSING, 1.5 * HOUSING, False), height - HOUSING, height + HOUSING, ADDED)
