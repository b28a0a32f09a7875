"""Solid models of the printed case (build123d, the extra `cad`): baffle tiles and the four corners of the walls."""

import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from . import assembly_solids, battery_bay, charger_places, cutouts
from .battery_bay import BANK, CELL
from .errors import ParamsError
from .plate_geometry import Plate
from .screw_lengths import light_depth

_DEFLECTION_MM = 0.05
"""Largest deviation of an STL's triangles from the solid."""
_DEFLECTION_RAD = 0.3
_PICO_BOARD_MM = 1.0
_LIGHT_AXIS_MM = 2.0
"""Height of a lying LED's middle above its circuit board."""
_TILES = 8
"""Two per street."""
_DATE = re.compile(r"'\d{4}-\d\d-\d\dT[\d:.+-]*'")
_OCCURRENCE = re.compile(r"(NEXT_ASSEMBLY_USAGE_OCCURRENCE\()'\d+'")
"""The library does not restart these numbers for a new file."""
_WRAPPED = re.compile(r"\n +|\n(?!#|[A-Z-]+(?:;|\()|$)")
"""A line's wrapping, which depends on the length of these numbers."""
_CORNERS = ("top-left", "top-right", "bottom-left", "bottom-right")


class Printed(NamedTuple):
    """A part to print: its name, how many a board takes, and its solid."""

    name: str
    quantity: int
    solid: Any


def available() -> bool:
    """Return whether build123d is installed."""
    try:
        import build123d  # noqa: F401
    except ImportError:
        return False
    return True


def depth(params: Any) -> float:
    """Return the height of the walls in mm: from the faceplate's back to the base's top."""
    return light_depth(params) + params.case.strip_plate + params.case.electronics


def printed(plate: Plate) -> list[Printed]:
    """Build all printed parts of a board. Raises ParamsError for a part larger than the printer's bed."""
    parts = [Printed("baffle", _TILES, _baffle(plate, plate.tracks))]
    parts += [Printed(f"wall-{name}", 1, solid) for name, solid in zip(_CORNERS, _walls(plate), strict=True)]
    kinds = Counter(plate.displays)
    parts += [Printed(f"display-frame-{name}", kinds[name], _frame(plate.params, name)) for name in sorted(kinds)]
    if plate.bay:
        rails = battery_bay.rails(plate.params, plate.bay)
        parts.append(Printed("bay-rail", len(rails), _rail(plate.params, plate.bay)))
    if plate.bay == CELL:
        parts.append(Printed("charger-rest", 1, _rest(plate.params)))
    if plate.voice:
        parts.append(Printed("speaker-ring", 1, _speaker_ring(plate.params)))
    for part in parts:
        _check_printable(plate.params, part)
    return parts


def _check_printable(params: Any, part: Printed) -> None:
    """Check that a part fits the printer's bed, and that it is one valid solid. Raises ParamsError."""
    size = part.solid.bounding_box().size
    if any(a > b for a, b in zip(size, params.case.printer_bed, strict=True)):
        raise ParamsError(f"[case] printer_bed: {part.name} is {size.X:.0f} x {size.Y:.0f} x {size.Z:.0f} mm")
    if not part.solid.is_valid or len(part.solid.solids()) != 1:
        raise ParamsError(f"[case] {part.name}: these numbers make no sound solid of it")


def baffle_row(plate: Plate) -> Printed:
    """Build the part of a baffle tile that belongs to one track, to be printed by itself."""
    return Printed("baffle-row", _TILES * plate.tracks, _baffle(plate, 1))


def _frame(params: Any, name: str) -> Any:
    """Build the frame that is glued behind the faceplate around a display's module; open at the back, for its plug."""
    from build123d import Box

    display = params.display
    width, height = (side + 2 * display.play for side in display.kinds[name].module)
    outer = Box(width + 2 * display.frame, height + 2 * display.frame, display.frame_depth)
    return outer - Box(width, height, 2 * display.frame_depth)


def _rail(params: Any, bay: str) -> Any:
    """Build a rail of a battery's bay, which is glued on the base."""
    from build123d import Box

    width, height = params.bay.rail
    return Box(width, getattr(params, bay).rail_length, height)


def _rest(params: Any) -> Any:
    """Build the rest below a charger module, as high as the spacers under its screws."""
    from build123d import Box

    width, length = params.charger.rest
    return Box(width, length, params.carrier.spacer)


def _speaker_ring(params: Any) -> Any:
    """Build the ring that is glued to the base around the speaker."""
    from build123d import Cylinder

    voice = params.voice
    inner = voice.speaker[0] / 2 + voice.play
    wall, height = voice.ring
    return Cylinder(inner + wall, height) - Cylinder(inner, 2 * height)


def _baffle(plate: Plate, tracks: int) -> Any:
    """Build the baffle tile of half a street: a row of cells per track, each with a wall around it."""
    from build123d import Box, Pos

    case, gap = plate.params.case, plate.params.board.track_gap
    columns = (plate.columns + 1) // 2
    tile = Box(columns * plate.pitch, tracks * gap, case.baffle)
    cells = [
        Pos((i - (columns - 1) / 2) * plate.pitch, (track - (tracks - 1) / 2) * gap)
        * Box(case.cell, case.cell, case.baffle * 2)
        for i in range(columns)
        for track in range(tracks)
    ]
    return tile - cells


