"""Rank players by a list of criteria, each breaking the ties that the ones before leave."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import permutations
from operator import attrgetter
from typing import Any

from sqlalchemy import ColumnElement, func

from host_tools.desk.formats.bracket import qualifiers
from host_tools.desk.formats.event_formats import Format
from host_tools.desk.store.model import BYE_TABLE, SCORES
from host_tools.i18n import message
from host_tools.results.game_value import Side

_COUNT, _SPREAD = func.count(), SCORES.spread
_COLUMN, _SUM = "column", "sum"


@dataclass(frozen=True)
class Column:
    """How a field of `Totals` is shown: in which formats, whether on pages too, and as which text."""

    field: str = ""
    shown: Callable[[Format], bool] = lambda kind: True
    on_pages: bool = True
    text: str = "d"

    def page_text(self, totals: "Totals") -> str:
        value = getattr(totals, self.field)
        return yes_or_no(value) if isinstance(value, bool) else format(value, self.text)


def yes_or_no(value: bool) -> str:
    return message("cli.standings.yes" if value else "cli.standings.no")


def _total(sum: ColumnElement[Any] | None = None, column: Column | None = None, default: int = 0) -> Any:
    """Return a field of `Totals`: what is summed of a player's scores, None for what is worked out; as which column."""
    return field(default=default, metadata={_SUM: sum, _COLUMN: column})


def _counts_spread(kind: Format) -> bool:
    return kind.loaded_preset.spread


@dataclass(slots=True)
class Totals:
    """One player's totals. Those with a Column are shown in the standings, in this order.

    `net`: sum of all spreads, `plus`: of wins only. `skunks`: wins by a skunk; `missed`: number of rounds missed;
    `play_off`: games won in each play-off of ties, oldest first. `ranked`: they take part in enough rounds; `entered`:
    they have been seated or still may be; `gone`: they have left.
    """

    number: int
    points: int = _total(func.sum(SCORES.points), Column())
    won: int = _total(_COUNT.filter(SCORES.won == 1), Column())
    lost: int = _total(_COUNT.filter(SCORES.won == 0), Column())
    skunks: int = _total(_COUNT.filter(SCORES.level > 0), Column())
    net: int = _total(func.sum(_SPREAD), Column(shown=_counts_spread, text="+d"))
    plus: int = _total(func.coalesce(func.sum(_SPREAD).filter(_SPREAD > 0), 0), Column(shown=_counts_spread))
    played: int = _total(_COUNT.filter(SCORES.table > BYE_TABLE), Column())
    holes: int = _total(func.sum(SCORES.holes))
    missed: int = _total(column=Column(on_pages=False))
    ranked: bool = _total(column=Column(on_pages=False), default=True)
    play_off: tuple[int, ...] = ()
    entered: bool = True
    gone: bool = False

    def count(self, side: Side, sign: int = 1) -> None:
        """Add a game's result, whose points are as they count, or with `sign` -1 subtract it."""
        self.points += sign * side.points
        self.won += sign * (side.won is True)
        self.lost += sign * (side.won is False)
        self.skunks += sign * (side.level > 0)
        self.net += sign * side.spread
        self.plus += sign * max(side.spread, 0)
        self.holes += sign * side.holes
        self.played += sign


COLUMNS = tuple(replace(one.metadata[_COLUMN], field=one.name) for one in fields(Totals) if one.metadata.get(_COLUMN))
"""Columns of the standings after the player's rank, id and name."""
SUMS = {one.name: one.metadata[_SUM] for one in fields(Totals) if one.metadata.get(_SUM) is not None}
"""Fields of `Totals` that are sums over a player's scores, and the SQL of each."""


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
_FIELDS_COMPARED = {
    "points": "points",
    "games won": "won",
    "skunks": "skunks",
    "net spread": "net",
    "plus points": "plus",
    "play-off": "play_off",
}
"""The field of `Totals` that a criterion compares."""
CRITERIA: dict[str, Criterion] = {
    **{name: _compare_field(compared) for name, compared in _FIELDS_COMPARED.items()},
    "fewest points": lambda group, meetings: [-totals.points for totals in group],
    HEAD_TO_HEAD: _head_to_head,
}


def columns_of(kind: Format) -> list[Column]:
    """Return the columns after rank and name that the format's standings have."""
    return [column for column in COLUMNS if column.shown(kind)]


def deciding_fields(kind: Format) -> frozenset[str]:
    """Return the fields of `Totals` that decide about the format's places; on phones the other columns give way."""
    return frozenset({"points", *(_FIELDS_COMPARED.get(criterion, "") for criterion in kind.ranking)})


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
