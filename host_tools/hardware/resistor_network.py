"""Resistance between two nodes of a network of resistors, by elimination of all other nodes."""

from collections.abc import Iterable
from math import inf

_LINK_OHMS = 1e-3
"""Of a wire: a network has no resistor of nought."""

Resistor = tuple[str, str, float]
"""Two nodes and the ohms between them."""


def resistance(resistors: Iterable[Resistor], start: str, end: str) -> float:
    """Return the ohms between two nodes; infinite if nothing joins them.

    Each node but the two is eliminated: its neighbours are joined by what went through it (star-mesh transform).
    """
    if start == end:
        return 0.0
    conductance: dict[str, dict[str, float]] = {start: {}, end: {}}
    for a, b, ohm in resistors:
        if a != b:
            _add(conductance, a, b, 1 / max(ohm, _LINK_OHMS))
    joined = _joined(conductance, start)
    if end not in joined:
        return inf
    inner = joined - {start, end}
    while inner:
        # Nodes with few neighbours first: a star of n becomes a mesh of n (n - 1) / 2.
        node = min(inner, key=lambda inner_node: (len(conductance[inner_node]), inner_node))
        inner.remove(node)
        star = conductance.pop(node)
        total = sum(star.values())
        for neighbour in star:
            del conductance[neighbour][node]
        ends = list(star)
        for index, a in enumerate(ends):
            for b in ends[index + 1 :]:
                _add(conductance, a, b, star[a] * star[b] / total)
    return 1 / conductance[start][end]


def _joined(conductance: dict[str, dict[str, float]], start: str) -> set[str]:
    """Return the nodes that something joins to `start`, and itself."""
    found, open_ends = {start}, [start]
    while open_ends:
        new = conductance[open_ends.pop()].keys() - found
        found |= new
        open_ends += new
    return found


def _add(conductance: dict[str, dict[str, float]], a: str, b: str, siemens: float) -> None:
    """Add a conductance between two nodes."""
    for one, other in ((a, b), (b, a)):
        conductance.setdefault(one, {}).setdefault(other, 0.0)
        conductance[one][other] += siemens
