"""Rank players by a list of criteria, each breaking the ties that the ones before leave."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from operator import attrgetter
from typing import Any


@dataclass(slots=True)
class Totals:
    """One player's totals. `net`: sum of all spreads, `plus`: of wins only. `skunks`: wins by a skunk; `missed`: number
    of rounds missed; `play_off`: games won in each play-off of ties, oldest first.

    `ranked`: they take part in enough rounds; `entered`: they have been seated or still may be; `gone`: they have left.
    """

    number: int
    points: int = 0
    won: int = 0
    lost: int = 0
    skunks: int = 0
    net: int = 0
    plus: int = 0
    played: int = 0
    holes: int = 0
    missed: int = 0
    play_off: tuple[int, ...] = ()
    ranked: bool = True
    entered: bool = True
    gone: bool = False


Meetings = Mapping[tuple[int, int], int]
"""Game points by (player who won them, opponent), without pairs that have not met."""
_NO_MEETINGS: Meetings = {}
_OPPONENTS_PER_GAME = 3
"""Most opponents of a player in one game: a table has four players at most."""

Criterion = Callable[[Sequence[Totals], Meetings], list[Any]]
"""Function that returns a value for each of a group of tied players, in their order; more is better."""


def _compare_field(name: str) -> Criterion:
    """Return the criterion whose value is the field `name` of `Totals`."""
    get = attrgetter(name)
    return lambda group, meetings: list(map(get, group))


def _head_to_head(group: Sequence[Totals], meetings: Meetings) -> list[int]:
    """Return the game points that each player won from the others of the group; all 0 unless all have met."""
    numbers = [totals.number for totals in group]
    if any(pair not in meetings for pair in permutations(numbers, 2)):
        return [0] * len(group)
    return [sum(meetings[a, b] for b in numbers if b != a) for a in numbers]


HEAD_TO_HEAD = "head-to-head"
CRITERIA: dict[str, Criterion] = {
    "points": _compare_field("points"),
    "fewest points": lambda group, meetings: [-totals.points for totals in group],
    "games won": _compare_field("won"),
    "skunks": _compare_field("skunks"),
    "net spread": _compare_field("net"),
    "plus points": _compare_field("plus"),
    HEAD_TO_HEAD: _head_to_head,
    "play-off": _compare_field("play_off"),
}


def rank_players(players: Iterable[Totals], criteria: Sequence[str], meetings: Meetings) -> list[tuple[int, Totals]]:
    """Return (rank, totals) of all players, best first, with players who are not `ranked` after all others.

    Players tied by all criteria share a rank and stay in roster order.
    """
    ordered: list[tuple[int, Totals]] = []
    by_number = sorted(players, key=lambda totals: totals.number)
    for is_ranked in (True, False):
        for group in _split_by([totals for totals in by_number if totals.ranked == is_ranked], criteria, meetings):
            rank = len(ordered) + 1
            ordered += [(rank, totals) for totals in group]
    return ordered


def tied_before(criterion: str, totals_by_player: Mapping[int, Totals], criteria: Sequence[str]) -> list[int]:
    """Return the numbers of all players tied by the criteria before `criterion`; [] if it is not in `criteria`.

    A group is left out if somebody has played too few games, of at most three opponents each, to have met all others.
    """
    if criterion not in criteria:
        return []
    groups = _tied_by_values(list(totals_by_player.values()), criteria[: criteria.index(criterion)], _NO_MEETINGS)
    may_have_met = (
        group for group in groups.values()
        if 1 < len(group) <= 1 + _OPPONENTS_PER_GAME * min(totals.played for totals in group)
    )  # fmt: skip
    return [totals.number for group in may_have_met for totals in group]


def _split_by(group: list[Totals], criteria: Sequence[str], meetings: Meetings) -> list[list[Totals]]:
    """Split a group of tied players by further criteria, best first; players of one part stay tied."""
    if len(group) < 2 or not criteria:
        return [group] if group else []
    # Head-to-head depends on who is tied. The criteria before it compare each player's own totals: all at once.
    at_once = (criteria.index(HEAD_TO_HEAD) if HEAD_TO_HEAD in criteria else len(criteria)) or 1
    tied = _tied_by_values(group, criteria[:at_once], meetings)
    best_first, rest = (tied[values] for values in sorted(tied, reverse=True)), criteria[at_once:]
    return [part for tie in best_first for part in (_split_by(tie, rest, meetings) if len(tie) > 1 else (tie,))]


def _tied_by_values(
    group: list[Totals], criteria: Sequence[str], meetings: Meetings
) -> dict[tuple[Any, ...], list[Totals]]:
    """Group players by their values of these criteria: the players of one group are tied."""
    columns = [CRITERIA[name](group, meetings) for name in criteria]
    groups: dict[tuple[Any, ...], list[Totals]] = {}
    for totals, values in zip(group, zip(*columns, strict=True) if columns else [()] * len(group), strict=True):
        groups.setdefault(values, []).append(totals)
    return groups
