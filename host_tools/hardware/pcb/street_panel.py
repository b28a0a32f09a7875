"""The panel in which a board house makes and fits the street boards of a track: rails, tabs, fiducials, tooling holes.

Sizes are those that houses ask for panels with perforated tabs: rails of 5 mm or more, slots of 2 mm, at least 70 mm
high, a tab every 40 to 60 mm with five holes of 0.6 mm, fiducials of 1 mm on both sides, tooling holes of 2 mm.
"""

from itertools import pairwise
from typing import Any

from .circuit_board import CircuitBoard, Hole, Lettering, Point
from .footprints import PlacedFootprint
from .street_board import first_led, street

_RAIL_MM, _SLOT_MM = 6.0, 2.0
_FRAME_MM = 6.0
"""Left and right."""
_TAB_MM = 5.0
_BITE_MM, _BITES, _BITE_STEP_MM = 0.6, 5, 1.0
_BITE_OUTSIDE_MM = 0.1
"""From a board's edge out to the middles of a tab's holes: copper keeps its distance."""
_TOOLING_MM, _TOOLING_INSET_MM = 2.0, 3.0
_FIDUCIAL, _FIDUCIAL_INSET = "Fiducial:Fiducial_1mm_Mask2mm", (12.0, 3.58)
_TITLE_HEIGHT_MM = 1.5


def panel(params: Any) -> CircuitBoard:
    """Lay out the panel of a track: three streets and the last. Parts and nets of a board begin with its number."""
    boards = [street(params), street(params), street(params), street(params, last=True)]
    step = params.street.width + _SLOT_MM
    left, top = _FRAME_MM + _SLOT_MM, _RAIL_MM + _SLOT_MM
    width = max(board.width for board in boards) + 2 * left
    height = 2 * _RAIL_MM + _SLOT_MM + len(boards) * step
    whole = CircuitBoard("street-panel", width, height, params.street.thickness)
    for number, board in enumerate(boards, 1):
        _add_board(whole, board, number, left, top + (number - 1) * step)
    pitch, group = 1000 / params.board.leds_per_metre, params.board.group
    gaps = range(group, params.board.street + group, group + 1)
    tabs = [left + first_led(params) + column * pitch for column in gaps]
    whole.slots = _slots(whole, boards, left, tabs)
    whole.holes += _bites(boards, tabs, top, step) + _tooling(whole)
    whole.parts += _fiducials(whole)
    title = "CRIBBAGE BOARD, STREETS OF ONE TRACK, REV 1"
    whole.lettering.append(Lettering(title, width / 2, _RAIL_MM / 2, _TITLE_HEIGHT_MM))
    return whole


def _add_board(whole: CircuitBoard, board: CircuitBoard, number: int, x: float, y: float) -> None:
    """Add everything of a board to the panel, its top left corner at (x, y)."""

    def moved(point: Point) -> Point:
        return point[0] + x, point[1] + y

    for part in board.parts:
        nets = {pad: f"{number}{net}" for pad, net in part.nets.items()}
        ref = f"{part.ref[0]}{number}{int(part.ref[1:]):02d}"
        whole.parts.append(part._replace(ref=ref, x=part.x + x, y=part.y + y, nets=nets))
    for track in board.tracks:
        whole.tracks.append(track._replace(net=f"{number}{track.net}", points=tuple(map(moved, track.points))))
    whole.vias += [via._replace(net=f"{number}{via.net}", x=via.x + x, y=via.y + y) for via in board.vias]
    for area in board.areas:
        whole.areas.append(area._replace(net=f"{number}{area.net}", points=tuple(map(moved, area.points))))
    whole.holes += [hole._replace(x=hole.x + x, y=hole.y + y) for hole in board.holes]
    whole.lettering += [text._replace(x=text.x + x, y=text.y + y) for text in board.lettering]


def _slots(whole: CircuitBoard, boards: list[CircuitBoard], left: float, tabs: list[float]) -> list[tuple[Point, ...]]:
    """Return the milled openings: a comb at either end, and a slot between each two tabs."""
    half = _TAB_MM / 2
    tops = [_RAIL_MM + n * (boards[0].height + _SLOT_MM) for n in range(len(boards) + 1)]
    slots: list[tuple[Point, ...]] = []
    ends = [left] * len(boards)
    slots.append(_comb(_FRAME_MM, tabs[0] - half, ends, tops))
    slots.append(_comb(whole.width - _FRAME_MM, tabs[-1] + half, [left + board.width for board in boards], tops))
    for a, b in pairwise(tabs):
        for top in tops:
            slots.append(((a + half, top), (b - half, top), (b - half, top + _SLOT_MM), (a + half, top + _SLOT_MM)))
    return slots


def _comb(outside: float, tab: float, ends: list[float], tops: list[float]) -> tuple[Point, ...]:
    """Return the opening from the frame, at x = `outside`, around the boards' ends to the tabs' edges at x = `tab`."""
    points: list[Point] = [(outside, tops[0])]
    for index, top in enumerate(tops):
        points += [(tab, top), (tab, top + _SLOT_MM)]
        if index < len(ends):
            points += [(ends[index], top + _SLOT_MM), (ends[index], tops[index + 1])]
    return (*points, (outside, tops[-1] + _SLOT_MM))


def _bites(boards: list[CircuitBoard], tabs: list[float], top: float, step: float) -> list[Hole]:
    """Return the holes along which tabs break, beside both edges of each board."""
    offsets = [(n - (_BITES - 1) / 2) * _BITE_STEP_MM for n in range(_BITES)]
    edges = []
    for number, board in enumerate(boards):
        upper = top + number * step
        edges += [upper - _BITE_OUTSIDE_MM, upper + board.height + _BITE_OUTSIDE_MM]
    return [Hole(tab + offset, y, _BITE_MM) for tab in tabs for y in edges for offset in offsets]


def _tooling(whole: CircuitBoard) -> list[Hole]:
    inset = _TOOLING_INSET_MM
    return [Hole(x, y, _TOOLING_MM) for x in (inset, whole.width - inset) for y in (inset, whole.height - inset)]


def _fiducials(whole: CircuitBoard) -> list[PlacedFootprint]:
    """Return three fiducials on each side, in the rails; without the fourth corner, so that it is not turned round."""
    dx, dy = _FIDUCIAL_INSET
    spots = ((dx, dy), (whole.width - dx, dy), (dx, whole.height - dy))
    return [
        PlacedFootprint(f"FID{number}", "fiducial", _FIDUCIAL, x, y, 0, {}, back=back)
        for number, (back, (x, y)) in enumerate(((back, spot) for back in (False, True) for spot in spots), 1)
    ]
