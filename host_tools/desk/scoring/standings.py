"""Who stands where, by all that has come in."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, permutations
from operator import itemgetter

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from host_tools.desk.events import entrants, format_of
from host_tools.desk.formats import qualifiers
from host_tools.desk.scoring.cross_check import Ruled
from host_tools.desk.scoring.disputed_games import disputed_games
from host_tools.desk.scoring.ranking import Totals, ranked
from host_tools.desk.store import Event, Score


@dataclass(frozen=True)
class Standing:
    """One player's place. `points` are game points (holes where holes count); `left`: no longer playing."""

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


def compute_standings(session: Session, event: Event) -> list[Standing]:
    """All players, best first. Cards that differ count as ruled, or as written while the ruling is open."""
    names = entrants(session, event)
    return [_standing(rank, line, names[line.number]) for rank, line in ranking(session, event)]


def ranking(session: Session, event: Event) -> list[tuple[int, Totals]]:
    """(rank, totals), best first."""
    lines = totals(session, event)
    criteria, meetings = format_of(event).ranking, Meetings(session, event)
    order = ranked(lines.values(), criteria, meetings)
    found = disputed_games(session, event, _apparent(order))
    ruled = [one for one in found if not one.ruling.open and one.round <= event.rounds]
    if not ruled:
        return order
    preset = format_of(event).worth
    for one in ruled:
        written, counts = one.written(preset), one.ruled()
        for player in one.players:
            _replace(lines[player], written[player], counts[player])
    return ranked(lines.values(), criteria, meetings)


def _apparent(order: list[tuple[int, Totals]]) -> frozenset[int]:
    """Players who would qualify as things stand."""
    last = qualifiers(len(order))
    return frozenset(line.number for rank, line in order if rank <= last)


def apparent_qualifiers(session: Session, event: Event) -> frozenset[int]:
    """Players who would qualify if each card counted as its side has written it."""
    order = ranked(totals(session, event).values(), format_of(event).ranking, Meetings(session, event))
    return _apparent(order)


def totals(session: Session, event: Event) -> dict[int, Totals]:
    """Every player's totals, each side's card taken as it is written."""
    lines = {number: Totals(number) for number in entrants(session, event)}
    for number, *sums in session.execute(_sums(event)):
        line = lines[number]
        line.points, line.won, line.lost, line.skunks, line.net, line.plus, line.played, line.holes = map(int, sums)
    after = select(Score.player, func.sum(Score.won)).where(
        Score.event_id == event.id, Score.round > event.rounds, Score.won.is_not(None)
    )
    for number, won in session.execute(after.group_by(Score.player)):
        lines[number].play_off = int(won or 0)
    return lines


def _sums(event: Event):
    spread = Score.spread
    sums = (
        func.sum(Score.points),
        func.sum(case((Score.won == 1, 1), else_=0)),
        func.sum(case((Score.won == 0, 1), else_=0)),
        func.sum(case((Score.level > 0, 1), else_=0)),
        func.sum(spread),
        func.sum(case((spread > 0, spread), else_=0)),
        func.sum(case((Score.table > 0, 1), else_=0)),
        func.sum(Score.holes),
    )
    mine = select(Score.player, *sums).where(Score.event_id == event.id, Score.round <= event.rounds)
    return mine.group_by(Score.player)


class Meetings(Mapping[tuple[int, int], int]):
    """Game points each player won from each other; read when the first tie asks for them."""

    def __init__(self, session: Session, event: Event) -> None:
        self._session = session
        self._event = event

    @cached_property
    def _found(self) -> dict[tuple[int, int], int]:
        # Not a join: SQLite finds no good way to join a large event's scores with themselves.
        columns = (Score.round, Score.table, Score.game, Score.side, Score.player, Score.points)
        mine = (Score.event_id == self._event.id, Score.round <= self._event.rounds)
        found: dict[tuple[int, int], int] = defaultdict(int)
        rows = self._session.execute(select(*columns).where(*mine).order_by(*columns[:3]))
        for _, game in groupby(rows, key=itemgetter(0, 1, 2)):
            for a, b in permutations(game, 2):
                if a[3] != b[3]:
                    found[a[4], b[4]] += a[5]
        return dict(found)

    def __getitem__(self, pair: tuple[int, int]) -> int:
        return self._found[pair]

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


def _replace(line: Totals, written: Ruled, ruled: Ruled) -> None:
    for sign, side in ((-1, written), (1, ruled)):
        spread = side.spread or 0
        line.points += sign * side.points
        line.won += sign * (side.won is True)
        line.lost += sign * (side.won is False)
        line.skunks += sign * (side.level > 0)
        line.net += sign * spread
        line.plus += sign * max(spread, 0)


def _standing(rank: int, line: Totals, entrant) -> Standing:
    sums = (line.points, line.won, line.lost, line.skunks, line.net, line.plus, line.played)
    return Standing(rank, entrant.code, entrant.name, *sums)


@dataclass(frozen=True)
class ChangedPlace:
    """A player whose place or totals a correction changed: (before, after) each."""

    id: str
    name: str
    rank: tuple[int, int]
    points: tuple[int, int]
    net: tuple[int, int]


def changed_places(before: list[Standing], after: list[Standing]) -> list[ChangedPlace]:
    """What differs between two standings, in the order of the later."""
    old = {standing.id: standing for standing in before}
    pairs = [(old[new.id], new) for new in after]
    return [
        ChangedPlace(new.id, new.name, (was.rank, new.rank), (was.points, new.points), (was.net, new.net))
        for was, new in pairs
        if was != new
    ]
