"""Compute an event's standings: totals, rulings on cards that differ, ranking, and differences of two standings."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import permutations
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, bindparam, func, select, tuple_

from host_tools.csv_cells import csv_text
from host_tools.desk.events.entrants import people, shown_names
from host_tools.desk.events.event import format_of, rounds_seated
from host_tools.desk.events.event_plan import count_main_rounds
from host_tools.desk.events.hall_rows import newest_rounds
from host_tools.desk.events.round_rules import PLAY_OFF, counted_points, round_worth
from host_tools.desk.scoring.differing_cards import differing_cards
from host_tools.desk.scoring.penalties import annulled_tables, penalty_points
from host_tools.desk.scoring.ranking import (
    COLUMNS,
    HEAD_TO_HEAD,
    SUMS,
    Totals,
    qualifiers_and_tied,
    rank_players,
    tied_before,
    yes_or_no,
)
from host_tools.desk.store.desk import Desk, asked_once
from host_tools.desk.store.model import BYE_TABLE, ENTRANTS, SCORES, SEATS, Event, Score, Tie
from host_tools.garbage_collection import without_collection
from host_tools.i18n import LANGUAGES, current_language, message


def add_missed_rounds(desk: Desk, totals_by_player: dict[int, Totals]) -> None:
    """Set `missed`, `ranked`, `gone` and `entered` of players' totals, and add the points of missed rounds.

    A player takes part in a round by a seat or a bye in it; once the event has ended, a seat without a score no longer
    counts. Nothing is changed while no player can have missed a round.
    """
    kind, seated, ended = format_of(desk.event), count_main_rounds(desk), bool(desk.event.ended)
    if kind.movement and not ended and not _has_roster_changes(desk):
        return
    newest = newest_rounds(desk)
    attended = _rounds_attended(desk, ended)
    worth = round_worth(desk.event)
    # A percentage, rounded up.
    least_rounds = -(-kind.min_attendance * desk.event.rounds // 100)
    columns = (ENTRANTS.number, ENTRANTS.joined, ENTRANTS.left, ENTRANTS.hall, ENTRANTS.expelled)
    query = select(*columns).where(ENTRANTS.event_id == desk.event.id)
    for player, joined, left, hall, expelled in desk.session.execute(query).all():
        totals, rounds_attended = totals_by_player[player], len(attended[player])
        rounds_seated = min(seated, newest.get(hall, seated))
        next_round = rounds_seated + 1
        last_round = desk.event.rounds if left is None else min(left - 1, desk.event.rounds)
        rounds_to_come = 0 if ended else max(last_round - max(joined, next_round) + 1, 0)
        totals.missed = rounds_seated - rounds_attended
        totals.ranked = rounds_attended + rounds_to_come >= least_rounds and not expelled
        totals.gone = left is not None and not joined <= next_round < left
        totals.entered = rounds_attended > 0 or not totals.gone
        if kind.missed_points and totals.missed:
            missed = set(range(1, rounds_seated + 1)) - attended[player]
            totals.points += sum(worth.get(number, 1) for number in missed) * kind.games * kind.missed_points


def _has_roster_changes(desk: Desk) -> bool:
    """Return whether any player has joined late or withdrawn."""
    late = (ENTRANTS.joined != 1) | ENTRANTS.left.is_not(None)
    return (
        desk.session.scalar(select(ENTRANTS.number).where(ENTRANTS.event_id == desk.event.id, late).limit(1))
        is not None
    )


def _rounds_attended(desk: Desk, ended: bool) -> dict[int, set[int]]:
    """Return the main rounds that each player was seated in or had a bye in, by player; if the event has `ended`, seats
    count only in rounds in which the player has a score."""
    seats = select(SEATS.player, SEATS.round).where(SEATS.event_id == desk.event.id, SEATS.round <= desk.event.rounds)
    queries = [seats]
    if ended:
        played = select(SCORES.player, SCORES.round).where(
            SCORES.event_id == desk.event.id, SCORES.round <= desk.event.rounds, SCORES.table > BYE_TABLE
        )
        queries = [seats.where(SEATS.table == BYE_TABLE), played.distinct()]
    attended: dict[int, set[int]] = defaultdict(set)
    for query in queries:
        for player, number in desk.session.execute(query).all():
            attended[player].add(number)
    return attended


@dataclass(slots=True, kw_only=True)
class Standing(Totals):
    """A player's place. `points` are game points (in some formats holes), including those for `missed` rounds.

    A player who is not `ranked` has taken part in too few rounds, is listed after all who are, and wins nothing.
    """

    rank: int
    id: str
    name: str
    shown: str = ""
    """The name as lists show it: with the id, where several have it."""

    def cells(self) -> dict[str, Any]:
        """Return the player's row of the standings by column: rank, id, name and COLUMNS."""
        return {name: getattr(self, name) for name in STANDINGS_COLUMNS}


