"""Coordinates of everything on the plate: millimetres from its top left corner, x to the right, y down."""

from collections.abc import Sequence
from functools import cached_property
from math import hypot, sqrt
from typing import Any, NamedTuple

from . import charger_places
from .battery_bay import CELL

STREETS = 4
_BELOW_KEYS, _OPPOSITE = 0, 1
"""Places of displays on the plate, as indexes into `Plate.displays`."""
_SEAM_ABOVE_GAP = 3.0
"""The double-skunk line is engraved in the middle of that gap: the seam is above it."""

_HEXAGONAL = sqrt(3) / 2
"""Distance of rows in a hexagonal pattern, in its pitch."""
STRIP_PLATE_EDGE = 1.0
STRIP_TAPE_MM = 0.4
"""Thickness of a strip's flexible circuit, without its LEDs."""


class Spot(NamedTuple):
    """A point on the plate, and the name of the hole, key, screw or display at it."""

    x: float
    y: float
    name: str


class Plate:
    """The plates of a board with `tracks` tracks: the places of holes, keys and screws.

    Teams A and C have their keys before the field, with the shared ones between them; B and D opposite, turned round.
    `displays` are kinds of display: the first below the keys of A, the second above those of B; they make the plate
    higher.
    `bay`: what lies in a bay on the base, for which walls have openings too (`battery_bay`); "" without one. `voice`: a
    voice board and a speaker stand on the base.
    """

    def __init__(
        self, params: Any, tracks: int, displays: Sequence[str] = (), bay: str = "", voice: bool = False
    ) -> None:
        self.params = params
        self.tracks = tracks
        self.bay = bay
        self.voice = voice
        self.displays = tuple(displays)
        board, plate, keys = params.board, params.plate, params.keys
        self.pitch = 1000 / board.leds_per_metre
        self.columns = board.street + board.street // board.group - 1
        self.street_step = (tracks - 1) * board.track_gap + board.row_gap
        # The x of column 0, with hole 1; the game hole, in column -1, is at the margin.
        self.left = plate.margin + self.pitch
        self.field_top = keys.below + keys.above + self._extra_height(_OPPOSITE)
        self.top = self.field_top + plate.margin
        self.width = self.columns * self.pitch + 2 * plate.margin
        self.field_bottom = self.row_y(STREETS - 1, tracks - 1) + plate.margin
        self.height = self.field_bottom + keys.above + keys.below + self._extra_height(_BELOW_KEYS)
        self.seam_x = self.column_x(plate.seam_column)
        self.seam_y = self.gap_y(2) - _SEAM_ABOVE_GAP

    def _extra_height(self, place: int) -> float:
        """Return by how many mm the display at `place` makes the plate higher: it stands outside the keys."""
        if place >= len(self.displays):
            return 0.0
        display, occupied = self.params.display, self.params.keys.cap / 2 - self.params.keys.below
        frame = display.kinds[self.displays[place]].module[1] + 2 * (display.frame + display.play)
        return max(occupied + self.params.plate.least_web + frame + display.edge, 0.0)

    def display_spots(self) -> list[Spot]:
        """Return the centres of the displays; the name is the kind."""
        display = self.params.display
        spots = []
        for place, name in enumerate(self.displays):
            inset = display.edge + display.frame + display.play + display.kinds[name].module[1] / 2
            at_keys = (display.from_side, self.height - inset)
            spots.append(Spot(*(at_keys if place == _BELOW_KEYS else (self.width - display.from_side, inset)), name))
        return spots

    def row_y(self, street: int, track: int) -> float:
        """Return the y of the middle of a track's row; streets and tracks count from 0."""
        return self.top + street * self.street_step + track * self.params.board.track_gap

    def gap_y(self, street: int) -> float:
        """Return the y of the middle of the gap between a street (1 to 3) and the next."""
        return self.row_y(street, 0) - self.params.board.row_gap / 2

    def column_x(self, column: float) -> float:
        """Return the x of a column: column -1 has the game hole, column 0 has hole 1."""
        return self.left + column * self.pitch

    def hole(self, track: int, hole: int) -> Spot:
        """Return the place of hole 1 to 121 of a track (0 to 3)."""
        board = self.params.board
        street, k = divmod(hole - 1, board.street)
        column = k + k // board.group
        if hole == board.holes:
            street, column = street - 1, -1
        elif street % 2:
            column = self.columns - 1 - column
        return Spot(self.column_x(column), self.row_y(street, track), f"{board.teams[track]}{hole}")

    @cached_property
    def holes(self) -> list[Spot]:
        """Every hole of every track."""
        numbers = range(1, self.params.board.holes + 1)
        return [self.hole(track, hole) for track in range(self.tracks) for hole in numbers]

    def key_spots(self) -> list[Spot]:
        """Return the centres of the keys: the shared ones, then each team's. Who sits before a side has its first team
        on the left, +1 outermost."""
        keys = self.params.keys
        near = self.field_bottom + keys.above
        spots = [Spot(self.seam_x + (k - 0.5) * keys.pitch, near, name) for k, name in enumerate(keys.shared)]
        inner = keys.pitch * (1 + len(keys.shared) / 2 - 0.5) + keys.group_gap
        for team in range(self.tracks):
            for k, face in enumerate(keys.faces):
                x = inner + k * keys.pitch if team > 1 else -inner - (len(keys.faces) - 1 - k) * keys.pitch
                name = f"{self.params.board.teams[team]} {face}"
                there = self.is_opposite(team)
                spots.append(Spot(self.seam_x - x, self.field_top - keys.above, name) if there else
                             Spot(self.seam_x + x, near, name))  # fmt: skip
        return spots

    @staticmethod
    def is_opposite(team: int) -> bool:
        """Return whether a team's keys are at the plate's top edge, for players who see it turned round."""
        return team % 2 == 1

    def strip_plate(self) -> tuple[float, float, float, float]:
        """Return left, top, right, bottom of the strip plate, in millimetres: clear of posts, walls and keys."""
        half = self.params.board.track_gap / 2
        left = self.column_x(-1) - self.pitch / 2 - STRIP_PLATE_EDGE
        bottom = self.row_y(STREETS - 1, self.tracks - 1) + half
        return left, self.top - half, self.column_x(self.columns - 1) + self.pitch / 2 + STRIP_PLATE_EDGE, bottom

    def street_screws(self) -> list[Spot]:
        """Return the screws that hold street boards, in columns without an LED."""
        columns = self.params.street.screw_columns
        rows = [(street, track) for street in range(STREETS) for track in range(self.tracks)]
        return [Spot(self.column_x(c), self.row_y(s, t), "street") for s, t in rows for c in columns]

    def street_plugs(self) -> list[Spot]:
        """Return the connectors at both ends of every street board, below it."""
        inset = self.params.street.plug_column
        ends = (self.column_x(inset), self.column_x(self.columns - 1 - inset))
        rows = [(street, track) for street in range(STREETS) for track in range(self.tracks)]
        return [Spot(x, self.row_y(s, t), "plug") for s, t in rows for x in ends]

    def feet(self) -> list[Spot]:
        """Return the middles of the rubber feet under the base: in its corners, and at the middle of long edges."""
        dx, dy = self.params.case.foot_inset
        return [Spot(x, y, "foot") for y in (dy, self.height - dy) for x in (dx, self.seam_x, self.width - dx)]

    def carrier_spot(self, x: float, y: float) -> tuple[float, float]:
        """Convert x, y on the carrier to x, y on the base."""
        left, top = self.params.carrier.at
        return left + x, top + y

    def carrier_screws(self) -> list[Spot]:
        """Return the carrier's mounting holes, on the base."""
        carrier = self.params.carrier
        inset = carrier.hole_inset
        spots = [(x, y) for y in (inset, carrier.height - inset) for x in (inset, carrier.width - inset)]
        return [Spot(*self.carrier_spot(x, y), "carrier") for x, y in spots]

    def voice_screws(self) -> list[Spot]:
        """Return the voice board's mounting holes, on the base; none without a voice."""
        voice = self.params.voice
        (left, top), inset = voice.at, voice.hole_inset
        spots = [(x, y) for y in (inset, voice.height - inset) for x in (inset, voice.width - inset)]
        return [Spot(left + x, top + y, "voice") for x, y in spots] if self.voice else []

    def charger_screws(self) -> list[Spot]:
        """Return the holes of a charger module, on the base; none without a cell."""
        spots = charger_places.screws(self.params) if self.bay == CELL else []
        return [Spot(x, y, "charger") for x, y in spots]

    def grille(self) -> list[Spot]:
        """Return the holes in the base below the speaker, in a hexagonal pattern; none without a voice."""
        voice = self.params.voice
        (x, y), step, reach = voice.speaker_at, voice.grille[1], voice.grille_radius
        rows = range(-round(reach / step) - 1, round(reach / step) + 2)
        spots = [(step * (column + row % 2 / 2), step * row * _HEXAGONAL) for row in rows for column in rows]
        inside = [Spot(x + dx, y + dy, "grille") for dx, dy in spots if hypot(dx, dy) <= reach]
        return inside if self.voice else []

    def screws(self) -> list[Spot]:
        """Return all screws: `rim`, in corners and beside the seams, and `inner`, which carry the strip plate."""
        inset, (dx, dy) = self.params.screws.inset, self.params.screws.seam_offset
        rim_x = [inset, self.width - inset]
        rim_y = [inset, self.height - inset]
        spots = [Spot(x, y, "rim") for y in rim_y for x in rim_x]
        spots += [Spot(self.seam_x + d, y, "rim") for y in rim_y for d in (-dx, dx)]
        spots += [Spot(x, self.seam_y + d, "rim") for x in rim_x for d in (-dy, dy)]
        columns = [self.column_x(c) for c in self.params.screws.inner_columns]
        return spots + [Spot(x, self.gap_y(s), "inner") for s in (1, 3) for x in columns]


def build_plate(params: Any, build: Any) -> Plate:
    """Return the plates of a build."""
    return Plate(params, build.tracks, build.displays, build.battery, build.voice)
