"""A season: several nights of a club added up, by player."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from host_tools.desk.standings import Standing

RATED_FROM = 12
"""Game points from which a night of an ACC club counts for its rating."""


@dataclass(frozen=True)
class Total:
    """A player's season. `points` are those of the nights counted; `rating` is that of all nights of 12 and more."""

    rank: int
    id: str
    name: str
    nights: int
    points: int
    net: int
    rating: int


def season(nights: Sequence[Sequence[Standing]], best: int | None = None, low: bool = False) -> list[Total]:
    """Add nights up: each player's `best` ones, or all. `low`: the fewest points win, and a night missed is no night.

    Players are told apart by their ids and names together. Ranked by points, then net spread of the nights counted.
    """
    played: dict[tuple[str, str], list[Standing]] = defaultdict(list)
    for night in nights:
        for one in night:
            if one.played:
                played[one.id, one.name].append(one)
    totals = [_total(who, theirs, best, low) for who, theirs in played.items()]
    worth = _worth_low if low else _worth
    totals.sort(key=lambda total: (worth(total), total.name, total.id))
    return [_ranked(total, totals, worth) for total in totals]


def _total(who: tuple[str, str], nights: list[Standing], best: int | None, low: bool) -> Total:
    kept = sorted(nights, key=lambda night: (night.points if low else -night.points, -night.net))[:best]
    rating = sum(night.points for night in nights if night.points >= RATED_FROM)
    sums = (sum(night.points for night in kept), sum(night.net for night in kept))
    return Total(0, *who, len(nights), *sums, rating)


def _worth(total: Total) -> tuple[int, ...]:
    return (-total.points, -total.net)


def _worth_low(total: Total) -> tuple[int, ...]:
    # Whoever played fewer nights has fewer points: nights come first.
    return (-total.nights, total.points, -total.net)


def _ranked(total: Total, totals: Sequence[Total], worth) -> Total:
    rank = 1 + sum(worth(other) < worth(total) for other in totals)
    return Total(rank, *list(vars(total).values())[1:])
