"""Compute an event's standings: totals, rulings on disputed cards, ranking, and differences of two standings."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations

from sqlalchemy import Row, bindparam, func, select
from sqlalchemy.orm import Session

from host_tools.desk.events import PLAY_OFF, format_of, rounds_seated
from host_tools.desk.scoring.attendance import count_missed
from host_tools.desk.scoring.cross_check import Ruled
from host_tools.desk.scoring.disputed_games import disputed_games
from host_tools.desk.scoring.qualifying import apparent
from host_tools.desk.scoring.ranking import HEAD_TO_HEAD, Totals, ranked, tied_before
from host_tools.desk.store import Entrant, Event, Score, Tie
from host_tools.garbage_collection import without_collection

_ENTRANTS, _SCORES = Entrant.__table__.c, Score.__table__.c
"""Rows of a table's own columns come faster than those of its class."""


@dataclass(slots=True)
class Standing:
    """One player's place. `points` are game points (holes where holes count), with what `missed` rounds are worth.

    Who is not `ranked` has not taken part in rounds enough: they stand behind all who have, and win nothing.
    """

    rank: int
    id: str
    name: str
    points: int
    won: int
    lost: int
    skunks: int
    net: int
    plus: int
    played: int
    missed: int = 0
    ranked: bool = True


@without_collection()
def compute_standings(session: Session, event: Event) -> list[Standing]:
    """All players' standings, best first. Differing cards count as ruled, or as written while the ruling is open."""
    names = _names(session, event)
    return [_standing(rank, line, *names[line.number]) for rank, line in ranking(session, event)]


def _names(session: Session, event: Event) -> dict[int, tuple[str, str]]:
    """Every player's id and name."""
    query = select(_ENTRANTS.number, _ENTRANTS.code, _ENTRANTS.name).where(_ENTRANTS.event_id == event.id)
    return {number: (code, name) for number, code, name in session.execute(query).all()}


@without_collection()
def ranking(session: Session, event: Event, played_off: bool = True) -> list[tuple[int, Totals]]:
    """(rank, totals) of all players, best first. With `played_off` False, as if no tie had been played off."""
    lines = totals(session, event)
    criteria = _criteria(event) if played_off else _criteria(event)[:-1]
    order = _in_order(session, event, lines, criteria)
    found = disputed_games(session, event, apparent(order))
    ruled = [one for one in found if not one.ruling.open and one.round <= event.rounds]
    if not ruled:
        return order
    preset = format_of(event).worth
    for one in ruled:
        written, counts = one.written(preset), one.ruled()
        for player in one.players:
            _replace(lines[player], written[player], counts[player])
    return _in_order(session, event, lines, criteria)


def _in_order(
    session: Session, event: Event, lines: dict[int, Totals], criteria: tuple[str, ...]
) -> list[tuple[int, Totals]]:
    return ranked(lines.values(), criteria, Meetings(session, event, tied_before(HEAD_TO_HEAD, lines, criteria)))


def _criteria(event: Event) -> tuple[str, ...]:
    """The format's ranking criteria, and last the play-offs of ties."""
    return (*(one for one in format_of(event).ranking if one != PLAY_OFF), PLAY_OFF)


def apparent_qualifiers(session: Session, event: Event) -> frozenset[int]:
    """Players who would qualify if each card counted as written."""
    return apparent(_in_order(session, event, totals(session, event), _criteria(event)))


def totals(session: Session, event: Event) -> dict[int, Totals]:
    """Totals by player before rulings on disputed cards, with missed rounds and play-off wins."""
    sums = {one[0]: one for one in session.execute(_sums(event)).all()}
    numbers = session.scalars(select(_ENTRANTS.number).where(_ENTRANTS.event_id == event.id)).all()
    lines = {number: Totals(*sums.get(number, (number,))) for number in numbers}
    count_missed(session, event, lines)
    _count_play_offs(session, event, lines)
    return lines


