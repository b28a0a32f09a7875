"""Compute a member's record over several nights: each night, sums, and games by opponent."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from host_tools.desk.scoring.season import MemberKeys, Night, counted_nights, member_keys
from host_tools.desk.store.database import DeskError
from host_tools.i18n import message


@dataclass(frozen=True)
class MemberNight:
    """A member's result of one night: `rank` `of` so many players. `counts`: it is one of the best nights."""

    night: str
    rank: int
    of: int
    points: int
    won: int
    lost: int
    net: int
    counts: bool


@dataclass(frozen=True)
class HeadToHead:
    """Games of all nights against one opponent; `given` and `taken` are skunks."""

    name: str
    won: int
    lost: int
    given: int
    taken: int


@dataclass(frozen=True)
class MemberRecord:
    """A member's nights and their sums: `points` and `net` of the nights that count, the others of all nights. `given`
    and `taken` are skunks."""

    id: str
    name: str
    nights: list[MemberNight]
    points: int
    net: int
    won: int
    lost: int
    given: int
    taken: int
    against: list[HeadToHead]


def member_record(nights: Sequence[Night], who: str, best: int | None = None) -> MemberRecord:
    """Compute the record of the member with the id or name `who`; `best`: how many best nights count (None: all).
    Raises DeskError if there is no such member, or several."""
    keys = member_keys(nights)
    wanted = _find_member(nights, keys, who)
    own_nights = [
        (night, standing)
        for night, key_of in zip(nights, keys, strict=True)
        for standing in night.standings
        if key_of[standing.id] == wanted
    ]
    played = [(night, standing) for night, standing in own_nights if standing.played]
    fewest_points_win = any(night.fewest_points_win for night in nights)
    counted = counted_nights([standing for _, standing in played], best, fewest_points_win)
    member_nights = [
        MemberNight(
            night.name,
            standing.rank,
            len(night.standings),
            standing.points,
            standing.won,
            standing.lost,
            standing.net,
            any(standing is counted_standing for counted_standing in counted),
        )
        for night, standing in played
    ]
    against = _head_to_head_records(nights, keys, wanted)
    night, last = own_nights[-1]
    sums = (sum(standing.points for standing in counted), sum(standing.net for standing in counted))
    games = (sum(standing.won for _, standing in played), sum(standing.lost for _, standing in played))
    skunks = (sum(standing.skunks for _, standing in played), _count_skunks_taken(nights, keys, wanted))
    return MemberRecord(
        night.members.get(last.id) or last.id, last.name, member_nights, *sums, *games, *skunks, against
    )


def _find_member(nights: Sequence[Night], keys: MemberKeys, who: str) -> str:
    """Find a member by id or name; return the key, of those in `keys` (from `member_keys`). Raises DeskError."""
    lower = who.casefold()
    if any(f"id {lower}" in key_of.values() for key_of in keys):
        return f"id {lower}"
    names: dict[str, set[str]] = {}
    for night, key_of in zip(nights, keys, strict=True):
        for standing in night.standings:
            names.setdefault(standing.name.casefold(), set()).add(key_of[standing.id])
    matches = names.get(lower, set())
    if len(matches) == 1:
        return next(iter(matches))
    if matches:
        known = ", ".join(sorted(key.split(" ", 1)[1] for key in matches))
        raise DeskError(message("event.member.several", who=who, ids=known))
    near = get_close_matches(lower, names, 3)
    hint = message("event.people.near", names=", ".join(near)) if near else ""
    raise DeskError(message("event.member.nobody", who=who) + hint)


def _head_to_head_records(nights: Sequence[Night], keys: MemberKeys, wanted: str) -> list[HeadToHead]:
    """Sum by opponent the games of the member with the key `wanted`, most frequent opponents first."""
    sums: dict[str, list[int]] = {}
    names: dict[str, str] = {}
    for night, key_of in zip(nights, keys, strict=True):
        names |= {key_of[standing.id]: standing.name for standing in night.standings}
        for player, games in night.against.items():
            if key_of[player] != wanted:
                continue
            for opponent in games:
                counts = (opponent.won, opponent.lost, opponent.given, opponent.taken)
                previous = sums.get(key_of[opponent.id], [0, 0, 0, 0])
                sums[key_of[opponent.id]] = [a + b for a, b in zip(previous, counts, strict=True)]
    records = [HeadToHead(names[other], *counts) for other, counts in sums.items()]
    return sorted(records, key=lambda record: (-record.won - record.lost, record.name))


def _count_skunks_taken(nights: Sequence[Night], keys: MemberKeys, wanted: str) -> int:
    """Count the games that the member with the key `wanted` lost by a skunk, each once even with several opponents."""
    counts = [
        night.skunks_taken.get(player, 0)
        for night, key_of in zip(nights, keys, strict=True)
        for player in key_of
        if key_of[player] == wanted
    ]
    return sum(counts)