def _walls(plate: Plate) -> list[Any]:
    """Build the walls with their posts, split at the seams into four corners; y runs up here."""
    from build123d import Box, Pos

    ring = _ring(plate)
    # Each corner is cut out by a box that reaches above and below the walls.
    box_height = 4 * depth(plate.params)
    corners = []
    for top, bottom in ((0, plate.seam_y), (plate.seam_y, plate.height)):
        for left, right in ((0, plate.seam_x), (plate.seam_x, plate.width)):
            middle = Pos((left + right) / 2, -(top + bottom) / 2)
            corners.append(ring & middle * Box(right - left, bottom - top, box_height))
    return corners


def _ring(plate: Plate) -> Any:
    """Build the ring of walls in one piece."""
    from build123d import Cylinder, Pos

    params, height = plate.params, depth(plate.params)
    outside = _prism(plate, 0, height)
    rim = [spot for spot in plate.screws() if spot.name == "rim"]
    posts = [Pos(s.x, -s.y, height / 2) * Cylinder(params.screws.post, height) for s in rim]
    ring = (outside - _prism(plate, params.case.wall, 2 * height)) + [post & outside for post in posts]
    holes = [Pos(s.x, -s.y, height / 2) * Cylinder(params.screws.hole / 2, 2 * height) for s in rim]
    return ring - holes - list(_openings(plate))


def _prism(plate: Plate, inset: float, height: float) -> Any:
    """Build a prism of the plate's outline, `inset` mm smaller on each side."""
    from build123d import Pos, RectangleRounded, extrude

    corner = plate.params.plate.corner - inset
    flat = RectangleRounded(plate.width - 2 * inset, plate.height - 2 * inset, corner)
    return extrude(Pos(plate.width / 2, -plate.height / 2) * flat, height)


def plugs(params: Any) -> list[tuple[float, float]]:
    """Return the centres of the Pico's and the carrier's USB plug: mm from the plate's left, and above the base."""
    case, carrier = params.case, params.carrier
    top = carrier.spacer + carrier.thickness
    left = carrier.at[0]
    pico = top + carrier.pico_stack + _PICO_BOARD_MM + case.usb_middle[0]
    return [(left + carrier.pico_x, pico), (left + carrier.usb_x, top + case.usb_middle[1])]


def light(params: Any) -> tuple[float, float]:
    """Return the middle of the warning light D3, which lies at the carrier's back edge: as in `plugs`."""
    carrier = params.carrier
    return carrier.at[0] + carrier.light_x, carrier.spacer + carrier.thickness + _LIGHT_AXIS_MM


def _openings(plate: Plate) -> Iterator[Any]:
    """Yield the openings in the wall for USB plugs, warning light and battery, as solids to subtract."""
    from build123d import Box, Pos

    case = plate.params.case
    for x, above in plugs(plate.params) + (_charger_plugs(plate.params) if plate.bay == CELL else []):
        yield Pos(x, 0, above) * Box(case.usb[0], 4 * case.wall, case.usb[1])
    yield _drilled(case, light(plate.params), case.light)
    if plate.bay == BANK:
        x, width, height = battery_bay.window(plate.params)
        # Down to the base: the bank lies on it. The box reaches below the wall.
        yield Pos(x, 0, 0) * Box(width, 4 * case.wall, 2 * height)
    if plate.bay == CELL:
        yield _drilled(case, plate.params.charger.switch_at, plate.params.charger.switch_hole)


def _charger_plugs(params: Any) -> list[tuple[float, float]]:
    """Return the middles of a charger module's openings, as in `plugs`: for charging, and for the cable to the Pico."""
    x, above = charger_places.charging_plug(params)
    return [(x, above), (params.charger.cable_at, above)]


def _drilled(case: Any, spot: tuple[float, float], diameter: float) -> Any:
    """Return a cylinder through the back wall; `spot`: mm from the plate's left, and above the base."""
    from build123d import Cylinder, Pos, Rot

    x, above = spot
    return Pos(x, 0, above) * Rot(90, 0, 0) * Cylinder(diameter / 2, 4 * case.wall)


def solid(part: assembly_solids.Solid) -> Any:
    """Build the build123d solid of a part of the assembly; y and z run up here."""
    shape = _upright(part.plan, part.top, part.bottom)
    return shape - [_upright(hole, part.top - 1, part.bottom + 1) for hole in part.openings] if part.openings else shape


def _upright(plan: cutouts.Cut, top: float, bottom: float) -> Any:
    """Build a box or cylinder between two heights."""
    from build123d import Box, Cylinder, Pos

    high = bottom - top
    shape = Cylinder(plan.half_x, high) if plan.round else Box(2 * plan.half_x, 2 * plan.half_y, high)
    return Pos(plan.x, -plan.y, -(top + bottom) / 2) * shape


def stl(part: Printed) -> bytes:
    """Export the part as a binary STL."""
    from build123d import export_stl

    tolerances: dict[str, Any] = {"tolerance": _DEFLECTION_MM, "angular_tolerance": _DEFLECTION_RAD}
    return _export_bytes(lambda path: export_stl(part.solid, path, **tolerances), "part.stl")


def step(parts: list[Printed]) -> bytes:
    """Export parts as one STEP file, each at its own place, without a date."""
    from build123d import Compound, export_step

    compound = Compound(children=[part.solid for part in parts])
    text = _export_bytes(lambda path: export_step(compound, path), "case.step").decode("ascii")
    numbers = count(1)
    text = _WRAPPED.sub("", text)
    text = _OCCURRENCE.sub(lambda match: f"{match.group(1)}'{next(numbers)}'", text)
    return _DATE.sub("'2000-01-01T00:00:00'", text).encode("ascii")


def _export_bytes(write: Any, name: str) -> bytes:
    """Call `write` with the path of a temporary file, and return what it has written there."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        write(str(path))
        return path.read_bytes()
