"""A player's score card, as their own side has it: read only."""

from dataclasses import dataclass, replace

from sqlalchemy import select
from sqlalchemy.orm import Session

from host_tools.desk.event import entrant, entrants
from host_tools.desk.model import Event, Score, Seat


@dataclass(frozen=True)
class CardLine:
    """One line of a player's card: `result` is W, L, D, bye, or "" while it is not in."""

    round: int
    table: int
    game: int
    partner: str
    opponents: list[str]
    result: str
    points: int
    plus: int
    minus: int


@dataclass(frozen=True)
class CardView:
    """A player's card: where they sit now (table 0: they sit out; None: no round yet), and all their games."""

    id: str
    name: str
    table: int | None
    lines: list[CardLine]
    points: int
    won: int
    net: int


def card_view(session: Session, event: Event, who: str) -> CardView:
    """The card of the player with this id or name, as their side has it. Raises DeskError for nobody's."""
    player = entrant(session, event, who)
    names = entrants(session, event)
    mine = select(Seat).where(Seat.event_id == event.id, Seat.player == player.number)
    rows: list[CardLine] = []
    table = None
    for seat in session.scalars(mine.order_by(Seat.round)):
        table = seat.table
        rows += _card_lines(session, event, seat, names)
    points, won = sum(row.points for row in rows), sum(row.result == "W" for row in rows)
    return CardView(player.code, player.name, table, rows, points, won, sum(row.plus - row.minus for row in rows))


def _card_lines(session: Session, event: Event, seat: Seat, names) -> list[CardLine]:
    at = (Seat.event_id == event.id, Seat.round == seat.round, Seat.table == seat.table, Seat.table > 0)
    others = [one for one in session.scalars(select(Seat).where(*at)) if one.player != seat.player]
    partner = " ".join(names[one.player].name for one in others if one.side == seat.side)
    against = [names[one.player].name for one in others if one.side != seat.side]
    mine = (Score.event_id == event.id, Score.round == seat.round, Score.player == seat.player)
    scores = list(session.scalars(select(Score).where(*mine).order_by(Score.game)))
    blank = CardLine(seat.round, seat.table, 1, partner, against, "" if seat.table else "bye", 0, 0, 0)
    return [_filled(blank, score) for score in scores] or [blank]


def _filled(line: CardLine, score: Score) -> CardLine:
    result = "bye" if score.source == "bye" else {1: "W", 0: "L", None: "D"}[score.won]
    plus, minus = max(score.spread, 0), max(-score.spread, 0)
    return replace(line, game=score.game, result=result, points=score.points, plus=plus, minus=minus)
