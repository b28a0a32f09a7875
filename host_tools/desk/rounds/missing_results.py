"""Find games and tables that lack results."""

from collections.abc import Collection, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import case, func, select

from host_tools.desk.events.round_rules import RoundRules, round_rules
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import ANNULLED, BYE_TABLE, Entrant, Score, Seat, Sitting, TableKey, is_one_of
from host_tools.i18n import plural
from host_tools.table_numbers import table_text

_MAX_NAMED = 10


def games_to_play(
    desk: Desk, round_number: int | None = None, tables: Collection[int] | None = None
) -> dict[TableKey, list[int]]:
    """Return the games without a result of all sides at each table; of an undecided match only the next.

    In a round (default: all that are seated), and at these `tables` at least (default: all).
    """
    rules = round_rules(desk)
    rounds = list(rules) if round_number is None else [round_number]

    def query(model: Any, *columns: Any, group: Any = ()) -> Sequence[Any]:
        # All rounds are named: indexes begin with them.
        where = [model.event_id == desk.event.id, model.round.in_(rounds)]
        where += [] if tables is None else [is_one_of(model.table, tables)]
        return desk.session.execute(select(*columns).where(*where).group_by(*group)).all()

    winners: dict[TableKey, dict[int, str]] = {
        (round_, table): {} for round_, table in query(Sitting, Sitting.round, Sitting.table)
    }
    place, entered = (Seat.round, Seat.table), func.count(Seat.side.distinct())
    sides = {(round_, table): number for round_, table, number in query(Seat, *place, entered, group=place)}
    game, scored = (Score.round, Score.table, Score.game), func.count(Score.side.distinct())
    # "" sorts before the letters: it is the winner of a drawn game alone.
    winner = func.max(case((Score.won > 0, Score.side), else_=""))
    for round_, table, number, with_score, side in query(Score, *game, scored, winner, group=game):
        if with_score == sides.get((round_, table)) and (round_, table) in winners:
            winners[round_, table][number] = side
    unplayed = {key: _unplayed(rules[key[0]], of_table) for key, of_table in winners.items()}
    return {key: games for key, games in unplayed.items() if games}


def _unplayed(rules: RoundRules, winners: dict[int, str]) -> list[int]:
    """Return the games still to be played at a table; of a match, only the next, or [] if it is decided."""
    unplayed = [game for game in range(1, rules.games + 1) if game not in winners]
    if rules.to_win:
        return [] if rules.is_over([winners[game] for game in sorted(winners)]) else unplayed[:1]
    return unplayed


def tables_missing_results(desk: Desk) -> list[TableKey]:
    """Return all tables of main rounds where a side lacks the score of a game, and not everybody has left, sorted."""
    abandoned = abandoned_tables(desk)
    return sorted(key for key in games_to_play(desk) if key[0] <= desk.event.rounds and key not in abandoned)


def abandoned_tables(desk: Desk) -> set[tuple[int, int]]:
    """Return (round, table) of all tables that everybody has left during their round, so that nobody wins there unless
    a result is entered; and of those whose games are annulled."""
    is_there = Entrant.left.is_(None) | (Entrant.left > Seat.round + 1)
    someone_there = func.sum(case((is_there, 1), else_=0))
    at_seat = (Entrant.event_id == Seat.event_id) & (Entrant.number == Seat.player)
    query = (
        select(Seat.round, Seat.table)
        .join(Entrant, at_seat)
        .where(Seat.event_id == desk.event.id, Seat.table > BYE_TABLE)
        .group_by(Seat.round, Seat.table)
        .having((someone_there == 0) | (func.sum(case((Entrant.expelled == ANNULLED, 1), else_=0)) > 0))
    )
    return {(row[0], row[1]) for row in desk.session.execute(query)}


def tables_text(places: Sequence[tuple[int, int]]) -> str:
    """Format sorted (round, table), as in "round 2, tables 1, 4; round 3, table 2"; only the first _MAX_NAMED."""
    named = groupby(places[:_MAX_NAMED], itemgetter(0))
    by_round = [(number, [table_text(table) for _, table in of_round]) for number, of_round in named]
    texts = [
        plural("event.unfinished.of_round", len(tables), round=number, tables=", ".join(tables))
        for number, tables in by_round
    ]
    return "; ".join(texts) + (" …" if len(places) > _MAX_NAMED else "")


def tables_without_results(desk: Desk, round_number: int) -> set[int]:
    """Return the tables of a round that have no score at all."""
    tables = []
    for model in (Seat, Score):
        conditions = (model.event_id == desk.event.id, model.round == round_number, model.table > BYE_TABLE)
        tables.append(set(desk.session.scalars(select(model.table).where(*conditions))))
    return tables[0] - tables[1]
