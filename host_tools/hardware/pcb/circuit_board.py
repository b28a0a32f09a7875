"""A two-layer circuit board: outline, parts, tracks, vias and copper zones, written as KiCad's text."""

from dataclasses import dataclass, field
from typing import NamedTuple

from .footprints import Pad, PlacedFootprint, footprint_node, pads, uid
from .sexpr import Quoted, dump, number

FRONT, BACK = "F.Cu", "B.Cu"
Point = tuple[float, float]
PAGE = 30.0
"""The board's top left corner on KiCad's page."""
_EDGE_LINE_MM = 0.1
_LAYERS = (
    '(0 "F.Cu" signal) (2 "B.Cu" signal) (9 "F.Adhes" user "F.Adhesive") (11 "B.Adhes" user "B.Adhesive") '
    '(13 "F.Paste" user) (15 "B.Paste" user) (5 "F.SilkS" user "F.Silkscreen") (7 "B.SilkS" user "B.Silkscreen") '
    '(1 "F.Mask" user) (3 "B.Mask" user) (17 "Dwgs.User" user "User.Drawings") (19 "Cmts.User" user "User.Comments") '
    '(25 "Edge.Cuts" user) (27 "Margin" user) (31 "F.CrtYd" user "F.Courtyard") (29 "B.CrtYd" user "B.Courtyard") '
    '(35 "F.Fab" user) (33 "B.Fab" user)'
)


class Track(NamedTuple):
    net: str
    layer: str
    width: float
    points: tuple[Point, ...]


class Via(NamedTuple):
    net: str
    x: float
    y: float
    size: float = 0.6
    drill: float = 0.3


class Area(NamedTuple):
    """A copper zone; where two overlap, the one of the higher rank is filled first."""

    net: str
    layer: str
    points: tuple[Point, ...]
    rank: int = 0


class Hole(NamedTuple):
    """A hole without copper."""

    x: float
    y: float
    diameter: float


class Lettering(NamedTuple):
    """A line of lettering, with its middle at (x, y)."""

    text: str
    x: float
    y: float
    height: float = 1.0
    layer: str = "F.SilkS"


