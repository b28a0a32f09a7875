"""Single-elimination bracket of an ACC play-off: qualifiers, seeds, byes, pairings (RULES.md section 6)."""

from collections.abc import Mapping
from dataclasses import dataclass


def qualifiers(entrants: int) -> int:
    """Return the number of qualifiers: a quarter of the entrants, rounded up."""
    return -(-entrants // 4)


def bracket_size(qualified: int) -> int:
    """Return the number of places in the bracket: the next power of two."""
    return 1 << (qualified - 1).bit_length()


@dataclass(frozen=True)
class Meeting:
    """Two seeds that meet in a play-off round, at a table numbered from 1. `winner` is a seed too.

    A seed that is not known yet is None; so is `low` of a bye, for which `bye` is True.
    """

    round: int
    table: int
    high: int | None
    low: int | None
    winner: int | None
    bye: bool = False


def bracket(qualified: int, won: Mapping[tuple[int, int], int]) -> list[list[Meeting]]:
    """Compute all rounds of the play-off of seeds 1 to `qualified`; `won`: winning seeds so far by (round, table)."""
    places: list[int | None] = [seed if seed <= qualified else None for seed in _seed_order(bracket_size(qualified))]
    rounds: list[list[Meeting]] = []
    while len(places) > 1:
        pairs = zip(places[::2], places[1::2], strict=True)
        meetings = [_meeting(len(rounds) + 1, table, a, b, won) for table, (a, b) in enumerate(pairs, 1)]
        rounds.append(meetings)
        places = [meeting.winner for meeting in meetings]
    return rounds


def _seed_order(places: int) -> list[int]:
    """Return the seeds in the order of the bracket's places: neighbours, who meet first, add up to `places` + 1."""
    if places == 1:
        return [1]
    return [seed for high in _seed_order(places // 2) for seed in (high, places + 1 - high)]


def _meeting(
    round_number: int, table: int, a: int | None, b: int | None, won: Mapping[tuple[int, int], int]
) -> Meeting:
    """Build the meeting of seeds `a` and `b`; None is a seed not known yet, but as `b` in round 1 a bye for `a`."""
    if round_number == 1 and b is None:
        return Meeting(round_number, table, a, None, a, bye=True)
    if a is None or b is None:
        return Meeting(round_number, table, a, b, None)
    return Meeting(round_number, table, min(a, b), max(a, b), won.get((round_number, table)))
