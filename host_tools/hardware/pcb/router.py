"""Automatic router for two layers: shortest paths on a grid, with negotiated congestion between nets.

Every net is routed by itself first; cells that several nets want become dearer from round to round until each is
taken by one (McMurchie and Ebeling, "PathFinder", 1995).
"""

from heapq import heappop, heappush

from .circuit_board import CircuitBoard, Track, Via
from .routing_grid import LAYERS, ROUNDING_MM, STEP, Cell, Grid, RoutingError

_VIA_COST = 8.0
"""Costs are in steps of the grid."""
_TURN_COST = 0.3
_AGAINST_COST = 0.5
"""For each step across a layer's preferred direction: rows on the front, columns on the back."""
_OWN_HOLE_COST = 0.5
"""For changing layers in a plated hole of the net itself."""
_AREA_COST = 4.0
"""For each step through an area of another net: its copper should stay whole."""
_ROUNDS = 60
_FIRST_SHARING_COST = 0.5
_SHARING_GROWTH = 1.6
"""Factor by which the cost of sharing a cell grows from round to round, for the first of them."""
_GROWING_ROUNDS = 20


class Router:
    """Routes the nets of a board; `width` and `clearance` of tracks in mm; `skip`: nets and pads to leave out.

    `ends`: by net, the cells of each pad; `paths`: by net, the cells of each path found; `users`: by cell, the nets
    with a path through it; `history`: by cell, the number of rounds in which it was shared.
    """

    def __init__(self, board: CircuitBoard, width: float, clearance: float, skip: set[str]) -> None:
        self.board, self.width = board, width
        self.grid = Grid(board, width, clearance)
        self.ends = self.grid.ends(skip)
        self.history: dict[Cell, float] = {}
        self.users: dict[Cell, set[str]] = {}
        self.paths: dict[str, list[list[Cell]]] = {}

    def route(self) -> None:
        """Route all nets: add their tracks and vias to the board. Raises RoutingError if nets still share a cell."""
        order = sorted(self.ends, key=lambda net: (self._span(net), net))
        for round_index in range(_ROUNDS):
            weight = _FIRST_SHARING_COST * _SHARING_GROWTH ** min(round_index, _GROWING_ROUNDS)
            for net in order:
                if round_index and not self._shares_cells(net):
                    continue
                self._remove_paths(net)
                self._route_net(net, weight)
            if not (shared := {cell for cell, nets in self.users.items() if len(nets) > 1}):
                break
            for cell in shared:
                self.history[cell] = self.history.get(cell, 0) + 1
        else:
            raise RoutingError("no way for " + " ".join(sorted({net for cell in shared for net in self.users[cell]})))
        for net in order:
            self._add_tracks(net)

    def stitch(self, net: str, step: int) -> None:
        """Join a net's zones on both sides by vias, at all free crossings of every `step`th grid line."""
        used = {cell for cell, nets in self.users.items() if nets}
        vias = [(round(via.x / STEP), round(via.y / STEP)) for via in self.board.vias]
        close = {(column + dx, row + dy) for column, row in vias for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        for column in range(step, self.grid.columns, step):
            for row in range(step, self.grid.rows, step):
                cells = [Cell(layer, column, row) for layer in (0, 1)]
                free = not any(cell in used or cell in self.grid.owner or cell in self.grid.areas for cell in cells)
                if free and (column, row) not in self.grid.no_via and (column, row) not in close:
                    self.board.vias.append(Via(net, column * STEP, row * STEP))

    def _span(self, net: str) -> int:
        """Return the sum of width and height of a net's bounding box."""
        columns = [cell.column for end in self.ends[net] for cell in end]
        rows = [cell.row for end in self.ends[net] for cell in end]
        return max(columns) - min(columns) + max(rows) - min(rows)

    def _shares_cells(self, net: str) -> bool:
        """Return whether another net uses a cell of this net's paths."""
        return any(len(self.users[cell]) > 1 for path in self.paths[net] for cell in path)

    def _remove_paths(self, net: str) -> None:
        """Remove a net's paths from the grid, to route it again."""
        for path in self.paths.pop(net, []):
            for cell in path:
                self.users[cell].discard(net)

    def _route_net(self, net: str, weight: float) -> None:
        """Route a net: connect its pads one after another to its tree. `weight`: cost per net that shares a cell."""
        ends = self.ends[net]
        tree = set(ends[0])
        unconnected = ends[1:]
        paths = []
        while unconnected:
            path = self._find_path(net, tree, {cell for end in unconnected for cell in end}, weight)
            index = next(index for index, end in enumerate(unconnected) if path[-1] in end)
            tree |= {*path, *unconnected.pop(index)}
            paths.append(path)
            for cell in path:
                self.users.setdefault(cell, set()).add(net)
        self.paths[net] = paths

    def _find_path(self, net: str, sources: set[Cell], targets: set[Cell], weight: float) -> list[Cell]:
        """Find the cheapest path from `sources` to one of `targets` (A*). Raises RoutingError."""
        costs = dict.fromkeys(sources, 0.0)
        previous: dict[Cell, Cell] = {}
        columns, rows = [cell.column for cell in targets], [cell.row for cell in targets]
        left, right, top, bottom = min(columns), max(columns), min(rows), max(rows)

        def least(cell: Cell) -> float:
            """Return a lower bound of the cost to the nearest target: A*'s heuristic."""
            _, x, y = cell
            return max(left - x, x - right, 0) + max(top - y, y - bottom, 0)

        queue = [(float(least(cell)), 0.0, cell) for cell in sorted(sources)]
        while queue:
            _, cost, cell = heappop(queue)
            if cost > costs[cell]:
                continue
            if cell in targets:
                return self._trace_path(previous, cell)
            for step, price in self._neighbours(net, cell, previous.get(cell)):
                total = cost + price + self._extra_cost(net, step, weight)
                if total < costs.get(step, 1e18):
                    costs[step] = total
                    previous[step] = cell
                    heappush(queue, (total + least(step), total, step))
        raise RoutingError(f"no way at all for {net}")

    def _extra_cost(self, net: str, cell: Cell, weight: float) -> float:
        """Return a cell's extra cost: for sharing it now and in earlier rounds, and for crossing another net's zone."""
        sharing = len(self.users.get(cell, set()) - {net})
        crossing = _AREA_COST if self.grid.areas.get(cell, net) != net else 0.0
        return self.history.get(cell, 0.0) + weight * sharing + crossing

    def _neighbours(self, net: str, cell: Cell, previous: Cell | None) -> list[tuple[Cell, float]]:
        """Return the usable cells next to a cell (also on the other layer), with the cost of the step to each."""
        layer, column, row = cell
        steps = []
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            step = Cell(layer, column + dx, row + dy)
            if self.grid.is_free(net, step):
                against = (dy != 0) == (layer == 0)
                turn = previous is not None and _direction(previous, cell) != (dx, dy)
                steps.append((step, 1 + _AGAINST_COST * against + _TURN_COST * turn))
        via = Cell(1 - layer, column, row)
        if self.grid.is_free(net, via) and (column, row) not in self.grid.no_via:
            steps.append((via, _VIA_COST))
        elif (column, row) in self.grid.no_via and self.grid.in_own_hole(net, cell) and self.grid.is_free(net, via):
            steps.append((via, _OWN_HOLE_COST))
        return steps

    @staticmethod
    def _trace_path(previous: dict[Cell, Cell], cell: Cell) -> list[Cell]:
        """Return the path that ends in a cell, from its start on."""
        path = [cell]
        while cell in previous:
            cell = previous[cell]
            path.append(cell)
        return path[::-1]

    def _add_tracks(self, net: str) -> None:
        """Add the tracks and vias of a net's paths to the board."""
        for path in self.paths[net]:
            run: list[Cell] = [path[0]]
            self._add_stub(net, path[0])
            self._add_stub(net, path[-1])
            for cell in path[1:]:
                if cell.layer != run[-1].layer:
                    self._add_track(net, run)
                    if not self.grid.in_own_hole(net, cell):
                        self.board.vias.append(Via(net, cell.column * STEP, cell.row * STEP))
                    run = []
                run.append(cell)
            self._add_track(net, run)

    def _add_stub(self, net: str, cell: Cell) -> None:
        """Add a track from a path's end to the middle of its pad, unless it ends there."""
        x, y = cell.column * STEP, cell.row * STEP
        for pad in self.grid.pads_of(net):
            off_middle = abs(pad.x - x) > ROUNDING_MM or abs(pad.y - y) > ROUNDING_MM
            if pad.distance(x, y) < ROUNDING_MM and off_middle:
                self.board.tracks.append(Track(net, LAYERS[cell.layer], self.width, ((x, y), (pad.x, pad.y))))
                return

    def _add_track(self, net: str, run: list[Cell]) -> None:
        """Add a run of cells on one layer as a track through its corners."""
        corners = [
            cell for index, cell in enumerate(run)
            if index in (0, len(run) - 1) or _direction(run[index - 1], cell) != _direction(cell, run[index + 1])
        ]  # fmt: skip
        if len(corners) > 1:
            points = tuple((cell.column * STEP, cell.row * STEP) for cell in corners)
            self.board.tracks.append(Track(net, LAYERS[run[0].layer], self.width, points))


def _direction(start: Cell, end: Cell) -> tuple[int, int]:
    """Return the step from a cell to the next, in columns and rows."""
    return end.column - start.column, end.row - start.row
