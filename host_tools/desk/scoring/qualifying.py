"""Compute from a ranking who qualifies for the bracket, and who is tied at the cut."""

from collections.abc import Sequence

from host_tools.desk.formats.bracket import qualifiers
from host_tools.desk.scoring.ranking import Totals

Ranking = Sequence[tuple[int, Totals]]
"""(rank, totals) of all players, best first."""


def bracket_places(ranking: Ranking) -> int:
    """Return the number of qualifiers: a quarter of the players who have entered, rounded up."""
    return qualifiers(sum(totals.entered for _, totals in ranking))


def contenders(ranking: Ranking) -> list[tuple[int, Totals]]:
    """Return the part of the ranking with players who can qualify: ranked, and not withdrawn."""
    return [(rank, totals) for rank, totals in ranking if totals.ranked and not totals.gone]


def qualifiers_and_tied(ranking: Ranking) -> frozenset[int]:
    """Return the numbers of the players who would qualify, and of all who are tied with the last of them."""
    able = contenders(ranking)
    last = able[: bracket_places(ranking)][-1:]
    return frozenset(totals.number for rank, totals in able if last and rank <= last[0][0])


def tied_at_the_cut(ranking: Ranking) -> list[int]:
    """Return the numbers of tied players of whom only some would qualify; [] if there is no such tie."""
    able, places = contenders(ranking), bracket_places(ranking)
    if len(able) <= places or able[places - 1][0] != able[places][0]:
        return []
    return [totals.number for rank, totals in able if rank == able[places][0]]
