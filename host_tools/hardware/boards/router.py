"""A router for two layers: tracks on a grid, found by cost and negotiated between nets.

Every net is routed by itself first; cells that several nets want become dearer from round to round until each is
taken by one (McMurchie and Ebeling, "PathFinder", 1995). The grid's step is so wide that tracks on neighbouring lines,
and a via beside a track, keep their clearance.
"""

from heapq import heappop, heappush
from math import ceil, floor

from .board import BACK, FRONT, Area, Board, Point, Track, Via
from .footprints import Pad

STEP = 0.635
_LAYERS = (FRONT, BACK)
_VIA_COST = 8.0
_TURN_COST = 0.3
_AREA_COST = 4.0
"""For each step through an area of another net: its copper should stay whole."""
_ROUNDS = 60
Cell = tuple[int, int, int]
"""Layer, column, row."""


class RoutingError(ValueError):
    """Connections that found no way; the message names their nets."""


class Router:
    """Routes the nets of a board; `width` and `clearance` of tracks in mm."""

    def __init__(self, board: Board, width: float, clearance: float, skip: set[str]) -> None:
        self.board, self.width, self.clearance = board, width, clearance
        self.columns, self.rows = floor(board.width / STEP) + 1, floor(board.height / STEP) + 1
        self.pads = [pad for pad in board.pads() if pad.half_x]
        self.owner: dict[Cell, str] = {}
        """Cells next to a pad: only its net may use them; an empty name keeps all away."""
        self.no_via: dict[tuple[int, int], str] = {}
        self._block_pads()
        self._block_edges()
        self.areas = {cell: area.net for area in board.areas if area.rank for cell in self._inside(area)}
        self.ends = self._ends(skip)
        self.history: dict[Cell, float] = {}
        self.users: dict[Cell, set[str]] = {}
        self.paths: dict[str, list[list[Cell]]] = {}

    def _block_pads(self) -> None:
        near = self.width / 2 + self.clearance
        for pad in self.pads:
            reach = max(near, 0.3 + self.clearance)
            for column, row in self._around(pad, reach):
                distance = pad.distance(column * STEP, row * STEP)
                for layer, name in enumerate(_LAYERS):
                    if name in pad.layers and distance < near - 1e-6:
                        self._claim((layer, column, row), pad.net)
                self._claim_via((column, row), pad, distance)
        for hole in self.board.holes:
            pad = Pad("", "", "", hole.x, hole.y, hole.diameter / 2, hole.diameter / 2, hole.diameter, _LAYERS)
            for column, row in self._around(pad, near + 0.2):
                if (column * STEP - hole.x) ** 2 + (row * STEP - hole.y) ** 2 < (hole.diameter / 2 + 0.25 + 0.3) ** 2:
                    for layer in (0, 1):
                        self._claim((layer, column, row), "")
                    self.no_via[column, row] = "-"

    def _claim(self, cell: Cell, net: str) -> None:
        self.owner[cell] = net if self.owner.get(cell, net) == net else ""

    def _claim_via(self, place: tuple[int, int], pad: Pad, distance: float) -> None:
        """Vias keep off every pad, their own net's too: solder would run into them."""
        if distance < 0.3 + self.clearance - 1e-6:
            self.no_via[place] = pad.net

    def _around(self, pad: Pad, reach: float) -> list[tuple[int, int]]:
        left, right = ceil((pad.x - pad.half_x - reach) / STEP), floor((pad.x + pad.half_x + reach) / STEP)
        top, bottom = ceil((pad.y - pad.half_y - reach) / STEP), floor((pad.y + pad.half_y + reach) / STEP)
        return [(c, r) for c in range(left, right + 1) for r in range(top, bottom + 1)]

    def _block_edges(self) -> None:
        edge = 0.5 + self.width / 2
        for column in range(self.columns):
            for row in range(self.rows):
                x, y = column * STEP, row * STEP
                if min(x, y, self.board.width - x, self.board.height - y) < edge:
                    self.owner[0, column, row] = self.owner[1, column, row] = ""
                    self.no_via[column, row] = "-"

    def _inside(self, area: Area) -> list[Cell]:
        """The cells of an area."""
        layer = _LAYERS.index(area.layer)
        cells = [(c, r) for c in range(self.columns) for r in range(self.rows)]
        return [(layer, c, r) for c, r in cells if _in_polygon(c * STEP, r * STEP, area.points)]

    def _ends(self, skip: set[str]) -> dict[str, list[list[Cell]]]:
        """For each net its pads, each as the cells inside it."""
        found: dict[str, list[list[Cell]]] = {}
        for pad in self.pads:
            if not pad.net or f"{pad.ref}.{pad.name}" in skip or pad.net in skip:
                continue
            inside = [p for p in self._around(pad, 0) if pad.distance(p[0] * STEP, p[1] * STEP) < 1e-6]
            cells = [(n, *p) for n, name in enumerate(_LAYERS) if name in pad.layers for p in inside]
            found.setdefault(pad.net, []).append([c for c in cells if self.owner.get(c) == pad.net])
            if not found[pad.net][-1]:
                raise RoutingError(f"{pad.ref}.{pad.name}: no point of the grid lies in this pad")
        return {net: ends for net, ends in sorted(found.items()) if len(ends) > 1}

    def route(self) -> None:
        """Adds tracks and vias to the board. Raises RoutingError for nets that still share a cell in the end."""
        order = sorted(self.ends, key=lambda net: (self._span(net), net))
        for turn in range(_ROUNDS):
            weight = 0.5 * 1.6**min(turn, 20)
            for net in order:
                if turn and not self._shared(net):
                    continue
                self._remove(net)
                self._route(net, weight)
            if not (shared := {cell for cell, nets in self.users.items() if len(nets) > 1}):
                break
            for cell in shared:
                self.history[cell] = self.history.get(cell, 0) + 1
        else:
            raise RoutingError("no way for " + " ".join(sorted({n for cell in shared for n in self.users[cell]})))
        for net in order:
            self._draw(net)

    def stitch(self, net: str, step: int) -> None:
        """Joins a net's areas of both sides by a via wherever there is room, on every `step`th line of the grid."""
        taken = {cell for cell, nets in self.users.items() if nets}
        vias = [(round(via.x / STEP), round(via.y / STEP)) for via in self.board.vias]
        near = {(column + dx, row + dy) for column, row in vias for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        for column in range(step, self.columns, step):
            for row in range(step, self.rows, step):
                cells = [(layer, column, row) for layer in (0, 1)]
                free = not any(cell in taken or cell in self.owner or cell in self.areas for cell in cells)
                if free and (column, row) not in self.no_via and (column, row) not in near:
                    self.board.vias.append(Via(net, column * STEP, row * STEP))

    def _span(self, net: str) -> int:
        columns = [cell[1] for end in self.ends[net] for cell in end]
        rows = [cell[2] for end in self.ends[net] for cell in end]
        return max(columns) - min(columns) + max(rows) - min(rows)

    def _shared(self, net: str) -> bool:
        return any(len(self.users[cell]) > 1 for path in self.paths[net] for cell in path)

    def _remove(self, net: str) -> None:
        for path in self.paths.pop(net, []):
            for cell in path:
                self.users[cell].discard(net)

    def _route(self, net: str, weight: float) -> None:
        """Joins a net's pads one after the other to what is joined already."""
        ends = self.ends[net]
        tree = set(ends[0])
        left = ends[1:]
        paths = []
        while left:
            path = self._path(net, tree, {cell: n for n, end in enumerate(left) for cell in end}, weight)
            reached = next(n for n, end in enumerate(left) if path[-1] in end)
            tree |= {*path, *left.pop(reached)}
            paths.append(path)
            for cell in path:
                self.users.setdefault(cell, set()).add(net)
        self.paths[net] = paths

    def _path(self, net: str, sources: set[Cell], targets: dict[Cell, int], weight: float) -> list[Cell]:
        best = dict.fromkeys(sources, 0.0)
        came: dict[Cell, Cell] = {}
        columns, rows = [cell[1] for cell in targets], [cell[2] for cell in targets]
        left, right, top, bottom = min(columns), max(columns), min(rows), max(rows)

        def least(cell: Cell) -> float:
            """What the way to the nearest target costs at least: A*'s heuristic."""
            _, x, y = cell
            return max(left - x, x - right, 0) + max(top - y, y - bottom, 0)

        queue = [(float(least(cell)), 0.0, cell) for cell in sorted(sources)]
        while queue:
            _, cost, cell = heappop(queue)
            if cost > best[cell]:
                continue
            if cell in targets:
                return self._back(came, cell)
            for step, price in self._steps(net, cell, came.get(cell)):
                total = cost + price + self._price(net, step, weight)
                if total < best.get(step, 1e18):
                    best[step] = total
                    came[step] = cell
                    heappush(queue, (total + least(step), total, step))
        raise RoutingError(f"no way at all for {net}")

    def _price(self, net: str, cell: Cell, weight: float) -> float:
        others = len(self.users.get(cell, set()) - {net})
        crossing = _AREA_COST if self.areas.get(cell, net) != net else 0.0
        return self.history.get(cell, 0.0) + weight * others + crossing

    def _steps(self, net: str, cell: Cell, before: Cell | None) -> list[tuple[Cell, float]]:
        layer, column, row = cell
        found = []
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            step = (layer, column + dx, row + dy)
            if 0 <= step[1] < self.columns and 0 <= step[2] < self.rows and self.owner.get(step, net) == net:
                across = (dy != 0) == (layer == 0)
                turn = before is not None and (cell[1] - before[1], cell[2] - before[2]) != (dx, dy)
                found.append((step, 1 + 0.5 * across + _TURN_COST * turn))
        other = (1 - layer, column, row)
        if self.owner.get(other, net) == net and (column, row) not in self.no_via:
            found.append((other, _VIA_COST))
        elif (column, row) in self.no_via and self._in_own_hole(net, cell) and self.owner.get(other, net) == net:
            found.append((other, 0.5))
        return found

    def _in_own_hole(self, net: str, cell: Cell) -> bool:
        """Whether a cell lies in a plated pad of the net: there the layers are joined."""
        x, y = cell[1] * STEP, cell[2] * STEP
        return any(p.net == net and p.drill and p.distance(x, y) < 1e-6 for p in self._pads_of(net))

    def _pads_of(self, net: str) -> list[Pad]:
        if not hasattr(self, "_by_net"):
            self._by_net: dict[str, list[Pad]] = {}
            for pad in self.pads:
                self._by_net.setdefault(pad.net, []).append(pad)
        return self._by_net.get(net, [])

    @staticmethod
    def _back(came: dict[Cell, Cell], cell: Cell) -> list[Cell]:
        path = [cell]
        while cell in came:
            cell = came[cell]
            path.append(cell)
        return path[::-1]

    def _draw(self, net: str) -> None:
        for path in self.paths[net]:
            run: list[Cell] = [path[0]]
            self._stub(net, path[0])
            self._stub(net, path[-1])
            for cell in path[1:]:
                if cell[0] != run[-1][0]:
                    self._track(net, run)
                    if not self._in_own_hole(net, cell):
                        self.board.vias.append(Via(net, cell[1] * STEP, cell[2] * STEP))
                    run = []
                run.append(cell)
            self._track(net, run)

    def _stub(self, net: str, cell: Cell) -> None:
        """From a path's end to the middle of the pad it ends in."""
        x, y = cell[1] * STEP, cell[2] * STEP
        for pad in self._pads_of(net):
            if pad.distance(x, y) < 1e-6 and (abs(pad.x - x) > 1e-6 or abs(pad.y - y) > 1e-6):
                self.board.tracks.append(Track(net, _LAYERS[cell[0]], self.width, ((x, y), (pad.x, pad.y))))
                return

    def _track(self, net: str, run: list[Cell]) -> None:
        """A run of cells on one layer as a track with its corners only."""
        corners = [
            cell for n, cell in enumerate(run)
            if n in (0, len(run) - 1)
            or (cell[1] - run[n - 1][1], cell[2] - run[n - 1][2]) != (run[n + 1][1] - cell[1], run[n + 1][2] - cell[2])
        ]  # fmt: skip
        if len(corners) > 1:
            points = tuple((cell[1] * STEP, cell[2] * STEP) for cell in corners)
            self.board.tracks.append(Track(net, _LAYERS[run[0][0]], self.width, points))


def _in_polygon(x: float, y: float, points: tuple[Point, ...]) -> bool:
    """Whether a point is inside: an odd number of edges lies to its right."""
    inside = False
    for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside
