"""Compute the qualifiers of the bracket from a ranking, and ties at the cut."""

from collections.abc import Sequence

from host_tools.desk.formats import qualifiers
from host_tools.desk.scoring.ranking import Totals

Order = Sequence[tuple[int, Totals]]
"""(rank, totals), best first."""


def bracket_places(order: Order) -> int:
    """Return the number of qualifiers: a quarter of those who have entered, rounded up."""
    return qualifiers(sum(line.entered for _, line in order))


def contenders(order: Order) -> list[tuple[int, Totals]]:
    """Return the players of the ranking who can qualify: ranked, and not withdrawn."""
    return [(rank, line) for rank, line in order if line.ranked and not line.gone]


def qualifiers_and_tied(order: Order) -> frozenset[int]:
    """Return the players who would qualify by this ranking, with all who are tied with the last of them."""
    able = contenders(order)
    last = able[: bracket_places(order)][-1:]
    return frozenset(line.number for rank, line in able if last and rank <= last[0][0])


def tied_at_the_cut(order: Order) -> list[int]:
    """Return the tied players of whom only some would qualify; empty where the cut is clear."""
    able, places = contenders(order), bracket_places(order)
    if len(able) <= places or able[places - 1][0] != able[places][0]:
        return []
    return [line.number for rank, line in able if rank == able[places][0]]