STANDINGS_COLUMNS = ("rank", "id", "name", *(column.field for column in COLUMNS))
"""Columns of the standings for programs: CSV and JSON have all of them in every format."""
_TOTALS = [one.name for one in fields(Totals)]


@asked_once
@without_collection()
def compute_standings(desk: Desk) -> Sequence[Standing]:
    """Compute all players' standings, best first.

    Score cards that differ count as ruled, or as written while the director has to decide.
    """
    everybody, shown = people(desk), shown_names(desk)
    standings = []
    for rank, totals in ranking(desk):
        person = everybody[totals.number]
        names: dict[str, Any] = {"id": person.code, "name": person.name, "shown": shown[person.number]}
        standings.append(Standing(**{one: getattr(totals, one) for one in _TOTALS}, rank=rank, **names))
    return standings


def standings_csv(places: Sequence[Standing]) -> str:
    """Format the standings as CSV (`csv_text`), with the columns STANDINGS_COLUMNS: their names in English, in other
    languages translated headings."""
    translated = current_language() != LANGUAGES[0]
    headings = [message(f"cli.column.{name}") for name in STANDINGS_COLUMNS] if translated else STANDINGS_COLUMNS
    rows = [
        [yes_or_no(cell) if translated and isinstance(cell, bool) else cell for cell in standing.cells().values()]
        for standing in places
    ]
    return csv_text(headings, rows)


@asked_once
@without_collection()
def ranking(desk: Desk, played_off: bool = True) -> Sequence[tuple[int, Totals]]:
    """Rank all players, with rulings on cards that differ: (rank, totals), best first.

    `played_off` False: as if no tie had been played off.
    """
    totals_by_player = sum_totals(desk)
    criteria = _ranking_criteria(desk.event) if played_off else _ranking_criteria(desk.event)[:-1]
    ranked = _rank(desk, totals_by_player, criteria)
    differing = differing_cards(desk, qualifiers_and_tied(ranked))
    ruled = [cards for cards in differing if not cards.ruling.open and cards.round <= desk.event.rounds]
    if ruled:
        annulled = annulled_tables(desk)
        ruled = [cards for cards in ruled if (cards.round, cards.table) not in annulled]
    if not ruled:
        return ranked
    worth = round_worth(desk.event)
    for cards in ruled:
        for sign, sides in ((-1, cards.written()), (1, cards.ruled())):
            for player, side in sides.items():
                counted = side._replace(points=side.points * worth.get(cards.round, 1))
                totals_by_player[player].count(counted, sign)
    return _rank(desk, totals_by_player, criteria)


def _rank(desk: Desk, players: dict[int, Totals], criteria: tuple[str, ...]) -> list[tuple[int, Totals]]:
    meetings = points_won(desk, tied_before(HEAD_TO_HEAD, players, criteria))
    return rank_players(players.values(), criteria, meetings)


def rank_totals(
    event: Event, totals_by_player: Mapping[int, Totals], meetings: Mapping[tuple[int, int], int]
) -> list[tuple[int, Totals]]:
    """Rank players by given totals and game points won from each other: (rank, totals), best first."""
    return rank_players(totals_by_player.values(), _ranking_criteria(event), meetings)


def _ranking_criteria(event: Event) -> tuple[str, ...]:
    """Return the format's ranking criteria, and last the play-offs of ties."""
    return (*(criterion for criterion in format_of(event).ranking if criterion != PLAY_OFF), PLAY_OFF)


def apparent_qualifiers(desk: Desk) -> frozenset[int]:
    """Return the players who would qualify if each card counted as written, and all who are tied with the last."""
    return qualifiers_and_tied(_rank(desk, sum_totals(desk), _ranking_criteria(desk.event)))


