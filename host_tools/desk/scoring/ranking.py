"""Putting players in order: one criterion after another, until no tie is left or no criterion."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass
class Totals:
    """One player's totals. Spread: `net` all of it, `plus` the wins' only. `skunks` are those given, `missed` rounds
    without them; `play_off` has the games won in each play-off of ties, the first one first.

    `ranked`: they take part in rounds enough; `entered`: they have been seated or still may be; `gone`: they have left.
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
"""Game points that a player (first) won from another (second); a pair that has not met is not in it."""

Criterion = Callable[[Sequence[Totals], Meetings], list[Any]]
"""Values of a group of tied players, in its order; more is better."""


def _field(name: str) -> Criterion:
    return lambda group, meetings: [getattr(line, name) for line in group]


def _head_to_head(group: Sequence[Totals], meetings: Meetings) -> list[int]:
    """What each has won from the others of the group; nothing tells them apart unless all have met."""
    numbers = [line.number for line in group]
    pairs = [(a, b) for a in numbers for b in numbers if a != b]
    if any(pair not in meetings for pair in pairs):
        return [0] * len(group)
    return [sum(meetings[a, b] for b in numbers if b != a) for a in numbers]


CRITERIA: dict[str, Criterion] = {
    "points": _field("points"),
    "fewest points": lambda group, meetings: [-line.points for line in group],
    "games won": _field("won"),
    "skunks": _field("skunks"),
    "net spread": _field("net"),
    "plus points": _field("plus"),
    "head-to-head": _head_to_head,
    "play-off": _field("play_off"),
}


def ranked(lines: Iterable[Totals], criteria: Sequence[str], meetings: Meetings) -> list[tuple[int, Totals]]:
    """(rank, line), best first, then those who are not ranked. Those whom no criterion tells apart share a rank and
    stand in the order of the roster."""
    ordered: list[tuple[int, Totals]] = []
    by_number = sorted(lines, key=lambda line: line.number)
    for part in ([line for line in by_number if line.ranked], [line for line in by_number if not line.ranked]):
        for group in _groups(part, criteria, meetings):
            rank = len(ordered) + 1
            ordered += [(rank, line) for line in group]
    return ordered


def _groups(group: list[Totals], criteria: Sequence[str], meetings: Meetings) -> list[list[Totals]]:
    if len(group) < 2 or not criteria:
        return [group] if group else []
    values = CRITERIA[criteria[0]](group, meetings)
    tied: dict[Any, list[Totals]] = {}
    for value, line in zip(values, group, strict=True):
        tied.setdefault(value, []).append(line)
    best_first = [tied[value] for value in sorted(tied, reverse=True)]
    return [part for tie in best_first for part in _groups(tie, criteria[1:], meetings)]
