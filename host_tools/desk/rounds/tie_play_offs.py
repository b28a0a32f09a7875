"""Find ties that must be played off, for medal places and at the cut of the bracket, and seat their games.

All who tie for a place meet, round by round, until everybody has met everybody; then those who are still tied meet
again. Ties for several places are played in the same rounds.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from host_tools.desk.events import PLAY_OFF, format_of, rounds_seated
from host_tools.desk.formats import Field, Seating, Table, seat_circle
from host_tools.desk.rounds.missing_results import tables_missing_results
from host_tools.desk.rounds.movement_input import NotReadyError, absent_from, finished_tables, seating_of
from host_tools.desk.scoring import ranking, tied_at_the_cut
from host_tools.desk.store import DeskError, Event, Score, Tie, add_rows
from host_tools.i18n import message

Ties = dict[int, list[int]]
"""Players who are tied, by the place they are tied for."""


def unresolved_ties(session: Session, event: Event, played_off: bool = True) -> Ties:
    """Return the ties that must be played off by the present standings, without players who have left.

    With `played_off` False, the ties as they were before any play-off game.
    """
    ties: Ties = {}
    ranked = ranking(session, event, played_off)
    for rank, group in groupby(ranked, key=lambda item: item[0]):
        tied = [line.number for _, line in group if line.ranked and not line.gone]
        if len(tied) > 1 and rank <= event.medals:
            ties[rank] = tied
    tied_at_cut = tied_at_the_cut(ranked) if format_of(event).qualify and not event.best_of else []
    if tied_at_cut:
        ties[next(rank for rank, line in ranked if line.number == tied_at_cut[0])] = tied_at_cut
    return ties


def tie_seating(session: Session, event: Event) -> Seating:
    """Compute the seating of the next round in which ties are played off; nothing is stored.

    Raises NotReadyError while results are missing, DeskError where nothing is to be played off.
    """
    number = len(rounds_seated(session, event)) + 1
    missing = [] if event.ended else tables_missing_results(session, event)
    if missing:
        tables = ", ".join(f"{round_}.{table}" for round_, table in missing[:10]) + (" …" if len(missing) > 10 else "")
        raise NotReadyError(message("event.ties.missing", tables=tables))
    _check_decided(session, event)
    ties, turn = _current_ties(session, event)
    if not ties:
        key = "desk.error.all_seated_draw" if format_of(event).qualify else "desk.error.all_seated"
        raise DeskError(message(key, rounds=event.rounds, event=event.name))
    return _merge_seatings(_round_robins(ties, turn, absent_from(session, event, number)))


def store_ties(session: Session, event: Event, number: int) -> None:
    """Store the ties that round `number` begins to play off; nothing where it continues a play-off."""
    ties, turn = _current_ties(session, event)
    if turn == 1:
        store_tied_players(session, event, number, ties)


def store_tied_players(session: Session, event: Event, number: int, ties: Ties) -> None:
    """Store the players tied for each place, as of the play-off that begins with round `number`."""
    rows = [{"player": player, "place": place} for place, players in ties.items() for player in players]
    add_rows(session, Tie, [{"event_id": event.id, "round": number, **row} for row in rows])


def _current_ties(session: Session, event: Event) -> tuple[Ties, int]:
    """Return (ties being played off, number of the next turn from 1). Where all have met, a new play-off begins."""
    first_round = session.scalar(select(func.max(Tie.round)).where(Tie.event_id == event.id))
    if first_round:
        seated = rounds_seated(session, event)
        turn = 1 + sum(round_.kind == PLAY_OFF and round_.number >= first_round for round_ in seated)
        stored = _stored_ties(session, event, first_round)
        ties = {place: tied for place, tied in stored.items() if turn <= _rounds_needed(len(tied))}
        ties = {place: tied for place, tied in ties.items() if not _is_won(session, event, first_round, place, tied)}
        if ties:
            return ties, turn
    return unresolved_ties(session, event), 1


def _stored_ties(session: Session, event: Event, first_round: int) -> Ties:
    """Query the ties of the play-off that began with round `first_round`."""
    query = select(Tie.place, Tie.player).where(Tie.event_id == event.id, Tie.round == first_round)
    ties: Ties = {}
    for place, player in session.execute(query.order_by(Tie.place, Tie.player)):
        ties.setdefault(place, []).append(player)
    return ties


def _rounds_needed(players: int) -> int:
    """Return the number of rounds in which `players` all meet one another."""
    return players - 1 + players % 2


def _is_won(session: Session, event: Event, first_round: int, place: int, tied: list[int]) -> bool:
    """Return whether no player can reach the leader any more, and no other place of the tie is to be decided."""
    if place != event.medals:
        return False
    query = select(Score.player, Score.won).where(Score.event_id == event.id, Score.round >= first_round)
    rows = [row for row in session.execute(query) if row.player in tied]
    won, played = Counter(row.player for row in rows if row.won), Counter(row.player for row in rows)
    leader = max(tied, key=lambda player: won[player])
    can_reach = [won[player] + len(tied) - 1 - played[player] for player in tied if player != leader]
    return min(played[player] for player in tied) > 0 and won[leader] > max(can_reach)


def _round_robins(ties: Ties, turn: int, absent: frozenset[int]) -> Iterator[Seating]:
    """Yield the round-robin seating of each tie's players in this turn."""
    for _, tied in sorted(ties.items()):
        yield seat_circle(Field(tuple(tied), turn, absent))


def _merge_seatings(seatings: Iterator[Seating]) -> Seating:
    """Merge seatings into one round, with tables numbered on. Raises DeskError where there is no table."""
    tables: list[Table] = []
    byes: list[int] = []
    for seating in seatings:
        tables += [Table(len(tables) + i, table.sides) for i, table in enumerate(seating.tables, 1)]
        byes += seating.out
    if not tables:
        raise DeskError(message("event.ties.nobody"))
    return Seating(tuple(tables), tuple(byes))


def _check_decided(session: Session, event: Event) -> None:
    """Raise NotReadyError while a game of the newest play-off round is not in."""
    rounds = [round_.number for round_ in rounds_seated(session, event) if round_.kind == PLAY_OFF]
    if rounds:
        finished_tables(session, event, rounds[-1], seating_of(session, event, rounds[-1]))
