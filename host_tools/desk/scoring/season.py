"""Compute season standings: sum a club's nights (one event each) by member; and one member's record of them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import NamedTuple

from host_tools.csv_cells import csv_text
from host_tools.desk.errors import DeskError
from host_tools.desk.scoring.standings import Standing
from host_tools.i18n import message

RATED_FROM = 12
"""Fewest game points with which a night counts for a member's rating in an ACC club."""


class Games(NamedTuple):
    """Games against one opponent; `given` and `taken` are skunks."""

    won: int = 0
    lost: int = 0
    given: int = 0
    taken: int = 0

    def plus(self, other: "Games") -> "Games":
        """Return the sum of both."""
        return Games(*map(sum, zip(self, other, strict=True)))


@dataclass(frozen=True)
class Night:
    """One night of a season; all mappings are by the player's id in the event. `members`: the roster's id, "" for none;
    `against`: games by the opponent's id; `skunks_taken`: number of games lost by a skunk. `fewest_points_win`: fewer
    points are better. `date` is ISO 8601. `hands`: the special hands that were noted; `prizes`: cents, once they are
    final, and `rolls_over`, cents that nobody won and that go to the next night."""

    name: str
    standings: Sequence[Standing]
    members: Mapping[str, str]
    against: Mapping[str, Mapping[str, Games]]
    skunks_taken: Mapping[str, int]
    fewest_points_win: bool = False
    date: str = ""
    hands: Mapping[str, Sequence[str]] = field(default_factory=dict)
    prizes: Mapping[str, int] = field(default_factory=dict)
    rolls_over: int = 0

    @property
    def came(self) -> int:
        """How many people played."""
        return sum(standing.played > 0 for standing in self.standings)


@dataclass(frozen=True)
class NightPoints:
    """A member's points of one night; `counts`: it is one of the best nights."""

    points: int
    counts: bool


@dataclass(frozen=True)
class SeasonTotal:
    """A member's season. `points`, `net`: of the nights counted; `rating`: points of all nights of RATED_FROM or more;
    `skunks`, given and `taken`, `hands` and `prizes`, in cents, are of all nights.

    `id` is the roster's, `member`, or without one, the id in the last night's event. `also`: other names with the same
    id. `by_night` has for each night its points, None where the member did not play.
    """

    rank: int
    id: str
    name: str
    nights: int
    points: int
    net: int
    rating: int
    also: tuple[str, ...] = ()
    member: str = ""
    skunks: int = 0
    taken: int = 0
    hands: tuple[str, ...] = ()
    prizes: int = 0
    by_night: tuple[NightPoints | None, ...] = field(default=(), compare=False)


MemberKeys = Sequence[dict[str, str]]
"""For each night, each player's key by the player's id in the event; a member has the same key on all nights."""


def member_keys(nights: Sequence[Night]) -> MemberKeys:
    """Compute the keys of all players of these nights.

    A player's key is the id that the roster gave. Without one it is the id of the only member with the same name, if no
    night has two players of that name; else the name, or if a night has two players of that name, name and id.
    """
    member_ids_by_name: dict[str, set[str]] = defaultdict(set)
    ambiguous_names: set[str] = set()
    for night in nights:
        names_of_night: set[str] = set()
        for standing in night.standings:
            name = standing.name.casefold()
            if night.members.get(standing.id):
                member_ids_by_name[name].add(night.members[standing.id])
            if name in names_of_night:
                ambiguous_names.add(name)
            names_of_night.add(name)
    return [
        {standing.id: _member_key(night, standing, member_ids_by_name, ambiguous_names) for standing in night.standings}
        for night in nights
    ]


def _member_key(
    night: Night, standing: Standing, member_ids_by_name: Mapping[str, set[str]], ambiguous_names: set[str]
) -> str:
    """Return a player's key, by the rules of `member_keys`; `ambiguous_names`: names of two players of one night."""
    member, name = night.members.get(standing.id, ""), standing.name.casefold()
    if member:
        return f"id {member.casefold()}"
    ids = member_ids_by_name.get(name, set())
    if len(ids) == 1 and name not in ambiguous_names:
        return f"id {next(iter(ids)).casefold()}"
    return f"name {name} {standing.id if name in ambiguous_names else ''}"


def season_totals(nights: Sequence[Night], best: int | None = None) -> list[SeasonTotal]:
    """Return each member's total over their `best` best nights (None: all), best first, with equal totals tied."""
    fewest_points_win = any(night.fewest_points_win for night in nights)
    played: dict[str, dict[int, Standing]] = defaultdict(dict)
    for place, keys in enumerate(member_keys(nights)):
        for standing in nights[place].standings:
            if standing.played:
                played[keys[standing.id]][place] = standing
    totals = [_season_total(nights, own_nights, best, fewest_points_win) for own_nights in played.values()]
    keyed_totals = [(_sort_key(total, best, fewest_points_win), total) for total in totals]
    keyed_totals.sort(key=lambda pair: (pair[0], pair[1].name, pair[1].id))
    sort_keys = [key for key, _ in keyed_totals]
    return [replace(total, rank=sort_keys.index(key) + 1) for key, total in keyed_totals]


