"""Find ties that must be played off, for medal places and at the cut of the bracket, and seat their games.

All players tied for a place play a round robin; players who are still tied after it play another one. Ties for several
places are played off in the same rounds.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from sqlalchemy import func, select

from host_tools.desk.errors import DeskError
from host_tools.desk.events.event import format_of, rounds_seated
from host_tools.desk.events.round_rules import PLAY_OFF
from host_tools.desk.formats.movements import Field, Seating, Table, seat_circle
from host_tools.desk.rounds.missing_results import tables_missing_results, tables_text
from host_tools.desk.rounds.movement_input import (
    NotReadyError,
    absent_from,
    finished_tables,
    in_finals_hall,
    seating_of,
)
from host_tools.desk.scoring.ranking import tied_at_the_cut
from host_tools.desk.scoring.standings import ranking
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Score, Tie, add_rows
from host_tools.i18n import message, plural

Ties = dict[int, list[int]]
"""Numbers of the tied players, by the place for which they are tied."""


def unresolved_ties(desk: Desk, played_off: bool = True) -> Ties:
    """Return the ties that must be played off by the present standings, without players who have left.

    With `played_off` False, the ties as they were before any play-off game.
    """
    ties: Ties = {}
    ranked = ranking(desk, played_off)
    for rank, group in groupby(ranked, key=lambda item: item[0]):
        tied = [totals.number for _, totals in group if totals.ranked and not totals.gone]
        if len(tied) > 1 and rank <= desk.event.medals:
            ties[rank] = tied
    tied_at_cut = tied_at_the_cut(ranked) if format_of(desk.event).qualify and not desk.event.best_of else []
    if tied_at_cut:
        ties[next(rank for rank, totals in ranked if totals.number == tied_at_cut[0])] = tied_at_cut
    return ties


def tie_seating(desk: Desk) -> Seating:
    """Compute the seating of the next round in which ties are played off; nothing is stored.

    Raises NotReadyError while results are missing, DeskError if there is nothing to play off.
    """
    round_number = len(rounds_seated(desk)) + 1
    missing = [] if desk.event.ended else tables_missing_results(desk)
    if missing:
        raise NotReadyError(message("event.ties.missing", tables=tables_text(missing)))
    _check_decided(desk)
    ties, turn = _current_ties(desk)
    if not ties:
        key = "desk.error.all_seated_draw" if format_of(desk.event).qualify else "desk.error.all_seated"
        raise DeskError(plural(key, desk.event.rounds, event=desk.event.name))
    robins = _round_robins(ties, turn, absent_from(desk, round_number))
    return in_finals_hall(desk, _merge_seatings(robins))


def store_ties(desk: Desk, round_number: int) -> None:
    """Store the ties whose play-off begins with round `round_number`; nothing if it continues a play-off."""
    ties, turn = _current_ties(desk)
    if turn == 1:
        store_tied_players(desk, round_number, ties)


def store_tied_players(desk: Desk, round_number: int, ties: Ties) -> None:
    """Store `ties` as those of the play-off that begins with round `round_number`."""
    rows = [{"player": player, "place": place} for place, players in ties.items() for player in players]
    add_rows(desk.session, Tie, [{"event_id": desk.event.id, "round": round_number, **row} for row in rows])


def _current_ties(desk: Desk) -> tuple[Ties, int]:
    """Return (ties being played off, next turn of their round robins); if the newest play-off is complete, (unresolved
    ties, 1)."""
    first_round = desk.session.scalar(select(func.max(Tie.round)).where(Tie.event_id == desk.event.id))
    if first_round:
        seated = rounds_seated(desk)
        turn = 1 + sum(round_.kind == PLAY_OFF and round_.number >= first_round for round_ in seated)
        stored = _stored_ties(desk, first_round)
        ties = {place: tied for place, tied in stored.items() if turn <= _rounds_needed(len(tied))}
        ties = {place: tied for place, tied in ties.items() if not _is_decided(desk, first_round, place, tied)}
        if ties:
            return ties, turn
    return unresolved_ties(desk), 1


def _stored_ties(desk: Desk, first_round: int) -> Ties:
    """Query the ties of the play-off that began with round `first_round`."""
    query = select(Tie.place, Tie.player).where(Tie.event_id == desk.event.id, Tie.round == first_round)
    ties: Ties = {}
    for place, player in desk.session.execute(query.order_by(Tie.place, Tie.player)):
        ties.setdefault(place, []).append(player)
    return ties


def _rounds_needed(players: int) -> int:
    """Return the number of rounds of a round robin of `players` players."""
    return players - 1 + players % 2


def _is_decided(desk: Desk, first_round: int, place: int, tied: list[int]) -> bool:
    """Return whether the play-off of a tie for the last medal place is decided early: nobody can reach the leader."""
    if place != desk.event.medals:
        return False
    query = select(Score.player, Score.won).where(Score.event_id == desk.event.id, Score.round >= first_round)
    rows = [row for row in desk.session.execute(query) if row.player in tied]
    won, played = Counter(row.player for row in rows if row.won), Counter(row.player for row in rows)
    leader = max(tied, key=lambda player: won[player])
    can_reach = [won[player] + len(tied) - 1 - played[player] for player in tied if player != leader]
    return min(played[player] for player in tied) > 0 and won[leader] > max(can_reach)


def _round_robins(ties: Ties, turn: int, absent: frozenset[int]) -> Iterator[Seating]:
    """Yield each tie's seating in turn `turn` of its round robin."""
    for _, tied in sorted(ties.items()):
        yield seat_circle(Field(tuple(tied), turn, absent))


def _merge_seatings(seatings: Iterator[Seating]) -> Seating:
    """Merge seatings into one round, with tables numbered consecutively. Raises DeskError if there is no table."""
    tables: list[Table] = []
    byes: list[int] = []
    for seating in seatings:
        tables += [Table(len(tables) + i, table.sides) for i, table in enumerate(seating.tables, 1)]
        byes += seating.out
    if not tables:
        raise DeskError(message("event.ties.nobody"))
    return Seating(tuple(tables), tuple(byes))


def _check_decided(desk: Desk) -> None:
    """Raise NotReadyError if a table of the newest play-off round has no winner yet."""
    rounds = [round_.number for round_ in rounds_seated(desk) if round_.kind == PLAY_OFF]
    if rounds:
        finished_tables(desk, rounds[-1], seating_of(desk, rounds[-1]))
