"""A season: several nights of a club added up, by player."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from host_tools.desk.scoring.standings import Standing

RATED_FROM = 12
"""Game points from which a night of an ACC club counts for its rating."""


@dataclass(frozen=True)
class SeasonTotal:
    """A player's season. `points` are those of the nights counted; `rating` is that of all nights of 12 and more."""

    rank: int
    id: str
    name: str
    nights: int
    points: int
    net: int
    rating: int


def season_totals(
    nights: Sequence[Sequence[Standing]], best: int | None = None, low: bool = False
) -> list[SeasonTotal]:
    """Add nights up: each player's `best` ones, or all. `low`: the fewest points win, of as many nights counted.

    Players are known by their names, as ids may be of one night only; where two of a name came on one night, by both.
    Ranked by points, then net spread of the nights counted.
    """
    twice = {name for night in nights for name, n in Counter(_name(one) for one in night).items() if n > 1}
    played: dict[str, list[Standing]] = defaultdict(list)
    for night in nights:
        for one in night:
            if one.played:
                played[f"{_name(one)}\n{one.id if _name(one) in twice else ''}"].append(one)
    totals = [_total(theirs, best, low) for theirs in played.values()]
    ordered = sorted(
        ((_worth(total, best, low), total.name, total) for total in totals), key=lambda one: (*one[:2], one[2].id)
    )
    worths = [worth for worth, _, _ in ordered]
    # A rank is shared by all who are worth the same.
    return [replace(total, rank=worths.index(worth) + 1) for worth, _, total in ordered]


def _name(one: Standing) -> str:
    return one.name.casefold()


def _total(nights: list[Standing], best: int | None, low: bool) -> SeasonTotal:
    kept = sorted(nights, key=lambda night: (night.points if low else -night.points, -night.net))[:best]
    rating = sum(night.points for night in nights if night.points >= RATED_FROM)
    sums = (sum(night.points for night in kept), sum(night.net for night in kept))
    return SeasonTotal(0, nights[-1].id, nights[-1].name, len(nights), *sums, rating)


def _worth(total: SeasonTotal, best: int | None, low: bool) -> tuple[int, ...]:
    """What is sorted by, least first. Whoever has fewer nights counted has fewer points, which is no merit."""
    if low:
        return (-min(total.nights, best or total.nights), total.points, -total.net)
    return (-total.points, -total.net)
