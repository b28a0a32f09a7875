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
    """Routes the nets of a board; `width` and `clearance` of tracks in mm.

    `ends` are the cells of each pad, by net; `paths` the cells of each path found, by net; `users` the nets whose paths
    go through a cell; `history` in how many rounds a cell was shared.
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
        for number in range(_ROUNDS):
            weight = _FIRST_SHARING_COST * _SHARING_GROWTH ** min(number, _GROWING_ROUNDS)
            for net in order:
                if number and not self._shared(net):
                    continue
                self._remove(net)
                self._route(net, weight)
            if not (shared := {cell for cell, nets in self.users.items() if len(nets) > 1}):
                break
            for cell in shared:
                self.history[cell] = self.history.get(cell, 0) + 1
        else:
            raise RoutingError("no way for " + " ".join(sorted({net for cell in shared for net in self.users[cell]})))
        for net in order:
            self._draw(net)

    def stitch(self, net: str, step: int) -> None:
        """Join a net's areas of both sides by a via wherever there is room, on every `step`th line of the grid."""
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

    def _shared(self, net: str) -> bool:
        """Return whether another net uses a cell of this net's paths."""
        return any(len(self.users[cell]) > 1 for path in self.paths[net] for cell in path)

    def _remove(self, net: str) -> None:
        """Remove a net's paths from the grid, to route it again."""
        for path in self.paths.pop(net, []):
            for cell in path:
                self.users[cell].discard(net)

    def _route(self, net: str, weight: float) -> None:
        """Route a net: connect its pads one after another to its tree. `weight`: cost of sharing a cell with a net."""
        ends = self.ends[net]
        tree = set(ends[0])
        unconnected = ends[1:]
        paths = []
        while unconnected:
            path = self._path(net, tree, {cell for end in unconnected for cell in end}, weight)
            index = next(index for index, end in enumerate(unconnected) if path[-1] in end)
            tree |= {*path, *unconnected.pop(index)}
            paths.append(path)
            for cell in path:
                self.users.setdefault(cell, set()).add(net)
        self.paths[net] = paths

    def _path(self, net: str, sources: set[Cell], targets: set[Cell], weight: float) -> list[Cell]:
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
                return self._back(previous, cell)
            for step, price in self._steps(net, cell, previous.get(cell)):
                total = cost + price + self._price(net, step, weight)
                if total < costs.get(step, 1e18):
                    costs[step] = total
                    previous[step] = cell
                    heappush(queue, (total + least(step), total, step))
        raise RoutingError(f"no way at all for {net}")

    def _price(self, net: str, cell: Cell, weight: float) -> float:
        """Return the extra cost of a cell: congestion now and before, and foreign zones."""
        sharing = len(self.users.get(cell, set()) - {net})
        crossing = _AREA_COST if self.grid.areas.get(cell, net) != net else 0.0
        return self.history.get(cell, 0.0) + weight * sharing + crossing

    def _steps(self, net: str, cell: Cell, previous: Cell | None) -> list[tuple[Cell, float]]:
        """Return the cells next to a cell, with the cost of each: along, across or through a via."""
        layer, column, row = cell
        steps = []
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            step = Cell(layer, column + dx, row + dy)
            if self.grid.free(net, step):
                against = (dy != 0) == (layer == 0)
                turn = previous is not None and _direction(previous, cell) != (dx, dy)
                steps.append((step, 1 + _AGAINST_COST * against + _TURN_COST * turn))
        via = Cell(1 - layer, column, row)
        if self.grid.free(net, via) and (column, row) not in self.grid.no_via:
            steps.append((via, _VIA_COST))
        elif (column, row) in self.grid.no_via and self.grid.in_own_hole(net, cell) and self.grid.free(net, via):
            steps.append((via, _OWN_HOLE_COST))
        return steps

    @staticmethod
    def _back(previous: dict[Cell, Cell], cell: Cell) -> list[Cell]:
        """Return the path that ends in a cell, from its start on."""
        path = [cell]
        while cell in previous:
            cell = previous[cell]
            path.append(cell)
        return path[::-1]

    def _draw(self, net: str) -> None:
        """Add the tracks and vias of a net's paths to the board."""
        for path in self.paths[net]:
            run: list[Cell] = [path[0]]
            self._stub(net, path[0])
            self._stub(net, path[-1])
            for cell in path[1:]:
                if cell.layer != run[-1].layer:
                    self._track(net, run)
                    if not self.grid.in_own_hole(net, cell):
                        self.board.vias.append(Via(net, cell.column * STEP, cell.row * STEP))
                    run = []
                run.append(cell)
            self._track(net, run)

    def _stub(self, net: str, cell: Cell) -> None:
        """Draw a track from a path's end to the middle of the pad it ends in."""
        x, y = cell.column * STEP, cell.row * STEP
        for pad in self.grid.pads_of(net):
            off_middle = abs(pad.x - x) > ROUNDING_MM or abs(pad.y - y) > ROUNDING_MM
            if pad.distance(x, y) < ROUNDING_MM and off_middle:
                self.board.tracks.append(Track(net, LAYERS[cell.layer], self.width, ((x, y), (pad.x, pad.y))))
                return

    def _track(self, net: str, run: list[Cell]) -> None:
        """Add a run of cells on one layer as a track, its corners only."""
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