def sum_totals(desk: Desk) -> dict[int, Totals]:
    """Sum each player's results, with missed rounds and play-off wins, before rulings on cards that differ."""
    annulled = annulled_tables(desk)
    sums = {row["number"]: row for row in desk.session.execute(_sums_query(desk.event, annulled)).mappings()}
    numbers = desk.session.scalars(select(ENTRANTS.number).where(ENTRANTS.event_id == desk.event.id)).all()
    totals_by_player = {number: Totals(**sums.get(number, {"number": number})) for number in numbers}
    add_missed_rounds(desk, totals_by_player)
    for player, points in penalty_points(desk).items():
        totals_by_player[player].points += points
    _set_play_off_wins(desk, totals_by_player)
    return totals_by_player


def _set_play_off_wins(desk: Desk, totals_by_player: dict[int, Totals]) -> None:
    """Set `play_off` of the totals: games won in each play-off of ties, which lasts until the next one begins."""
    first_rounds = sorted(set(desk.session.scalars(select(Tie.round).where(Tie.event_id == desk.event.id))))
    if not first_rounds:
        return
    rounds = [round_.number for round_ in rounds_seated(desk) if round_.kind == PLAY_OFF]
    query = select(Score.round, Score.player).where(
        Score.event_id == desk.event.id, Score.won == 1, Score.round.in_(rounds)
    )
    won = Counter((bisect_right(first_rounds, row.round) - 1, row.player) for row in desk.session.execute(query))
    for player, totals in totals_by_player.items():
        totals.play_off = tuple(won[stage, player] for stage in range(len(first_rounds)))


def _not_at(tables: Collection[tuple[int, int]]) -> tuple[ColumnElement[bool], ...]:
    """Return the condition that a score is at none of these tables, (round, table)."""
    return (tuple_(SCORES.round, SCORES.table).not_in(tables),) if tables else ()


def _sums_query(event: Event, annulled: Collection[tuple[int, int]]) -> Select[Any]:
    """Build the query of each player's `number` and SUMS, without the games at the tables `annulled`."""
    all_sums = {**SUMS, "points": func.sum(counted_points(event, SCORES))}
    sums = (total.label(name) for name, total in all_sums.items())
    query = select(SCORES.player.label("number"), *sums)
    conditions = (SCORES.event_id == event.id, SCORES.round <= event.rounds, *_not_at(annulled))
    return query.where(*conditions).group_by(SCORES.player)


def points_won(desk: Desk, players: Collection[int]) -> dict[tuple[int, int], int]:
    """Query game points by (player who won them, opponent), for pairs of `players` that have met."""
    if not players:
        return {}
    # Not a join: SQLite finds no good way to join a large event's scores with themselves.
    columns = (SCORES.round, SCORES.table, SCORES.game, SCORES.side, SCORES.player)
    points = counted_points(desk.event, SCORES).label("points")
    in_group = SCORES.player.in_(bindparam("players", list(players), expanding=True, literal_execute=True))
    conditions = (SCORES.event_id == desk.event.id, SCORES.round <= desk.event.rounds, in_group)
    games: dict[tuple[int, int, int], list[Row]] = defaultdict(list)
    for row in desk.session.execute(select(*columns, points).where(*conditions, *_not_at(annulled_tables(desk)))):
        games[row[:3]].append(row)
    won: dict[tuple[int, int], int] = defaultdict(int)
    for own, opposing in (pair for game in games.values() for pair in permutations(game, 2)):
        if own.side != opposing.side:
            won[own.player, opposing.player] += own.points
    return dict(won)


@dataclass(frozen=True)
class ChangedPlace:
    """A player whose place or totals a correction changed: rank, game points and net spread, each (before, after)."""

    id: str
    name: str
    rank: tuple[int, int]
    points: tuple[int, int]
    net: tuple[int, int]


def changed_places(before: Sequence[Standing], after: Sequence[Standing]) -> list[ChangedPlace]:
    """Return the players whose standing differs, in the order of `after`."""
    old_by_id = {standing.id: standing for standing in before}
    pairs = [(old_by_id[new.id], new) for new in after]
    return [
        ChangedPlace(new.id, new.name, (old.rank, new.rank), (old.points, new.points), (old.net, new.net))
        for old, new in pairs
        if old.cells() != new.cells()
    ]
