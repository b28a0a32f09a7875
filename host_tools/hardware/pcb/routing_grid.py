"""Autorouter grid: for each net the cells it may use, and those inside the net's pads."""

from math import ceil, floor
from typing import NamedTuple

from .circuit_board import BACK, FRONT, Area, CircuitBoard, Point
from .footprints import Pad

STEP = 0.635
"""Distance of the grid's lines in mm: tracks on neighbouring lines, and a via beside a track, keep their clearance."""
LAYERS = (FRONT, BACK)
_VIA_RADIUS_MM = 0.3
_HOLE_CLEARANCE_MM = 0.25
_HOLE_MARGIN_MM = 0.2
"""Added to the distance within which cells near a hole are examined."""
_EDGE_CLEARANCE_MM = 0.5
ROUNDING_MM = 1e-6
"""Distances below this count as 0: rounding errors of floats."""


class Cell(NamedTuple):
    """A point of the grid on one layer, an index into LAYERS."""

    layer: int
    column: int
    row: int


class RoutingError(ValueError):
    """Some nets cannot be connected; the message names them."""


class Grid:
    """The cells of a board, for tracks of `width` and `clearance` in mm."""

    def __init__(self, board: CircuitBoard, width: float, clearance: float) -> None:
        self.board, self.width, self.clearance = board, width, clearance
        self.columns, self.rows = floor(board.width / STEP) + 1, floor(board.height / STEP) + 1
        self.pads = [pad for pad in board.pads() if pad.half_x]
        self.owner: dict[Cell, str] = {}
        """By cell near a pad, the only net that may use it; "": none may."""
        self.no_via: dict[tuple[int, int], str] = {}
        self._block_pads()
        self._block_edges()
        self.areas = {cell: area.net for area in board.areas if area.rank for cell in self._cells_inside(area)}
        self._by_net: dict[str, list[Pad]] = {}
        for pad in self.pads:
            self._by_net.setdefault(pad.net, []).append(pad)

    def is_free(self, net: str, cell: Cell) -> bool:
        """Return whether a cell is on the board and not reserved for another net."""
        _, column, row = cell
        return 0 <= column < self.columns and 0 <= row < self.rows and self.owner.get(cell, net) == net

    def _block_pads(self) -> None:
        """Claim the cells near pads and holes."""
        distance_kept = self.width / 2 + self.clearance
        for pad in self.pads:
            radius = max(distance_kept, _VIA_RADIUS_MM + self.clearance)
            for column, row in self._around(pad, radius):
                distance = pad.distance(column * STEP, row * STEP)
                for layer, name in enumerate(LAYERS):
                    if name in pad.layers and distance < distance_kept - ROUNDING_MM:
                        self._claim(Cell(layer, column, row), pad.net)
                self._claim_via((column, row), pad, distance)
        for hole in self.board.holes:
            pad = Pad("", "", "", hole.x, hole.y, hole.diameter / 2, hole.diameter / 2, hole.diameter, LAYERS)
            for column, row in self._around(pad, distance_kept + _HOLE_MARGIN_MM):
                reach = hole.diameter / 2 + _HOLE_CLEARANCE_MM + _VIA_RADIUS_MM
                if (column * STEP - hole.x) ** 2 + (row * STEP - hole.y) ** 2 < reach**2:
                    for layer in (0, 1):
                        self._claim(Cell(layer, column, row), "")
                    self.no_via[column, row] = "-"

    def _claim(self, cell: Cell, net: str) -> None:
        """Reserve a cell for a net; a cell claimed by two nets may be used by none."""
        self.owner[cell] = net if self.owner.get(cell, net) == net else ""

    def _claim_via(self, place: tuple[int, int], pad: Pad, distance: float) -> None:
        """Forbid a via at (column, row) near a pad, even one of the same net: solder would run into it."""
        if distance < _VIA_RADIUS_MM + self.clearance - ROUNDING_MM:
            self.no_via[place] = pad.net

    def _around(self, pad: Pad, radius: float) -> list[tuple[int, int]]:
        """Return (column, row) of the grid points within `radius` mm of a pad's rectangle, in x and in y."""
        left, right = ceil((pad.x - pad.half_x - radius) / STEP), floor((pad.x + pad.half_x + radius) / STEP)
        top, bottom = ceil((pad.y - pad.half_y - radius) / STEP), floor((pad.y + pad.half_y + radius) / STEP)
        return [(c, r) for c in range(left, right + 1) for r in range(top, bottom + 1)]

    def _block_edges(self) -> None:
        """Claim the cells near the board's edges."""
        edge = _EDGE_CLEARANCE_MM + self.width / 2
        for column in range(self.columns):
            for row in range(self.rows):
                x, y = column * STEP, row * STEP
                if min(x, y, self.board.width - x, self.board.height - y) < edge:
                    self.owner[Cell(0, column, row)] = self.owner[Cell(1, column, row)] = ""
                    self.no_via[column, row] = "-"

    def _cells_inside(self, area: Area) -> list[Cell]:
        """Return the cells inside a copper zone."""
        layer = LAYERS.index(area.layer)
        cells = [Cell(layer, column, row) for column in range(self.columns) for row in range(self.rows)]
        return [cell for cell in cells if _in_polygon(cell.column * STEP, cell.row * STEP, area.points)]

    def ends(self, skip: set[str]) -> dict[str, list[list[Cell]]]:
        """Return the cells of each pad of each net with at least two pads. `skip`: nets and pads (`U1.3`) left out.

        Raises RoutingError for a pad without a cell.
        """
        pads_by_net: dict[str, list[list[Cell]]] = {}
        for pad in self.pads:
            if not pad.net or f"{pad.ref}.{pad.name}" in skip or pad.net in skip:
                continue
            points = [(c, r) for c, r in self._around(pad, 0) if pad.distance(c * STEP, r * STEP) < ROUNDING_MM]
            layers = [layer for layer, name in enumerate(LAYERS) if name in pad.layers]
            cells = [Cell(layer, *point) for layer in layers for point in points]
            pads_by_net.setdefault(pad.net, []).append([cell for cell in cells if self.owner.get(cell) == pad.net])
            if not pads_by_net[pad.net][-1]:
                raise RoutingError(f"{pad.ref}.{pad.name}: no point of the grid lies in this pad")
        return {net: ends for net, ends in sorted(pads_by_net.items()) if len(ends) > 1}

    def in_own_hole(self, net: str, cell: Cell) -> bool:
        """Return whether a cell lies in a plated pad of the net: there the layers are joined."""
        x, y = cell.column * STEP, cell.row * STEP
        return any(pad.drill and pad.distance(x, y) < ROUNDING_MM for pad in self.pads_of(net))

    def pads_of(self, net: str) -> list[Pad]:
        """Return the pads of a net."""
        return self._by_net.get(net, [])


def _in_polygon(x: float, y: float, points: tuple[Point, ...]) -> bool:
    """Return whether a point is inside a polygon: an odd number of edges lies to its right."""
    inside = False
    for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside
