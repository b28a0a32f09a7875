"""One member's record over several nights: each night, sums, and games by opponent."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from host_tools.desk.scoring.season import Night, counted_nights, who_is_who
from host_tools.desk.store import DeskError
from host_tools.words import word


@dataclass(frozen=True)
class MemberNight:
    """One night of a member. `counts`: it is one of the best that are added up."""

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
    """All games against one opponent, whatever night it was."""

    name: str
    won: int
    lost: int
    given: int
    taken: int


@dataclass(frozen=True)
class MemberRecord:
    """A member's nights, the sums of those counted in `points` and `net`, and of all in the rest. `given` and `taken`
    are skunks."""

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
    """The record of the member with this id or name. Raises DeskError where there is none, or several."""
    members = who_is_who(nights)
    wanted = _find(nights, members, who)
    mine = [
        (night, one)
        for night, ids in zip(nights, members, strict=True)
        for one in night.standings
        if ids[one.id] == wanted
    ]
    played = [(night, one) for night, one in mine if one.played]
    counted = counted_nights([one for _, one in played], best, any(night.low for night in nights))
    shown = [
        MemberNight(
            night.name,
            one.rank,
            len(night.standings),
            one.points,
            one.won,
            one.lost,
            one.net,
            any(one is c for c in counted),
        )
        for night, one in played
    ]
    against = _against(nights, members, wanted)
    night, last = mine[-1]
    sums = (sum(one.points for one in counted), sum(one.net for one in counted))
    games = (sum(one.won for _, one in played), sum(one.lost for _, one in played))
    skunks = (sum(one.skunks for _, one in played), _taken(nights, members, wanted))
    return MemberRecord(night.members.get(last.id) or last.id, last.name, shown, *sums, *games, *skunks, against)


def _find(nights: Sequence[Night], members: Sequence[dict[str, str]], who: str) -> str:
    """The member's key, as in `who_is_who`. Raises DeskError."""
    lower = who.casefold()
    if any(f"id {lower}" in ids.values() for ids in members):
        return f"id {lower}"
    names: dict[str, set[str]] = {}
    for night, ids in zip(nights, members, strict=True):
        for one in night.standings:
            names.setdefault(one.name.casefold(), set()).add(ids[one.id])
    found = names.get(lower, set())
    if len(found) == 1:
        return next(iter(found))
    if found:
        known = ", ".join(sorted(one.split(" ", 1)[1] for one in found))
        raise DeskError(word("event.member.several", who=who, ids=known))
    near = get_close_matches(lower, names, 3)
    hint = word("event.people.near", names=", ".join(near)) if near else ""
    raise DeskError(word("event.member.nobody", who=who) + hint)


def _against(nights: Sequence[Night], members: Sequence[dict[str, str]], wanted: str) -> list[HeadToHead]:
    """Games by opponent, the most met first."""
    sums: dict[str, list[int]] = {}
    names: dict[str, str] = {}
    for night, ids in zip(nights, members, strict=True):
        names |= {ids[one.id]: one.name for one in night.standings}
        for player, games in night.against.items():
            if ids[player] != wanted:
                continue
            for one in games:
                parts = sums.setdefault(ids[one.id], [0, 0, 0, 0])
                parts[:] = [a + b for a, b in zip(parts, (one.won, one.lost, one.given, one.taken), strict=True)]
    found = [HeadToHead(names[other], *parts) for other, parts in sums.items()]
    return sorted(found, key=lambda one: (-one.won - one.lost, one.name))


def _taken(nights: Sequence[Night], members: Sequence[dict[str, str]], wanted: str) -> int:
    """Count skunks taken: each once, whatever the number of opponents."""
    mine = [
        night.skunks_taken.get(player, 0)
        for night, ids in zip(nights, members, strict=True)
        for player in ids
        if ids[player] == wanted
    ]
    return sum(mine)
