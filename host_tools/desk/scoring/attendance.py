"""Which rounds each player has taken part in, and whether those are enough to be ranked."""

from collections import Counter

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from host_tools.desk.events import entrants, format_of, is_present, main_rounds
from host_tools.desk.scoring.ranking import Totals
from host_tools.desk.store import Event, Score, Seat


def count_missed(session: Session, event: Event, lines: dict[int, Totals]) -> None:
    """Set what players' totals say of rounds they have missed, and what these cost them.

    A round counts as taken part in by whoever has been seated in it or sits it out. Once the event has ended, a game
    without a result has not been played.
    """
    kind, seated, ended = format_of(event), main_rounds(session, event), bool(event.ended)
    people = entrants(session, event)
    if kind.seat and not ended and all(one.joined == 1 and one.left is None for one in people.values()):
        return
    attended = _attended(session, event, ended)
    least = -(-kind.least * event.rounds // 100)
    for number, one in people.items():
        line, there = lines[number], attended[number]
        to_come = 0 if ended else sum(is_present(one, n) for n in range(seated + 1, event.rounds + 1))
        line.missed = seated - there
        line.ranked = there + to_come >= least
        line.gone = not is_present(one, seated + 1) and one.left is not None
        line.entered = there > 0 or not line.gone
        line.points += line.missed * kind.games * kind.missed


def _attended(session: Session, event: Event, ended: bool) -> Counter[int]:
    """Main rounds by player."""
    mine = (Seat.event_id == event.id, Seat.round <= event.rounds)
    seats = select(Seat.player, func.count()).where(*mine).group_by(Seat.player)
    if not ended:
        return _counter(session, seats)
    out = _counter(session, seats.where(Seat.table == 0))
    played = select(Score.player, func.count(Score.round.distinct())).where(
        Score.event_id == event.id, Score.round <= event.rounds, Score.table > 0
    )
    return out + _counter(session, played.group_by(Score.player))


def _counter(session: Session, query: Select) -> Counter[int]:
    return Counter({row[0]: row[1] for row in session.execute(query)})
