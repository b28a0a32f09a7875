"""Layered drawing of a directed graph without cycles: what imports stands above what it imports, arrows go down."""

from collections.abc import Iterable
from functools import cache
from itertools import pairwise

Graph = dict[str, set[str]]


def reachable(graph: Graph, start: str) -> set[str]:
    """Every node that can be reached from one."""
    seen: set[str] = set()
    waiting = list(graph[start])
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            waiting += graph[node]
    return seen


def reduced(graph: Graph) -> Graph:
    """The graph without the edges that a longer path makes superfluous."""
    return {
        node: {t for t in targets if not any(t in reachable(graph, other) for other in targets - {t})}
        for node, targets in graph.items()
    }


def ranks(graph: Graph) -> dict[str, int]:
    """How long each node's longest path down is."""

    @cache
    def rank(node: str) -> int:
        return max((rank(target) + 1 for target in graph[node]), default=0)

    return {node: rank(node) for node in graph}


def rows(graph: Graph) -> tuple[list[list[str]], dict[tuple[str, str], list[str]]]:
    """The nodes of each rank, the highest first, and each edge's way: its ends, and a bend in each row between them.

    Bends stand in the rows like nodes, and each row is ordered by the middle of its neighbours, so that little crosses.
    """
    rank = ranks(graph)
    ways = {(a, b): [a, *(f"{a}>{b}>{r}" for r in range(rank[a] - 1, rank[b], -1)), b] for a in graph for b in graph[a]}
    beside: Graph = {node: set() for node in graph}
    layers = [sorted(n for n in graph if rank[n] == r) for r in range(max(rank.values()), -1, -1)]
    for (a, _), way in sorted(ways.items()):
        for above, below in pairwise(way):
            beside.setdefault(above, set()).add(below)
            beside.setdefault(below, set()).add(above)
        for k, bend in enumerate(way[1:-1], 1):
            layers[max(rank.values()) - rank[a] + k].append(bend)
    _order(layers, beside)
    return layers, ways


def _order(layers: list[list[str]], beside: Graph) -> None:
    place = {node: k / max(len(layer) - 1, 1) for layer in layers for k, node in enumerate(layer)}
    for sweep in range(12):
        for layer in layers if sweep % 2 else layers[::-1]:
            layer.sort(key=lambda node: (_mean(place[n] for n in beside[node]), node))
            place |= {node: (k + 0.5) / len(layer) for k, node in enumerate(layer)}


def _mean(values: Iterable[float]) -> float:
    numbers = sorted(values)
    return sum(numbers) / len(numbers) if numbers else 0.5