def _season_total(
    nights: Sequence[Night], played: Mapping[int, Standing], best: int | None, fewest_points_win: bool
) -> SeasonTotal:
    """Sum a member's nights: `played` has the standing of each by its place in `nights`; the caller sets the rank."""
    standings = list(played.values())
    counted = counted_nights(standings, best, fewest_points_win)
    own = [(nights[place], standing.id) for place, standing in played.items()]
    member = next((night.members[code] for night, code in reversed(own) if night.members.get(code)), "")
    name = standings[-1].name
    return SeasonTotal(
        rank=0,
        id=member or standings[-1].id,
        name=name,
        nights=len(standings),
        points=sum(night.points for night in counted),
        net=sum(night.net for night in counted),
        rating=sum(night.points for night in standings if night.points >= RATED_FROM),
        also=tuple(sorted({one.name for one in standings if one.name.casefold() != name.casefold()})),
        member=member,
        skunks=sum(night.skunks for night in standings),
        taken=sum(night.skunks_taken.get(code, 0) for night, code in own),
        hands=tuple(sorted((hand for night, code in own for hand in night.hands.get(code, ())), key=int, reverse=True)),
        prizes=sum(night.prizes.get(code, 0) for night, code in own),
        by_night=tuple(_night_points(played.get(place), counted) for place in range(len(nights))),
    )


def _night_points(standing: Standing | None, counted: Sequence[Standing]) -> NightPoints | None:
    if standing is None:
        return None
    return NightPoints(standing.points, any(standing is one for one in counted))


SEASON_COLUMNS = ("rank", "id", "name", "nights", "points", "net", "rating", "skunks", "taken", "hands", "prizes")


def season_csv(nights: Sequence[Night], totals: Sequence[SeasonTotal]) -> str:
    """Format a season as CSV (`csv_text`): SEASON_COLUMNS, and each night's points; prizes in dollars."""
    headings = [message(f"cli.column.{name}") for name in SEASON_COLUMNS] + [night.name for night in nights]
    rows = []
    for one in totals:
        row = {name: getattr(one, name) for name in SEASON_COLUMNS}
        row |= {"hands": " ".join(one.hands), "prizes": f"{one.prizes / 100:.2f}"}
        rows.append([*row.values(), *("" if night is None else night.points for night in one.by_night)])
    return csv_text(headings, rows)


def counted_nights(nights: Sequence[Standing], best: int | None, fewest_points_win: bool) -> list[Standing]:
    """Return the `best` best nights of a member (None: all), best first."""
    return sorted(nights, key=lambda night: (night.points if fewest_points_win else -night.points, -night.net))[:best]


def _sort_key(total: SeasonTotal, best: int | None, fewest_points_win: bool) -> tuple[int, ...]:
    """Return the sort key of a member's total, lowest first: points, then net spread, of the nights counted.

    If the fewest points win, totals of more counted nights come first: fewer nights mean fewer points.
    """
    if fewest_points_win:
        return (-min(total.nights, best or total.nights), total.points, -total.net)
    return (-total.points, -total.net)


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
            night=night.name,
            rank=standing.rank,
            of=len(night.standings),
            points=standing.points,
            won=standing.won,
            lost=standing.lost,
            net=standing.net,
            counts=any(standing is counted_standing for counted_standing in counted),
        )
        for night, standing in played
    ]
    night, last = own_nights[-1]
    return MemberRecord(
        id=night.members.get(last.id) or last.id,
        name=last.name,
        nights=member_nights,
        points=sum(standing.points for standing in counted),
        net=sum(standing.net for standing in counted),
        won=sum(standing.won for _, standing in played),
        lost=sum(standing.lost for _, standing in played),
        given=sum(standing.skunks for _, standing in played),
        taken=sum(night.skunks_taken.get(standing.id, 0) for night, standing in own_nights),
        against=_head_to_head_records(nights, keys, wanted),
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
    sums: dict[str, Games] = defaultdict(Games)
    names: dict[str, str] = {}
    for night, key_of in zip(nights, keys, strict=True):
        names |= {key_of[standing.id]: standing.name for standing in night.standings}
        own = (games for player, games in night.against.items() if key_of[player] == wanted)
        for opponent, played in (item for games in own for item in games.items()):
            sums[key_of[opponent]] = sums[key_of[opponent]].plus(played)
    records = [HeadToHead(names[other], *games) for other, games in sums.items()]
    return sorted(records, key=lambda record: (-record.won - record.lost, record.name))