@dataclass
class CircuitBoard:
    """Everything on a board, in millimetres from its top left corner, y down."""

    name: str
    width: float
    height: float
    thickness: float
    parts: list[PlacedFootprint] = field(default_factory=list)
    tracks: list[Track] = field(default_factory=list)
    vias: list[Via] = field(default_factory=list)
    areas: list[Area] = field(default_factory=list)
    holes: list[Hole] = field(default_factory=list)
    lettering: list[Lettering] = field(default_factory=list)
    slots: list[tuple[Point, ...]] = field(default_factory=list)

    def pads(self) -> list[Pad]:
        """Return the pads of all parts."""
        return [pad for part in self.parts for pad in pads(part)]

    def nets(self) -> list[str]:
        """Return the names of all nets, sorted; the first net of a board's file is the empty one."""
        names = {net for part in self.parts for net in part.nets.values() if net}
        return ["", *sorted(names | {t.net for t in self.tracks} | {v.net for v in self.vias})]

    def text(self) -> str:
        """Return the board's file, its zones not filled."""
        codes = {net: n for n, net in enumerate(self.nets())}
        head = (
            '(kicad_pcb (version 20241229) (generator "cribboard") (generator_version "9.0")\n'
            f'(general (thickness {number(self.thickness)}) (legacy_teardrops no))\n(paper "A4")\n'
            f'(title_block (title "Cribbage board, {self.name}") (rev "1") '
            '(comment 1 "Made from hardware/params.toml; never built"))\n'
            f"(layers {_LAYERS})\n(setup (pad_to_mask_clearance 0) (allow_soldermask_bridges_in_footprints no))\n"
        )
        lines = [f'(net {code} "{net}")' for net, code in codes.items()]
        lines += [dump(footprint_node(self._on_page(part), codes, self.name)) for part in self.parts]
        lines += [self._hole(n, hole) for n, hole in enumerate(self.holes)]
        lines += [self._outline(), *(self._slot(n, slot) for n, slot in enumerate(self.slots))]
        lines += [line for n, track in enumerate(self.tracks) for line in self._track(n, track, codes)]
        lines += [self._via(n, via, codes) for n, via in enumerate(self.vias)]
        lines += [self._area(n, area, codes) for n, area in enumerate(self.areas)]
        lines += [self._lettering(n, text) for n, text in enumerate(self.lettering)]
        return head + "\n".join(lines) + "\n)\n"

    @staticmethod
    def _on_page(part: PlacedFootprint) -> PlacedFootprint:
        """Return a part moved from the board's coordinates to the page's."""
        return part._replace(x=part.x + PAGE, y=part.y + PAGE)

    @staticmethod
    def _xy(x: float, y: float) -> str:
        """Write a point of the board in coordinates of the page."""
        return f"{number(x + PAGE)} {number(y + PAGE)}"

    def _outline(self) -> str:
        """Write the board's edge."""
        return (
            f"(gr_rect (start {self._xy(0, 0)}) (end {self._xy(self.width, self.height)}) "
            f'(stroke (width {_EDGE_LINE_MM}) (type solid)) (fill no) (layer "Edge.Cuts") '
            f'(uuid "{uid(self.name, "outline")}"))'
        )

    def _slot(self, index: int, points: tuple[Point, ...]) -> str:
        """Write an opening that is milled."""
        corners = " ".join(f"(xy {self._xy(*point)})" for point in points)
        return (
            f"(gr_poly (pts {corners}) (stroke (width {_EDGE_LINE_MM}) (type solid)) (fill no) "
            f'(layer "Edge.Cuts") (uuid "{uid(self.name, "slot", index)}"))'
        )

    def _track(self, index: int, track: Track, codes: dict[str, int]) -> list[str]:
        """Write a track, a line per segment; `codes`: the file's number of each net."""
        return [
            f"(segment (start {self._xy(*a)}) (end {self._xy(*b)}) (width {number(track.width)}) "
            f'(layer "{track.layer}") (net {codes[track.net]}) (uuid "{uid(self.name, "track", index, k)}"))'
            for k, (a, b) in enumerate(zip(track.points, track.points[1:], strict=False))
            if a != b
        ]

    def _via(self, n: int, via: Via, codes: dict[str, int]) -> str:
        """Write a via through both layers."""
        return (
            f"(via (at {self._xy(via.x, via.y)}) (size {number(via.size)}) (drill {number(via.drill)}) "
            f'(layers "F.Cu" "B.Cu") (net {codes[via.net]}) (uuid "{uid(self.name, "via", n)}"))'
        )

    def _area(self, index: int, area: Area, codes: dict[str, int]) -> str:
        """Write a copper zone."""
        points = " ".join(f"(xy {self._xy(*point)})" for point in area.points)
        return (
            f'(zone (net {codes[area.net]}) (net_name "{area.net}") (layer "{area.layer}") '
            f'(uuid "{uid(self.name, "area", index)}") (hatch edge 0.5) (priority {area.rank}) '
            f"(connect_pads {'yes ' if area.rank else ''}(clearance 0.25)) (min_thickness 0.25) "
            "(filled_areas_thickness no) "
            f"(fill yes (thermal_gap 0.3) (thermal_bridge_width 0.6)) (polygon (pts {points})))"
        )

    def _hole(self, index: int, hole: Hole) -> str:
        """Write a mounting hole, as a footprint without pads."""
        ref = f"H{index + 1}"
        size = number(hole.diameter)
        return (
            f'(footprint "cribboard:Hole_{size}mm" (layer "F.Cu") (uuid "{uid(self.name, ref)}") '
            f"(at {self._xy(hole.x, hole.y)}) (attr exclude_from_pos_files exclude_from_bom board_only) "
            f'(property "Reference" "{ref}" (at 0 0) (layer "F.Fab") (hide yes) (uuid "{uid(self.name, ref, "r")}") '
            "(effects (font (size 1 1) (thickness 0.15)))) "
            f'(pad "" np_thru_hole circle (at 0 0) (size {size} {size}) (drill {size}) '
            f'(layers "F&B.Cu" "*.Mask") (uuid "{uid(self.name, ref, "pad")}")))'
        )

    def _lettering(self, index: int, words: Lettering) -> str:
        """Write a line of lettering; on the back it is mirrored."""
        mirror = " (justify mirror)" if words.layer.startswith("B.") else ""
        return (
            f'(gr_text {dump(Quoted(words.text))} (at {self._xy(words.x, words.y)} 0) (layer "{words.layer}") '
            f'(uuid "{uid(self.name, "words", index)}") (effects (font (size {words.height} {words.height}) '
            f"(thickness {number(words.height * 0.15)})){mirror}))"
        )
