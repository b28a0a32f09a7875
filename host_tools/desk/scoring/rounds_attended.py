"""Count the rounds each player took part in or missed, and decide who is ranked."""

from collections import Counter

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from host_tools.desk.events.event import format_of
from host_tools.desk.events.event_plan import count_main_rounds
from host_tools.desk.events.hall_rounds import newest_rounds
from host_tools.desk.scoring.ranking import Totals
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import BYE_TABLE, Entrant, Score, Seat

_ENTRANTS = Entrant.__table__.c


def add_missed_rounds(desk: Desk, totals_by_player: dict[int, Totals]) -> None:
    """Set `missed`, `ranked`, `gone` and `entered` of players' totals, and add the points of missed rounds.

    A player takes part in a round by a seat or a bye in it; once the event has ended, a seat without a score no longer
    counts. Nothing is changed while no player can have missed a round.
    """
    kind, seated, ended = format_of(desk.event), count_main_rounds(desk), bool(desk.event.ended)
    if kind.movement and not ended and not _has_roster_changes(desk):
        return
    newest = newest_rounds(desk)
    attended = _count_rounds_attended(desk, ended)
    # A percentage, rounded up.
    least_rounds = -(-kind.min_attendance * desk.event.rounds // 100)
    people = select(_ENTRANTS.number, _ENTRANTS.joined, _ENTRANTS.left, _ENTRANTS.hall).where(
        _ENTRANTS.event_id == desk.event.id
    )
    for player, joined, left, hall in desk.session.execute(people).all():
        totals, rounds_attended = totals_by_player[player], attended[player]
        rounds_seated = min(seated, newest.get(hall, seated))
        next_round = rounds_seated + 1
        last_round = desk.event.rounds if left is None else min(left - 1, desk.event.rounds)
        rounds_to_come = 0 if ended else max(last_round - max(joined, next_round) + 1, 0)
        totals.missed = rounds_seated - rounds_attended
        totals.ranked = rounds_attended + rounds_to_come >= least_rounds
        totals.gone = left is not None and not joined <= next_round < left
        totals.entered = rounds_attended > 0 or not totals.gone
        totals.points += totals.missed * kind.games * kind.missed_points


def _has_roster_changes(desk: Desk) -> bool:
    """Return whether any player has joined late or withdrawn."""
    late = (_ENTRANTS.joined != 1) | _ENTRANTS.left.is_not(None)
    return (
        desk.session.scalar(select(_ENTRANTS.number).where(_ENTRANTS.event_id == desk.event.id, late).limit(1))
        is not None
    )


def _count_rounds_attended(desk: Desk, ended: bool) -> Counter[int]:
    """Count the main rounds each player was seated in or had a bye in; if the event has `ended`, seats count only in
    rounds in which the player has a score."""
    in_main_rounds = (Seat.event_id == desk.event.id, Seat.round <= desk.event.rounds)
    seats = select(Seat.player, func.count()).where(*in_main_rounds).group_by(Seat.player)
    if not ended:
        return _count_by_player(desk.session, seats)
    byes = _count_by_player(desk.session, seats.where(Seat.table == BYE_TABLE))
    played = select(Score.player, func.count(Score.round.distinct())).where(
        Score.event_id == desk.event.id, Score.round <= desk.event.rounds, Score.table > BYE_TABLE
    )
    return byes + _count_by_player(desk.session, played.group_by(Score.player))


def _count_by_player(session: Session, query: Select) -> Counter[int]:
    return Counter({row[0]: row[1] for row in session.execute(query).all()})