def _count_play_offs(session: Session, event: Event, lines: dict[int, Totals]) -> None:
    """Games won in each play-off of ties. A play-off has the rounds from its first to that of the next."""
    firsts = sorted(set(session.scalars(select(Tie.round).where(Tie.event_id == event.id))))
    if not firsts:
        return
    rounds = [one.number for one in rounds_seated(session, event) if one.kind == PLAY_OFF]
    query = select(Score.round, Score.player).where(Score.event_id == event.id, Score.won == 1, Score.round.in_(rounds))
    won = Counter((bisect_right(firsts, row.round) - 1, row.player) for row in session.execute(query))
    for number, line in lines.items():
        line.play_off = tuple(won[stage, number] for stage in range(len(firsts)))


def _sums(event: Event):
    rows, spread = func.count(), _SCORES.spread
    sums = (
        func.sum(_SCORES.points),
        rows.filter(_SCORES.won == 1),
        rows.filter(_SCORES.won == 0),
        rows.filter(_SCORES.level > 0),
        func.sum(spread),
        func.coalesce(func.sum(spread).filter(spread > 0), 0),
        rows.filter(_SCORES.table > 0),
        func.sum(_SCORES.holes),
    )
    mine = select(_SCORES.player, *sums).where(_SCORES.event_id == event.id, _SCORES.round <= event.rounds)
    return mine.group_by(_SCORES.player)


class Meetings(Mapping[tuple[int, int], int]):
    """Game points that each of `players` won from each other; queried when first used."""

    def __init__(self, session: Session, event: Event, players: Collection[int]) -> None:
        self._session = session
        self._event = event
        self._players = players

    @cached_property
    def _found(self) -> dict[tuple[int, int], int]:
        # Not a join: SQLite finds no good way to join a large event's scores with themselves.
        columns = (_SCORES.round, _SCORES.table, _SCORES.game, _SCORES.side, _SCORES.player, _SCORES.points)
        among = _SCORES.player.in_(bindparam("players", self._players, expanding=True, literal_execute=True))
        mine = (_SCORES.event_id == self._event.id, _SCORES.round <= self._event.rounds, among)
        rows = self._session.execute(select(*columns).where(*mine)).all() if self._players else ()
        found: dict[tuple[int, int], int] = defaultdict(int)
        for parts in _with_several(rows):
            for (*_, side, player, points), (*_, other_side, other, _) in permutations(parts, 2):
                if side != other_side:
                    found[player, other] += points
        return dict(found)

    def __getitem__(self, pair: tuple[int, int]) -> int:
        return self._found[pair]

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


def _with_several(rows: Iterable[Row]) -> Iterable[list[Row]]:
    """The rows of each game of which there are several."""
    first: dict[tuple[int, int, int], Row] = {}
    several: dict[tuple[int, int, int], list[Row]] = {}
    for row in rows:
        game = row[:3]
        if first.setdefault(game, row) is not row:
            several.setdefault(game, [first[game]]).append(row)
    return several.values()


def _replace(line: Totals, written: Ruled, ruled: Ruled) -> None:
    for sign, side in ((-1, written), (1, ruled)):
        spread = side.spread or 0
        line.points += sign * side.points
        line.won += sign * (side.won is True)
        line.lost += sign * (side.won is False)
        line.skunks += sign * (side.level > 0)
        line.net += sign * spread
        line.plus += sign * max(spread, 0)


def _standing(rank: int, line: Totals, code: str, name: str) -> Standing:
    return Standing(
        rank,
        code,
        name,
        line.points,
        line.won,
        line.lost,
        line.skunks,
        line.net,
        line.plus,
        line.played,
        line.missed,
        line.ranked,
    )


@dataclass(frozen=True)
class ChangedPlace:
    """A player whose place or totals a correction changed: (before, after) each."""

    id: str
    name: str
    rank: tuple[int, int]
    points: tuple[int, int]
    net: tuple[int, int]


def changed_places(before: list[Standing], after: list[Standing]) -> list[ChangedPlace]:
    """The differences of two standings, in the order of the later."""
    old = {standing.id: standing for standing in before}
    pairs = [(old[new.id], new) for new in after]
    return [
        ChangedPlace(new.id, new.name, (was.rank, new.rank), (was.points, new.points), (was.net, new.net))
        for was, new in pairs
        if was != new
    ]
