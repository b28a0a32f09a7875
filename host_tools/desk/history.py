"""All that has been said about one table, what no longer counts included."""

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from host_tools.desk import faults, lines, settle
from host_tools.desk.check import CHAIN, shown
from host_tools.desk.model import Card, Event, Line


@dataclass(frozen=True)
class CardSaid:
    """A card that was entered: `text` as it is written; `counts`: nothing has replaced it."""

    game: int
    side: str
    text: str
    code: str
    by: str
    at: str
    reason: str
    counts: bool


@dataclass(frozen=True)
class LineSaid:
    """A board's line: `fault` says what is wrong with it, `decision` what the director has said."""

    id: int
    game: int
    text: str
    code: str
    board: str
    fault: str
    decision: str


@dataclass(frozen=True)
class History:
    """Cards and lines of one table, oldest first."""

    cards: list[CardSaid]
    lines: list[LineSaid]


def history(session: Session, event: Event, number: int, table: int) -> History:
    """What has been said about a table in a round."""
    here = [(one.event_id == event.id, one.round == number, one.table == table) for one in (Card, Line)]
    cards = list(session.scalars(select(Card).where(*here[0]).order_by(Card.id)))
    newest = {(card.game, card.side): card.id for card in cards}
    came = session.scalars(select(Line).where(*here[1]).order_by(Line.id))
    return History([_card(one, newest[one.game, one.side] == one.id) for one in cards], [_line(one) for one in came])


def _card(card: Card, counts: bool) -> CardSaid:
    text = shown(settle.as_card(card))
    if card.holes is not None and card.against is not None:
        text = f"{card.holes}–{card.against}"
    return CardSaid(card.game, card.side, text, card.code, card.by, card.at, card.reason, counts)


def _line(line: Line) -> LineSaid:
    wrong = " and ".join(filter(None, (faults.WORDS.get(line.fault), CHAIN.get(line.chain))))
    text = "–".join(str(side.holes) for side in lines.unpacked(line.sides)) or line.end
    return LineSaid(line.id, line.game, text, line.code, line.board, wrong, line.decision)
