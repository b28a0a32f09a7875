"""Holes and cut-outs of each plate: one list for the drawings, the checks and the collision test."""

from math import hypot
from typing import NamedTuple

from . import battery_bay
from .plate_geometry import Plate


class Cut(NamedTuple):
    """A hole with its middle at (x, y): round with radius `half_x`, or a rectangle of 2 `half_x` by 2 `half_y` mm."""

    name: str
    x: float
    y: float
    half_x: float
    half_y: float
    round: bool = True

    def web(self, other: "Cut") -> float:
        """Return the width in mm of the material between two cuts; below 0 if they overlap."""
        dx, dy = abs(self.x - other.x), abs(self.y - other.y)
        if self.round and other.round:
            return hypot(dx, dy) - self.half_x - other.half_x
        own_x, own_y = (0.0, 0.0) if self.round else (self.half_x, self.half_y)
        other_x, other_y = (0.0, 0.0) if other.round else (other.half_x, other.half_y)
        gap_x, gap_y = dx - own_x - other_x, dy - own_y - other_y
        outside = hypot(max(gap_x, 0), max(gap_y, 0)) or max(gap_x, gap_y)
        return outside - (self.half_x if self.round else 0) - (other.half_x if other.round else 0)

    def edge_distance(self, box: tuple[float, float, float, float]) -> float:
        """Return the distance in mm from the cut to the nearest edge of the rectangle (left, top, right, bottom) around
        it; below 0 if it crosses that edge."""
        left, top, right, bottom = box
        horizontal = min(self.x - left, right - self.x) - self.half_x
        return min(horizontal, min(self.y - top, bottom - self.y) - self.half_y)


def outline(plate: Plate, layer: str) -> tuple[float, float, float, float]:
    """Return the rectangle of a layer of the board: left, top, right, bottom in mm on the faceplate."""
    return (0, 0, plate.width, plate.height) if layer in ("faceplate", "base") else plate.strip_plate()


def cuts(plate: Plate, layer: str) -> list[Cut]:
    """Return all cuts of `faceplate`, `diffuser`, `baffle`, `strip-plate`, `street-plate` or `base`."""
    return _LAYERS[layer](plate)


LAYERS = ("faceplate", "diffuser", "baffle", "strip-plate", "street-plate", "base")


def _hole(name: str, x: float, y: float, diameter: float) -> Cut:
    return Cut(name, x, y, diameter / 2, diameter / 2)


def _screws(plate: Plate, kind: str, diameter: float) -> list[Cut]:
    return [_hole(f"{kind} screw", s.x, s.y, diameter) for s in plate.screws() if s.name == kind]


def _faceplate(plate: Plate) -> list[Cut]:
    """Return the faceplate's cuts: holes, screws, keys and displays."""
    params = plate.params
    half = params.keys.cutout / 2
    cuts = [_hole(f"hole {s.name}", s.x, s.y, params.plate.hole) for s in plate.holes]
    cuts += _screws(plate, "rim", params.screws.hole) + _screws(plate, "inner", params.screws.hole)
    cuts += [Cut(f"key {s.name}", s.x, s.y, half, half, False) for s in plate.key_spots()]
    return cuts + [window(plate, place) for place in range(len(plate.displays))]


def window(plate: Plate, place: int) -> Cut:
    """Return the opening over a display; `place` 0 is turned to the readers in front, 1 to those opposite."""
    spot = plate.display_spots()[place]
    kind = plate.params.display.kinds[spot.name]
    y = spot.y - kind.above if place == 0 else spot.y + kind.above
    return Cut(f"window of display {place + 1}", spot.x, y, kind.window[0] / 2, kind.window[1] / 2, False)


def _diffuser(plate: Plate) -> list[Cut]:
    """Return the diffuser's cuts: room for the standoffs."""
    return _screws(plate, "inner", plate.params.screws.through)


def _baffle(plate: Plate) -> list[Cut]:
    """Return a baffle sheet's cuts: a round cell behind each hole, and room for the standoffs."""
    cell = plate.params.case.cell
    return [_hole(f"cell {s.name}", s.x, s.y, cell) for s in plate.holes] + _diffuser(plate)


def _strip_plate(plate: Plate) -> list[Cut]:
    """Return the strip plate's cuts: the inner screws."""
    return _screws(plate, "inner", plate.params.screws.hole)


def _street_plate(plate: Plate) -> list[Cut]:
    """Return the street plate's cuts: inner screws, the street boards' screws and openings for their connectors."""
    street = plate.params.street
    half_x, half_y = street.plug[0] / 2, street.plug[1] / 2
    cuts = _strip_plate(plate)
    cuts += [_hole("street screw", s.x, s.y, street.screw_hole) for s in plate.street_screws()]
    return cuts + [Cut("street plug", s.x, s.y, half_x, half_y, False) for s in plate.street_plugs()]


def _base(plate: Plate) -> list[Cut]:
    """Return the base's cuts: screws of the rim, of the carrier and of the voice board, slots for a battery's strap,
    holes for a charger module, and the speaker's grille."""
    hole = plate.params.screws.hole
    slots = [Cut("slot for the strap", *box, False) for box in _slots(plate)]
    return [
        *_screws(plate, "rim", hole),
        *(_hole("carrier screw", s.x, s.y, hole) for s in plate.carrier_screws()),
        *(_hole("voice board's screw", s.x, s.y, hole) for s in plate.voice_screws()),
        *(_hole("grille", s.x, s.y, plate.params.voice.grille[0]) for s in plate.grille()),
        *slots,
        *(_hole("charger module's screw", s.x, s.y, plate.params.charger.screw_hole) for s in plate.charger_screws()),
    ]


def _slots(plate: Plate) -> list[battery_bay.Box]:
    return battery_bay.slots(plate.params, plate.bay) if plate.bay else []


_LAYERS = {
    "faceplate": _faceplate,
    "diffuser": _diffuser,
    "baffle": _baffle,
    "strip-plate": _strip_plate,
    "street-plate": _street_plate,
    "base": _base,
}
